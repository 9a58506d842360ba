import type { Instant } from "@rostrum/contract/formats.ts";
import type { PostType } from "@rostrum/contract/posts.ts";
import type { Json } from "../connectors/connector.ts";
import { maybeOne, type Queryable, query } from "../database/query.ts";
import type { Content } from "./content.ts";
import type { AttemptCall } from "./recording.ts";
import type { Reason } from "./rules.ts";

/** What has not yet left of a deleted post stays here: hidden where no list shows it, skipped where one does. */
export async function stopDeliveries(tx: Queryable, postId: number, now: Instant): Promise<void> {
  await query(tx, {
    text: `update deliveries set status = case status when 'waiting' then 'cancelled' else 'SKIPPED' end, next_at = null, reason = 'post_deleted',
             message = 'The post was deleted before it could be published here.', published_at = $2
           where post_id = $1 and status in ('waiting', 'RETRYING') and parent_id is null`,
    values: [postId, now],
  });
  // What is under way still settles its publication when it ends; where nothing is, nobody else would.
  await query(tx, {
    text: `update publications p set settled_at = $2 where post_id = $1 and settled_at is null and not exists
             (select from deliveries d where d.publication_id = p.id and d.parent_id is null and d.next_at is not null)`,
    values: [postId, now],
  });
}

export interface DeliveryRow {
  readonly id: number;
  /** Random and stable: the idempotency key. */
  readonly key: string;
  readonly publicationId: number;
  readonly parentId: number | null;
  readonly channelId: number;
  readonly status: "waiting" | "publishing" | "pending" | "unknown" | "RETRYING";
  readonly tries: number;
  readonly firstAttemptAt: Instant | null;
  readonly receipt: string | null;
  readonly checkpoints: Readonly<Record<string, Json>>;
  /** Null once the post has been deleted. */
  readonly postId: number | null;
  readonly brandId: number;
  readonly dueAt: Instant;
  readonly content: Content;
  /** Of the post that a comment belongs to. */
  readonly parentRemoteId: string | null;
}

/**
 * The next delivery of a channel whose step is due, longest waiting first. A delivery that is `publishing` while nobody
 * holds the channel was cut off; its lease says when it may be looked at.
 */
export async function nextDelivery(db: Queryable, channelId: number, now: Instant): Promise<DeliveryRow | null> {
  return maybeOne<DeliveryRow>(db, {
    name: "next_delivery",
    text: `select d.id, d.key, d.publication_id "publicationId", d.parent_id "parentId", d.channel_id "channelId", d.status, d.tries,
             d.first_attempt_at "firstAttemptAt", d.receipt, d.checkpoints, d.post_id "postId", d.brand_id "brandId",
             p.due_at "dueAt", p.content, parent.remote_id "parentRemoteId"
           from deliveries d join publications p on p.id = d.publication_id left join deliveries parent on parent.id = d.parent_id
           where d.channel_id = $1 and d.next_at is not null and (d.next_at <= $2 or d.status = 'publishing')
           order by d.next_at, d.id limit 1`,
    values: [channelId, now],
  });
}

export type Step = "publish" | "check" | "find";

/**
 * Writes an attempt down before the platform is called, and answers its number; null when the delivery is no longer as it
 * was read: its post has been deleted meanwhile, or the channel's lock was lost and somebody else has gone on with it.
 * `leaseUntil`: after that somebody looks whether the attempt was cut off.
 */
export async function startAttempt(
  tx: Queryable,
  start: { read: Pick<DeliveryRow, "id" | "status" | "tries">; step: Step; now: Instant; leaseUntil: Instant },
): Promise<number | null> {
  const { read, step, now, leaseUntil } = start;
  const started = await maybeOne<{ tries: number }>(tx, {
    name: "start_attempt",
    text: `with started as (
             update deliveries set status = 'publishing', tries = tries + 1, first_attempt_at = coalesce(first_attempt_at, $3), next_at = $4
             where id = $1 and status = $5 and tries = $6 returning id, tries
           ), noted as (
             insert into attempts (delivery_id, number, step, started_at) select id, tries, $2, $3 from started
           )
           select tries from started`,
    values: [read.id, step, now, leaseUntil, read.status, read.tries],
  });
  return started?.tries ?? null;
}

/**
 * Locks what an outcome is stored to, the post first, as everybody does who holds both, then its publication: of several
 * channels that end at once the last one sees all the others. Answers whether the delivery still
 * stands at this attempt: in `statuses`, with as many tries.
 */
export async function lockStandingAt(
  tx: Queryable,
  delivery: Pick<DeliveryRow, "id" | "postId" | "publicationId">,
  at: { tries: number; statuses: readonly string[] },
): Promise<boolean> {
  const rows = await query(tx, {
    name: "lock_standing_at",
    text: `with post as materialized (select from posts where id = $4 for no key update),
             publication as materialized (select from publications where id = $5 and (select count(*) from post) >= 0 for update)
           select 1 from deliveries where id = $1 and tries = $2 and status = any($3::text[]) and (select count(*) from publication) > 0 for update`,
    values: [delivery.id, at.tries, at.statuses, delivery.postId, delivery.publicationId],
  });
  return rows.length === 1;
}

/** `calls`: what was sent and what came back, without secrets; null where the process that knew it is gone. */
export async function endAttempt(
  tx: Queryable,
  end: { deliveryId: number; number: number; outcome: Json; calls: readonly AttemptCall[] | null; now: Instant },
): Promise<void> {
  await query(tx, {
    name: "end_attempt",
    text: "update attempts set ended_at = $3, outcome = $4, calls = $5 where delivery_id = $1 and number = $2",
    values: [end.deliveryId, end.number, end.now, JSON.stringify(end.outcome), end.calls === null ? null : JSON.stringify(end.calls)],
  });
}

export interface DeliveryChange {
  readonly status: string;
  readonly reason: Reason;
  readonly message: string | null;
  readonly nextAt: Instant | null;
  readonly receipt: string | null;
  readonly remoteId: string | null;
  readonly url: string | null;
  readonly postType: PostType | null;
  readonly body: string | null;
  readonly searchText: string | null;
  readonly countsNextAt: Instant | null;
  readonly now: Instant;
}

/** Stores what followed from an attempt; null leaves type and text as they were. */
export async function storeDelivery(tx: Queryable, deliveryId: number, change: DeliveryChange): Promise<void> {
  await query(tx, {
    name: "store_delivery",
    text: `update deliveries set status = $2, reason = $3, message = $4, next_at = $5, receipt = $6, remote_id = coalesce($7, remote_id),
             url = coalesce($8, url), post_type = coalesce($9, post_type), body = coalesce($10, body), search_text = coalesce($11, search_text),
             counts_next_at = $12, published_at = $13
           where id = $1`,
    values: [
      deliveryId,
      change.status,
      change.reason,
      change.message,
      change.nextAt,
      change.receipt,
      change.remoteId,
      change.url,
      change.postType,
      change.body,
      change.searchText,
      change.countsNextAt,
      change.now,
    ],
  });
}

/** Progress of an attempt, on disk when this resolves. */
export async function storeCheckpoint(db: Queryable, deliveryId: number, name: string, value: Json): Promise<void> {
  await query(db, {
    name: "store_checkpoint",
    text: "update deliveries set checkpoints = checkpoints || jsonb_build_object($2::text, $3::jsonb) where id = $1",
    values: [deliveryId, name, JSON.stringify(value)],
  });
}
