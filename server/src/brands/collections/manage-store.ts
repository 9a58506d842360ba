import type { QueueStatus } from "@rostrum/contract/brands.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { changedAt } from "../../ground/database/changed-at.ts";
import { maybeOne, type Queryable } from "../../ground/database/query.ts";
import type { CollectionRow } from "./store.ts";

export interface ManagedCollectionRow extends CollectionRow {
  readonly brandId: number;
  /** The brand's timezone. */
  readonly timezone: string | null;
}

/** A null status leaves the collection as it is. Returns null when there is no such collection. */
export async function changeCollection(
  db: Queryable,
  change: { readonly collectionId: number; readonly status: QueueStatus | null; readonly now: Instant },
): Promise<ManagedCollectionRow | null> {
  return maybeOne<ManagedCollectionRow>(db, {
    text: `update collections c set status = coalesce($2, c.status), updated_at = case when $2 is null then c.updated_at else ${changedAt("$3", "c")} end
           from brands b where c.id = $1 and b.id = c.brand_id
           returning c.id, c.brand_id as "brandId", c.title, c.description, c.status, c.max_republish as "maxRepublish",
             c.created_at as "createdAt", c.updated_at as "updatedAt", b.timezone`,
    values: [change.collectionId, change.status, change.now],
  });
}

/** The status of a collection, which is locked until the transaction ends; null if there is none. */
export async function lockStatus(tx: Queryable, collectionId: number): Promise<{ readonly status: QueueStatus } | null> {
  return maybeOne<{ status: QueueStatus }>(tx, {
    text: "select status from collections where id = $1 for no key update",
    values: [collectionId],
  });
}
