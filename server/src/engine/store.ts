import type { ChannelState, ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { PostType } from "@rostrum/contract/posts.ts";
import type { Json } from "../connectors/connector.ts";
import { execute, maybeOne, one, type Queryable, query } from "../database/query.ts";
import { storeMoment } from "../queue/store.ts";
import type { Content } from "./content.ts";
import type { Reason } from "./rules.ts";

/** A post that leaves, with what its publication needs. */
export interface LeavingPost {
  readonly id: number;
  readonly brandId: number;
  readonly collectionId: number;
  readonly content: Content;
  readonly mode: "NOW" | "SCHEDULE" | "QUEUE";
  readonly postAt: Instant | null;
}

const LEAVING = `p.id, p.brand_id "brandId", p.collection_id "collectionId", p.posting_type mode, p.post_at "postAt",
  jsonb_build_object('type', p.post_type, 'text', p.body, 'title', p.title, 'alt', p.alt, 'link', p.link, 'poll', p.poll, 'comment', p.comment,
    'platforms', p.platforms, 'mediaIds', to_jsonb(p.media_ids), 'asStory', p.as_story, 'thread', p.auto_thread) content`;

/** Scheduled and immediate posts whose time has come, oldest first, locked for this transaction. */
export async function takeDuePosts(tx: Queryable, now: Instant, limit: number): Promise<LeavingPost[]> {
  return query<LeavingPost>(tx, {
    name: "take_due_posts",
    text: `select ${LEAVING} from posts p
           where p.posting_type in ('NOW', 'SCHEDULE') and p.status = 'PENDING' and p.leaving_at is null and p.post_at <= $1
           order by p.post_at, p.id limit $2 for update skip locked`,
    values: [now, limit],
  });
}

/** The front posts of a queue, locked. The caller holds the queue's lock. */
export async function takeFront(tx: Queryable, collectionId: number, count: number): Promise<LeavingPost[]> {
  return query<LeavingPost>(tx, {
    name: "take_front",
    text: `select ${LEAVING} from posts p where p.collection_id = $1 and p.queue_rank is not null order by p.queue_rank, p.id limit $2 for update`,
    values: [collectionId, count],
  });
}

/** Collections with a slot whose moment has come, longest overdue first. */
export async function listDueCollections(db: Queryable, now: Instant, limit: number): Promise<number[]> {
  const rows = await query<{ id: number }>(db, {
    name: "due_collections",
    text: "select collection_id id from slots where next_at <= $1 group by 1 order by min(next_at) limit $2",
    values: [now, limit],
  });
  return rows.map((row) => row.id);
}

export interface DueRejoin {
  readonly id: number;
  readonly collectionId: number;
}

/** Published posts that join their queue again now. */
export async function listDueRejoins(db: Queryable, now: Instant, limit: number): Promise<DueRejoin[]> {
  return query<DueRejoin>(db, {
    name: "due_rejoins",
    text: `select id, collection_id "collectionId" from posts where rejoin_at <= $1 order by rejoin_at, id limit $2`,
    values: [now, limit],
  });
}

/** Puts a published post back into its queue. Answers whether it was still waiting for that. */
export async function rejoin(
  tx: Queryable,
  postId: number,
  place: { rank: number; postAt: Instant | null },
  now: Instant,
): Promise<boolean> {
  const rows = await execute(tx, {
    text: `update posts set posting_type = 'QUEUE', status = 'PENDING', queue_rank = $2, post_at = null, rejoin_at = null, updated_at = $3
           where id = $1 and rejoin_at <= $3`,
    values: [postId, place.rank, now],
  });
  if (rows > 0) await storeMoment(tx, { id: postId, postAt: place.postAt });
  return rows > 0;
}

export interface TargetChannel {
  readonly id: number;
  readonly name: string;
  readonly type: ChannelType;
  readonly status: "ACTIVE" | "INACTIVE";
}

export async function listTargets(tx: Queryable, collectionId: number): Promise<TargetChannel[]> {
  return query<TargetChannel>(tx, {
    name: "targets",
    text: `select h.id, h.name, h.type, h.status from collection_channels cc join channels h on h.id = cc.channel_id
           where cc.collection_id = $1 and h.status in ('ACTIVE', 'INACTIVE') order by cc.position`,
    values: [collectionId],
  });
}

export interface NewDelivery {
  readonly publicationId: number;
  readonly brandId: number;
  readonly collectionId: number | null;
  readonly postId: number | null;
  readonly parentId: number | null;
  readonly channel: Pick<TargetChannel, "id" | "name" | "type"> | null;
  readonly status: "waiting" | "SKIPPED";
  readonly reason: Reason | null;
  readonly message: string | null;
  readonly postType: PostType;
  readonly body: string;
  readonly searchText: string;
  readonly nextAt: Instant | null;
  readonly now: Instant;
}

export async function insertDelivery(tx: Queryable, row: NewDelivery): Promise<void> {
  await query(tx, {
    name: "insert_delivery",
    text: `insert into deliveries (publication_id, brand_id, collection_id, post_id, parent_id, channel_id, channel_name, channel_type, status,
             reason, message, post_type, body, search_text, next_at, published_at, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16)`,
    values: [
      row.publicationId,
      row.brandId,
      row.collectionId,
      row.postId,
      row.parentId,
      row.channel?.id ?? null,
      row.channel?.name ?? null,
      row.channel?.type ?? null,
      row.status,
      row.reason,
      row.message,
      row.postType,
      row.body,
      row.searchText,
      row.nextAt,
      row.now,
    ],
  });
}

/** Channels that have a delivery whose next step is due. */
export async function listDueChannels(db: Queryable, now: Instant, limit: number): Promise<number[]> {
  const rows = await query<{ id: number }>(db, {
    name: "due_channels",
    text: "select channel_id id from deliveries where next_at <= $1 and channel_id is not null group by 1 order by min(next_at) limit $2",
    values: [now, limit],
  });
  return rows.map((row) => row.id);
}

export interface EngineChannel {
  readonly id: number;
  readonly type: ChannelType;
  readonly name: string;
  readonly status: ChannelState;
  readonly remoteId: string | null;
  readonly handle: string | null;
  readonly credentials: string | null;
  readonly settings: Json;
  readonly sandbox: boolean;
}

export async function findEngineChannel(db: Queryable, channelId: number): Promise<EngineChannel | null> {
  return maybeOne<EngineChannel>(db, {
    name: "engine_channel",
    text: `select id, type, name, status, remote_id "remoteId", handle, credentials, settings, sandbox from channels where id = $1`,
    values: [channelId],
  });
}

/** A refused token: nothing more is sent there until a person connects it again. */
export async function disconnectChannel(tx: Queryable, channelId: number, reason: string, now: Instant): Promise<void> {
  await query(tx, {
    text: "update channels set status = 'INACTIVE', inactive_reason = $2, updated_at = $3 where id = $1 and status = 'ACTIVE'",
    values: [channelId, reason, now],
  });
}

/** Channel and collection of a delivery as its entry names them. */
export async function findDeliveryChannel(
  tx: Queryable,
  deliveryId: number,
): Promise<{ name: string; type: ChannelType; collectionId: number | null }> {
  return one(tx, {
    name: "delivery_channel",
    text: `select channel_name "name", channel_type "type", collection_id "collectionId" from deliveries where id = $1`,
    values: [deliveryId],
  });
}
