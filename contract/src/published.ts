import { z } from "zod";
import { ChannelType } from "./channels.ts";
import { IsoMicros, isPlainDateTime, PlainDateTimeText } from "./formats.ts";
import { POST_TYPE_LENGTH_MAX, SEARCH_LENGTH_MAX } from "./limits.ts";
import { PageQuery } from "./operation.ts";
import { PostType } from "./posts.ts";
import { BESIDE_OTHER_ISSUES, Id, text } from "./text.ts";

export const EntryStatus = z.enum(["PUBLISHED", "FAILED", "RETRYING", "SKIPPED", "SENT"]);
export type EntryStatus = z.infer<typeof EntryStatus>;

export const PublishedEntry = z
  .object({
    id: Id.meta({ description: "The entry's own id, not the post's." }),
    postId: Id.nullable().meta({ description: "The post it was published from; null once that is deleted." }),
    collectionId: Id.nullable(),
    channel: z.object({ id: Id.nullable(), name: z.string().nullable(), type: ChannelType.nullable() }),
    postType: PostType.nullable(),
    body: z.string().nullable().meta({ description: "Text as published.", example: "Fresh croissants from 7 a.m." }),
    url: z
      .string()
      .nullable()
      .meta({ description: "Link to the post on the platform.", example: "https://mastodon.example/@cornerbakery/113520" }),
    status: EntryStatus,
    message: z.string().nullable().meta({ example: null }),
    publishedAt: IsoMicros,
    results: z.object({ likes: z.int(), comments: z.int(), shares: z.int() }).meta({ example: { likes: 4, comments: 1, shares: 0 } }),
  })
  .meta({ id: "PublishedEntry" });

export const PublishedQuery = PageQuery.extend({
  status: EntryStatus.default("PUBLISHED").meta({ description: "One per request; entries in other states are left out." }),
  collectionId: Id.optional().meta({ description: "Only entries of this collection.", example: 12 }),
  channelId: Id.optional().meta({ description: "Only entries of this channel.", example: 4 }),
  postId: Id.optional().meta({ description: "Only entries of this post.", example: 81 }),
  postType: text({ min: 0, max: POST_TYPE_LENGTH_MAX })
    .optional()
    .meta({ description: "Only entries of this type; an unknown one finds nothing.", example: "TEXT" }),
  search: text({ min: 0, max: SEARCH_LENGTH_MAX })
    .optional()
    .meta({ description: "Case-insensitive match on the published text.", example: "croissant" }),
  publishedFrom: PlainDateTimeText.optional().meta({ description: "Published at or after this moment: `YYYY-MM-DD HH:MM:SS`, UTC." }),
  publishedTo: PlainDateTimeText.optional().meta({
    description: "Published at or before this moment: `YYYY-MM-DD HH:MM:SS`, UTC; not earlier than `published_from`.",
  }),
  sortBy: z
    .enum(["id", "created_at", "likes", "comments", "shares"])
    .default("id")
    .meta({ description: "Sort key; ties are broken by id." }),
  sortOrder: z.enum(["desc", "asc"]).default("desc").meta({ description: "Sort direction." }),
}).superRefine((query, context) => {
  if (isPlainDateTime(query.publishedFrom) && isPlainDateTime(query.publishedTo) && query.publishedTo < query.publishedFrom) {
    context.addIssue({ code: "custom", path: ["publishedTo"], params: { sentence: "must not be earlier than published_from" } });
  }
}, BESIDE_OTHER_ISSUES);
export type PublishedQuery = z.output<typeof PublishedQuery>;
