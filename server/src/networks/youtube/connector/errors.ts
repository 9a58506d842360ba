import type { Call, CheckOutcome, PublishOutcome } from "../../connectors/connector.ts";
import { waitAsked } from "../../connectors/google/api.ts";
import { type Failure, reasonOf } from "./api.ts";
import type { Progress } from "./progress.ts";
import { secondsToNextDay } from "./quota.ts";
import { DAILY_WORDS, UPLOAD_LIMIT_SECONDS } from "./unverified.ts";

/** The outcome of a step that did not get a video published, and that nobody could have noticed. */
export type Stop = Extract<CheckOutcome, { kind: "rejected" | "busy" | "held" | "unauthorized" }>;

/** What an answer is a sign of. */
export type Sign =
  | "dead token"
  | "no permission"
  | "no channel"
  | "closed"
  /** The API is not enabled for the application's project. */
  | "disabled"
  | "day used up"
  | "throttled"
  /** The channel's own limit of uploads. */
  | "uploads used up"
  | "missing"
  /** No answer, or one that does not say whether the request took effect. */
  | "outage"
  | "refused";

/** https://developers.google.com/youtube/v3/docs/errors (2026-11). */
const REASONS: readonly { readonly sign: Sign; readonly reasons: readonly string[] }[] = [
  { sign: "no channel", reasons: ["youtubeSignupRequired"] },
  { sign: "disabled", reasons: ["accessNotConfigured", "SERVICE_DISABLED"] },
  {
    sign: "closed",
    reasons: ["authenticatedUserAccountClosed", "authenticatedUserAccountSuspended", "channelClosed", "channelSuspended"],
  },
  { sign: "no permission", reasons: ["insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT", "forbidden"] },
  { sign: "day used up", reasons: ["quotaExceeded", "dailyLimitExceeded"] },
  { sign: "uploads used up", reasons: ["uploadLimitExceeded"] },
  { sign: "throttled", reasons: ["rateLimitExceeded", "userRateLimitExceeded", "uploadRateLimitExceeded"] },
  { sign: "outage", reasons: ["backendError", "internalError"] },
];
const STATUSES: readonly { readonly sign: Sign; readonly statuses: readonly number[] }[] = [
  { sign: "dead token", statuses: [401] },
  { sign: "missing", statuses: [404, 410] },
  { sign: "outage", statuses: [408] },
  { sign: "throttled", statuses: [429] },
];

export function signOf(failure: Exclude<Failure, { kind: "held" }>): Sign {
  if (failure.kind !== "refused") return "outage";
  const { status, error } = failure;
  const known = REASONS.find(({ reasons }) => error?.reasons.some((reason) => reasons.includes(reason)));
  if (known?.sign === "throttled" && DAILY_WORDS.test(error?.message ?? "")) return "day used up";
  if (known !== undefined) return known.sign;
  if (status >= 500) return "outage";
  return STATUSES.find(({ statuses }) => statuses.includes(status))?.sign ?? "refused";
}

interface Ground {
  readonly call: Pick<Call, "now">;
  readonly progress: Progress;
}

const OUTAGE_RETRY_SECONDS = 60;
const THROTTLED_RETRIES_SECONDS = [60, 180, 300] as const;
const THROTTLED_HOLD_SECONDS = 3600;
const DISABLED_HOLD_SECONDS = 3600;
/** The clocks of Google's quotas need not be ours. */
const MIDNIGHT_MARGIN_SECONDS = 60;

/** The outcome of a request that failed and that nobody could have noticed. */
export async function stopAfter({ call, progress }: Ground, failure: Failure): Promise<Stop> {
  if (failure.kind === "held") return failure;
  const reason = `${reasonOf(failure)}.`;
  if (failure.kind === "unreached") return { ...busy(reason, OUTAGE_RETRY_SECONDS), scope: "channel" };
  const { retryAfterSeconds: asked = 0 } = waitAsked(failure);
  switch (signOf(failure)) {
    case "outage":
      return busy(reason, Math.max(OUTAGE_RETRY_SECONDS, asked));
    case "dead token":
      return { kind: "unauthorized", reason: `${reason} Log in to YouTube again.`, scope: "grant" };
    case "no permission":
      return { kind: "unauthorized", reason: `${reason} Log in to YouTube again and allow everything that it lists.`, scope: "grant" };
    case "no channel":
      return { kind: "unauthorized", reason: NO_CHANNEL, scope: "grant" };
    case "closed":
      return { kind: "unauthorized", reason, scope: "grant" };
    case "disabled":
      return { kind: "held", reason: `${reason} ${DISABLED}`, retryAfterSeconds: DISABLED_HOLD_SECONDS, scope: "application" };
    case "day used up":
      return {
        kind: "held",
        reason,
        retryAfterSeconds: secondsToNextDay(call.now()) + MIDNIGHT_MARGIN_SECONDS,
        scope: "application",
      };
    case "uploads used up":
      return { kind: "held", reason, retryAfterSeconds: UPLOAD_LIMIT_SECONDS, scope: "channel" };
    case "throttled": {
      const seconds = THROTTLED_RETRIES_SECONDS[(await progress.strike("throttled")) - 1];
      if (seconds !== undefined) return busy(reason, Math.max(seconds, asked));
      return { kind: "held", reason, retryAfterSeconds: Math.max(THROTTLED_HOLD_SECONDS, asked), scope: "application" };
    }
    default:
      return { kind: "rejected", reason };
  }
}

export const NO_CHANNEL =
  "This Google account has no YouTube channel. Make one at https://www.youtube.com/create_channel, then log in again.";
const DISABLED = "The operator of this service has to enable the YouTube Data API v3 for the application: /help/networks/youtube.";

export function busy(reason: string, retryAfterSeconds: number): Extract<PublishOutcome, { kind: "busy" }> {
  return { kind: "busy", reason, retryAfterSeconds };
}

/** Whether YouTube gives one of these reasons. */
export function hasReason(failure: Failure, reasons: readonly string[]): boolean {
  return failure.kind === "refused" && (failure.error?.reasons.some((reason) => reasons.includes(reason)) ?? false);
}
