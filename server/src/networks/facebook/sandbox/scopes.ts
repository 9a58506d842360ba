import { scopesNamed } from "../../sandbox/kit/log-in-request.ts";

/**
 * What applications may ask for here.
 * https://developers.facebook.com/docs/permissions (2026-10)
 */
export const SCOPES = scopesNamed({
  // Given even if it is not asked for.
  public_profile: "See your name and profile picture",
  email: "See your email address",
  pages_show_list: "See a list of the Pages you manage",
  pages_read_engagement: "Read what is published on your Pages",
  pages_read_user_content: "Read what people wrote on your Pages",
  pages_read_user_engagement: "Read comments and reactions on your Pages",
  pages_manage_posts: "Create and manage posts on your Pages",
  pages_manage_engagement: "Comment as your Pages",
  pages_manage_metadata: "Manage settings of your Pages",
  publish_video: "Publish videos on your Pages",
  read_insights: "Read statistics of your Pages",
  business_management: "Manage your businesses",
  instagram_basic: "See your Instagram professional accounts",
  instagram_content_publish: "Publish on your Instagram professional accounts",
  instagram_manage_comments: "Comment as your Instagram professional accounts",
  instagram_manage_insights: "Read statistics of your Instagram professional accounts",
});
