import { z } from "zod";
import { IsoMicros } from "../formats.ts";
import { PageQuery, privateOperation } from "../operation.ts";
import { PostingType, PostStatus } from "../posts.ts";
import { Id } from "../text.ts";
import { BrandIdPath } from "./brands.ts";

/** How long a deleted post is remembered. */
export const DELETIONS_DAYS = 90;

/** By what it was deleted: `KEY` is the API, `PROGRAM` an agent or another connected program. */
export const DeletionSurface = z.enum(["DASHBOARD", "COMMAND", "KEY", "PROGRAM"]);
export type DeletionSurface = z.output<typeof DeletionSurface>;

const DeletedPost = z.object({
  postId: Id,
  text: z.string().meta({ description: "The beginning of its title or text." }),
  collection: z.string().meta({ description: "The title that its collection had then." }),
  /** Where it was. */
  postingType: PostingType,
  status: PostStatus,
  postAt: IsoMicros.nullable().meta({ description: "When it was due, or had left." }),
  withCollection: z.boolean().meta({ description: "Whether its whole collection was deleted." }),
  surface: DeletionSurface,
  person: z.string().nullable().meta({ description: "Null: the operator." }),
  through: z.string().nullable().meta({ description: "The name of the API key or the program." }),
  deletedAt: IsoMicros,
  thumbnailUrl: z.string().nullable().meta({ description: "Path of a small picture of its first file; null if there is none." }),
  isRestorable: z.boolean().meta({ description: "False for what was deleted before the bin kept contents, or came without them." }),
});
export type DeletedPost = z.output<typeof DeletedPost>;

/** How many posts are restored with one request. */
const RESTORED_MAX = 100;

/** What became of a post that came back. */
const RestoredPost = z.object({
  postId: Id,
  collectionId: Id,
  postingType: PostingType,
  status: PostStatus,
  postAt: IsoMicros.nullable().meta({ description: "When it is due now, or had left." }),
  isDraftNow: z
    .boolean()
    .meta({ description: "Whether it was going to leave, and cannot as it was: its time has passed, or something of it is gone." }),
  filesMissing: z.int().meta({ description: "How many of its files have been deleted meanwhile." }),
});
export type RestoredPost = z.output<typeof RestoredPost>;

export const deletionOperations = {
  listDeletedPosts: privateOperation({
    tag: "Published",
    status: 200,
    errors: [400, 401, 403, 404, 413, 415, 422, 500],
    allows: "viewer",
    method: "GET",
    path: "/brands/{brand_id}/deleted-posts",
    summary: "List posts that were deleted, with who did it and where they were",
    description: `Newest first, for ${DELETIONS_DAYS} days.`,
    params: BrandIdPath,
    query: PageQuery,
    data: z.object({ total: z.int(), posts: z.array(DeletedPost) }),
  }),
  restorePosts: privateOperation({
    tag: "Published",
    status: 200,
    errors: [400, 401, 403, 404, 409, 413, 415, 422, 500],
    allows: "editor",
    method: "POST",
    path: "/brands/{brand_id}/deleted-posts/restorations",
    summary: "Bring deleted posts back",
    description:
      "All or none, under their old ids, to the place in the queue or the date that they had; a post whose time has passed, or of which a file or the collection is gone, comes back as a draft. Nothing is sent twice: what had left stays as it was. Refused with 409 if one has been restored, or cannot be.",
    params: BrandIdPath,
    body: z.object({ postIds: z.array(Id).min(1).max(RESTORED_MAX) }),
    data: z.object({ posts: z.array(RestoredPost) }),
  }),
} as const;
