import { type Instant, secondsBetween } from "@rostrum/contract/formats.ts";
import type { CheckOutcome, Published } from "../../connectors/connector.ts";
import { type Failure, reasonOf } from "./api.ts";
import { outcomeOf, signOf } from "./errors.ts";
import { failed } from "./failed.ts";
import type { Post } from "./progress.ts";
import { blindness, search } from "./search.ts";
import { readState, type State } from "./status.ts";
import { ID_SECONDS, LAST_LOOK_SECONDS } from "./unverified.ts";
import { counted, isGivenUp, mayResume, resume, uploadAgain } from "./upload.ts";
import { isPublic, type OrderWork, pending, published } from "./work.ts";

const FAST_SECONDS = 60;
const USUAL_SECONDS = 15 * 60;
const NOT_ASKED_SECONDS = 60;
/** A log-in that has ended may be given again; until then nothing can be asked. */
const NO_ACCESS_SECONDS = 600;

/** What became of an order that TikTok has taken. From the last byte on, nothing is sent again but to the same address. */
export async function followOrder(begun: OrderWork): Promise<CheckOutcome> {
  const state = await readState(begun.server, begun.order.publish);
  if (state.kind !== "read") return unread(begun, state);
  const work = await counted(begun, state);
  const step = work.plan.kind === "video" && state.status === "processing" ? await resume(work, work.plan, state) : null;
  return step ?? conclude(work, state);
}

/** The same for an attempt that was cut off: what TikTok says is read, and nothing is sent. */
export async function review(work: OrderWork): Promise<CheckOutcome> {
  const state = await readState(work.server, work.order.publish);
  if (state.kind !== "read") return unread(work, state);
  const isCut = work.plan.kind === "video" && state.status === "processing" && (mayResume(work, state) || isGivenUp(work, state));
  if (isCut) return { kind: "lost", reason: "TikTok did not get the whole video." };
  // What a failure means is left to `publish`, which reads it again: here it would be counted and the order forgotten, and then made anew.
  return state.status === "failed" ? { kind: "lost", reason: "TikTok did not publish it." } : conclude(work, state);
}

async function conclude(work: OrderWork, state: State): Promise<CheckOutcome> {
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

function noteOf({ plan, account }: OrderWork): string {
  const rest = plan.kind === "video" ? " TikTok takes no caption along with a video: copy it from the post." : "";
  const note = plan.note === null ? "" : ` ${plan.note}`;
  return `It waits in the TikTok app of ${account.handle}: open the notification there within a day to finish and publish it.${rest}${note}`;
}

/** Nothing that keeps us from asking settles what may be live. */
async function unread(work: OrderWork, failure: Failure): Promise<CheckOutcome> {
  const reason = reasonOf(failure);
  const sign = signOf(failure);
  if (work.order.lastAt === null) {
    return sign === "unknown post" ? uploadAgain(work, "TikTok no longer knows the upload") : outcomeOf(failure);
  }
  if (sign === "unknown post") return processing(work);
  const isShut = sign === "dead token" || sign === "no permission";
  return { kind: "notAsked", reason, retryAfterSeconds: isShut ? NO_ACCESS_SECONDS : NOT_ASKED_SECONDS };
}

/** The pauses grow: processing takes minutes, a review may take hours. At the end the account's list is read too. */
async function processing(work: OrderWork): Promise<CheckOutcome> {
  const { order, call, progress } = work;
  const begunAt = progress.begunAt() ?? order.at;
  if (secondsBetween(begunAt, call.now()) >= LAST_LOOK_SECONDS) {
    const found = await onlyMatch(work, order.at);
    if (found !== null) return keep(work, [found]);
  }
  return pending(order, pauseAfter(secondsBetween(order.lastAt ?? order.at, call.now())));
}

function pauseAfter(seconds: number): number {
  if (seconds < FAST_SECONDS) return 5;
  return seconds < USUAL_SECONDS ? Math.min(30, Math.max(15, seconds / 10)) : 600;
}

/** Only public posts have an address, and that only after a review; what is published need not wait for it long. */
async function complete(work: OrderWork, { ids }: State): Promise<CheckOutcome> {
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
  if (age < ID_SECONDS) return pending(known, age < FAST_SECONDS ? 5 : 30);
  const found = await onlyMatch(work, order.at);
  return found === null
    ? keep(work, [unnamed], joined(plan.note, "TikTok has published it, and does not say yet at which address."))
    : keep(work, [found]);
}

/** The pages of photos lead on from the same address (unverified). */
function addressOf({ progress, account, call }: OrderWork, id: string): string | null {
  const name = progress.audience().username ?? /^@(.+)/.exec(account.handle)?.[1];
  return name === undefined ? null : `${call.host("www")}/@${name}/video/${id}`;
}

async function onlyMatch(work: OrderWork, since: Instant): Promise<Post | null> {
  if (blindness(work) !== null) return null;
  const found = await search(work, since);
  const [match = null, ...others] = found.kind === "whole" ? found.matches : [];
  return others.length === 0 ? match : null;
}

async function keep(work: OrderWork, posts: readonly Post[], note = work.plan.note): Promise<Published> {
  await work.progress.setPosts(posts);
  return published(work, note);
}

function joined(...notes: readonly (string | null)[]): string {
  return notes.filter((note) => note !== null).join(" ");
}
