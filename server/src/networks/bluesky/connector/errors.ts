import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { boundedWait, retryAfterSeconds } from "../../../ground/net/retry-after.ts";
import type { PublishOutcome } from "../../connectors/connector.ts";
import { oneLine } from "../../connectors/reply.ts";
import type { Refused, Reply } from "./xrpc.ts";

export type Trouble = Extract<PublishOutcome, { kind: "rejected" | "busy" | "unauthorized" | "unknown" }>;
export type Halt = Extract<Trouble, { kind: "busy" | "unauthorized" }>;

/** A response other than success: the network's own, or a session's when it cannot be renewed. */
export type Failure = Exclude<Reply, { kind: "ok" }> | Halt;

const UNREACHED_RETRY_SECONDS = 60;
const SERVER_RETRY_SECONDS = 60;
const RATE_LIMIT_RETRY_SECONDS = 300;
const REASON_LENGTH_MAX = 300;

/** Names of 400 answers that mean the session; every 401 and 403 does: https://github.com/bluesky-social/atproto/tree/main/packages/pds/src, read in August 2026. */
const SESSION_ERRORS = new Set(["ExpiredToken", "InvalidToken", "AccountTakedown", "AccountDeactivated", "AccountNotFound"]);

/** For a call that may have published something: unless it was clearly refused, the outcome is unknown. */
export function troubleOfWrite(failure: Failure, now: Instant): Trouble {
  if (failure.kind === "busy" || failure.kind === "unauthorized") return failure;
  if (failure.kind === "unreached")
    return {
      kind: "busy",
      reason: `Bluesky cannot be reached: ${oneLine(failure.reason, REASON_LENGTH_MAX)}`,
      retryAfterSeconds: UNREACHED_RETRY_SECONDS,
      scope: "channel",
    };
  if (failure.kind === "lost")
    return { kind: "unknown", reason: `No valid response from Bluesky: ${oneLine(failure.reason, REASON_LENGTH_MAX)}` };
  return troubleOfRefusal(failure, now);
}

/** For a call that readers cannot see (lookups, uploads): whatever happened, it can be repeated. */
export function troubleOfPreparation(failure: Failure, now: Instant): Trouble {
  const trouble = troubleOfWrite(failure, now);
  if (trouble.kind !== "unknown") return trouble;
  return { kind: "busy", reason: trouble.reason, retryAfterSeconds: Math.max(SERVER_RETRY_SECONDS, trouble.retryAfterSeconds ?? 0) };
}

/** The same for a service other than the account's server: its trouble does not hold up posts without video. */
export function troubleBeside(failure: Failure, now: Instant): Trouble {
  const trouble = troubleOfPreparation(failure, now);
  return trouble.kind === "busy" ? { kind: "busy", reason: trouble.reason, retryAfterSeconds: trouble.retryAfterSeconds } : trouble;
}

export function isSessionError({ status, error }: Refused): boolean {
  return isDenied(status) ? error !== "" : status === 400 && SESSION_ERRORS.has(error);
}

function isDenied(status: number): boolean {
  return status === 401 || status === 403;
}

/** The platform's message, cut and on one line: text from outside is data. */
export function wordsOf({ status, error, message }: Refused): string {
  const words = oneLine(message, REASON_LENGTH_MAX);
  return words === "" ? `status ${status}` : error === "" || words === error ? words : `${words} (${oneLine(error, REASON_LENGTH_MAX)})`;
}

function troubleOfRefusal(refused: Refused, now: Instant): Trouble {
  const reason = `Bluesky: ${wordsOf(refused)}`;
  const after = retryAfterSeconds(refused.headers, toEpochMilliseconds(now));
  if (refused.status === 429)
    return {
      kind: "busy",
      reason,
      retryAfterSeconds: Math.max(1, after ?? untilReset(refused.headers, now) ?? RATE_LIMIT_RETRY_SECONDS),
      scope: "channel",
    };
  // A server names its errors. What does not is a proxy in front of it; that something is too large may be its own limit.
  if (refused.error === "" && refused.status < 500 && refused.status !== 413)
    return { kind: "busy", reason, retryAfterSeconds: SERVER_RETRY_SECONDS };
  if (isSessionError(refused)) return { kind: "unauthorized", reason };
  if (refused.status >= 500) return { kind: "unknown", reason, ...(after === null ? {} : { retryAfterSeconds: after }) };
  // A redirect means the server has moved: nothing was written.
  if (refused.status < 400) return { kind: "busy", reason, retryAfterSeconds: UNREACHED_RETRY_SECONDS };
  return { kind: "rejected", reason };
}

/** Seconds until `RateLimit-Reset`, a Unix time in seconds. */
function untilReset(headers: Readonly<Record<string, string>>, now: Instant): number | null {
  const reset = headers["ratelimit-reset"];
  return reset === undefined ? null : boundedWait(Number(reset) - toEpochMilliseconds(now) / 1000);
}
