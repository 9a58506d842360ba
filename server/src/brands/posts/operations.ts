import { parseLocal } from "@rostrum/contract/formats.ts";
import type { OperationInput, OperationOutput } from "@rostrum/contract/operations.ts";
import type { BrandPostsQuery, PostsQuery } from "@rostrum/contract/posts.ts";
import type { App } from "../../app.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import type { BrandViewer } from "../../ground/viewer.ts";
import { findCollection } from "../collections/store.ts";
import { doerOf } from "../deletions/rules.ts";
import { findMedia, type MediaRow } from "../media/store.ts";
import { discard } from "./discard.ts";
import { inItsQueue } from "./in-its-queue.ts";
import { listPosts } from "./list.ts";
import { movePost } from "./move.ts";
import { holdScheduleLimits } from "./plan.ts";
import { presentPost } from "./present.ts";
import { changePost, finalState } from "./rules.ts";
import { allowsSensitiveActions, type PostRow } from "./store.ts";

export async function listCollectionPosts(
  app: App,
  viewer: BrandViewer,
  input: OperationInput<"listCollectionPosts">,
): Promise<OperationOutput<"listCollectionPosts">> {
  const { brand } = viewer;
  const collection = await findCollection(app.db, { brandId: brand.id, collectionId: input.collectionId });
  if (collection === null) refuse(404, "collection", "Collection not found.");
  return page(app, viewer, input.collectionId, input);
}

export async function listBrandPosts(
  app: App,
  viewer: BrandViewer,
  input: OperationInput<"listBrandPosts">,
): Promise<OperationOutput<"listBrandPosts">> {
  return page(app, viewer, null, input);
}

async function page(app: App, viewer: BrandViewer, collectionId: number | null, filter: PostsQuery & Partial<BrandPostsQuery>) {
  const { rows, total } = await listPosts(app.db, { brandId: viewer.brand.id, collectionId }, filter);
  const media = await mediaOf(app, viewer, rows);
  return { rows: rows.map((row) => presentPost(row, media)), total };
}

/** Reschedules, re-queues or drafts a post. */
export async function updatePost(
  app: App,
  viewer: BrandViewer,
  input: OperationInput<"updatePost">,
): Promise<OperationOutput<"updatePost">> {
  const { brand } = viewer;
  const find = { brandId: brand.id, postId: input.postId };
  const { scheduledAt, publishMode, queuePosition } = input.body;
  const row = await inItsQueue(app, find, async (tx, { queue, post }) => {
    const now = app.clock.now();
    // By the clock that the brand has now: what came before may have waited for a change of it.
    const at = scheduledAt === undefined ? null : parseLocal(scheduledAt, queue.timezone);
    // No limit of the plan stands before it: a post that is out stays as it is.
    const final = finalState({ ...post, leaving: post.leavingAt !== null });
    if (final !== null) throw new Refused(final);
    if (at !== null) await holdScheduleLimits(tx, { app, queue, at, mode: "SCHEDULE", exceptId: post.id });
    const move = changePost({ ...post, leaving: post.leavingAt !== null }, { publishMode, queuePosition, at }, now);
    if ("problem" in move) throw new Refused(move.problem);
    const moved = await movePost(tx, { queue, post, move, now });
    crashPoint("patch.before-commit");
    return moved;
  });
  crashPoint("patch.after-commit");
  return presentPost(row, await mediaOf(app, viewer, [row]));
}

/** Deletes a post permanently, if the account allows it. Pending publications are cancelled; published entries stay. */
export async function deletePost(
  app: App,
  viewer: BrandViewer,
  input: OperationInput<"deletePost">,
): Promise<OperationOutput<"deletePost">> {
  const { brand } = viewer;
  const find = { brandId: brand.id, postId: input.postId };
  if (!(await allowsSensitiveActions(app.db, brand.accountId))) {
    refuse(403, "permissions", "Deleting posts is a sensitive action. The account's owner can allow it in the API settings.");
  }
  await discard(app, { ...find, doer: doerOf(viewer) });
  return { id: input.postId, message: "Post deleted." };
}

async function mediaOf(app: App, viewer: BrandViewer, rows: readonly PostRow[]): Promise<ReadonlyMap<string, MediaRow>> {
  const ids = [...new Set(rows.flatMap((row) => row.mediaIds))];
  const media = await findMedia(app.db, { brandId: viewer.brand.id, ids });
  return new Map(media.map((item) => [item.id, item]));
}
