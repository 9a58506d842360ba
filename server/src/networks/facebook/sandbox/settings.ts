import { z } from "zod";
import { settingsNamed } from "../../sandbox/kit/settings.ts";

/** A refusal with any of Facebook's codes. */
const SetRefusal = z.object({
  code: z.int(),
  subcode: z.int().optional(),
  status: z.int().default(400),
  message: z.string().default("The sandbox was told to refuse this."),
  userMessage: z.string().optional(),
  isTransient: z.boolean().default(false),
});

/**
 * How this network behaves where Facebook's own behaviour varies or is not documented. The document `settings`/`facebook`
 * overrides single values.
 */
const Settings = z.object({
  /** Code 506 for a text or link like that of the Page's newest post. Photos have been seen to get through equal ones. */
  refuses_repeats: z.boolean().default(true),
  /** Products are told to stay below 4 MB; the vendor's page says 10 MB. */
  photo_bytes_max: z.int().default(4 * 1024 * 1024),
  video_bytes_min: z.int().default(1024),
  /** The parts that `/videos` asks for. */
  video_part_bytes: z.int().default(4 * 1024 * 1024),
  /** `none`: the lists of Pages are empty, as seen with Facebook Login for Business; the token still says which Pages it was let in to. */
  lists_pages: z.enum(["all", "none"]).default("all"),
  processing_seconds: z.number().default(2),
  /** For how long a video that was just created answers 100/33. */
  video_unknown_seconds: z.number().default(0),
  /** What `/videos` keeps as a draft although it is to be published, as seen with upright ones. */
  keeps_as_drafts: z.enum(["upright", "all", "none"]).default("upright"),
  /** Whether the status of such a video calls it a draft, or is silent about publishing; what Facebook says is not documented. */
  says_draft: z.boolean().default(true),
  /** Whether finishing a video a second time publishes it again; what Facebook does is not documented. Else it is refused. */
  publishes_again: z.boolean().default(true),
  /** What calls answer that make something readers see: instead of doing it, or although it was done. */
  instead_of_publishing: SetRefusal.nullable().default(null),
  after_publishing: SetRefusal.nullable().default(null),
  /** Whether Meta has let the application see Pages of strangers: else nobody can search for them. */
  finds_pages: z.boolean().default(true),
  /** https://developers.facebook.com/documentation/video-api/guides/reels-publishing (2026-07) */
  reels_per_day: z.int().default(30),
  invitations_per_day: z.int().default(10),
});
export type Settings = z.output<typeof Settings>;

export const settingsOf = settingsNamed("facebook", Settings);
