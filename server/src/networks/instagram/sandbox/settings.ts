import { z } from "zod";
import { settingsNamed } from "../../sandbox/kit/settings.ts";

/** Times and limits; the document `settings`/`instagram` overrides individual ones. */
const Settings = z.object({
  /** How long files are processed. Real images are ready at once, real videos take minutes. */
  image_seconds: z.number().default(0),
  video_seconds: z.number().default(2),
  /** Posts that an account can publish in 24 hours. The vendor's pages say 100 and 50. */
  posts_per_day: z.int().default(100),
  containers_per_day: z.int().default(400),
  /** How long a new container cannot be found. */
  containers_unknown_seconds: z.number().default(0),
  /** How long the status of a published container lags behind. */
  published_shows_after_seconds: z.number().default(0),
  /** The refusal that creating a container gets, whatever it asks for. */
  instead_of_creating: z.enum(["createFailed", "uploadFailed", "tooSlow", "fetchFailed", "serverError"]).nullable().default(null),
  /** The refusal that publishing gets: instead of the post, or although there is one. */
  instead_of_publishing: z.enum(["blocked", "serverError"]).nullable().default(null),
  after_publishing: z.enum(["blocked", "serverError"]).nullable().default(null),
  /** Of a picture's width to its height: what the vendor's page says, or 4:5, is not what the apps do. */
  feed_ratio_min: z.number().default(0.75),
  /** The accounts, by user name, that have a role in the application; null if it may be used by everybody. */
  testers: z.array(z.string()).nullable().default(null),
  /** Viewers that a story needs before it has insights. */
  story_viewers_min: z.int().default(0),
  /** Whether a long-lived token dies when it is refreshed. What real ones do is not documented. */
  refresh_ends_old_token: z.boolean().default(false),
  /** A failed container says so in its text only, without a status code. */
  errors_without_status_code: z.boolean().default(false),
  /** `caption` can be read by those who logged in with Facebook only. */
  caption_needs_facebook: z.boolean().default(true),
});
export type Settings = z.output<typeof Settings>;

export const settingsOf = settingsNamed("instagram", Settings);
