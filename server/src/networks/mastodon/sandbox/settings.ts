import { z } from "zod";
import { settingsNamed } from "../../sandbox/kit/settings.ts";

/** The network's domain in handles. Not a public name, so that no account is mistaken for a real one. */
export const DOMAIN = "mastodon.sandbox";

const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/heic", "image/heif", "image/avif"] as const;
const VIDEO_TYPES = ["video/webm", "video/mp4", "video/quicktime"] as const;

/**
 * The instance's limits, with mastodon.social's defaults. The document `settings`/`instance` overrides individual ones, as
 * operators of real instances do. Rates are the exception: the stock ones (300 requests and 30 uploads) would stop a trial
 * of the service within minutes, so the sandbox is more generous.
 */
const Settings = z.object({
  max_characters: z.int().default(500),
  max_media_attachments: z.int().default(4),
  characters_reserved_per_url: z.int().default(23),
  supported_mime_types: z.array(z.string()).default([...IMAGE_TYPES, ...VIDEO_TYPES]),
  image_size_limit: z.int().default(16_777_216),
  image_matrix_limit: z.int().default(33_177_600),
  /** What it takes in fact, where that is less than it tells; null: as it tells. */
  image_matrix_taken: z.int().nullable().default(null),
  video_size_limit: z.int().default(103_809_024),
  video_matrix_limit: z.int().default(8_294_400),
  video_frame_rate_limit: z.int().default(120),
  description_limit: z.int().default(1500),
  max_options: z.int().default(4),
  max_characters_per_option: z.int().default(50),
  min_expiration: z.int().default(300),
  max_expiration: z.int().default(2_629_746),
  /** Whether it finds people for everybody, as from version 4.0 on, or for its own users alone. */
  search: z.enum(["open", "closed"]).default("open"),
  /** How long a video is processed. */
  processing_seconds: z.number().default(2),
  requests_per_5_minutes: z.int().default(30_000),
  uploads_per_30_minutes: z.int().default(10_000),
});
export type Settings = z.output<typeof Settings>;

export const settingsOf = settingsNamed("instance", Settings);
