import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import type { Queryable } from "../../ground/database/query.ts";
import type { Doer } from "../deletions/rules.ts";
import { rememberPosts } from "../deletions/store.ts";
import { stopDeliveries } from "../published/removal-store.ts";
import { removePost } from "./store.ts";

interface Deleting {
  readonly brandId: number;
  readonly postId: number;
  readonly doer: Doer;
}

/** Deletes a post that the transaction has locked: what has not left stops, and it goes into the bin with who did it and where it was. */
export async function deleteRow(app: App, tx: Queryable, deleting: Deleting): Promise<void> {
  const { brandId, postId } = deleting;
  for (const text of await removeRow(app, tx, deleting))
    await record(app, tx, { action: "post.deleted", brandId, object: { type: "post", id: postId, name: text === "" ? null : text } });
}

/** The same for one of many that the audit trail tells of with one entry. Returns the beginning of its text. */
export async function removeRow(app: Pick<App, "clock">, tx: Queryable, { doer, ...find }: Deleting): Promise<string[]> {
  const { brandId, postId } = find;
  const now = app.clock.now();
  const remembered = await rememberPosts(tx, { brandId, what: { postId }, doer, now });
  await stopDeliveries(tx, postId, now);
  await removePost(tx, find);
  return remembered.map(({ text }) => text);
}
