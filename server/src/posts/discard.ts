import type { App } from "../app.ts";
import { crashPoint } from "../crash-points.ts";
import { transaction } from "../database/query.ts";
import type { Doer } from "../deletions/rules.ts";
import { lockQueueIfThere } from "../queue/store.ts";
import { refreshQueue } from "../queue/timetable.ts";
import { refuse } from "../refusal.ts";
import { deleteRow } from "./delete-row.ts";
import { findPost, lockPost } from "./store.ts";

/** Deletes a post permanently. Pending publications are cancelled; published entries stay. */
export async function discard(
  app: App,
  { doer, ...find }: { readonly brandId: number; readonly postId: number; readonly doer: Doer },
): Promise<void> {
  const seen = await findPost(app.db, find);
  if (seen === null) refuse(404, "post_id", "Post not found in this brand.");
  await transaction(app.db, async (tx) => {
    const queue = await lockQueueIfThere(tx, seen.collectionId);
    if (queue === null) refuse(404, "post_id", "Post not found in this brand.");
    const post = await lockPost(tx, find);
    if (post === null) refuse(404, "post_id", "Post not found in this brand.");
    await deleteRow(app, tx, { ...find, doer });
    if (post.postingType === "QUEUE" && post.status === "PENDING") await refreshQueue(tx, queue);
    crashPoint("delete.before-commit");
  });
  crashPoint("delete.after-commit");
}
