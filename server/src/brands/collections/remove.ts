import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { fact } from "../../ground/audit/rules.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import type { BrandViewer } from "../../ground/viewer.ts";
import { doerOf } from "../deletions/rules.ts";
import { rememberPosts } from "../deletions/store.ts";
import { countContents, countLeaving, deleteWhole, lockWhole } from "./remove-store.ts";

export async function countCollectionContents(
  app: App,
  { collectionId }: PrivateInput<"countCollectionContents">,
): Promise<PrivateOutput<"countCollectionContents">> {
  return (await countContents(app.db, collectionId)) ?? unknownCollection(collectionId);
}

/** Deletes a collection with its posts, automations and slots, unless one of its posts is being published. Results stay. */
export async function deleteCollection(
  app: App,
  { collectionId }: PrivateInput<"deleteCollection">,
  { viewer }: { readonly viewer: BrandViewer | null },
): Promise<PrivateOutput<"deleteCollection">> {
  await transaction(app.db, async (tx) => {
    const { brandId, title } = (await lockWhole(tx, collectionId)) ?? unknownCollection(collectionId);
    const leaving = await countLeaving(tx, collectionId);
    if (leaving > 0) {
      const what = leaving === 1 ? "A post of this collection is" : `${leaving} posts of this collection are`;
      refuse(409, "collection", `${what} being published. Wait until that is done, or delete ${leaving === 1 ? "it" : "them"} first.`);
    }
    const posts = await rememberPosts(tx, { brandId, what: { collectionId }, doer: doerOf(viewer), now: app.clock.now() });
    const object = { type: "collection", id: collectionId, name: title } as const;
    await record(app, tx, { action: "collection.deleted", brandId, object, changes: [fact("posts", posts.length)] });
    await deleteWhole(tx, { brandId, collectionId });
  });
  return { id: collectionId };
}

function unknownCollection(collectionId: number): never {
  return refuse(404, "collection", `There is no collection with the id ${collectionId}.`);
}
