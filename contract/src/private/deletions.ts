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
});
export type DeletedPost = z.output<typeof DeletedPost>;

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
} as const;
