import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { boundedWait, retryAfterSeconds } from "../../../ground/net/retry-after.ts";
import type { PublishOutcome } from "../../connectors/connector.ts";
import { oneLine } from "../../connectors/reply.ts";
import type { Failure } from "./api.ts";

type Refused = Extract<Failure, { kind: "refused" }>;
export type Busy = Extract<PublishOutcome, { kind: "busy" }>;
/** The outcome of a request that did not succeed. */
export type Refusal = Exclude<PublishOutcome, { kind: "published" | "handedOver" | "pending" }>;

const MESSAGE_LENGTH_MAX = 200;
const UNREACHED_RETRY_SECONDS = 60;
const GONE_RETRY_SECONDS = 3600;
const PROXY_RETRY_SECONDS = 300;
const PROCESSING_RETRY_SECONDS = 10;
const RATE_RETRY_SECONDS_DEFAULT = 300;
const UPLOAD_RETRY_SECONDS = 30;

/** What means the same whoever says it: gone, too large, too many. */
const ANYBODYS: readonly number[] = [410, 413, 429];

/** Marks a 403 that signing in again fixes: missing scopes, or an account that may not sign in. */
const ACCOUNT_REFUSED = /scope|login|disabled|confirm|pending|approval|suspend|authenticated/i;
const NOT_PROCESSED = /not finished processing/i;
const ALREADY_ATTACHED = /already attached|not found/i;

/**
 * What a failed `POST /api/v1/statuses` means, based on
 * https://github.com/mastodon/mastodon/blob/main/app/controllers/concerns/api/error_handling.rb and
 * https://docs.joinmastodon.org/methods/statuses/, read in July 2026. The wording of most messages is unverified; they only refine.
 */
export function outcomeOf(failure: Failure, now: Instant): Refusal {
  if (failure.kind === "unreached") {
    return { ...busy(`Mastodon: the instance could not be reached: ${failure.reason}`, UNREACHED_RETRY_SECONDS), scope: "channel" };
  }
  if (failure.kind === "lost") return { kind: "unknown", reason: `Mastodon: no valid response: ${failure.reason}` };
  const reason = reasonOf(failure);
  const { status, message } = failure;
  // Mastodon says why, as JSON. What does not is a proxy in front of it, or a page for maintenance: nothing has been posted by then.
  if (message === null && status < 500 && !ANYBODYS.includes(status)) return busy(reason, PROXY_RETRY_SECONDS);
  if (status === 401) return { kind: "unauthorized", reason };
  if (status === 403 && ACCOUNT_REFUSED.test(message ?? "")) return { kind: "unauthorized", reason };
  // For an instance that is gone for good, the tries run out.
  if (status === 410) return busy(reason, GONE_RETRY_SECONDS);
  if (status === 422 && NOT_PROCESSED.test(message ?? "")) return busy(reason, PROCESSING_RETRY_SECONDS);
  if (isAlreadyAttached(failure)) return { kind: "unknown", reason };
  if (status === 429) return { ...busy(reason, rateRetrySeconds(failure, now)), scope: "channel" };
  if (status >= 500) {
    const wait = retryAfterSeconds(failure.headers, toEpochMilliseconds(now));
    return { kind: "unknown", reason, ...(wait === null ? {} : { retryAfterSeconds: wait }) };
  }
  return { kind: "rejected", reason };
}

/** When to ask again if a question was not answered, rather than refused; null if it was refused. */
export function notAskedSeconds(failure: Failure, now: Instant): number | null {
  const outcome = outcomeOf(failure, now);
  if (outcome.kind === "busy") return outcome.retryAfterSeconds;
  return outcome.kind === "unknown" ? (outcome.retryAfterSeconds ?? 0) : null;
}

/** What a failed upload means. Nobody sees uploads, so one that may have arrived is simply repeated. */
export function uploadOutcomeOf(failure: Failure, now: Instant): Refusal {
  // A 500 with this text is about the file, not about the server.
  if (failure.kind === "refused" && failure.status === 500 && /processing/i.test(failure.message ?? "")) {
    return { kind: "rejected", reason: reasonOf(failure) };
  }
  // Uploads have a rate limit of their own that does not affect other requests.
  if (failure.kind === "refused" && failure.status === 429) return busy(reasonOf(failure), rateRetrySeconds(failure, now));
  const outcome = outcomeOf(failure, now);
  if (outcome.kind !== "unknown") return outcome;
  return busy(outcome.reason, Math.max(UPLOAD_RETRY_SECONDS, outcome.retryAfterSeconds ?? 0));
}

/** Whether the file of an upload is more than the instance, or a proxy before it, takes. The words are Mastodon's; unverified elsewhere. */
export function isTooLarge(answer: { readonly kind: string } | Refused): boolean {
  if (!("status" in answer) || !("message" in answer)) return false;
  return answer.status === 413 || (answer.status === 422 && /too large|too big|dimensions/i.test(answer.message ?? ""));
}

/**
 * Whether a status's files are gone or already attached to a status, perhaps to the very one that an earlier attempt made.
 * Mastodon responds with 422, GoToSocial with 400 (`media already attached to status: …`, `media not found: …`).
 */
export function isAlreadyAttached(failure: Failure): boolean {
  return failure.kind === "refused" && (failure.status === 422 || failure.status === 400) && ALREADY_ATTACHED.test(failure.message ?? "");
}

/** The failure as a sentence for the user. The server's message is untrusted, so it is cut and cleaned. */
export function reasonOf(failure: Failure): string {
  if (failure.kind !== "refused") return `Mastodon: ${failure.reason}`;
  const words = failure.message == null ? "" : oneLine(failure.message, MESSAGE_LENGTH_MAX);
  return words ? `Mastodon: ${words} (status ${failure.status})` : `Mastodon: the instance answered with status ${failure.status}`;
}

export function busy(reason: string, retryAfterSeconds: number): Busy {
  return { kind: "busy", reason, retryAfterSeconds };
}

/** Seconds until the rate limit resets: `X-RateLimit-Reset` is an ISO time on Mastodon, epoch seconds on some others. */
export function rateRetrySeconds({ headers }: Refused, now: Instant): number {
  const reset = headers["x-ratelimit-reset"] ?? "";
  const resetAt = /^\d{10,}$/.test(reset) ? Number(reset) * 1000 : Date.parse(reset);
  const nowMilliseconds = toEpochMilliseconds(now);
  const untilReset = boundedWait((resetAt - nowMilliseconds) / 1000);
  const waits = [untilReset, retryAfterSeconds(headers, nowMilliseconds)].filter((seconds) => seconds !== null);
  return waits.length === 0 ? RATE_RETRY_SECONDS_DEFAULT : Math.max(1, ...waits);
}
