import type { App } from "../../app.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { type LockedQueue, lockQueueIfThere } from "../queue/store.ts";
import { findPost, lockPost, type PostRow } from "./store.ts";

export interface HeldPost {
  readonly queue: LockedQueue;
  readonly post: PostRow;
}

/**
 * Runs `work` in a transaction that holds a post and the queue of its collection, the queue first, as the engine does. A post that is
 * moved to another collection meanwhile is followed there. 404 if there is no such post.
 */
export async function inItsQueue<Result>(
  app: App,
  find: { readonly brandId: number; readonly postId: number },
  work: (tx: Queryable, held: HeldPost) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const seen = await findPost(app.db, find);
    if (seen === null) refuse(404, "post_id", "Post not found in this brand.");
    const done = await transaction(app.db, async (tx) => {
      const queue = await lockQueueIfThere(tx, seen.collectionId);
      if (queue === null) return null;
      const post = await lockPost(tx, find);
      if (post === null) refuse(404, "post_id", "Post not found in this brand.");
      return post.collectionId === seen.collectionId ? { result: await work(tx, { queue, post }) } : null;
    });
    if (done !== null) return done.result;
  }
}
