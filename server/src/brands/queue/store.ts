import type { Instant } from "@rostrum/contract/formats.ts";
import { maybeOne, type Queryable, query } from "../../ground/database/query.ts";
import { type ComingSlot, dayName } from "./rules.ts";

/** A collection's queue, locked until the transaction ends. Anything that changes it or fires its slots locks it first. */
export interface LockedQueue {
  readonly collectionId: number;
  readonly brandId: number;
  readonly timezone: string;
  readonly paused: boolean;
  readonly maxRepublish: number;
}

export async function lockQueue(tx: Queryable, collectionId: number): Promise<LockedQueue> {
  const queue = await lockQueueIfThere(tx, collectionId);
  if (queue === null) throw new Error(`collection ${collectionId} is gone`);
  return queue;
}

/** The same for those who can come again: null if somebody else has locked it, or the collection has been deleted. */
export async function lockQueueIfFree(tx: Queryable, collectionId: number): Promise<LockedQueue | null> {
  const [free] = await query(tx, {
    name: "lock_free_queue",
    text: "select from collections where id = $1 for no key update skip locked",
    values: [collectionId],
  });
  return free === undefined ? null : readLocked(tx, collectionId);
}

/** The same for those who may come too late: null if the collection has been deleted. */
export async function lockQueueIfThere(tx: Queryable, collectionId: number): Promise<LockedQueue | null> {
  await query(tx, { name: "lock_queue", text: "select from collections where id = $1 for no key update", values: [collectionId] });
  // A separate statement: the one that waits for the lock sees the brand as it was before the wait.
  return readLocked(tx, collectionId);
}

async function readLocked(tx: Queryable, collectionId: number): Promise<LockedQueue | null> {
  return maybeOne<LockedQueue>(tx, {
    name: "locked_queue",
    text: `select c.id "collectionId", c.brand_id "brandId", coalesce(b.timezone, 'UTC') "timezone", c.max_republish "maxRepublish",
                  c.status = 'PAUSED' or b.queue_status = 'PAUSED' "paused"
           from collections c join brands b on b.id = c.brand_id where c.id = $1`,
    values: [collectionId],
  });
}

export interface StoredSlot extends ComingSlot {
  /** When it last sent a post. */
  readonly sentAt: Instant | null;
}

/** The slots of a collection with their next moments. */
export async function listComingSlots(db: Queryable, collectionId: number): Promise<StoredSlot[]> {
  const rows = await query<{ id: number; day: number; time: string; nextAt: Instant; sentAt: Instant | null }>(db, {
    name: "coming_slots",
    text: `select id, day, time, next_at "nextAt", sent_at "sentAt" from slots where collection_id = $1 order by id`,
    values: [collectionId],
  });
  return rows.map((row) => ({ ...row, day: dayName(row.day) }));
}

export interface QueuedPost {
  readonly id: number;
  readonly postAt: Instant | null;
}

/** A place in a queue; ranks rise from front to back, with gaps. */
export interface RankedPost {
  readonly id: number;
  readonly rank: number;
}

/** The posts waiting in the queue, front first. */
export async function listQueued(db: Queryable, collectionId: number): Promise<QueuedPost[]> {
  return query<QueuedPost>(db, {
    name: "queued_posts",
    text: `select p.id, d.at "postAt" from posts p left join queue_dates d on d.post_id = p.id
           where p.collection_id = $1 and p.queue_rank is not null order by p.queue_rank, p.id`,
    values: [collectionId],
  });
}

export interface QueueEnd {
  readonly collectionId: number;
  readonly frontRank: number | null;
  readonly backRank: number | null;
  /** The date of the last post, and how many posts share it. */
  readonly lastAt: Instant | null;
  readonly atLast: number;
}

export async function findQueueEnd(tx: Queryable, collectionId: number): Promise<QueueEnd> {
  const [end] = await query<QueueEnd>(tx, { name: "queue_end", text: queueEnds("c.id = $1"), values: [collectionId] });
  return end ?? { collectionId, frontRank: null, backRank: null, lastAt: null, atLast: 0 };
}

/** The ends of all queues of a brand. */
export function listQueueEnds(db: Queryable, brandId: number): Promise<QueueEnd[]> {
  return query<QueueEnd>(db, { name: "queue_ends", text: queueEnds("c.brand_id = $1"), values: [brandId] });
}

/** Reads the two ends of each queue alone, however long it is. */
export function queueEnds(which: string): string {
  return `select c.id "collectionId", front.rank "frontRank", back.rank "backRank", back.at "lastAt", coalesce(back.posts, 0) "atLast"
          from collections c left join lateral (
            select min(queue_rank) rank from posts where collection_id = c.id and queue_rank is not null
          ) front on true left join lateral (
            select tail.rank, tail.at, count(tail.at) over (partition by tail.at) posts
            from (
              select p.id, p.queue_rank rank, d.at from posts p left join queue_dates d on d.post_id = p.id
              where p.collection_id = c.id and p.queue_rank is not null order by p.queue_rank desc, p.id desc
              limit greatest(1, least(${SHARED_MAX}, ${SHARED_BY_SLOTS}))
            ) tail order by tail.rank desc, tail.id desc limit 1
          ) back on true
          where ${which} order by c.id`;
}

/** What is counted at most. */
const SHARED_MAX = 1000;
/**
 * More posts never share a date: a queue gives one for each slot. Slots of one weekday and the next, because a change of the clock can move
 * those around midnight onto one moment.
 */
const SHARED_BY_SLOTS = `(select max(today + following) from (
  select count(*) filter (where s.day = d) today, count(*) filter (where s.day = d % 7 + 1) following
  from slots s, generate_series(1, 7) d where s.collection_id = c.id group by d) days)`;

/** How many posts are in each queue of a brand that has any. */
export async function countQueued(db: Queryable, brandId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await query<{ collectionId: number; queued: number }>(db, {
    name: "queued_by_collection",
    text: `select collection_id "collectionId", count(*) queued from posts
           where collection_id in (select id from collections where brand_id = $1) and queue_rank is not null group by collection_id`,
    values: [brandId],
  });
  return new Map(rows.map(({ collectionId, queued }) => [collectionId, queued]));
}

/** The slots of all collections of a brand with their next moments. */
export async function listBrandSlots(db: Queryable, brandId: number): Promise<(ComingSlot & { readonly collectionId: number })[]> {
  const rows = await query<{ id: number; collectionId: number; day: number; time: string; nextAt: Instant }>(db, {
    name: "brand_slots",
    text: `select id, collection_id "collectionId", day, time, next_at "nextAt" from slots where brand_id = $1 order by collection_id, id`,
    values: [brandId],
  });
  return rows.map((row) => ({ ...row, day: dayName(row.day) }));
}

/** Stores the date of a post that joins its queue or moves in it. */
export async function storeMoment(tx: Queryable, post: QueuedPost): Promise<void> {
  await query(tx, {
    name: "store_moment",
    text: "insert into queue_dates (post_id, at) values ($1, $2) on conflict (post_id) do update set at = excluded.at",
    values: [post.id, post.postAt],
  });
}

/** Stores new dates of posts already in the queue. */
export async function storeMoments(tx: Queryable, posts: readonly QueuedPost[]): Promise<void> {
  if (posts.length === 0) return;
  await query(tx, {
    text: `update queue_dates d set at = given.at from unnest($1::bigint[], $2::timestamptz[]) as given (id, at) where d.post_id = given.id`,
    values: [posts.map((post) => post.id), posts.map((post) => post.postAt)],
  });
}

/** Stores the next moments of slots, and when they last sent a post. */
export async function storeSlots(tx: Queryable, slots: readonly { id: number; nextAt: Instant; sentAt: Instant | null }[]): Promise<void> {
  if (slots.length === 0) return;
  await query(tx, {
    text: `update slots set next_at = given.next_at, sent_at = coalesce(given.sent_at, slots.sent_at)
           from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as given (id, next_at, sent_at) where slots.id = given.id`,
    values: [slots.map((slot) => slot.id), slots.map((slot) => slot.nextAt), slots.map((slot) => slot.sentAt)],
  });
}
