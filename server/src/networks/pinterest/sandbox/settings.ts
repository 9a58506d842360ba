import { z } from "zod";
import { settingsNamed } from "../../sandbox/kit/settings.ts";

/** A refusal with any of Pinterest's codes. */
const SetRefusal = z.object({
  status: z.int().default(400),
  code: z.int(),
  message: z.string().default("The sandbox was told to refuse this."),
});

/**
 * How this network behaves where Pinterest's own behaviour varies or is not documented. The document `settings`/`pinterest`
 * overrides single values.
 */
const Settings = z.object({
  /** An application with Trial access may not create pins in production, and has fewer requests. */
  trial: z.boolean().default(false),
  /** No order of lists is promised. */
  list_order: z.enum(["newest", "shuffled"]).default("newest"),
  /** How old a pin must be to show in lists. */
  listed_after_seconds: z.number().default(0),
  /** Processing of a video. */
  video_seconds: z.number().default(2),
  upload_parameters_seconds: z.int().default(3600),
  /** Products name 200 pixels (unverified); the vendor's description names none. */
  image_width_min: z.int().default(0),
  /** Products refuse carousels of unequal pictures; the vendor's description does not mention it. */
  carousel_needs_equal_sizes: z.boolean().default(true),
  /** False: no picture can be fetched, as seen for minutes at a time. */
  fetches_images: z.boolean().default(true),
  /** Whether a second pin with the same video is refused. */
  media_once: z.boolean().default(false),
  /** `maxLength` of OpenAPI counts code points. */
  length_unit: z.enum(["code points", "utf-16"]).default("code points"),
  /** How texts and links come back. */
  empty_texts: z.enum(["null", "empty"]).default("null"),
  escapes_texts: z.boolean().default(false),
  normalises_links: z.boolean().default(false),
  /** `recent`: without lifetime metrics, as for old pins. `none`: null, as for accounts without analytics. */
  metrics: z.enum(["all", "recent", "none"]).default("all"),
  /** What becomes of a refresh token that was used. */
  refresh_rotation: z.enum(["none", "after-use", "strict"]).default("after-use"),
  /** False: refreshing gives an access token alone, and the old refresh token lives on. */
  refresh_gives_refresh_token: z.boolean().default(true),
  /** Both forms are in use for refusals of tokens. */
  oauth_errors: z.enum(["code", "standard"]).default("code"),
  /** What creating a pin answers: instead of doing it, or although it was done. */
  instead_of_creating: SetRefusal.nullable().default(null),
  after_creating: SetRefusal.nullable().default(null),
  /** Code 9 after that many pins of an account within the time. Pinterest publishes neither figures nor status. */
  pins_before_block: z.int().default(1000),
  block_seconds: z.int().default(3 * 3600),
  block_status: z.int().default(403),
  /** Per person and application: https://developers.pinterest.com/docs/reference/rate-limits/ (2026-11). Per minute: unverified. */
  requests_per_second: z.int().default(100),
  reads_per_minute: z.int().default(1000),
  writes_per_minute: z.int().default(100),
  /** Per application. */
  trial_requests_per_day: z.int().default(1000),
});
export type Settings = z.output<typeof Settings>;

export const settingsOf = settingsNamed("pinterest", Settings);
