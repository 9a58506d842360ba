import { addSeconds, secondsBetween } from "@rostrum/contract/formats.ts";
import type { Call, FindOutcome, PublishOutcome } from "../../connectors/connector.ts";
import type { GraphFailure } from "../../connectors/meta/graph.ts";
import { TO_BE_FOUND } from "../../connectors/to-be-found.ts";
import { isTurnedAway } from "../../connectors/turned-away.ts";
import { type Held, isBlocked, type Rejected, type StagingRefusal, stagingOutcome, type VisibleRefusal, visibleOutcome } from "./errors.ts";
import { ask, type Page, type PageRequest } from "./page.ts";
import { type Attempt, NO_ATTEMPT, sessionsName } from "./progress.ts";

/** Unverified: how long after a call its post can be missing from what the network lists. */
const SETTLED_SECONDS = 15 * 60;
const WHOLE_READS_MIN = 2;
/** A second call without an answer is the last: two that got none may both have arrived. */
const DOUBTS_MAX = 2;

export type Refusal = Exclude<PublishOutcome, { kind: "published" | "handedOver" | "pending" }>;

export type Revealed =
  | { readonly kind: "done"; readonly body: unknown }
  /** `failure` if the network has just refused the call. */
  | { readonly kind: "ended"; readonly outcome: Refusal; readonly failure: GraphFailure | null };

/**
 * Makes the one call after which readers see the part. Records it before it is sent, and what came of it: as long as that is not
 * known, it is not made again.
 */
export async function reveal(page: Page, part: string, request: PageRequest): Promise<Revealed> {
  const { progress, call } = page;
  const before = progress.attempt(part);
  const due = before.at === null ? dueAfter(before, call) : TO_BE_FOUND;
  if (due !== null) return { kind: "ended", outcome: due, failure: null };
  const at = call.now();
  const firstAt = before.firstAt ?? at;
  await progress.setAttempt(part, { ...NO_ATTEMPT, at, doubts: before.doubts + 1, firstAt });
  const reply = await ask(page, request);
  if (reply.kind === "ok") return { kind: "done", body: reply.body };
  const outcome = await onceOnly(page, reply, visibleOutcome(reply));
  const { doubts } = before;
  if (outcome.kind === "unknown") {
    if (isTurnedAway(reply)) {
      await progress.setCount(doubtfulName(part), 1);
      await progress.setAttempt(part, { ...NO_ATTEMPT, at, doubts, firstAt });
    }
    return { kind: "ended", outcome, failure: reply };
  }
  if (outcome.kind !== "doubtful") {
    await progress.setAttempt(part, { ...NO_ATTEMPT, doubts, firstAt: before.firstAt });
    return { kind: "ended", outcome, failure: reply };
  }
  await progress.setCount(doubtfulName(part), 1);
  await progress.setAttempt(part, { ...NO_ATTEMPT, at, doubts, after: { outcome: outcome.then, from: call.now() }, firstAt });
  return { kind: "ended", outcome: { kind: "unknown", reason: outcome.reason }, failure: reply };
}

/** Whether an earlier call may have had its effect although this one was refused. */
export function isDoubted({ progress }: Page, part: string): boolean {
  return progress.attempt(part).doubts > 0 || progress.count(doubtfulName(part)) > 0;
}

/** Refusals that came with posts that were live. */
function doubtfulName(part: string): string {
  return `doubtful ${part}`;
}

/** A refusal that an earlier call may be the reason of: no other call is made, and only what the network shows settles it. */
export async function leaveDoubted({ progress, call }: Page, part: string, reason: string): Promise<Refusal> {
  const { firstAt } = progress.attempt(part);
  await progress.setAttempt(part, { ...NO_ATTEMPT, at: call.now(), doubts: DOUBTS_MAX, firstAt });
  return { kind: "unknown", reason };
}

/** The outcome of a call that nobody can see the effect of. */
export async function stagingRefusal(page: Page, failure: GraphFailure): Promise<StagingRefusal> {
  const outcome = stagingOutcome(failure);
  return isBlocked(failure) ? ((await blockedOnce(page, outcome)) ?? outcome) : outcome;
}

/**
 * When somebody has the post tried again, what refused its parts is over, and what is tried a few times only is counted anew. Before
 * anything else is done, so that it is over even if this step does not reach the call.
 */
export async function forgetRefusals({ progress, call }: Page, parts: readonly string[]): Promise<void> {
  if (!call.startsOver) return;
  for (const name of ["blocks", "scrapes", ...parts.map(sessionsName)]) if (progress.count(name) > 0) await progress.setCount(name, 0);
  for (const part of parts) {
    const attempt = progress.attempt(part);
    if (attempt.at === null && attempt.after?.outcome.kind === "rejected") await progress.setAttempt(part, { ...attempt, after: null });
  }
}

/** What follows from a refusal whose call has had no effect; null once it is over. */
function dueAfter({ after }: Attempt, call: Pick<Call, "now">): Held | Rejected | null {
  const now = call.now();
  if (after === null) return null;
  if (after.outcome.kind === "rejected") return after.outcome;
  const until = addSeconds(after.from, after.outcome.retryAfterSeconds);
  return until <= now ? null : { ...after.outcome, retryAfterSeconds: secondsBetween(now, until) };
}

async function onceOnly(page: Page, failure: GraphFailure, outcome: VisibleRefusal): Promise<VisibleRefusal> {
  const then = isBlocked(failure) ? await blockedOnce(page, outcome) : null;
  return then === null ? outcome : { kind: "doubtful", reason: then.reason, then };
}

/** A block is waited out for a day, once. */
async function blockedOnce({ progress }: Page, { reason }: { readonly reason: string }): Promise<Rejected | null> {
  if (progress.count("blocks") > 0) return { kind: "rejected", reason };
  await progress.setCount("blocks", 1);
  return null;
}

export type NotFound = Exclude<FindOutcome, { kind: "published" }>;

/** Settles a part that a look-up did not find although it saw everything since the call. */
export async function notFound({ progress, call }: Page, part: string): Promise<NotFound> {
  const attempt = progress.attempt(part);
  if (attempt.at === null) return { kind: "absent" };
  const wholeReads = attempt.wholeReads + 1;
  const ageSeconds = secondsBetween(attempt.at, call.now());
  const isSettled = ageSeconds >= SETTLED_SECONDS && wholeReads >= WHOLE_READS_MIN;
  if (isSettled && attempt.doubts < DOUBTS_MAX) {
    await progress.setAttempt(part, { ...attempt, at: null, wholeReads: 0 });
    const due = dueAfter(attempt, call);
    return due?.kind === "held" ? { kind: "absent", held: due } : { kind: "absent" };
  }
  await progress.setAttempt(part, { ...attempt, wholeReads });
  if (attempt.doubts >= DOUBTS_MAX && isSettled) {
    return {
      kind: "undecided",
      reason: "Facebook left two requests without a clear answer, and does not show the post: look at the Page.",
    };
  }
  const why = attempt.after === null ? "" : `${attempt.after.outcome.reason}. `;
  return { kind: "undecided", reason: `${why}Facebook does not show the post; it may appear late, so it is looked up again.` };
}
