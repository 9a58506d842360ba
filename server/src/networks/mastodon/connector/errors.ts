import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { boundedWait } from "../../../ground/net/retry-after.ts";
import { waitIn } from "../../connectors/api.ts";
import type { Call } from "../../connectors/connector.ts";
import { hasTooManyBytes } from "../../connectors/pictures.ts";
import { oneLine } from "../../connectors/reply.ts";
import { busy, signsBy, type Trouble } from "../../connectors/signs.ts";
import type { Failure } from "./api.ts";

type Refused = Extract<Failure, { kind: "refused" }>;

const MESSAGE_LENGTH_MAX = 200;
const GONE_RETRY_SECONDS = 3600;
const PROXY_RETRY_SECONDS = 300;
const PROCESSING_RETRY_SECONDS = 10;
const RATE_RETRY_SECONDS_DEFAULT = 300;
const UPLOAD_RETRY_SECONDS = 30;

/**
 * What a failed `POST /api/v1/statuses` means, based on
 * https://github.com/mastodon/mastodon/blob/main/app/controllers/concerns/api/error_handling.rb and
 * https://docs.joinmastodon.org/methods/statuses/, read in July 2026. The wording of most messages is unverified; they only refine.
 */
export const { stopAfter, troubleAfter, doubtAfter } = signsBy({
  network: "Mastodon",
  reasonOf: (failure: Failure) =>
    failure.kind === "unreached"
      ? `Mastodon: the instance could not be reached: ${failure.reason}`
      : failure.kind === "lost"
        ? `Mastodon: no valid response: ${failure.reason}`
        : reasonOf(failure),
  said: ({ message }: Refused) => ({ isOwn: message !== null, words: message ?? "" }),
})({
  outage: { means: { kind: "unclear", seconds: UPLOAD_RETRY_SECONDS } },
  throttled: { means: (refused) => ({ kind: "busy", seconds: ({ now }) => rateRetrySeconds(refused, now), scope: "channel" }) },
  "too large": { statuses: [413] },
  /** For an instance that is gone for good, the tries run out. */
  gone: { statuses: [410], means: { kind: "busy", seconds: GONE_RETRY_SECONDS } },
  /** Mastodon says why, as JSON. What does not is in front of it, or a page for maintenance: nothing has been posted by then. */
  proxy: { statuses: [408], when: ({ message }) => message === null, means: { kind: "busy", seconds: PROXY_RETRY_SECONDS } },
  "dead token": { means: { kind: "unauthorized" } },
  /** Signing in again fixes it: missing scopes, or an account that may not sign in. */
  "account refused": {
    statuses: [403],
    words: /scope|login|disabled|confirm|pending|approval|suspend|authenticated/i,
    means: { kind: "unauthorized" },
  },
  "not processed": {
    statuses: [422],
    words: /not finished processing/i,
    means: { kind: "busy", seconds: PROCESSING_RETRY_SECONDS },
  },
  attached: { when: isAlreadyAttached, means: { kind: "unclear", seconds: UPLOAD_RETRY_SECONDS } },
});

/** What a failed upload means. Nobody sees uploads, so one that may have arrived is simply repeated. */
export function uploadOutcomeOf(failure: Failure, call: Pick<Call, "now">): Exclude<Trouble, { kind: "unknown" }> {
  // A 500 with this text is about the file, not about the server.
  if (failure.kind === "refused" && failure.status === 500 && /processing/i.test(failure.message ?? "")) {
    return { kind: "rejected", reason: reasonOf(failure) };
  }
  const stop = stopAfter(failure, call);
  // Uploads have a rate limit of their own that does not affect other requests.
  return failure.kind === "refused" && stop.kind === "busy" ? busy(stop.reason, stop.retryAfterSeconds) : stop;
}

/** Whether the file of an upload is more than the instance, or a proxy before it, takes. The words are Mastodon's; unverified elsewhere. */
export function isTooLarge(answer: { readonly kind: string } | Refused): boolean {
  const isSaid = "status" in answer && "message" in answer && answer.status === 422;
  return hasTooManyBytes(answer) || (isSaid && /too large|too big|dimensions/i.test(answer.message ?? ""));
}

/**
 * Whether a status's files are gone or already attached to a status, perhaps to the very one that an earlier attempt made.
 * Mastodon responds with 422, GoToSocial with 400 (`media already attached to status: …`, `media not found: …`).
 */
export function isAlreadyAttached(failure: Failure): boolean {
  return failure.kind === "refused" && [400, 422].includes(failure.status) && /already attached|not found/i.test(failure.message ?? "");
}

/** The failure as a sentence for the user. The server's message is untrusted, so it is cut and cleaned. */
export function reasonOf(failure: Failure): string {
  if (failure.kind !== "refused") return `Mastodon: ${failure.reason}`;
  const words = failure.message == null ? "" : oneLine(failure.message, MESSAGE_LENGTH_MAX);
  return words ? `Mastodon: ${words} (status ${failure.status})` : `Mastodon: the instance answered with status ${failure.status}`;
}

/** Seconds until the rate limit resets: `X-RateLimit-Reset` is an ISO time on Mastodon, epoch seconds on some others. */
export function rateRetrySeconds({ headers }: Refused, now: Instant): number {
  const reset = headers["x-ratelimit-reset"] ?? "";
  const resetAt = /^\d{10,}$/.test(reset) ? Number(reset) * 1000 : Date.parse(reset);
  const nowMilliseconds = toEpochMilliseconds(now);
  const untilReset = boundedWait((resetAt - nowMilliseconds) / 1000);
  const waits = [untilReset, waitIn(headers, now)].filter((seconds) => seconds !== null);
  return waits.length === 0 ? RATE_RETRY_SECONDS_DEFAULT : Math.max(1, ...waits);
}
