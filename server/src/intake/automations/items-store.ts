import type { Instant } from "@rostrum/contract/formats.ts";
import { execute, maybeOne, type Queryable, query } from "../../ground/database/query.ts";
import { KEPT_DAYS, KEPT_ITEMS_MIN } from "./rules.ts";

/** The keys that identify a feed item: see `feeds/item.ts`. */
export interface Keys {
  readonly key: string;
  readonly linkKey: string | null;
  readonly contentKey: string;
  readonly datedKey: string | null;
  readonly loneKey: string | null;
  readonly publishedAt: Instant | null;
}

/**
 * By a link an item is known under another id. Not so in a feed of one item that always links to the same page: what has another title
 * there, and a date after the one before was first seen, is another item.
 */
const IS_OTHER =
  "i.key <> i.link_key and given.key <> given.link_key and i.title_key <> given.lone and given.published_at > i.first_seen_at";
const HAS_LINK = `i.link_key = given.link_key and not coalesce(${IS_OTHER}, false)`;
/** A row matches an item by key, by link, or by content if the item has no other key. `given` holds the item's keys. */
const IS_SAME = `(i.key = given.key or ${HAS_LINK} or i.content_key = given.key)`;
const GIVEN = "unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) as given (key, link_key, lone, published_at)";

/**
 * The same, and by content in two more ways, for what no other item of the document has: `own`, whether or not it has a date, where a
 * row is known by its content alone; `dated` where its id is not in the document any more, as in a feed that gives all items new ids.
 * `titled` is title and date, where the row's id and link are not in the document any more. A date without a time of day says something
 * only where nothing else of the document is known: `timed` has the others.
 */
const GIVEN_WHOLE = `unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::timestamptz[],
  $11::text[]) as given (key, link_key, content_key, own, dated, titled, timed, lone, published_at, dated_key)`;
const BY_KEY = "i.automation_id = $1 and i.key = given.key";
const BY_LINK = `i.automation_id = $1 and ${HAS_LINK}`;
const BY_OWN = "i.automation_id = $1 and i.key = given.own";
const BY_DATED = "i.automation_id = $1 and i.content_key = given.dated and i.key <> all($2)";
const byTitle = (given: "titled" | "timed") =>
  `i.automation_id = $1 and i.dated_key = given.${given} and i.key <> all($2) and coalesce(i.link_key <> all($3), true)`;

function wholeGiven(automationId: number, items: readonly Keys[]): unknown[] {
  const counts = new Map<string, number>();
  for (const { contentKey } of items) counts.set(contentKey, (counts.get(contentKey) ?? 0) + 1);
  const own = items.map(({ contentKey }) => (counts.get(contentKey) === 1 ? contentKey : null));
  const titles = new Map<string, number>();
  for (const { datedKey } of items) if (datedKey !== null) titles.set(datedKey, (titles.get(datedKey) ?? 0) + 1);
  const titled = items.map(({ datedKey }) => (datedKey !== null && titles.get(datedKey) === 1 ? datedKey : null));
  return [
    automationId,
    items.map((item) => item.key),
    items.map((item) => item.linkKey),
    items.map((item) => item.contentKey),
    own,
    items.map(({ publishedAt }, index) => (publishedAt === null ? null : own[index])),
    titled,
    items.map(({ publishedAt }, index) => (publishedAt?.includes(MIDNIGHT) ? null : titled[index])),
    items.map((item) => item.loneKey),
    items.map((item) => item.publishedAt),
    items.map((item) => item.datedKey),
  ];
}

/** What a date without a time of day is read as. */
const MIDNIGHT = "T00:00:00.";

/** The keys of the items of a document that are already known to the automation. */
export async function findKnown(db: Queryable, automationId: number, items: readonly Keys[]): Promise<Set<string>> {
  if (items.length === 0) return new Set();
  const rows = await query<{ key: string }>(db, {
    name: "known_items",
    text: `select given.key from ${GIVEN_WHOLE} where exists (select from feed_items i where ${BY_KEY})
             or exists (select from feed_items i where ${BY_LINK})
             or exists (select from feed_items i where i.automation_id = $1 and i.content_key = given.key)
             or exists (select from feed_items i where ${BY_OWN})
             or exists (select from feed_items i where ${BY_DATED})
             or exists (select from feed_items i where ${byTitle("timed")})`,
    values: wholeGiven(automationId, items),
  });
  return new Set(rows.map((row) => row.key));
}

/**
 * The keys of the items of a document in which nothing is known that are known by title and date: the site has got another address, which
 * changes ids and links of all of them at once. Stores what they go by now, under which they stay known.
 */
export async function followMoved(db: Queryable, automationId: number, items: readonly Keys[], now: Instant): Promise<Set<string>> {
  const rows = await query<{ key: string }>(db, {
    name: "follow_moved",
    text: `with moved as (
             select given.key, given.link_key, given.content_key, given.titled from ${GIVEN_WHOLE}
             where exists (select from feed_items i where ${byTitle("titled")})
           ), stored as (
             insert into feed_items (automation_id, key, link_key, content_key, dated_key, first_seen_at, last_seen_at)
             select $1, key, link_key, content_key, titled, $12, $12 from moved on conflict do nothing
           )
           select key from moved`,
    values: [...wholeGiven(automationId, items), now],
  });
  return new Set(rows.map((row) => row.key));
}

/** Whether the automation has stored the item meanwhile, as one that was not known when its document was read. */
export async function isStored(tx: Queryable, automationId: number, { key, linkKey, loneKey, publishedAt }: Keys): Promise<boolean> {
  const rows = await query(tx, {
    name: "stored_item",
    text: `select from ${GIVEN} join feed_items i on i.automation_id = $1 and ${IS_SAME} limit 1`,
    values: [automationId, [key], [linkKey], [loneKey], [publishedAt]],
  });
  return rows.length > 0;
}

/** Of rows with one link: a feed that gives its items new ids at every build is known by its links. */
const IDS_OF_LINK_MAX = 5;
/** Of an automation, beyond which no more names of known items are stored. */
const ROWS_MAX = 5000;

/**
 * Stores by what the known items of a document go beside what they were known by: an item may get another link today and another id
 * next year. What is stored stays, so that what is known stays known. Where rows have no link, or nothing but a link, several items
 * shared the other one: these are not joined.
 */
export async function followItems(tx: Queryable, automationId: number, items: readonly Keys[], now: Instant): Promise<void> {
  if (items.length === 0) return;
  await query(tx, {
    name: "follow_items",
    text: `insert into feed_items (automation_id, key, link_key, content_key, dated_key, first_seen_at, last_seen_at)
           select distinct on (key) $1, key, link_key, content_key, titled, $12, $12 from (
             select i.key || ' at ' || given.link_key key, given.link_key, given.content_key, given.titled
             from ${GIVEN_WHOLE} join feed_items i on ${BY_KEY}
             where i.link_key <> given.link_key
               and not exists (select from feed_items o where o.automation_id = $1 and o.link_key = given.link_key)
             union all
             select given.key, given.link_key, given.content_key, given.titled
             from ${GIVEN_WHOLE} join feed_items i on ${BY_LINK}
             where i.key <> i.link_key and given.key <> given.link_key
               and (select count(*) from feed_items o where o.automation_id = $1 and o.link_key = given.link_key) < ${IDS_OF_LINK_MAX}
             union all
             select given.key, given.link_key, given.content_key, given.titled from ${GIVEN_WHOLE} join feed_items i on ${BY_OWN}
             union all
             select given.key, given.link_key, given.content_key, given.titled from ${GIVEN_WHOLE} join feed_items i on ${byTitle("timed")}
             where not exists (select from feed_items o where o.automation_id = $1 and o.content_key = given.content_key)
           ) named where (select count(*) from feed_items o where o.automation_id = $1) < ${ROWS_MAX}
           on conflict do nothing`,
    values: [...wholeGiven(automationId, items), now],
  });
}

/** Records items as known, so that they are never imported. */
export async function insertKnownItems(tx: Queryable, automationId: number, items: readonly Keys[], now: Instant): Promise<void> {
  if (items.length === 0) return;
  await query(tx, {
    text: `insert into feed_items (automation_id, key, link_key, content_key, dated_key, title_key, first_seen_at, last_seen_at)
           select $1, key, link_key, content_key, dated_key, title_key, $7, $7
           from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) as given (key, link_key, content_key, dated_key, title_key)
           on conflict do nothing`,
    values: [
      automationId,
      items.map((item) => item.key),
      items.map((item) => item.linkKey),
      items.map((item) => item.contentKey),
      items.map((item) => item.datedKey),
      items.map((item) => item.loneKey),
      now,
    ],
  });
}

/** Records that these items are in the feed. At most once a day, so that an hourly run writes little. */
export async function markSeen(db: Queryable, automationId: number, items: readonly Keys[], now: Instant): Promise<void> {
  if (items.length === 0) return;
  await execute(db, {
    name: "mark_seen",
    text: `update feed_items i set last_seen_at = $12, dated_key = coalesce(i.dated_key, given.dated_key),
             title_key = coalesce(i.title_key, given.lone)
           from ${GIVEN_WHOLE}
           where i.automation_id = $1 and (${IS_SAME} or i.content_key = given.content_key)
             and (i.last_seen_at < $12::timestamptz - interval '1 day' or i.dated_key is null and given.dated_key is not null
               or i.title_key is null and given.lone is not null)`,
    values: [...wholeGiven(automationId, items), now],
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
