import { z } from "zod";
import { IsoMicros } from "../formats.ts";
import { POST_TYPE_LENGTH_MAX, SEARCH_LENGTH_MAX } from "../limits.ts";
import { PageQuery, privateOperation } from "../operation.ts";
import { BESIDE_OTHER_ISSUES, Id, text } from "../text.ts";
import { BrandIdPath } from "./brands.ts";
import { Counts, DayText, inOrder, Result } from "./published.ts";

/** What a list of posts that left shows: all; those of which a network has failed; those that are still going out; those that are out. */
export const SENT_VIEWS = ["all", "needs", "leaving", "sent"] as const;
const SentView = z.enum(SENT_VIEWS);
export type SentView = z.output<typeof SentView>;

const SentQuery = PageQuery.extend({
  view: SentView.default("all"),
  entryId: Id.optional().meta({ description: "Only the round of this entry." }),
  collectionId: Id.optional(),
  channelId: Id.optional(),
  postId: Id.optional(),
  postType: text({ min: 0, max: POST_TYPE_LENGTH_MAX }).optional(),
  search: text({ min: 0, max: SEARCH_LENGTH_MAX }).optional().meta({ description: "Case-insensitive match on the text as published." }),
  from: DayText.optional().meta({ description: "First day, by the clock of the brand." }),
  to: DayText.optional().meta({ description: "Last day, by the clock of the brand; not earlier than `from`." }),
  sortBy: z.enum(["at", "likes", "comments", "shares"]).default("at").meta({ description: "Ties are broken by id." }),
  sortOrder: z.enum(["desc", "asc"]).default("desc"),
}).superRefine(inOrder, BESIDE_OTHER_ISSUES);

/** A round of a post: one leaving, to all of its channels. */
const SentPost = z.object({
  /** Of the round. */
  id: Id,
  /** Null once the post has been deleted. */
  postId: Id.nullable(),
  /** The post whose content can be used again: also one in the bin; null where there is none any more. */
  sourceId: Id.nullable(),
  collectionId: Id,
  collection: z.string().nullable(),
  title: z.string().nullable(),
  text: z.string(),
  thumbnailUrl: z.string().nullable().meta({ description: "Path of a small picture of its first file; null if there is none." }),
  dueAt: IsoMicros,
  /** On each channel, in their order; automatic comments after what they are below. */
  results: z.array(Result),
  /** Of all networks together; null: nothing has been read yet. */
  counts: Counts.nullable(),
});
export type SentPost = z.output<typeof SentPost>;

/** A row per post, whatever the number of its networks. */
export const sentPostOperations = {
  listSentPosts: privateOperation({
    tag: "Published",
    status: 200,
    errors: [400, 401, 404, 413, 415, 422, 500],
    method: "GET",
    allows: "viewer",
    path: "/brands/{brand_id}/sent-posts",
    summary: "List posts that left, each with what became of it on every channel",
    description: "A row for each round of a post. Newest first. Days are those of the brand's time zone.",
    params: BrandIdPath,
    query: SentQuery,
    data: z.object({
      timezone: z.string(),
      /** Counted as posts. */
      total: z.int(),
      /** How many of the brand need somebody, and how many are going out, whatever the filters. */
      needs: z.int(),
      leaving: z.int(),
      posts: z.array(SentPost),
    }),
  }),
} as const;
