import { z } from "zod";
import { settingsNamed } from "../../sandbox/kit/settings.ts";

/**
 * How this network behaves where Google's own behaviour varies or is not documented. The document `settings`/`google-business`
 * overrides single values.
 */
const Settings = z.object({
  /** Services that are not switched on in the application's project, each by itself, such as `mybusiness.googleapis.com`. */
  services_off: z.array(z.string()).default([]),
  /** Numbers of locations that nobody manages any more, and of locations of chains, which take no posts from an API. */
  locations_lost: z.array(z.string()).default([]),
  locations_of_chains: z.array(z.string()).default([]),
  /** How long a post is reviewed. Google names no time. */
  review_seconds: z.number().default(2),
  /** Whether a post's picture is fetched after the reply, or before it, which then says that the picture is not there. */
  photo_fetch: z.enum(["later", "at once"]).default("later"),
  /** A picture that cannot be fetched is asked for again until the post is that old. */
  photo_patience_seconds: z.number().default(60),
  /** https://support.google.com/business/answer/6103862 (2026-07): 10 KB to 5 MB, 250 pixels. */
  photo_bytes_min: z.int().default(10_000),
  photo_bytes_max: z.int().default(5_000_000),
  photo_side_min: z.int().default(250),
  /** Whether a post may be a picture without words; no page says. */
  photo_alone: z.enum(["taken", "refused"]).default("taken"),
  /** Google's message speaks of characters. */
  length_unit: z.enum(["code points", "utf-16"]).default("code points"),
  /** How much of a text is stored as it was sent; behind that, blanks and the end are tidied. Null: all. */
  text_kept: z.int().nullable().default(null),
  /** No order of posts is promised, nor how soon they are listed. */
  list_order: z.enum(["newest", "shuffled"]).default("newest"),
  listed_after_seconds: z.number().default(0),
  lists_processing: z.boolean().default(true),
  /** Google's pages name the codes of validation errors, its servers send their numbers. */
  error_codes: z.enum(["numbers", "names"]).default("numbers"),
  /** Whether the same uploaded bytes can become a second item of the photos section; no page says. */
  uploads_again: z.boolean().default(true),
  upload_seconds: z.int().default(3600),
  /**
   * Of the project for each service, and of one location. https://developers.google.com/my-business/content/limits (2026-05) has 300
   * and 10 for the services around posts; more by default, so that a service that publishes a lot is not slowed down here.
   */
  requests_per_minute: z.int().default(10_000),
  edits_per_minute: z.int().default(1000),
});
export type Settings = z.output<typeof Settings>;

export const settingsOf = settingsNamed("google-business", Settings);
