import type { PublishOutcome } from "../../connectors/connector.ts";
import { holdSeconds, reasonOf, unauthorized, verdictOf, withAdvice } from "./errors.ts";
import { HOUR_SECONDS, MINUTE_SECONDS, QUOTA_RETRY_SECONDS } from "./facts.ts";
import type { Progress } from "./progress.ts";
import { ask, type Session } from "./session.ts";

/** One attempt on a post. */
export interface Run {
  readonly session: Session;
  readonly progress: Progress;
}

/** Why a step did not succeed; nothing of it is visible. */
export type Stop = Extract<PublishOutcome, { kind: "rejected" | "busy" | "held" | "unauthorized" }>;

type Failure = Parameters<typeof verdictOf>[0];

const OUTAGE_RETRY_SECONDS = MINUTE_SECONDS;
const UNSEEN_RETRY_SECONDS = 15 * MINUTE_SECONDS;

/** What follows a failed request that made nothing visible. `what` names the step whose failures are counted. */
export async function stopOf(run: Run, failure: Failure, what: string): Promise<Stop> {
  const { session } = run;
  const reason = reasonOf(failure);
  if (failure.kind === "unreached") return { kind: "busy", reason, retryAfterSeconds: OUTAGE_RETRY_SECONDS, scope: "channel" };
  const verdict = verdictOf(failure);
  switch (verdict.kind) {
    case "rejected":
      return { kind: "rejected", reason: withAdvice(reason, verdict) };
    case "unauthorized":
      return unauthorized(reason, verdict, session.via);
    case "again":
      return tryAgain(run, { ...verdict, reason, what });
    case "held":
      return { kind: "held", reason, retryAfterSeconds: holdSeconds(failure), scope: verdict.scope };
    case "blocked":
      return { kind: "held", reason, retryAfterSeconds: HOUR_SECONDS, scope: "channel" };
    case "quota":
      return { kind: "held", reason, retryAfterSeconds: QUOTA_RETRY_SECONDS, scope: "channel" };
    case "unseen":
    case "gone":
      return (await deadToken(session)) ?? { kind: "busy", reason, retryAfterSeconds: UNSEEN_RETRY_SECONDS };
    case "notReady":
    case "outage":
      return { kind: "busy", reason, retryAfterSeconds: waitOf(failure) ?? OUTAGE_RETRY_SECONDS };
  }
}

export interface Mishap {
  readonly what: string;
  readonly reason: string;
  readonly waits: readonly number[];
  readonly advice?: string;
}

/** Counts a failure that may pass, and gives up after the last wait. */
export async function tryAgain({ progress }: Run, { what, reason, waits, advice }: Mishap): Promise<Stop> {
  const failures = progress.failures(what);
  const wait = waits[failures];
  if (wait === undefined) return { kind: "rejected", reason: withAdvice(reason, advice === undefined ? {} : { advice }) };
  await progress.setFailures(what, failures + 1);
  return { kind: "busy", reason, retryAfterSeconds: wait };
}

/**
 * Tells a dead token from an object that cannot be seen for now: the network says the same in both cases. Null if the token works
 * or that cannot be found out.
 */
export async function deadToken(session: Session): Promise<Stop | null> {
  const reply = await ask(session, { method: "GET", path: session.via === "instagram" ? "me" : session.userId, fields: { fields: "id" } });
  if (reply.kind !== "refused") return null;
  const verdict = verdictOf(reply);
  return verdict.kind === "unauthorized" ? unauthorized(reasonOf(reply), verdict, session.via) : null;
}

function waitOf(failure: Failure): number | null {
  return failure.kind === "refused" ? failure.retryAfterSeconds : null;
}
