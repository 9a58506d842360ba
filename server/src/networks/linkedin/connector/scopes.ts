import type { LogInScope } from "../../connectors/log-in.ts";

/**
 * What the products of an application let it ask for. The product for Pages, Community Management, has to be an application's only
 * one, and brings the person's own profile along:
 * https://learn.microsoft.com/en-us/linkedin/marketing/increasing-access (2026-08) and https://github.com/gitroomhq/postiz-app/pull/1658
 * (2026-06).
 */
export const PROFILE_SCOPES: readonly LogInScope[] = [
  { name: "openid", needed: true, without: "Nobody can tell whose profile this is." },
  { name: "profile", needed: true, without: "Nobody can tell whose profile this is." },
  { name: "w_member_social", needed: true, without: "Nothing can be published on the profile." },
];

export const PAGES_SCOPES: readonly LogInScope[] = [
  { name: "r_basicprofile", needed: true, without: "Nobody can tell who logged in." },
  { name: "rw_organization_admin", needed: true, without: "LinkedIn does not say which Pages there are, and counts nothing for them." },
  { name: "w_organization_social", needed: true, without: "Nothing can be published on Pages." },
  {
    name: "r_organization_social",
    needed: false,
    without: "When the answer to a post on a Page is lost, it cannot be looked up, and you have to look at the Page yourself.",
  },
  { name: "w_organization_social_feed", needed: false, without: "First comments on Pages cannot be written." },
  { name: "r_organization_social_feed", needed: false, without: "When the answer to a comment on a Page is lost, it cannot be looked up." },
  { name: "w_member_social", needed: false, without: "Nothing can be published on the profile." },
  { name: "w_member_social_feed", needed: false, without: "First comments on the profile cannot be written." },
  { name: "r_member_postAnalytics", needed: false, without: "Likes, comments and reposts on the profile are not counted." },
];
