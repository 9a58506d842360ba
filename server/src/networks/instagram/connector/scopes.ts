import type { LogInScope } from "../../connectors/log-in.ts";

const NO_POSTS = "Without this permission nothing can be published.";
const NO_ACCOUNT = "Without this permission the account cannot be seen.";
const NO_COMMENTS = "Comments below posts cannot be published: the permission for comments was not given.";
const NO_INSIGHTS = "Shares are not counted: the permission for insights was not given.";

/** https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/business-login (2026-10). */
export const INSTAGRAM_SCOPES: readonly LogInScope[] = [
  { name: "instagram_business_basic", needed: true, without: NO_ACCOUNT },
  { name: "instagram_business_content_publish", needed: true, without: NO_POSTS },
  { name: "instagram_business_manage_comments", needed: false, without: NO_COMMENTS },
  { name: "instagram_business_manage_insights", needed: false, without: NO_INSIGHTS },
];

/** https://developers.facebook.com/documentation/instagram-platform/content-publishing (2026-06). */
export const FACEBOOK_SCOPES: readonly LogInScope[] = [
  { name: "instagram_basic", needed: true, without: NO_ACCOUNT },
  { name: "instagram_content_publish", needed: true, without: NO_POSTS },
  { name: "pages_show_list", needed: true, without: "Without this permission the Facebook Page of the account cannot be seen." },
  {
    name: "pages_read_engagement",
    needed: true,
    without: "Without this permission the account cannot be reached through its Facebook Page.",
  },
  { name: "instagram_manage_comments", needed: false, without: NO_COMMENTS },
  { name: "instagram_manage_insights", needed: false, without: NO_INSIGHTS },
  {
    name: "business_management",
    needed: false,
    without: "Accounts whose Facebook Page belongs to a business may be missing from the list.",
  },
];
