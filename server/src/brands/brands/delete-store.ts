import type { Instant } from "@rostrum/contract/formats.ts";
import { ofLedger } from "../../ground/database/ledger.ts";
import { execute, maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import { forgetTotals } from "../totals/store.ts";

/**
 * Locks the brand and all that could begin to leave, until the transaction ends, in the order of those who import, upload and publish:
 * automations, queues, the brand, posts, publications, deliveries. Nothing new can refer to the brand. Null when there is no such
 * brand.
 */
export async function lockWhole(tx: Queryable, brandId: number): Promise<{ readonly title: string; readonly accountId: number } | null> {
  await query(tx, { text: "select id from automations where brand_id = $1 order by id for update", values: [brandId] });
  await query(tx, { text: "select id from collections where brand_id = $1 order by id for update", values: [brandId] });
  const brand = await maybeOne<{ title: string; accountId: number }>(tx, {
    text: `select title, account_id "accountId" from brands where id = $1 for update`,
    values: [brandId],
  });
  await query(tx, { text: "select from posts where brand_id = $1 order by id for update", values: [brandId] });
  await query(tx, { text: "select from publications where brand_id = $1 order by id for update", values: [brandId] });
  await query(tx, { text: `select from deliveries where ${ofLedger("deliveries", "$1")} order by id for update`, values: [brandId] });
  return brand;
}

/** Whether an attempt is under way, or was cut off and is still to be looked into. The caller holds the deliveries. */
export async function isPublishing(tx: Queryable, brandId: number): Promise<boolean> {
  const row = await one<{ found: boolean }>(tx, {
    text: `select exists (select from deliveries where ${ofLedger("deliveries", "$1")} and lease_until is not null) found`,
    values: [brandId],
  });
  return row.found;
}

/** Deletes the brand and everything in it; returns how many bytes its media had. The caller holds what `lockWhole` locks. */
export async function deleteWhole(tx: Queryable, { brandId, now }: { readonly brandId: number; readonly now: Instant }): Promise<number> {
  await leaveGrants(tx, brandId, now);
  const { bytes } = await one<{ bytes: number }>(tx, {
    text: "select coalesce(sum(size_bytes), 0)::bigint bytes from media where brand_id = $1",
    values: [brandId],
  });
  for (const text of DELETIONS) await execute(tx, { text, values: [brandId] });
  await forgetTotals(tx, brandId);
  return bytes;
}

/** Log-ins that no other brand's channels use are given back at their networks. */
async function leaveGrants(tx: Queryable, brandId: number, now: Instant): Promise<void> {
  await execute(tx, {
    text: `update grants g set leaving_at = $2 where leaving_at is null
             and exists (select from channels h where h.grant_id = g.id and h.brand_id = $1)
             and not exists (select from channels h where h.grant_id = g.id and h.brand_id <> $1 and h.status <> 'REMOVED')
             and not exists (select from log_ins l where l.grant_id = g.id and l.brand_id <> $1 and l.ends_at > $2)`,
    values: [brandId, now],
  });
}

/** What refers to others goes first. The ledger has no foreign keys; where there are any with `cascade`, they do the rest. */
const DELETIONS = [
  `delete from attempt_details where attempt_id in (select a.id from attempts a join deliveries on deliveries.id = a.delivery_id where ${ofLedger("deliveries", "$1")})`,
  `delete from attempts where delivery_id in (select id from deliveries where ${ofLedger("deliveries", "$1")})`,
  `delete from deliveries where ${ofLedger("deliveries", "$1")}`,
  "delete from publications where brand_id = $1",
  "delete from import_rows where brand_id = $1",
  "delete from imports where brand_id = $1",
  "delete from posts where brand_id = $1",
  "delete from deleted_posts where brand_id = $1",
  "delete from post_counts where brand_id = $1",
  "delete from feed_items where automation_id in (select id from automations where brand_id = $1)",
  "delete from automations where brand_id = $1",
  "delete from slots where brand_id = $1",
  "delete from collection_channels where collection_id in (select id from collections where brand_id = $1)",
  "delete from collections where brand_id = $1",
  "delete from channels where brand_id = $1",
  "delete from media where brand_id = $1",
  "delete from webhooks where brand_id = $1",
  "delete from events where brand_id = $1",
  "delete from brand_members where brand_id = $1",
  "delete from brands where id = $1",
] as const;
