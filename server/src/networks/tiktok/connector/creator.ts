import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import { ask, type Failure } from "./api.ts";

/** What the account may publish now. */
export interface Creator {
  readonly username: string | null;
  /** Who may see its posts, in TikTok's words. */
  readonly audiences: readonly string[];
  readonly disables: { readonly comments: boolean; readonly duets: boolean; readonly stitches: boolean };
  /** How long a video may be; null if TikTok does not say. */
  readonly videoSeconds: number | null;
}

const no = z.boolean().catch(false).default(false);
const Form = z.object({
  creator_username: z.string().nullish(),
  privacy_level_options: z.array(z.string()),
  comment_disabled: no,
  duet_disabled: no,
  stitch_disabled: no,
  max_video_post_duration_sec: z.number().positive().nullish().catch(null),
});

/** https://developers.tiktok.com/doc/content-posting-api-reference-query-creator-info (2026-11); to be asked right before each post. */
export async function readCreator(server: Server): Promise<{ readonly kind: "read"; readonly creator: Creator } | Failure> {
  const answer = await ask(server, { method: "POST", path: "/v2/post/publish/creator_info/query/", body: {} });
  if (answer.kind !== "ok") return answer;
  const read = Form.safeParse(answer.data);
  if (!read.success) return { kind: "lost", reason: "what the account may publish cannot be read" };
  const { creator_username, privacy_level_options, comment_disabled, duet_disabled, stitch_disabled, ...rest } = read.data;
  return {
    kind: "read",
    creator: {
      username: creator_username || null,
      audiences: privacy_level_options,
      disables: { comments: comment_disabled, duets: duet_disabled, stitches: stitch_disabled },
      videoSeconds: rest.max_video_post_duration_sec ?? null,
    },
  };
}
