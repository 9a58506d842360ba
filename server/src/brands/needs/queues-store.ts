import type { QueueStatus } from "@rostrum/contract/brands.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { type Queryable, query } from "../../ground/database/query.ts";
import type { NearSlot } from "./rules.ts";

/** Counted no further: nobody plans so many slots for two weeks. */
const WAITING_MAX = 500;

export interface QueueRow {
  readonly id: number;
  readonly brandId: number;
  readonly title: string;
  /** Nothing of it leaves: it is paused, or its brand's queue is. */
  readonly isPaused: boolean;
  readonly brandQueueStatus: QueueStatus;
  /** Of its channels those that are active, or only wait for a log-in. */
  readonly channelIds: readonly number[];
  /** Posts in its queue, at most `WAITING_MAX`. */
  readonly waiting: number;
  /** Whether what has left comes back at once, so that it never runs out. */
  readonly comesBack: boolean;
}

/** The collections of these brands with what waits in their queues. */
export async function listQueues(db: Queryable, brandIds: readonly number[]): Promise<QueueRow[]> {
  return query<QueueRow>(db, {
    name: "queues_of_brands",
    text: `select c.id, c.brand_id "brandId", c.title, c.status = 'PAUSED' or b.queue_status = 'PAUSED' "isPaused",
             b.queue_status "brandQueueStatus",
             array(select cc.channel_id from collection_channels cc join channels h on h.id = cc.channel_id
               where cc.collection_id = c.id and (h.status = 'ACTIVE' or h.status = 'INACTIVE' and h.needs_log_in)) "channelIds",
             (select count(*) from (
               select from posts p where p.collection_id = c.id and p.queue_rank is not null limit ${WAITING_MAX}
             ) front)::integer waiting,
             c.max_republish < 0 and exists (
               select from posts p where p.collection_id = c.id and (p.leaving_at is not null or p.rejoin_at is not null)
             ) "comesBack"
           from collections c join brands b on b.id = c.brand_id where c.brand_id = any($1::bigint[]) order by c.id`,
    values: [brandIds],
  });
}

export interface NearSlotRow extends NearSlot {
  readonly collectionId: number;
  /** `HH:mm`, by the clock of the brand. */
  readonly time: string;
}

/** The weekly slots of these brands with the day of their next moment. */
export async function listNearSlots(db: Queryable, find: { brandIds: readonly number[]; now: Instant }): Promise<NearSlotRow[]> {
  return query<NearSlotRow>(db, {
    name: "near_slots_of_brands",
    text: `select s.collection_id "collectionId", s.time, s.next_at "nextAt", ${dayOf("s.next_at")} "dayOffset"
           from brands b join slots s on s.brand_id = b.id where b.id = any($1::bigint[]) order by s.id`,
    values: [find.brandIds, find.now],
  });
}

export interface ScheduledRow {
  readonly collectionId: number;
  readonly dayOffset: number;
  readonly posts: number;
}

/** How many posts with a date of their own leave from each collection on each day until then. */
export async function countScheduled(
  db: Queryable,
  find: { brandIds: readonly number[]; now: Instant; until: Instant },
): Promise<ScheduledRow[]> {
  return query<ScheduledRow>(db, {
    name: "scheduled_of_brands",
    text: `select p.collection_id "collectionId", ${dayOf("p.post_at")} "dayOffset", count(*)::integer posts
           from brands b join collections c on c.brand_id = b.id
             join posts p on p.collection_id = c.id and p.posting_type in ('NOW', 'SCHEDULE') and p.post_at >= $2 and p.post_at < $3
             and p.status = 'PENDING'
           where b.id = any($1::bigint[]) group by 1, 2`,
    values: [find.brandIds, find.now, find.until],
  });
}

/** How many days after that of `$2` a moment is, by the clock of the brand `b`. */
function dayOf(moment: string): string {
  const zone = "coalesce(b.timezone, 'UTC')";
  return `(${moment} at time zone ${zone})::date - ($2::timestamptz at time zone ${zone})::date`;
}
