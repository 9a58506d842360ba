import { z } from "zod";
import { NewAutomation } from "../automations.ts";
import { IsoMicros } from "../formats.ts";
import { operation } from "../operation.ts";
import { PostType } from "../posts.ts";
import { BrandIdPath } from "./brands.ts";

/** The post that an item of a feed would become. */
export const PreviewedPost = z.object({
  title: z.string().nullable(),
  body: z.string(),
  link: z.string().nullable(),
  /** If all of its media can be used. */
  postType: PostType,
  /** Addresses in the feed; nothing of them has been downloaded. */
  media: z.array(z.string()),
  /** The item's own date; that of the preview where it has none or one that lies ahead. */
  publishedAt: IsoMicros,
});
export type PreviewedPost = z.output<typeof PreviewedPost>;

export const automationOperations = {
  previewAutomation: operation({
    tag: "Admin",
    method: "POST",
    path: "/admin/brands/{brand_id}/automations/preview",
    summary: "Show the posts that a feed's present items would become",
    description:
      "Takes what the creation of an automation takes, finds and reads the feed, and stores nothing. The posts are in the order in which they would be imported.",
    params: BrandIdPath,
    body: NewAutomation,
    data: z.object({ feedUrl: z.string(), posts: z.array(PreviewedPost) }),
    status: 200,
    errors: [400, 401, 404, 413, 415, 422, 500],
  }),
} as const;
