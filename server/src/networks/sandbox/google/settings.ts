import { z } from "zod";
import { settingsNamed } from "../kit/settings.ts";

/** How Google's log-in behaves. The document `settings`/`google` of the network overrides single values. */
const GoogleSettings = z.object({
  /** The consent screen is external and in testing: refresh tokens end after seven days. */
  testing_mode: z.boolean().default(false),
  /** Live refresh tokens of a Google account for one application; above it the oldest ends without a word. */
  refresh_tokens_max: z.int().default(100),
  /** After that long without use a refresh token is over: six months. */
  unused_days_max: z.int().default(182),
  /**
   * What revoking one token ends: all that the application has of the Google account, or only of what was chosen in that consent.
   * Which of them Google does where an account has several channels is unverified; the first does more harm.
   */
  revoking_ends: z.enum(["account", "choice"]).default("account"),
});
export const googleSettingsOf = settingsNamed("google", GoogleSettings);
