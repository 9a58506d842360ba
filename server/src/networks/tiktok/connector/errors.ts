import type { CheckOutcome, PublishOutcome } from "../../connectors/connector.ts";
import { type Failure, reasonOf } from "./api.ts";
import { QUOTA_LOOK_SECONDS, USER_CAP_SECONDS } from "./unverified.ts";

/** The outcome of a step that did not get a post published. */
export type Stop = Exclude<CheckOutcome, { kind: "published" | "handedOver" | "pending" | "unsuitable" }>;
export type Busy = Extract<PublishOutcome, { kind: "busy" }>;

/** What an answer is a sign of. */
export type Sign =
  | "dead token"
  | "no permission"
  /** The account has posted as much as it may within a day. */
  | "too many posts"
  | "too many drafts"
  | "banned"
  /** As many people have posted with the application as may within a day. */
  | "user cap"
  | "unaudited"
  | "domain"
  | "privacy"
  | "unknown post"
  | "old app"
  | "throttled"
  /** Nobody knows whether the request took effect. */
  | "outage"
  /** A refusal that is not TikTok's. */
  | "proxy"
  | "refused";

/**
 * https://developers.tiktok.com/doc/tiktok-api-v2-error-handling and the pages of the single calls below
 * https://developers.tiktok.com/doc/content-posting-api-reference-direct-post (2026-11).
 */
const CODES: Readonly<Record<string, Sign>> = {
  access_token_invalid: "dead token",
  scope_not_authorized: "no permission",
  scope_permission_missed: "no permission",
  spam_risk_too_many_posts: "too many posts",
  spam_risk_too_many_pending_share: "too many drafts",
  spam_risk_user_banned_from_posting: "banned",
  reached_active_user_cap: "user cap",
  unaudited_client_can_only_post_to_private_accounts: "unaudited",
  url_ownership_unverified: "domain",
  privacy_level_option_mismatch: "privacy",
  invalid_publish_id: "unknown post",
  token_not_authorized_for_specified_publish_id: "unknown post",
  app_version_check_failed: "old app",
  rate_limit_exceeded: "throttled",
  internal_error: "outage",
};

const OUTAGE_RETRY_SECONDS = 60;
const PROXY_RETRY_SECONDS = 300;
const THROTTLED_RETRY_SECONDS = 60;

export function signOf(failure: Failure): Sign {
  if (failure.kind !== "refused") return "outage";
  const { status, code } = failure;
  const known = code === null ? undefined : CODES[code];
  if (known !== undefined) return known;
  if (status >= 500 || status === 408) return "outage";
  if (status === 429) return "throttled";
  return code === null ? "proxy" : "refused";
}

/** The outcome of a request that failed and that readers could not have noticed. */
export function outcomeOf(failure: Failure): Stop {
  const reason = reasonOf(failure);
  if (failure.kind === "unreached") return { ...busy(reason, OUTAGE_RETRY_SECONDS), scope: "channel" };
  const asked = failure.kind === "refused" ? (failure.retryAfterSeconds ?? 0) : 0;
  switch (signOf(failure)) {
    case "outage":
      return busy(reason, Math.max(OUTAGE_RETRY_SECONDS, asked));
    case "proxy":
      return busy(reason, Math.max(PROXY_RETRY_SECONDS, asked));
    case "throttled":
      return { ...busy(reason, Math.max(THROTTLED_RETRY_SECONDS, asked)), scope: "channel" };
    case "dead token":
      return { kind: "unauthorized", reason: `${reason}. Log in to TikTok again.`, scope: "grant" };
    case "no permission":
      return { kind: "unauthorized", reason: `${reason}. Log in to TikTok again and allow everything that it lists.`, scope: "grant" };
    case "banned":
      return { kind: "unauthorized", reason: `${reason}. TikTok lets this account publish nothing: look at the app for what it asks.` };
    case "too many posts":
      return { kind: "held", reason, retryAfterSeconds: QUOTA_LOOK_SECONDS, scope: "channel" };
    case "too many drafts": {
      const advice = "Publish or delete the drafts that wait in the TikTok app.";
      return { kind: "held", reason: `${reason}. ${advice}`, retryAfterSeconds: QUOTA_LOOK_SECONDS, scope: "channel" };
    }
    case "user cap":
      return { kind: "held", reason: `${reason}. ${USER_CAP}`, retryAfterSeconds: USER_CAP_SECONDS, scope: "application" };
    case "unaudited":
      return { kind: "rejected", reason: `${reason}. ${UNAUDITED}` };
    case "domain":
      return { kind: "rejected", reason: `${reason}. ${UNVERIFIED_ADDRESS}` };
    case "old app":
      return { kind: "rejected", reason: `${reason}. Update the TikTok app of this account to version 31.8 or newer.` };
    default:
      return { kind: "rejected", reason };
  }
}

export function busy(reason: string, retryAfterSeconds: number): Busy {
  return { kind: "busy", reason, retryAfterSeconds };
}

const USER_CAP = "So many people may post with the application in a day: the operator can ask TikTok for more.";
const UNAUDITED =
  "TikTok has not audited the application yet. Until then it publishes only what the account alone may see, and only for accounts that are set to private in the TikTok app.";
const UNVERIFIED_ADDRESS =
  "TikTok takes photos only from addresses that belong to the application: the operator has to verify the address of this service there (/help/networks/tiktok).";
