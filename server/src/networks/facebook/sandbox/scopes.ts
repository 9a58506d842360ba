import type { LogInScope } from "../../sandbox/kit/log-in-request.ts";

/**
 * What applications may ask for here.
 * https://developers.facebook.com/docs/permissions (2026-10)
 */
export const SCOPES: readonly LogInScope[] = [
  // Given even if it is not asked for.
  scope("public_profile", "See your name and profile picture"),
  scope("email", "See your email address"),
  scope("pages_show_list", "See a list of the Pages you manage"),
  scope("pages_read_engagement", "Read what is published on your Pages"),
  scope("pages_read_user_content", "Read what people wrote on your Pages"),
  scope("pages_read_user_engagement", "Read comments and reactions on your Pages"),
  scope("pages_manage_posts", "Create and manage posts on your Pages"),
  scope("pages_manage_engagement", "Comment as your Pages"),
  scope("pages_manage_metadata", "Manage settings of your Pages"),
  scope("publish_video", "Publish videos on your Pages"),
  scope("read_insights", "Read statistics of your Pages"),
  scope("business_management", "Manage your businesses"),
  scope("instagram_basic", "See your Instagram professional accounts"),
  scope("instagram_content_publish", "Publish on your Instagram professional accounts"),
  scope("instagram_manage_comments", "Comment as your Instagram professional accounts"),
  scope("instagram_manage_insights", "Read statistics of your Instagram professional accounts"),
];

export const SCOPE_NAMES: readonly string[] = SCOPES.map(({ name }) => name);

function scope(name: string, label: string): LogInScope {
  return { name, label, isRequired: false };
}
