import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { PostingType, PostStatus } from "@rostrum/contract/posts.ts";
import type { DeliveryReason } from "@rostrum/contract/reasons.ts";
import { joinHold } from "../../ground/database/holds.ts";
import { maybeOne, type Queryable, query } from "../../ground/database/query.ts";
import type { Json } from "../../networks/connectors/json.ts";

export interface ExplainedPostRow {
  readonly id: number;
  readonly brandId: number;
  readonly collectionId: number;
  readonly collection: string;
  readonly text: string;
  readonly postingType: PostingType;
  readonly status: PostStatus;
  readonly leavingAt: Instant | null;
  readonly rejoinAt: Instant | null;
  /** The date of a scheduled post, or of its slot for a queued one. */
  readonly dueAt: Instant | null;
}

/** Not scoped to a brand: the operator gives only the post's id. */
export async function findPostToExplain(db: Queryable, postId: number): Promise<ExplainedPostRow | null> {
  return maybeOne<ExplainedPostRow>(db, {
    text: `select p.id, p.brand_id "brandId", p.collection_id "collectionId", c.title collection,
             coalesce(nullif(trim(p.title), ''), nullif(p.body, ''), p.poll ->> 'question', '') text,
             p.posting_type "postingType", p.status, p.leaving_at "leavingAt", p.rejoin_at "rejoinAt", coalesce(d.at, p.post_at) "dueAt"
           from posts p join collections c on c.id = p.collection_id
           left join queue_dates d on d.post_id = p.id and p.queue_rank is not null where p.id = $1`,
    values: [postId],
  });
}

export interface DeliveryHistoryRow {
  readonly id: number;
  readonly isComment: boolean;
  readonly channelId: number | null;
  readonly channel: string | null;
  readonly channelType: ChannelType | null;
  readonly dueAt: Instant;
  readonly slotDay: number | null;
  readonly slotTime: string | null;
  readonly status: string;
  readonly reason: DeliveryReason | null;
  readonly message: string | null;
  /** Of the hold that it waits for; null if it does not. */
  readonly heldReason: string | null;
  readonly heldUntil: Instant | null;
  readonly url: string | null;
  readonly nextAt: Instant | null;
  /** The post's total, including deliveries left out. */
  readonly total: number;
}

/** The newest deliveries of a post, in ascending order. One waiting on a held channel says so, and until when. */
export async function listDeliveryHistory(
  db: Queryable,
  find: { readonly brandId: number; readonly postId: number; readonly limit: number; readonly now: Instant },
): Promise<DeliveryHistoryRow[]> {
  return query<DeliveryHistoryRow>(db, {
    text: `select * from (
             select d.id, d.parent_id is not null "isComment", d.channel_id "channelId", d.channel_name channel, d.channel_type "channelType",
               l.due_at "dueAt", s.day "slotDay", s.time "slotTime", case when d.lease_until is null then d.status else 'publishing' end status,
               coalesce(d.reason, case when hold.until is not null then 'channel_held' end) reason, d.message, hold.reason "heldReason", hold.until "heldUntil", d.url,
               case when d.lease_until is null then greatest(d.next_at, hold.until) end "nextAt", count(*) over () total
             from publications l join deliveries d on d.publication_id = l.id left join slots s on s.id = l.slot_id
               left join channels h on h.id = d.channel_id
               ${joinHold("h", "$4")} and d.next_at is not null and d.lease_until is null and d.status <> 'pending'
             where l.brand_id = $1 and l.post_id = $2 order by d.id desc limit $3
           ) newest order by id`,
    values: [find.brandId, find.postId, find.limit, find.now],
  });
}

export interface AttemptHistoryRow {
  readonly deliveryId: number;
  readonly number: number;
  readonly step: "publish" | "check" | "find";
  readonly times: number;
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
  readonly outcome: { readonly kind: string; readonly [name: string]: Json | undefined } | null;
  /** Null once its details have been dropped, and if the process that made them is gone. */
  readonly calls: readonly AttemptHistoryCall[] | null;
}

/** As stored by the engine's ledger. */
export type AttemptHistoryCall =
  | { readonly leftOut: number }
  | {
      readonly at: Instant;
      readonly method: string;
      readonly url: string;
      readonly sent: string | null;
      readonly status: number | null;
      readonly reply: string | null;
      readonly milliseconds: number;
    };

export async function listAttemptHistory(
  db: Queryable,
  find: { readonly brandId: number; readonly deliveryIds: readonly number[] },
): Promise<AttemptHistoryRow[]> {
  return query<AttemptHistoryRow>(db, {
    text: `select a.delivery_id "deliveryId", a.number, a.step, a.times, a.started_at "startedAt", a.ended_at "endedAt", a.outcome, t.calls
           from attempts a join deliveries d on d.id = a.delivery_id
             left join attempt_details t on t.attempt_id = a.id and t.started_at = a.started_at and a.ended_at is not null
           where d.brand_id = $1 and a.delivery_id = any($2::bigint[]) order by a.delivery_id, a.number`,
    values: [find.brandId, find.deliveryIds],
  });
}

export interface SettlementRow {
  readonly deliveryId: number;
  readonly at: Instant;
  readonly by: string;
  readonly decision: "published" | "again" | "retry";
  readonly url: string | null;
}

export async function listSettlements(
  db: Queryable,
  find: { readonly brandId: number; readonly deliveryIds: readonly number[] },
): Promise<SettlementRow[]> {
  return query<SettlementRow>(db, {
    text: `select s.delivery_id "deliveryId", s.settled_at at, s.settled_by "by", s.decision, s.url
           from settlements s join deliveries d on d.id = s.delivery_id
           where d.brand_id = $1 and s.delivery_id = any($2::bigint[]) order by s.id`,
    values: [find.brandId, find.deliveryIds],
  });
}
