import type { Instant } from "@rostrum/contract/formats.ts";
import { one, type Queryable, query } from "../../server/src/ground/database/query.ts";

/** Unfinished work in the database. */
export interface Pending {
  /** When the next work is due; null if there is none. */
  readonly nextAt: Instant | null;
  /** Attempts that are in flight or were interrupted. */
  readonly publishing: number;
  readonly lease: Instant | null;
  readonly unsettled: number;
  /** Changes whenever anything in the ledger does. */
  readonly trace: string;
}

export async function readPending(db: Queryable, horizon: Instant): Promise<Pending> {
  return one<Pending>(db, {
    text: `select least(
             (select min(greatest(d.next_at, h.until)) from deliveries d left join holds h on h.channel_id = d.channel_id
              where d.lease_until is null and d.next_at is not null),
             (select min(post_at) from posts where posting_type in ('NOW', 'SCHEDULE') and status = 'PENDING' and leaving_at is null),
             (select min(rejoin_at) from posts where rejoin_at <= $1),
             (select min(next_at) from slots where next_at <= $1)) "nextAt",
           (select count(*) from deliveries where lease_until is not null) publishing,
           (select min(greatest(d.lease_until, h.until)) from deliveries d left join holds h on h.channel_id = d.channel_id
              where d.lease_until is not null) lease,
           (select count(*) from publications where settled_at is null) unsettled,
           concat((select count(*) from deliveries where status in ('waiting', 'pending', 'unknown', 'RETRYING')), ' ',
             (select coalesce(sum(steps), 0) from deliveries), ' ', (select count(*) from publications where settled_at is null), ' ',
             (select count(*) from deliveries), ' ', (select count(*) from slots where next_at <= $1)) trace`,
    values: [horizon],
  });
}

export interface DeliveryFacts {
  readonly id: number;
  readonly publicationId: number;
  readonly parentId: number | null;
  readonly channelId: number | null;
  readonly status: string;
  readonly reason: string | null;
  readonly message: string | null;
  /** The frozen caption of its publication. */
  readonly caption: string;
  readonly dueAt: Instant;
  readonly slotId: number | null;
}

/** Every delivery of these collections, including comments. */
export async function readDeliveries(db: Queryable, collections: readonly number[]): Promise<DeliveryFacts[]> {
  return query<DeliveryFacts>(db, {
    text: `select d.id, d.publication_id "publicationId", d.parent_id "parentId", d.channel_id "channelId", d.status, d.reason, d.message,
             p.content ->> 'text' caption, p.due_at "dueAt", p.slot_id "slotId"
           from deliveries d join publications p on p.id = d.publication_id where p.collection_id = any($1) order by d.id`,
    values: [collections],
  });
}

/** Describes leftovers that must not exist once everything has finished. */
export async function readLeftovers(db: Queryable): Promise<string[]> {
  const rows = await query<{ what: string; count: number }>(db, {
    text: `select 'publications without a delivery' what, count(*) from publications p where not exists (select from deliveries d where d.publication_id = p.id)
           union all select 'publications not settled', count(*) from publications where settled_at is null
           union all select 'attempts without an end', count(*) from attempts where ended_at is null
           union all select 'publications whose counters are wrong', count(*) from publications p cross join lateral (
             select count(*) filter (where next_at is not null) "open", count(*) filter (where status in ('PUBLISHED', 'SENT')) reached
             from deliveries where publication_id = p.id and parent_id is null
           ) d where p.open <> d.open or p.reached <> d.reached
           union all select 'posts that are leaving', count(*) from posts where leaving_at is not null
           union all select 'queue places without a pending queue post', count(*) from posts
             where queue_rank is not null and (posting_type <> 'QUEUE' or status <> 'PENDING')
           union all select 'pending queue posts without a place', count(*) from posts
             where posting_type = 'QUEUE' and status = 'PENDING' and queue_rank is null
           union all select 'slots that sent two posts at one moment', count(*) from
             (select 1 from publications where slot_id is not null group by slot_id, due_at having count(*) > 1) twice`,
  });
  return rows.filter(({ count }) => count > 0).map(({ what, count }) => `${count} ${what}`);
}

/** Describes rounds of posts of these collections of which there is not exactly the one event that says how they ended. */
export async function readMistold(db: Queryable, collections: readonly number[]): Promise<string[]> {
  const rows = await query<{ postId: number; verdict: string; told: string[]; wasScheduled: boolean }>(db, {
    text: `select p.post_id "postId", v.verdict, t.told,
             o.posting_type = 'NOW' or exists (select from events e where e.type = 'post.scheduled' and e.subject = 'post:' || o.id) "wasScheduled"
           from publications p join posts o on o.id = p.post_id
           cross join lateral (
             select case when failed = 0 and reached = 0 then 'post.skipped' when failed = 0 then 'post.published'
               when reached = 0 then 'post.failed' else 'post.partly_failed' end verdict
             from (select count(*) filter (where status = 'FAILED') failed, count(*) filter (where status in ('PUBLISHED', 'SENT')) reached
               from deliveries where publication_id = p.id and parent_id is null) d
           ) v
           cross join lateral (
             select coalesce(array_agg(e.type order by e.seq), '{}') told from events e where e.publication_id = p.id
           ) t
           where p.collection_id = any($1) and p.settled_at is not null`,
    values: [collections],
  });
  return rows.flatMap(({ postId, verdict, told, wasScheduled }) => [
    ...(told.length === 1 && told[0] === verdict ? [] : [`post ${postId} ended as ${verdict}, and its events are [${told.join(", ")}]`]),
    ...(wasScheduled ? [] : [`post ${postId} left, and no event says that it was scheduled`]),
  ]);
}
