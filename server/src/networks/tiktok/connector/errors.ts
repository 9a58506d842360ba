import { signsBy } from "../../connectors/signs.ts";
import { type Refused, reasonOf } from "./api.ts";
import { QUOTA_LOOK_SECONDS, USER_CAP_SECONDS } from "./unverified.ts";

/**
 * https://developers.tiktok.com/doc/tiktok-api-v2-error-handling and the pages of the single calls below
 * https://developers.tiktok.com/doc/content-posting-api-reference-direct-post (2026-11).
 */
export const { signOf, stopAfter, isUnclear, doubtAfter, uncounted } = signsBy({
  network: "TikTok",
  reasonOf,
  said: ({ code }: Refused) => ({ isOwn: code !== null, codes: [code] }),
})({
  "dead token": { codes: ["access_token_invalid"] },
  "no permission": { codes: ["scope_not_authorized", "scope_permission_missed"] },
  /** The account has posted as much as it may within a day. */
  "too many posts": {
    codes: ["spam_risk_too_many_posts"],
    means: { kind: "held", seconds: QUOTA_LOOK_SECONDS, scope: "channel" },
  },
  "too many drafts": {
    codes: ["spam_risk_too_many_pending_share"],
    means: {
      kind: "held",
      seconds: QUOTA_LOOK_SECONDS,
      scope: "channel",
      advice: "Publish or delete the drafts that wait in the TikTok app.",
    },
  },
  banned: {
    codes: ["spam_risk_user_banned_from_posting"],
    means: { kind: "unauthorized", advice: "TikTok lets this account publish nothing: look at the app for what it asks." },
  },
  /** As many people have posted with the application as may within a day. */
  "user cap": {
    codes: ["reached_active_user_cap"],
    means: {
      kind: "held",
      seconds: USER_CAP_SECONDS,
      scope: "application",
      advice: "So many people may post with the application in a day: the operator can ask TikTok for more.",
    },
  },
  unaudited: {
    codes: ["unaudited_client_can_only_post_to_private_accounts"],
    means: {
      kind: "rejected",
      advice:
        "TikTok has not audited the application yet. Until then it publishes only what the account alone may see, and only for accounts that are set to private in the TikTok app.",
    },
  },
  domain: {
    codes: ["url_ownership_unverified"],
    means: {
      kind: "rejected",
      advice:
        "TikTok takes photos only from addresses that belong to the application: the operator has to verify the address of this service there (/help/networks/tiktok).",
    },
  },
  privacy: { codes: ["privacy_level_option_mismatch"] },
  "unknown post": { codes: ["invalid_publish_id", "token_not_authorized_for_specified_publish_id"] },
  "old app": {
    codes: ["app_version_check_failed"],
    means: { kind: "rejected", advice: "Update the TikTok app of this account to version 31.8 or newer." },
  },
  throttled: { codes: ["rate_limit_exceeded"] },
  outage: { codes: ["internal_error"] },
});
