import type { App } from "../app.ts";
import { record } from "../audit/record.ts";
import type { Queryable } from "../database/query.ts";
import type { Doer } from "../deletions/rules.ts";
import { rememberPosts } from "../deletions/store.ts";
import { stopDeliveries } from "../engine/removal-store.ts";
import { removePost } from "./store.ts";

/** Deletes a post that the transaction has locked: what has not left stops, and it is remembered who did it and where it was. */
export async function deleteRow(
  app: App,
  tx: Queryable,
  { doer, ...find }: { readonly brandId: number; readonly postId: number; readonly doer: Doer },
): Promise<void> {
  const { brandId, postId } = find;
  const now = app.clock.now();
  await stopDeliveries(tx, postId, now);
  for (const { text } of await rememberPosts(tx, { brandId, what: { postId }, doer, now }))
    await record(app, tx, { action: "post.deleted", brandId, object: { type: "post", id: postId, name: text === "" ? null : text } });
  await removePost(tx, find);
}
