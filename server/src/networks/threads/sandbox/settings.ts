import { z } from "zod";
import { settingsNamed } from "../../sandbox/kit/settings.ts";

/**
 * Limits of the API and how this network behaves. The document `settings`/`server` overrides individual values. By default nothing
 * takes longer than it must: the real network wants about 30 seconds between creating a container and publishing it.
 * https://developers.facebook.com/documentation/threads/posts (2026-04)
 */
const Settings = z.object({
  text_length: z.int().default(500),
  /** The page counts emoji alone in bytes; products see the server count every character so. */
  text_unit: z.enum(["bytes", "emoji bytes"]).default("bytes"),
  text_seconds: z.number().default(0),
  image_seconds: z.number().default(0),
  video_seconds: z.number().default(2),
  /** How old a container must be; until then publishing it answers 24/4279009, whatever its status. */
  publishable_after_seconds: z.number().default(0),
  /** How old a container must be to be found when its status is asked. */
  found_after_seconds: z.number().default(0),
  /** Publishing answers 24/4279009 for good. */
  loses_containers: z.boolean().default(false),
  /** What publishing answers with: the container is published all the same, or the profile may not publish. */
  restricts: z.enum(["nothing", "activity", "profile"]).default("nothing"),
  /** How long a published container still reads FINISHED. */
  published_shows_after_seconds: z.number().default(0),
  /** How old a post must be to be answered. */
  parent_ready_seconds: z.number().default(0),
  /** False: posts have no permalink, as those flagged for copyright. */
  has_permalinks: z.boolean().default(true),
  /** Whether a refreshed token dies at once. The vendor does not say. */
  refresh_ends_old_token: z.boolean().default(false),
  posts_per_day: z.int().default(250),
  replies_per_day: z.int().default(1000),
  deletes_per_day: z.int().default(100),
  /** Of locations. */
  searches_per_day: z.int().default(500),
  /** The code of a used-up quota. The vendor names none. */
  quota_code: z.int().default(9),
});
export type Settings = z.output<typeof Settings>;

export const settingsOf = settingsNamed("server", Settings);

const DAY_SECONDS = 24 * 3600;

/** Per profile and moving 24 hours. https://developers.facebook.com/documentation/threads/overview (2025-12) */
export function quotasOf(accountId: string, { posts_per_day, replies_per_day, deletes_per_day, searches_per_day }: Settings) {
  return {
    posts: { name: `posts ${accountId}`, total: posts_per_day, seconds: DAY_SECONDS },
    replies: { name: `replies ${accountId}`, total: replies_per_day, seconds: DAY_SECONDS },
    deletes: { name: `deletes ${accountId}`, total: deletes_per_day, seconds: DAY_SECONDS },
    searches: { name: `searches ${accountId}`, total: searches_per_day, seconds: DAY_SECONDS },
  };
}
