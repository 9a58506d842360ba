import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { boundedWait } from "../../../ground/net/retry-after.ts";
import type { Call, PublishOutcome } from "../../connectors/connector.ts";
import { oneLine } from "../../connectors/reply.ts";
import { signsBy, type Trouble } from "../../connectors/signs.ts";
import type { Refused, Reply } from "./xrpc.ts";

export type Halt = Extract<PublishOutcome, { kind: "busy" | "unauthorized" }>;

/** A response other than success: the network's own, or a session's when it cannot be renewed. */
export type Failure = Exclude<Reply, { kind: "ok" }> | Halt;

const SERVER_RETRY_SECONDS = 60;
const RATE_LIMIT_RETRY_SECONDS = 300;
const REASON_LENGTH_MAX = 300;

/** Names of 400 answers that mean the session; every 401 and 403 does: https://github.com/bluesky-social/atproto/tree/main/packages/pds/src, read in August 2026. */
const SESSION_ERRORS = new Set(["ExpiredToken", "InvalidToken", "AccountTakedown", "AccountDeactivated", "AccountNotFound"]);

const SIGNS = signsBy({
  network: "Bluesky",
  reasonOf: (failure: Exclude<Failure, Halt>) => {
    if (failure.kind === "refused") return `Bluesky: ${wordsOf(failure)}`;
    const said = failure.kind === "unreached" ? "Bluesky cannot be reached" : "No valid response from Bluesky";
    return `${said}: ${oneLine(failure.reason, REASON_LENGTH_MAX)}`;
  },
  // A server names its errors. What does not is a proxy in front of it; that something is too large may be its own limit.
  said: ({ status, error }: Refused) => ({ isOwn: error !== "" || status === 413 }),
})({
  throttled: {
    means: (refused) => ({
      kind: "busy",
      seconds: ({ asked, now }) => Math.max(1, asked ?? untilReset(refused, now) ?? RATE_LIMIT_RETRY_SECONDS),
      scope: "channel",
    }),
  },
  session: { when: isSessionError, means: { kind: "unauthorized" } },
  proxy: { means: { kind: "busy", seconds: SERVER_RETRY_SECONDS } },
  /** Nothing was written. */
  moved: { when: ({ status }) => status < 400, means: { kind: "busy", seconds: SERVER_RETRY_SECONDS } },
});

/** For a call that may have published something: unless it was clearly refused, the outcome is unknown. */
export function troubleOfWrite(failure: Failure, call: Pick<Call, "now">): Trouble {
  return isHalt(failure) ? failure : SIGNS.troubleAfter(failure, call);
}

/** For a call that readers cannot see (lookups, uploads): whatever happened, it can be repeated. */
export function troubleOfPreparation(failure: Failure, call: Pick<Call, "now">): Exclude<Trouble, { kind: "unknown" }> {
  return isHalt(failure) ? failure : SIGNS.stopAfter(failure, call);
}

/** The same for a service other than the account's server: its trouble does not hold up posts without video. */
export function troubleBeside(failure: Failure, call: Pick<Call, "now">): Exclude<Trouble, { kind: "unknown" }> {
  const trouble = troubleOfPreparation(failure, call);
  return trouble.kind === "busy" ? { kind: "busy", reason: trouble.reason, retryAfterSeconds: trouble.retryAfterSeconds } : trouble;
}

function isHalt(failure: Failure): failure is Halt {
  return failure.kind === "busy" || failure.kind === "unauthorized";
}

export function isSessionError({ status, error }: Refused): boolean {
  return status === 401 || status === 403 ? error !== "" : status === 400 && SESSION_ERRORS.has(error);
}

/** The platform's message, cut and on one line: text from outside is data. */
export function wordsOf({ status, error, message }: Refused): string {
  const words = oneLine(message, REASON_LENGTH_MAX);
  return words === "" ? `status ${status}` : error === "" || words === error ? words : `${words} (${oneLine(error, REASON_LENGTH_MAX)})`;
}

/** Seconds until `RateLimit-Reset`, a Unix time in seconds. */
function untilReset({ headers }: Refused, now: Instant): number | null {
  const reset = headers["ratelimit-reset"];
  return reset === undefined ? null : boundedWait(Number(reset) - toEpochMilliseconds(now) / 1000);
}
