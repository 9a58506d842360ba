import { z } from "zod";
import { NewAutomation } from "../automations.ts";
import { IsoMicros } from "../formats.ts";
import { privateOperation } from "../operation.ts";
import { PostType } from "../posts.ts";
import { BrandIdPath } from "./brands.ts";

/** The post a feed item would become. */
export const PreviewedPost = z.object({
  title: z.string().nullable(),
  body: z.string(),
  link: z.string().nullable(),
  /** Assuming that all of its media can be used. */
  postType: PostType,
  /** URLs in the feed; nothing has been downloaded. */
  media: z.array(z.string()),
  /** The item's own date; the time of the preview if it has none or one in the future. */
  publishedAt: IsoMicros,
});
export type PreviewedPost = z.output<typeof PreviewedPost>;

export const automationOperations = {
  previewAutomation: privateOperation({
    allows: "editor",
    tag: "Admin",
    method: "POST",
    path: "/admin/brands/{brand_id}/automations/preview",
    summary: "Show the posts a feed's current items would become",
    description:
      "Takes the same input as creating an automation, finds and reads the feed, and stores nothing. The posts are in import order.",
    params: BrandIdPath,
    body: NewAutomation,
    data: z.object({ feedUrl: z.string(), posts: z.array(PreviewedPost) }),
    status: 200,
    errors: [400, 401, 404, 413, 415, 422, 500],
  }),
} as const;
