import { z } from "zod";
import { settingsNamed } from "../../sandbox/kit/settings.ts";
import { MODERATION } from "./model.ts";

/** A refusal in YouTube's form. */
const SetRefusal = z.object({
  code: z.int().default(400),
  reason: z.string(),
  domain: z.string().default("global"),
  message: z.string().default("The sandbox was told to refuse this."),
});

/**
 * How this network behaves where YouTube's own behaviour varies or is not documented. The document `settings`/`youtube` overrides
 * single values.
 */
const Settings = z.object({
  /** What single calls are refused with, by their names, such as `thumbnails.set`. */
  refusals: z.record(z.string(), SetRefusal).default({}),
  /** Whether the operator has switched the API on in their project. */
  api_enabled: z.boolean().default(true),
  /** Of the Google accounts of all channels. */
  account_state: z.enum(["open", "closed", "suspended"]).default("open"),
  /** What a Google account without a channel is told when it asks for its own. */
  no_channel_answers: z.enum(["nothing", "signup"]).default("nothing"),
  /** Whether channels are verified: long videos and thumbnails of their own need it. */
  verified: z.boolean().default(true),
  /** How lists say that there is nothing. */
  empty_lists: z.enum(["empty", "left out"]).default("empty"),
  /** How many a day, until midnight on the Pacific coast: https://developers.google.com/youtube/v3/determine_quota_cost (2026-11). */
  units_a_day: z.int().default(10_000),
  uploads_a_day: z.int().default(100),
  batch_stats_a_day: z.int().default(10_000),
  /** Whether opening an upload spends one of them, or finishing it, is unverified. */
  uploads_count_at: z.enum(["opening", "finishing"]).default("opening"),
  /** A channel's own limit, which YouTube does not publish; null: none. */
  channel_uploads_a_day: z.int().nullable().default(null),
  /** How long an upload may take, and how long a finished one still answers. YouTube publishes neither. */
  session_seconds: z.int().default(7 * 86_400),
  finished_session_seconds: z.int().default(7 * 86_400),
  /** What the last bytes are answered with. `incomplete`: 308 with all bytes, although the video was created. */
  finishing_answers: z.enum(["created", "ok", "incomplete"]).default("created"),
  /** The same for every later question to a finished session. `gone`: 404. */
  finished_answers: z.enum(["created", "incomplete", "gone"]).default("created"),
  /** The chunk with this byte is broken off there, once in a session: 503, and what came before is kept. */
  break_at_byte: z.int().nullable().default(null),
  /**
   * What becomes of the visibility that was asked for, and what is taken where it was left out. `locked`: it is kept at first, and the
   * video is made private some time after its upload, as in projects that were not audited.
   */
  privacy: z.enum(["kept", "private", "locked"]).default("kept"),
  locked_after_seconds: z.number().default(1),
  privacy_left_out: z.enum(["public", "private"]).default("public"),
  /** Processing of a video, and how long it takes until facts of its file are known. */
  processing_seconds: z.number().default(2),
  file_details_seconds: z.number().default(0),
  failure_reason: z.enum(["codec", "conversion", "emptyFile", "invalidFile", "tooSmall", "uploadAborted"]).default("codec"),
  /** Why videos are taken down once they have been processed; null: they stay. */
  rejection_reason: z
    .enum(["claim", "copyright", "duplicate", "inappropriate", "legal", "length", "termsOfUse", "trademark"])
    .nullable()
    .default(null),
  /** Whether its pages ask servers about cookies first, as they do in Europe. */
  asks_about_cookies: z.boolean().default(false),
  /** The same file has been seen taken several times. */
  rejects_duplicates: z.boolean().default(false),
  /** Characters of a title: code points or UTF-16 units is unverified. */
  title_unit: z.enum(["utf-16", "code points"]).default("utf-16"),
  /** Whether like counts are hidden. */
  hides_likes: z.boolean().default(false),
  comments: z.enum(["open", "disabled"]).default("open"),
  comment_moderation: z.enum(MODERATION).default("published"),
  /** Unverified: the limit is on no page. */
  comment_length_max: z.int().default(10_000),
  thumbnails_a_day: z.int().default(100),
  /** How old a video must be to be put into a playlist; before, a precondition fails. */
  playlist_ready_seconds: z.number().default(0),
  playlist_items_max: z.int().default(5000),
  /** How old a video must be to show in the list of uploads. */
  uploads_late_seconds: z.number().default(0),
});
export type Settings = z.output<typeof Settings>;

export const settingsOf = settingsNamed("youtube", Settings);
