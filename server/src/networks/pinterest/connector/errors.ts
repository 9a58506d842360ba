import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { boundedWait, retryAfterSeconds } from "../../../ground/net/retry-after.ts";
import type { CheckOutcome, PublishOutcome } from "../../connectors/connector.ts";
import { type Failure, type Refused, reasonOf } from "./api.ts";
import { CODES, DAILY_WINDOW, SPAM_BLOCK_HOURS } from "./unverified.ts";

/** The outcome of a step that did not get a pin made. */
export type Stop = Exclude<CheckOutcome, { kind: "published" | "handedOver" | "lost" | "notAsked" | "pending" }>;
export type Busy = Extract<PublishOutcome, { kind: "busy" }>;
export type Held = Extract<PublishOutcome, { kind: "held" }>;

/** What an answer is a sign of. */
export type Sign =
  | "dead token"
  | "no permission"
  /** The application may not make pins that people see. */
  | "trial"
  | "spam block"
  /** Pinterest says that something went wrong there: the pin may exist. */
  | "fault"
  | "unfetched"
  | "throttled"
  | "conflict"
  | "missing"
  /** No answer, or one that does not say whether the request took effect. */
  | "outage"
  /** A refusal that is not Pinterest's. */
  | "proxy"
  | "refused";

export const HOUR_SECONDS = 3600;
const OUTAGE_RETRY_SECONDS = 60;
const FAULT_RETRY_SECONDS = 300;
const PROXY_RETRY_SECONDS = 300;
const CONFLICT_RETRY_SECONDS = 10;
const RATE_RETRY_SECONDS = 60;

/** 401 is one of two in the vendor's examples: the token is no longer valid (2), or was not given enough (3). */
const NO_SCOPE_CODE = 3;

/**
 * Codes 2, 3 and 29 are in the examples of https://github.com/pinterest/api-description (5.23.0, 2026-11); the others are what other
 * products meet (unverified). Some codes stand for several things, so their words are read as well.
 */
export function signOf(failure: Failure): Sign {
  if (failure.kind !== "refused") return "outage";
  const { status, error } = failure;
  if (error === null) return signOfStatus(status);
  const { code, message } = error;
  if (code === CODES.fault || /went wrong on our end/i.test(message)) return "fault";
  if (code === CODES.spamBlock || /\bblock\b.*\bspam\b/i.test(message)) return "spam block";
  if (status === 429 || code === CODES.throttled) return "throttled";
  if (status >= 500 || status === 408) return "outage";
  if (code === CODES.unfetched || /could not fetch|unable to reach the url/i.test(message)) return "unfetched";
  if (status === 401) return code === NO_SCOPE_CODE || /\bscopes?\b|permissions/i.test(message) ? "no permission" : "dead token";
  if (code === CODES.notPermitted && /\btrial\b/i.test(message)) return "trial";
  if (status === 403 && /\bscopes?\b|\btoken\b/i.test(message)) return "no permission";
  if (status === 404) return "missing";
  return status === 409 ? "conflict" : "refused";
}

/** The outcome of a request that failed and that readers could not have noticed. */
export function outcomeOf(failure: Failure, now: Instant): Stop {
  const reason = reasonOf(failure);
  if (failure.kind === "unreached") return { ...busy(reason, OUTAGE_RETRY_SECONDS), scope: "channel" };
  switch (signOf(failure)) {
    case "outage":
      return busy(reason, OUTAGE_RETRY_SECONDS);
    case "fault":
      return busy(reason, FAULT_RETRY_SECONDS);
    case "proxy":
      return busy(reason, PROXY_RETRY_SECONDS);
    case "conflict":
      return busy(reason, CONFLICT_RETRY_SECONDS);
    case "dead token":
      return { kind: "unauthorized", reason: `${reason}. Log in to Pinterest again.`, scope: "grant" };
    case "no permission":
      return { kind: "unauthorized", reason: `${reason}. Log in to Pinterest again and allow everything that it lists.`, scope: "grant" };
    case "trial":
      return { kind: "held", reason: `${reason} ${TRIAL_ADVICE}`, retryAfterSeconds: HOUR_SECONDS, scope: "application" };
    case "spam block":
      return { kind: "held", reason, retryAfterSeconds: SPAM_BLOCK_HOURS[0] * HOUR_SECONDS, scope: "grant" };
    case "throttled":
      return throttled(failure, now);
    default:
      return { kind: "rejected", reason };
  }
}

export function busy(reason: string, retryAfterSeconds: number): Busy {
  return { kind: "busy", reason, retryAfterSeconds };
}

/** The board was deleted, or is no longer shared with the account. */
export function isBoardGone(failure: Failure): boolean {
  if (failure.kind !== "refused" || failure.status !== 404 || failure.error === null) return false;
  return failure.error.code === CODES.noBoard || /\bboard\b/i.test(failure.error.message);
}

const TRIAL_ADVICE = "The operator of this service has to ask Pinterest for Standard access: /help/networks/pinterest.";

function signOfStatus(status: number): Sign {
  if (status === 429) return "throttled";
  if (status >= 500 || status === 408) return "outage";
  return status === 401 ? "dead token" : "proxy";
}

/** The limit of a day is the application's, that of a minute the person's: https://developers.pinterest.com/docs/reference/rate-limits (2026-11). */
function throttled(failure: Failure, now: Instant): Held {
  const headers = failure.kind === "refused" ? failure.headers : {};
  const isDaily = DAILY_WINDOW.test(headers["x-ratelimit-limit"] ?? "");
  const asked = resetSeconds(headers) ?? retryAfterSeconds(headers, toEpochMilliseconds(now));
  const retryAfter = asked ?? (isDaily ? secondsToNextDay(now) : RATE_RETRY_SECONDS);
  return { kind: "held", reason: reasonOf(failure), retryAfterSeconds: Math.max(1, retryAfter), scope: isDaily ? "application" : "grant" };
}

function resetSeconds(headers: Refused["headers"]): number | null {
  const text = headers["x-ratelimit-reset"]?.trim() ?? "";
  return /^\d+(\.\d+)?$/.test(text) ? boundedWait(Number(text)) : null;
}

/** Days are taken to begin at midnight UTC (unverified). */
function secondsToNextDay(now: Instant): number {
  const daySeconds = 86_400;
  return daySeconds - (Math.floor(toEpochMilliseconds(now) / 1000) % daySeconds);
}
