import { waitAsked } from "../../connectors/api.ts";
import type { Call } from "../../connectors/connector.ts";
import type { GoogleRefusal } from "../../connectors/google/api.ts";
import { busy, type Stop, signsBy } from "../../connectors/signs.ts";
import { type Failure, reasonOf } from "./api.ts";
import type { Progress } from "./progress.ts";
import { secondsToNextDay } from "./quota.ts";
import { DAILY_WORDS, UPLOAD_LIMIT_SECONDS } from "./unverified.ts";

const THROTTLED_RETRIES_SECONDS = [60, 180, 300] as const;
const HOUR_SECONDS = 3600;
/** The clocks of Google's quotas need not be ours. */
const MIDNIGHT_MARGIN_SECONDS = 60;

export const NO_CHANNEL =
  "This Google account has no YouTube channel. Make one at https://www.youtube.com/create_channel, then log in again.";

const DAY = ["quotaExceeded", "dailyLimitExceeded"];
const THROTTLED = ["rateLimitExceeded", "userRateLimitExceeded", "uploadRateLimitExceeded"];

/** https://developers.google.com/youtube/v3/docs/errors (2026-11). */
const SIGNS = signsBy({
  network: "YouTube",
  reasonOf: (failure: Exclude<Failure, { kind: "held" }>) => `${reasonOf(failure)}.`,
  said: ({ error }: GoogleRefusal) => ({ isOwn: error !== null, codes: error?.reasons ?? [] }),
})({
  "no channel": { codes: ["youtubeSignupRequired"], means: { kind: "unauthorized", scope: "grant", says: NO_CHANNEL } },
  /** The API is not enabled for the application's project. */
  disabled: {
    codes: ["accessNotConfigured", "SERVICE_DISABLED"],
    means: {
      kind: "held",
      seconds: HOUR_SECONDS,
      scope: "application",
      advice: "The operator of this service has to enable the YouTube Data API v3 for the application: /help/networks/youtube.",
    },
  },
  closed: {
    codes: ["authenticatedUserAccountClosed", "authenticatedUserAccountSuspended", "channelClosed", "channelSuspended"],
    means: { kind: "unauthorized", scope: "grant" },
  },
  "no permission": { codes: ["insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT", "forbidden"] },
  "day used up": {
    when: (refused) => hasReason(refused, DAY) || (hasReason(refused, THROTTLED) && DAILY_WORDS.test(refused.error?.message ?? "")),
    means: { kind: "held", seconds: ({ now }) => secondsToNextDay(now) + MIDNIGHT_MARGIN_SECONDS, scope: "application" },
  },
  /** The channel's own limit of uploads. */
  "uploads used up": { codes: ["uploadLimitExceeded"], means: { kind: "held", seconds: UPLOAD_LIMIT_SECONDS, scope: "channel" } },
  throttled: { codes: THROTTLED, means: { kind: "held", seconds: HOUR_SECONDS, scope: "application" } },
  outage: { codes: ["backendError", "internalError"] },
  "dead token": { statuses: [401] },
  missing: { statuses: [404, 410] },
});
export const { signOf, doubtAfter } = SIGNS;
export type Sign = ReturnType<typeof signOf>;

/** The outcome of a request that failed and that nobody could have noticed. */
export async function stopAfter(
  { call, progress }: { readonly call: Pick<Call, "now">; readonly progress: Progress },
  failure: Failure,
): Promise<Stop> {
  if (failure.kind === "held") return failure;
  const stop = SIGNS.stopAfter(failure, call);
  if (stop.kind !== "held" || signOf(failure) !== "throttled") return stop;
  const seconds = THROTTLED_RETRIES_SECONDS[(await progress.strike("throttled")) - 1];
  return seconds === undefined ? stop : busy(stop.reason, Math.max(seconds, waitAsked(failure).retryAfterSeconds ?? 0));
}

/** Whether YouTube gives one of these reasons. */
export function hasReason(failure: Failure, reasons: readonly string[]): boolean {
  return failure.kind === "refused" && (failure.error?.reasons.some((reason) => reasons.includes(reason)) ?? false);
}
