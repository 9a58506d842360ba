import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { Published, PublishOutcome } from "../../connectors/connector.ts";
import type { Alike } from "../../connectors/once/visible.ts";
import { pending } from "../../connectors/wait.ts";
import { type Failure, reasonOf } from "./api.ts";
import { signOf } from "./errors.ts";
import { failed } from "./failed.ts";
import { blindness, unclaimedSince } from "./list.ts";
import type { Post } from "./progress.ts";
import { readState, type State } from "./status.ts";
import { ID_SECONDS, LAST_LOOK_SECONDS } from "./unverified.ts";
import { isPublic, type OrderWork, published } from "./work.ts";

const FAST_SECONDS = 60;
const USUAL_SECONDS = 15 * 60;
const NOT_ASKED_SECONDS = 60;
/** A log-in that has ended may be given again; until then nothing can be asked. */
const NO_ACCESS_SECONDS = 600;

/** What becomes of an order that TikTok has taken. */
export async function followOrder(work: OrderWork): Promise<PublishOutcome> {
  const failure = work.progress.failure();
  if (failure !== null) return { kind: "rejected", reason: failure };
  const state = await readState(work.server, work.order.publish);
  if (state.kind !== "read") {
    // Nothing that keeps us from asking settles what may be live.
    if (signOf(state) !== "unknown post") return { kind: "notAsked", reason: reasonOf(state), retryAfterSeconds: unreadSeconds(state) };
    return processing(work);
  }
  switch (state.status) {
    case "published":
      return complete(work, state);
    case "inbox":
      return { kind: "handedOver", note: noteOf(work) };
    case "failed":
      return failed(work, state.failure);
    case "processing":
      return processing(work);
  }
}

export function unreadSeconds(failure: Failure): number {
  return ["dead token", "no permission"].includes(signOf(failure)) ? NO_ACCESS_SECONDS : NOT_ASKED_SECONDS;
}

function noteOf({ plan, account }: OrderWork): string {
  const rest = plan.kind === "video" ? " TikTok takes no caption along with a video: copy it from the post." : "";
  const note = plan.note === null ? "" : ` ${plan.note}`;
  return `It waits in the TikTok app of ${account.handle}: open the notification there within a day to finish and publish it.${rest}${note}`;
}

/** The pauses grow: processing takes minutes, a review may take hours. At the end the account's list is read too. */
async function processing(work: OrderWork): Promise<PublishOutcome> {
  const { order, call } = work;
  const match = await lateMatch(work);
  if (match !== null) return keep(work, [match]);
  return pending("maybe", { seconds: pauseAfter(secondsBetween(order.lastAt ?? order.at, call.now())) });
}

/** The only post that the account's list shows for it, at the end of the day that the service gives a delivery. */
export async function lateMatch(work: OrderWork): Promise<Alike | null> {
  const age = secondsBetween(work.progress.begunAt() ?? work.order.at, work.call.now());
  return age < LAST_LOOK_SECONDS ? null : onlyMatch(work);
}

async function onlyMatch(work: OrderWork): Promise<Alike | null> {
  const [match = null, ...others] = blindness(work) === null ? ((await unclaimedSince(work, work.order.at)) ?? []) : [];
  return others.length === 0 ? match : null;
}

function pauseAfter(seconds: number): number {
  if (seconds < FAST_SECONDS) return 5;
  return seconds < USUAL_SECONDS ? Math.min(30, Math.max(15, seconds / 10)) : 600;
}

/** Only public posts have an address, and that only after a review; what is published need not wait for it long. */
async function complete(work: OrderWork, { ids }: State): Promise<PublishOutcome> {
  const { progress, order, call, plan } = work;
  if (ids.length > 0) {
    return keep(
      work,
      ids.map((id) => ({ id, url: addressOf(work, id) })),
    );
  }
  const unnamed: Post = { id: order.publish, url: null };
  if (!isPublic(work)) return keep(work, [unnamed], joined(plan.note, "TikTok gives an address to public posts only."));
  const publishedAt = order.publishedAt ?? call.now();
  const known = { ...order, isComplete: true, publishedAt };
  if (order.publishedAt === null) await progress.setOrder(known);
  const age = secondsBetween(publishedAt, call.now());
  if (age < ID_SECONDS) return pending("maybe", { seconds: age < FAST_SECONDS ? 5 : 30 });
  const match = await onlyMatch(work);
  return match === null
    ? keep(work, [unnamed], joined(plan.note, "TikTok has published it, and does not say yet at which address."))
    : keep(work, [match]);
}

/** The pages of photos lead on from the same address (unverified). */
function addressOf({ progress, account, call }: OrderWork, id: string): string | null {
  const name = progress.audience().username ?? /^@(.+)/.exec(account.handle)?.[1];
  return name === undefined ? null : `${call.host("www")}/@${name}/video/${id}`;
}

async function keep(work: OrderWork, posts: readonly Pick<Alike, "id" | "url">[], note = work.plan.note): Promise<Published> {
  await work.progress.setPosts(posts.map(({ id, url = null }) => ({ id, url })));
  return published(work, note);
}

function joined(...notes: readonly (string | null)[]): string {
  return notes.filter((note) => note !== null).join(" ");
}
