import { z } from "zod";
import { settingsNamed } from "../../sandbox/kit/settings.ts";

/**
 * How this network behaves where TikTok's own behaviour varies, is not documented, or would only slow down trials. The document
 * `settings`/`tiktok` overrides individual values.
 */
const Settings = z.object({
  /** An application that TikTok has not audited posts for few, to private accounts, and only to the creator alone. */
  audited: z.boolean().default(true),
  /** How many creators may post within 24 hours through the application; null: no cap. One that is not audited has 5. */
  users_per_day: z.int().nullable().default(null),
  /** TikTok allows about 15 direct posts per creator within 24 hours. Null: as many as trials of the service take. */
  posts_per_day: z.int().nullable().default(null),
  pending_shares_max: z.int().default(5),
  /** Calls per token and minute, by the names in `rates.ts`, where the documented figures are, too. */
  rates: z.record(z.string(), z.int()).default({}),

  access_seconds: z.int().default(7200),
  refresh_seconds: z.int().default(180 * 86_400),
  /** Both have been seen; clients must read the body. */
  oauth_error_status: z.union([z.literal(200), z.literal(400)]).default(200),
  /** False: every refresh is refused, as has been seen with sandbox applications. */
  refreshes: z.boolean().default(true),
  /** Whether the calls that may do so answer errors with 200. */
  errors_with_200: z.boolean().default(true),

  /** User names of private accounts, besides those with the word "private" in their names. */
  private_accounts: z.array(z.string()).default([]),
  banned_accounts: z.array(z.string()).default([]),
  /** Null: what the kind of account offers. */
  privacy_level_options: z.array(z.string()).nullable().default(null),
  comment_disabled: z.boolean().default(false),
  duet_disabled: z.boolean().default(false),
  stitch_disabled: z.boolean().default(false),
  max_video_seconds: z.number().default(600),

  /** What beginning a post is refused with, whatever it is. */
  init_refusal: z
    .object({ status: z.int().default(403), code: z.string() })
    .nullable()
    .default(null),
  upload_seconds: z.int().default(3600),
  /** What the upload host answers when a file is complete: 201 as documented, or 200 as seen. */
  upload_done_status: z.union([z.literal(200), z.literal(201)]).default(201),
  /** A range that is sent again: products rely on its being taken, no page says so. */
  repeated_ranges: z.enum(["taken", "refused"]).default("taken"),
  /** What a status says of an upload that is under way. How exact it is in reality is unverified. */
  uploaded_bytes: z.enum(["exact", "absent"]).default("exact"),

  /** Prefixes of addresses that belong to the application. Null: the addresses under which this service offers its media. */
  verified_prefixes: z.array(z.string()).nullable().default(null),
  /** False: nothing is ever fetched, and what should be fails an hour later. */
  fetches: z.boolean().default(true),
  /** Shorter and longer side. Unverified: older pages say 1080p, and larger pictures have been refused. Null: any. */
  photo_sides_max: z.tuple([z.int(), z.int()]).nullable().default([1080, 1920]),

  video_seconds: z.number().default(2),
  photo_seconds: z.number().default(0),
  /** Processing never ends and nothing is published, as has been seen now and then. */
  stuck: z.boolean().default(false),
  /** Why processing fails that is struck by the fault `processing-fails`. */
  fail_reason: z.string().default("internal"),
  /** Whether everything fails so: photos, too, which that fault cannot strike because asking for them is posting. */
  everything_fails: z.boolean().default(false),
  /** How long the ids of a public post stay unknown; they often come after hours of moderation. */
  ids_after_seconds: z.number().default(0),
  /** A status with two ids for one post has been seen. */
  two_ids: z.boolean().default(false),
  /** How long a publish id can be asked about; null: for ever. Unverified. */
  publish_id_seconds: z.int().nullable().default(null),
  /** How old a public post must be to be listed, and whether photos ever are. Unverified. */
  listed_after_seconds: z.number().default(0),
  lists_photos: z.boolean().default(true),
});
export type Settings = z.output<typeof Settings>;

export const settingsOf = settingsNamed("tiktok", Settings);
