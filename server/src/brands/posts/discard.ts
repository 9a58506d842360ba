import type { App } from "../../app.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import type { Doer } from "../deletions/rules.ts";
import { refreshQueue } from "../queue/timetable.ts";
import { deleteRow } from "./delete-row.ts";
import { inItsQueue } from "./in-its-queue.ts";

/** Deletes a post permanently. Pending publications are cancelled; published entries stay. */
export async function discard(
  app: App,
  { doer, ...find }: { readonly brandId: number; readonly postId: number; readonly doer: Doer },
): Promise<void> {
  await inItsQueue(app, find, async (tx, { queue, post }) => {
    await deleteRow(app, tx, { ...find, doer });
    if (post.postingType === "QUEUE" && post.status === "PENDING") await refreshQueue(tx, queue);
    crashPoint("delete.before-commit");
  });
  crashPoint("delete.after-commit");
}
