import { addSeconds, type Instant, secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { PublishOutcome } from "../../connectors/connector.ts";
import { type GraphFailure, waitAsked } from "../../connectors/meta/graph.ts";
import { readContainer, unreadName } from "./containers.ts";
import { holdSeconds, isKnown, reasonOf, unauthorized, verdictOf } from "./errors.ts";
import { BLOCK_HOURS, CONTAINER_LIFE_SECONDS, HOUR_SECONDS, QUOTA_RETRY_SECONDS } from "./facts.ts";
import type { Container, Hold, Release } from "./progress.ts";
import { deadToken, type Run, stopOf, tryAgain } from "./run.ts";
import { ask } from "./session.ts";

const Made = z.object({ id: z.string().min(1) });
const RELEASE_TIMEOUT_SECONDS = 60;
const NOT_READY_SECONDS = 10;
const UNREAD_AGAIN_SECONDS = 300;
/** The third time, the container is made anew. */
const GONE_WAITS = [30, 120, 5, 30, 120];

/**
 * When somebody has the post tried again, the account may not be blocked any more. Before anything else is done, so that it is asked even
 * if this step does not reach the request.
 */
export async function forgetBlocks({ session, progress }: Run, part: string): Promise<void> {
  const release = progress.release(part);
  if (!session.call.startsOver || release.blocks === 0 || release.generation === 0) return;
  await progress.setRelease(part, { ...release, blocks: 0, generation: 0, hold: null });
}

/** Why the part is not to be published now, by what earlier requests for it were answered. */
export function releaseHold({ session, progress }: Run, part: string): PublishOutcome | null {
  const { hold, blocks, generation } = progress.release(part);
  if (blocks > 0 && generation > 0) {
    return { kind: "rejected", reason: "Instagram blocks what this account publishes. Open Instagram and see what it asks for." };
  }
  const now = session.call.now();
  if (hold === null || hold.until <= now) return null;
  return { kind: "held", reason: hold.reason, scope: hold.scope, retryAfterSeconds: -secondsBetween(hold.until, now) };
}

/** Publishes the part's container: the one request that readers see. Null once its id is in the checkpoint. */
export async function release(run: Run, part: string): Promise<PublishOutcome | null> {
  const { session, progress } = run;
  const container = progress.container(part);
  if (container === null) throw new Error("A part is to be published that has no container.");
  const begunAt = session.call.now();
  const begun = { ...progress.release(part), begunAt, unpublishedSince: null, publishedSince: null, missingSince: null, hold: null };
  await progress.setRelease(part, begun);
  const reply = await ask(session, {
    method: "POST",
    path: `${session.userId}/media_publish`,
    fields: { creation_id: container.id },
    timeoutSeconds: RELEASE_TIMEOUT_SECONDS,
  });
  if (reply.kind !== "ok") return refused(run, reply, { part, container, begun });
  const made = Made.safeParse(reply.body);
  if (!made.success) return refused(run, { kind: "lost", reason: "the response names no post" }, { part, container, begun });
  await progress.setPublished(part, { id: made.data.id, url: null });
  return null;
}

interface Attempt {
  readonly part: string;
  readonly container: Container;
  readonly begun: Release & { readonly begunAt: Instant };
}

async function refused(run: Run, failure: GraphFailure, attempt: Attempt): Promise<PublishOutcome> {
  const { part, begun } = attempt;
  if (failure.kind === "unreached") {
    await run.progress.setRelease(part, { ...begun, begunAt: null });
    return stopOf(run, failure, part);
  }
  // A refusal is about this request alone; an earlier one that got no answer may have published the container.
  const isDoubtful = begun.doubtedSince !== null || !(await saysNothingWasDone(run, failure, attempt));
  if (!isDoubtful) {
    await run.progress.setRelease(part, { ...begun, begunAt: null });
    return plainRefusal(run, failure, attempt);
  }
  const { blocks, hold } = restraint(failure, attempt);
  await run.progress.setRelease(part, { ...begun, doubtedSince: begun.doubtedSince ?? begun.begunAt, blocks, hold });
  return { kind: "unknown", reason: reasonOf(failure), ...waitAsked(failure) };
}

/** Whether the refusal proves that the container was not published. Throttled and blocked requests have been seen to publish. */
async function saysNothingWasDone({ session }: Run, failure: GraphFailure, { container }: Attempt): Promise<boolean> {
  const { kind } = verdictOf(failure);
  if (kind === "outage" || kind === "blocked" || kind === "held" || kind === "again") return false;
  if (isKnown(failure)) return true;
  const state = await readContainer(session, container.id);
  // It was finished before the request, so one that is in progress is being published.
  return state.kind !== "published" && state.kind !== "inProgress" && state.kind !== "unread";
}

async function plainRefusal(run: Run, failure: GraphFailure, { part }: Attempt): Promise<PublishOutcome> {
  const { session, progress } = run;
  const reason = reasonOf(failure);
  const verdict = verdictOf(failure);
  if (verdict.kind === "unauthorized") return unauthorized(reason, verdict, session.via);
  if (verdict.kind === "quota") return { kind: "held", reason, retryAfterSeconds: QUOTA_RETRY_SECONDS, scope: "channel" };
  if (verdict.kind === "notReady") {
    // Where its container cannot be read, this is how it says that it is not ready.
    const checkAfterSeconds = progress.failures(unreadName(part)) > 0 ? UNREAD_AGAIN_SECONDS : NOT_READY_SECONDS;
    return { kind: "pending", live: "no", checkAfterSeconds, reason };
  }
  if (verdict.kind !== "gone" && verdict.kind !== "unseen") return stopOf(run, failure, part);
  const dead = await deadToken(session);
  if (dead !== null) return dead;
  if (progress.failures(`${part} gone`) === 2) await progress.setContainer(part, null);
  return tryAgain(run, { what: `${part} gone`, reason, waits: GONE_WAITS });
}

/** How long the network is not asked again, should the container turn out not to be published. */
function restraint(failure: GraphFailure, { begun, container }: Attempt): { readonly blocks: number; readonly hold: Hold | null } {
  const { blocks, begunAt } = begun;
  const verdict = verdictOf(failure);
  const reason = reasonOf(failure);
  const until = (seconds: number) => addSeconds(begunAt, seconds);
  if (verdict.kind === "held") return { blocks, hold: { until: until(holdSeconds(failure)), scope: verdict.scope, reason } };
  if (verdict.kind !== "blocked") return { blocks, hold: null };
  const hours = BLOCK_HOURS[blocks];
  // After the last wait the container is left to end: only then may another one be made.
  const end = addSeconds(container.madeAt, CONTAINER_LIFE_SECONDS);
  return { blocks: blocks + 1, hold: { until: hours === undefined ? end : until(hours * HOUR_SECONDS), scope: "channel", reason } };
}
