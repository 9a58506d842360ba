import { z } from "zod";
import type { Account, Call, CheckOutcome, Located, OutgoingPost, Published, PublishOutcome } from "../../connectors/connector.ts";
import { versionProblem } from "../../connectors/meta/facebook-hosts.ts";
import { TO_BE_FOUND } from "../../connectors/to-be-found.ts";
import { bringContainer, makeContainers } from "./containers.ts";
import { isUnnamed, partName } from "./names.ts";
import { type Part, planPost } from "./plan.ts";
import { progressOf } from "./progress.ts";
import { quotaStop } from "./quota.ts";
import { forgetBlocks, release, releaseHold } from "./release.ts";
import type { Run } from "./run.ts";
import { ask, type Session, sessionOf } from "./session.ts";

/** An operator has to change the setting and start the service again. */
const VERSION_RETRY_SECONDS = 3600;

/**
 * Publishes a post from its container, or several stories one after the other. All files are with the network and ready before
 * the first of them becomes visible; every id is in the checkpoint before the next request, so that the next attempt continues
 * where this one ends.
 */
export async function publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome> {
  const plan = planPost(post);
  if (plan.kind !== "parts") return plan;
  const problem = versionProblem(call);
  if (problem !== null) return { kind: "busy", reason: problem, retryAfterSeconds: VERSION_RETRY_SECONDS, scope: "channel" };
  const run = { session: sessionOf(account, call), progress: progressOf(call.checkpoint) };
  const stop = await goOn(run, plan.parts);
  if (stop === null) return publishedAs(run, { post, ...plan });
  return stop.kind === "pending" && hasLive(run.progress) ? { ...stop, live: "maybe" } : stop;
}

/** Goes on with a post whose files were being processed. */
export async function check(post: OutgoingPost, account: Account, call: Call): Promise<CheckOutcome> {
  const outcome = await publish(post, account, call);
  if (outcome.kind !== "held") return outcome;
  // Only an attempt can be held, so the same answer is to be given to one: at once, or by way of a lookup if a part is live.
  return hasLive(progressOf(call.checkpoint)) ? { kind: "unknown", reason: outcome.reason } : { kind: "lost", reason: outcome.reason };
}

interface Finished {
  readonly post: OutgoingPost;
  readonly parts: readonly Part[];
  readonly note: string | null;
}

/** Several stories are identified by the first. */
export async function publishedAs({ session, progress }: Run, { post, parts, note }: Finished): Promise<Published> {
  const first = progress.published(partName(0));
  if (first === null) throw new Error("A post was published whose id is not in the checkpoint.");
  const isReel = parts[0]?.kind === "reel" && post.type !== "REEL";
  return {
    kind: "published",
    remoteId: first.id,
    url: first.url ?? (await permalinkOf(session, first.id)),
    ...(isReel ? { postType: "REEL" } : {}),
    ...(note === null ? {} : { note }),
  };
}

async function goOn(run: Run, parts: readonly Part[]): Promise<PublishOutcome | null> {
  const { session, progress } = run;
  const left = parts.map((part, index) => ({ part, name: partName(index) })).filter(({ name }) => progress.published(name) === null);
  if (left.some(({ name }) => progress.release(name).begunAt !== null)) return TO_BE_FOUND;
  if (session.call.startsOver) await progress.forgetFailures();
  for (const { name } of left) {
    await forgetBlocks(run, name);
    const hold = releaseHold(run, name);
    if (hold !== null) return hold;
  }
  const isNew = left.every(({ name }) => progress.container(name) === null);
  const early = isNew && left.length > 0 ? await quotaStop(session, left.length) : null;
  if (early !== null) return early;
  for (const { part, name } of left) {
    const stop = await makeContainers(run, part, name);
    if (stop !== null) return stop;
  }
  for (const { part, name } of left) {
    const wait = await bringContainer(run, part, name);
    if (wait === "doubtful") return lookItUp(run, name);
    if (wait !== null) return wait;
  }
  // The files may have been processed for hours.
  const late = isNew || left.length === 0 ? null : await quotaStop(session, left.length);
  if (late !== null) return late;
  for (const { name } of left) {
    const stop = await release(run, name);
    if (stop !== null) return stop;
    // If the others do not get through, the entry says where the first is.
    if (parts.length > 1 && name === partName(0)) await findAddress(run);
  }
  return null;
}

/** Stores the address of the first story, if it can be read. */
async function findAddress({ session, progress }: Run): Promise<void> {
  const first = progress.published(partName(0));
  if (first === null || first.url !== null) return;
  const url = await permalinkOf(session, first.id);
  if (url !== null) await progress.setPublished(partName(0), { id: first.id, url });
}

async function lookItUp({ session, progress }: Run, name: string): Promise<PublishOutcome> {
  const doubt = progress.release(name);
  const since = doubt.doubtedSince ?? progress.container(name)?.madeAt ?? session.call.now();
  await progress.setRelease(name, { ...doubt, begunAt: since, doubtedSince: since });
  return TO_BE_FOUND;
}

/** The first of several stories, if readers see it. */
export function firstPart(_post: OutgoingPost, _account: Account, call: Call): Located | null {
  const first = progressOf(call.checkpoint).published(partName(0));
  return first === null ? null : { remoteId: first.id, url: first.url };
}

/** Parts are published in order. */
function hasLive(progress: Run["progress"]): boolean {
  return progress.published(partName(0)) !== null || progress.release(partName(0)).begunAt !== null;
}

const Permalink = z.object({ permalink: z.string().nullish() });

/** A link that cannot be read does not make a published post a failed one. */
async function permalinkOf(session: Session, id: string): Promise<string | null> {
  if (isUnnamed(id)) return null;
  const reply = await ask(session, { method: "GET", path: encodeURIComponent(id), fields: { fields: "permalink" } });
  return reply.kind === "ok" ? (Permalink.safeParse(reply.body).data?.permalink ?? null) : null;
}
