import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { boundedWait } from "../../../ground/net/retry-after.ts";
import { signsBy } from "../../connectors/signs.ts";
import { type Failure, type Refused, reasonOf } from "./api.ts";
import { CODES, DAILY_WINDOW, SPAM_BLOCK_HOURS } from "./unverified.ts";

export const HOUR_SECONDS = 3600;
const FAULT_RETRY_SECONDS = 300;
const CONFLICT_RETRY_SECONDS = 10;
const RATE_RETRY_SECONDS = 60;

/** 401 is one of two in the vendor's examples: the token is no longer valid (2), or was not given enough (3). */
const NO_SCOPE_CODE = 3;

/**
 * Codes 2, 3 and 29 are in the examples of https://github.com/pinterest/api-description (5.23.0, 2026-11); the others are what other
 * products meet (unverified). Some codes stand for several things, so their words are read as well.
 */
export const { signOf, stopAfter, doubtAfter, uncounted } = signsBy({
  network: "Pinterest",
  reasonOf,
  said: ({ error }: Refused) => ({ isOwn: error !== null, codes: [error?.code ?? null], words: error?.message ?? "" }),
})({
  /** Pinterest says that something went wrong there: the pin may exist. */
  fault: {
    codes: [CODES.fault],
    words: /went wrong on our end/i,
    means: { kind: "unclear", seconds: FAULT_RETRY_SECONDS },
  },
  "spam block": {
    codes: [CODES.spamBlock],
    words: /\bblock\b.*\bspam\b/i,
    means: { kind: "held", seconds: SPAM_BLOCK_HOURS[0] * HOUR_SECONDS, scope: "grant" },
  },
  /** The limit of a day is the application's, that of a minute the person's: https://developers.pinterest.com/docs/reference/rate-limits (2026-11). */
  throttled: {
    codes: [CODES.throttled],
    means: (refused) => ({
      kind: "held",
      seconds: ({ asked, now }) =>
        Math.max(1, resetSeconds(refused) ?? asked ?? (isDaily(refused) ? secondsToNextDay(now) : RATE_RETRY_SECONDS)),
      scope: isDaily(refused) ? "application" : "grant",
    }),
  },
  unfetched: {
    codes: [CODES.unfetched],
    words: /could not fetch|unable to reach the url/i,
    when: ({ status }) => status < 500,
  },
  /** The application may not make pins that people see. */
  trial: {
    words: /\btrial\b/i,
    when: ({ error }) => error?.code === CODES.notPermitted,
    means: {
      kind: "held",
      seconds: HOUR_SECONDS,
      scope: "application",
      advice: "The operator of this service has to ask Pinterest for Standard access: /help/networks/pinterest.",
    },
  },
  "no permission": {
    when: ({ status, error }) =>
      (status === 401 && (error?.code === NO_SCOPE_CODE || /\bscopes?\b|permissions/i.test(error?.message ?? ""))) ||
      (status === 403 && /\bscopes?\b|\btoken\b/i.test(error?.message ?? "")),
  },
  "dead token": { statuses: [401] },
  missing: { statuses: [404], when: ({ error }) => error !== null },
  conflict: { statuses: [409], when: ({ error }) => error !== null, means: { kind: "busy", seconds: CONFLICT_RETRY_SECONDS } },
});

/** The board was deleted, or is no longer shared with the account. */
export function isBoardGone(failure: Failure): boolean {
  if (failure.kind !== "refused" || failure.status !== 404 || failure.error === null) return false;
  return failure.error.code === CODES.noBoard || /\bboard\b/i.test(failure.error.message);
}

function isDaily({ headers }: Refused): boolean {
  return DAILY_WINDOW.test(headers["x-ratelimit-limit"] ?? "");
}

function resetSeconds({ headers }: Refused): number | null {
  const text = headers["x-ratelimit-reset"]?.trim() ?? "";
  return /^\d+(\.\d+)?$/.test(text) ? boundedWait(Number(text)) : null;
}

/** Days are taken to begin at midnight UTC (unverified). */
function secondsToNextDay(now: Instant): number {
  const daySeconds = 86_400;
  return daySeconds - (Math.floor(toEpochMilliseconds(now) / 1000) % daySeconds);
}
