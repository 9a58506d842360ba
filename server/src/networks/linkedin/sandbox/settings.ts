import { z } from "zod";
import { settingsNamed } from "../../sandbox/kit/settings.ts";

/** Any answer of the API. */
const SetAnswer = z.strictObject({ status: z.int(), body: z.record(z.string(), z.unknown()) });

/**
 * How this network behaves where LinkedIn's own behaviour varies, differs from application to application, or is not documented. The
 * document `settings`/`linkedin` overrides single values.
 */
const Settings = z.strictObject({
  /** What the application was admitted to. Nobody is admitted to `restricted` today. */
  products: z.array(z.enum(["member", "organization", "restricted"])).default(["member", "organization"]),
  /** Whether several things may be read in one call: not in the development tier. */
  batches: z.boolean().default(true),
  /** Whether the application is a partner's: only those get refresh tokens. */
  refresh_tokens: z.boolean().default(false),
  /** Of access tokens: sixty days. */
  access_seconds: z.int().default(5_184_000),
  /** Whether a refresh brings a new refresh token, and when the old one dies, is not documented. */
  rotation: z.enum(["none", "after-use", "strict"]).default("none"),
  /** Whether a log-in for other scopes ends the tokens that the person gave the application before. Unverified. */
  other_scopes_end_tokens: z.boolean().default(false),

  /** Versions older than this are gone. */
  oldest_version: z.string().default("202601"),
  /**
   * Whether versions also go on their announced days. By default they do not: a service that nobody updates keeps working with
   * its sandbox.
   */
  retires_versions: z.boolean().default(false),

  /** Calls a day in UTC; null: any number. In the development tier it is 500 and 100. */
  calls_per_application: z.int().nullable().default(null),
  calls_per_member: z.int().nullable().default(null),
  /** Reported by products, not documented. */
  posts_per_day: z.int().default(150),

  text_length: z.int().default(3000),
  comment_length: z.int().default(1250),
  /** Kinds of posts that are a `ugcPost`; the others are a `share`. Which is which is not promised. */
  ugc_posts: z.array(z.enum(["text", "article", "image", "images", "video", "document", "poll"])).default(["video"]),
  /** How posts that are read have their text: as it was sent, up to where it was cut, or as readers see it. Not documented. */
  commentary_read: z.enum(["sent", "shown"]).default("sent"),

  /**
   * Whether a post like one of the same author within some hours is refused; LinkedIn does so and documents nothing of it. `ghost`:
   * the refusal names a post that does not exist, another one each time, and refused posts count as well.
   */
  duplicates: z.enum(["off", "on", "ghost"]).default("off"),
  /** Which posts are compared. */
  duplicates_among: z.enum(["all", "without media"]).default("all"),
  duplicates_hours: z.number().default(24),

  upload_seconds: z.int().default(86_400),
  /** Of a video's parts. */
  part_bytes: z.int().default(4 * 1024 * 1024),
  upload_token: z.string().default(""),
  video_bytes_min: z.int().default(75_000),
  image_seconds: z.number().default(0),
  document_seconds: z.number().default(0),
  video_seconds: z.number().default(2),
  /** Whether those who manage only the content of an organization may upload videos for it. The vendor's page says both. */
  content_administrators_upload_videos: z.boolean().default(true),

  /** For how long after a post comments on it are refused, and with which status, which is not documented. */
  activity_delay_seconds: z.number().default(0),
  activity_delay_status: z.int().default(400),
  /** Whether `w_member_social` and `w_organization_social` allow comments, as they did before there were scopes for it. */
  older_scopes_comment: z.boolean().default(false),

  /** What creating a post answers: instead of doing it, or although it was done. */
  instead_of_posting: SetAnswer.nullable().default(null),
  after_posting: SetAnswer.nullable().default(null),
});
export type Settings = z.output<typeof Settings>;

export const settingsOf = settingsNamed("linkedin", Settings);
