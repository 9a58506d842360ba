import type { GraphFailure } from "../../connectors/meta/graph.ts";
import type { Verdict } from "../../connectors/once/visible.ts";
import { isTurnedAway } from "../../connectors/turned-away.ts";
import { isBlocked, type Rejected, type StagingRefusal, stagingOutcome, visibleOutcome } from "./errors.ts";
import type { Page } from "./page.ts";
import { sessionsName } from "./progress.ts";

/** What a refusal of the call says after which readers see the part. */
export async function refusalOf(page: Page, failure: GraphFailure): Promise<Exclude<Verdict, { kind: "made" }>> {
  const outcome = visibleOutcome(failure);
  const last = isBlocked(failure) ? await blockedOnce(page, outcome) : null;
  if (outcome.kind === "unknown") return { ...outcome, kind: "doubtful", isTurnedAway: isTurnedAway(failure) };
  if (last === null && outcome.kind !== "doubtful") return { kind: "refused", halt: outcome };
  const then = last ?? (outcome.kind === "doubtful" ? outcome.then : null);
  // Such answers came with posts that were live.
  const unclear = { kind: "doubtful", reason: outcome.reason, isFault: true } as const;
  return then?.kind === "held" ? { ...unclear, hold: then } : { ...unclear, isRefusal: true };
}

/** The outcome of a call that nobody can see the effect of. */
export async function stagingRefusal(page: Page, failure: GraphFailure): Promise<StagingRefusal> {
  const outcome = stagingOutcome(failure);
  return isBlocked(failure) ? ((await blockedOnce(page, outcome)) ?? outcome) : outcome;
}

/** Somebody has the post tried again: what is tried a few times only is counted anew. */
export async function forgetCounts({ progress }: Page, parts: readonly string[]): Promise<void> {
  for (const name of ["blocks", "scrapes", ...parts.map(sessionsName)]) if (progress.count(name) > 0) await progress.setCount(name, 0);
}

/** A block is waited out for a day, once. */
async function blockedOnce({ progress }: Page, { reason }: { readonly reason: string }): Promise<Rejected | null> {
  if (progress.count("blocks") > 0) return { kind: "rejected", reason };
  await progress.setCount("blocks", 1);
  return null;
}
