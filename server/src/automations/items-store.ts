import type { Instant } from "@rostrum/contract/formats.ts";
import { execute, maybeOne, type Queryable, query } from "../database/query.ts";
import { KEPT_DAYS, KEPT_ITEMS_MIN } from "./rules.ts";

/** The keys that identify a feed item: see `feeds/item.ts`. */
export interface Keys {
  readonly key: string;
  readonly linkKey: string | null;
  readonly contentKey: string;
}

/**
 * A row matches an item by key, by link under another id, or by content if the item has no other key. `given` holds the item's
 * keys.
 */
const IS_SAME = "(i.key = given.key or i.link_key = given.link_key or i.content_key = given.key)";
const GIVEN = "unnest($2::text[], $3::text[]) as given (key, link_key)";

/** The keys of the items already known to the automation. */
export async function findKnown(db: Queryable, automationId: number, items: readonly Keys[]): Promise<Set<string>> {
  if (items.length === 0) return new Set();
  const rows = await query<{ key: string }>(db, {
    name: "known_items",
    text: `select given.key from ${GIVEN} where exists (select from feed_items i where i.automation_id = $1 and i.key = given.key)
             or exists (select from feed_items i where i.automation_id = $1 and i.link_key = given.link_key)
             or exists (select from feed_items i where i.automation_id = $1 and i.content_key = given.key)`,
    values: [automationId, items.map((item) => item.key), items.map((item) => item.linkKey)],
  });
  return new Set(rows.map((row) => row.key));
}

/** Records items as known, so that they are never imported. */
export async function insertKnownItems(tx: Queryable, automationId: number, items: readonly Keys[], now: Instant): Promise<void> {
  if (items.length === 0) return;
  await query(tx, {
    text: `insert into feed_items (automation_id, key, link_key, content_key, first_seen_at, last_seen_at)
           select $1, key, link_key, content_key, $5, $5 from unnest($2::text[], $3::text[], $4::text[]) as given (key, link_key, content_key)
           on conflict do nothing`,
    values: [automationId, items.map((item) => item.key), items.map((item) => item.linkKey), items.map((item) => item.contentKey), now],
  });
}

/** Records that these items are in the feed. At most once a day, so that an hourly run writes little. */
export async function markSeen(db: Queryable, automationId: number, items: readonly Keys[], now: Instant): Promise<void> {
  if (items.length === 0) return;
  await execute(db, {
    name: "mark_seen",
    text: `update feed_items i set last_seen_at = $4 from ${GIVEN}
           where i.automation_id = $1 and ${IS_SAME} and i.last_seen_at < $4::timestamptz - interval '1 day'`,
    values: [automationId, items.map((item) => item.key), items.map((item) => item.linkKey), now],
  });
}

/** The same for an unchanged feed: all items of the last read are still in it. */
export async function markSeenAgain(db: Queryable, automationId: number, now: Instant): Promise<void> {
  const newest = await maybeOne<{ at: Instant | null }>(db, {
    name: "newest_seen",
    text: `select max(last_seen_at) "at" from feed_items where automation_id = $1`,
    values: [automationId],
  });
  if (newest === null || newest.at === null) return;
  await execute(db, {
    name: "mark_seen_again",
    text: `update feed_items set last_seen_at = $3
           where automation_id = $1 and last_seen_at >= $2::timestamptz - interval '1 day' and $2 < $3::timestamptz - interval '1 day'`,
    values: [automationId, newest.at, now],
  });
}

/** Forgets items that left the feed long ago, plus a day, since `markSeen` writes only once a day. */
export async function forgetOldItems(db: Queryable, automationId: number, now: Instant): Promise<void> {
  await execute(db, {
    name: "forget_items",
    text: `delete from feed_items where automation_id = $1 and last_seen_at < $2::timestamptz - interval '${KEPT_DAYS + 1} days'
             and key not in (select key from feed_items where automation_id = $1 order by last_seen_at desc, key limit ${KEPT_ITEMS_MIN})`,
    values: [automationId, now],
  });
}
