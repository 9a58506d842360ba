import type { QueueStatus } from "@rostrum/contract/brands.ts";
import type { OwnWords } from "@rostrum/contract/captions.ts";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { MediumOutline } from "@rostrum/contract/medium-facts.ts";
import type { StoredPictures } from "@rostrum/contract/pictures.ts";
import type { Poll, PostingType, PostStatus } from "@rostrum/contract/posts.ts";
import type { AccountPreferences, PreferenceValues } from "@rostrum/contract/preferences.ts";
import type { Database } from "../../ground/database/connect.ts";
import { maybeOne, type Queryable, query, transaction } from "../../ground/database/query.ts";
import { WAITS_FOR_QUEUE } from "../../ground/database/waits.ts";
import type { Json } from "../../networks/connectors/json.ts";
import { type ComingSlot, dayName } from "../queue/rules.ts";

/** Everything that determines what will happen to a brand's posts, as of one moment. */
export interface BrandSnapshot {
  readonly timezone: string;
  readonly queueStatus: QueueStatus;
  readonly collections: readonly {
    readonly id: number;
    readonly title: string;
    readonly status: QueueStatus;
    readonly maxRepublish: number;
  }[];
  readonly channels: readonly SnapshotChannel[];
  readonly slots: readonly (ComingSlot & { readonly collectionId: number })[];
  readonly posts: readonly SnapshotPost[];
  readonly deliveries: readonly SnapshotDelivery[];
}

export interface SnapshotChannel {
  readonly collectionId: number;
  readonly id: number;
  readonly name: string;
  readonly type: ChannelType;
  readonly status: "ACTIVE" | "INACTIVE";
  readonly sandbox: boolean;
  readonly settings: Json;
  readonly preferences: PreferenceValues;
  readonly accountPreferences: AccountPreferences;
  readonly heldSince: Instant | null;
  readonly heldUntil: Instant | null;
  readonly heldReason: string | null;
}

/** A post that may still leave or is under way. */
export interface SnapshotPost {
  readonly id: number;
  readonly collectionId: number;
  readonly title: string | null;
  readonly body: string;
  readonly captions: OwnWords | null;
  readonly thread: boolean;
  readonly poll: Poll | null;
  readonly asStory: boolean;
  /** In the post's order. */
  readonly media: readonly MediumOutline[];
  /** Its pictures beside its files, with what is known of all of them by id; null if it has none. */
  readonly pictures: {
    readonly stored: StoredPictures;
    readonly mediaIds: readonly string[];
    readonly outlines: Readonly<Record<string, MediumOutline>>;
  } | null;
  /** Its own values, by channel; null if it has none. */
  readonly preferences: Readonly<Record<string, PreferenceValues>> | null;
  readonly leftOut: readonly number[];
  readonly postingType: PostingType;
  readonly status: PostStatus;
  readonly postAt: Instant | null;
  readonly queueRank: number | null;
  readonly leavingAt: Instant | null;
  readonly rejoinAt: Instant | null;
  /** Scheduled, and came with a brand from another installation whose queue has not been resumed since. */
  readonly waits: boolean;
}

/** A delivery of a post that is under way: one that has reached readers or is still open. */
export interface SnapshotDelivery {
  readonly postId: number;
  readonly channelId: number;
  readonly open: boolean;
  /** Null while an attempt is in flight. */
  readonly nextAt: Instant | null;
  /** Whether a hold of the channel concerns it. */
  readonly holdable: boolean;
}

/**
 * Reads a consistent snapshot of a brand or one of its collections; null if the brand does not exist. With `until`, without drafts and
 * without posts whose turn comes after that: enough to tell what happens before, and much less to read.
 */
export async function readSnapshot(
  db: Database,
  find: { readonly brandId: number; readonly collectionId: number | null; readonly until?: Instant },
): Promise<BrandSnapshot | null> {
  return transaction(db, async (tx) => {
    await query(tx, { text: "set transaction isolation level repeatable read, read only" });
    const brand = await maybeOne<{ timezone: string; queueStatus: QueueStatus }>(tx, {
      text: `select coalesce(timezone, 'UTC') timezone, queue_status "queueStatus" from brands where id = $1`,
      values: [find.brandId],
    });
    if (brand === null) return null;
    const scope: Scope = [find.brandId, find.collectionId];
    return {
      ...brand,
      collections: await query(tx, {
        text: `select id, title, status, max_republish "maxRepublish" from collections
               where brand_id = $1 and ($2::bigint is null or id = $2) order by id`,
        values: scope,
      }),
      channels: await listChannels(tx, scope),
      slots: await listSlots(tx, scope),
      posts: await listPosts(tx, scope, find.until ?? null),
      deliveries: await listDeliveries(tx, scope),
    };
  });
}

/** The same without posts, for what concerns none of them. */
export async function readChannelsOf(
  db: Queryable,
  find: { readonly brandId: number; readonly collectionId: number },
): Promise<BrandSnapshot | null> {
  const scope: Scope = [find.brandId, find.collectionId];
  const brand = await maybeOne<{ timezone: string; queueStatus: QueueStatus }>(db, {
    text: `select coalesce(timezone, 'UTC') timezone, queue_status "queueStatus" from brands where id = $1`,
    values: [find.brandId],
  });
  if (brand === null) return null;
  const collections = await query<BrandSnapshot["collections"][number]>(db, {
    text: `select id, title, status, max_republish "maxRepublish" from collections where brand_id = $1 and id = $2`,
    values: scope,
  });
  return { ...brand, collections, channels: await listChannels(db, scope), slots: [], posts: [], deliveries: [] };
}

/** The collection's brand; null if the collection does not exist. */
export async function findBrandOfCollection(db: Queryable, collectionId: number): Promise<number | null> {
  const row = await maybeOne<{ brandId: number }>(db, {
    text: `select brand_id "brandId" from collections where id = $1`,
    values: [collectionId],
  });
  return row?.brandId ?? null;
}

/** A brand and one of its collections, or null for all. */
type Scope = readonly [brandId: number, collectionId: number | null];

function listChannels(tx: Queryable, scope: Scope): Promise<SnapshotChannel[]> {
  return query(tx, {
    text: `select cc.collection_id "collectionId", h.id, h.name, h.type, h.status, h.sandbox, h.settings, h.preferences,
             h.account_preferences "accountPreferences",
             case when hold.scope is not null then hold.since end "heldSince", hold.until "heldUntil", hold.reason "heldReason"
           from collections c join collection_channels cc on cc.collection_id = c.id join channels h on h.id = cc.channel_id
             left join holds hold on hold.channel_id = h.id
           where c.brand_id = $1 and ($2::bigint is null or c.id = $2) and h.status in ('ACTIVE', 'INACTIVE')
           order by cc.collection_id, cc.position`,
    values: scope,
  });
}

async function listSlots(tx: Queryable, scope: Scope): Promise<(ComingSlot & { readonly collectionId: number })[]> {
  const rows = await query<{ id: number; collectionId: number; day: number; time: string; nextAt: Instant }>(tx, {
    text: `select id, collection_id "collectionId", day, time, next_at "nextAt" from slots
           where brand_id = $1 and ($2::bigint is null or collection_id = $2) order by id`,
    values: scope,
  });
  return rows.map((row) => ({ ...row, day: dayName(row.day) }));
}

const outlineOf = (
  m: string,
) => `jsonb_build_object('name', ${m}.name, 'mime', ${m}.mime, 'sizeBytes', ${m}.size_bytes, 'width', ${m}.width,
  'height', ${m}.height, 'durationSeconds', ${m}.duration_seconds, 'facts', ${m}.facts)`;

function listPosts(tx: Queryable, scope: Scope, until: Instant | null): Promise<SnapshotPost[]> {
  return query(tx, {
    text: `select p.id, p.collection_id "collectionId", p.title, p.body, p.captions, p.auto_thread thread, p.poll, p.left_out "leftOut", p.posting_type "postingType", p.status,
             p.post_at "postAt", p.queue_rank "queueRank", p.leaving_at "leavingAt", p.rejoin_at "rejoinAt",
             p.as_story "asStory", coalesce(files.media, '[]') media,
             case when p.pictures is not null then jsonb_build_object('stored', p.pictures, 'mediaIds', p.media_ids, 'outlines', (
               select jsonb_object_agg(m.id, ${outlineOf("m")}) from media m
               where m.id = any(p.media_ids || media_beside(p.pictures)) and m.brand_id = p.brand_id)) end pictures,
             (select ${WAITS_FOR_QUEUE} from brands b where b.id = $1) waits,
             (select jsonb_object_agg(own.channel_id, own.preferences) from post_preferences own where own.post_id = p.id) preferences
           from posts p left join lateral (
             select jsonb_agg(${outlineOf("m")} order by given.place) media
             from unnest(p.media_ids) with ordinality given (id, place) join media m on m.id = given.id and m.brand_id = p.brand_id
           ) files on cardinality(p.media_ids) > 0
           where p.brand_id = $1 and ($2::bigint is null or p.collection_id = $2)
             and (p.status <> 'PUBLISHED' or p.leaving_at is not null or p.rejoin_at is not null)
             and ($3::timestamptz is null or p.leaving_at is not null or p.rejoin_at < $3 or case when p.queue_rank is null
               then p.status = 'PENDING' and p.post_at < $3 else (select at from queue_dates where post_id = p.id) < $3 end)
           order by p.id`,
    values: [...scope, until],
  });
}

function listDeliveries(tx: Queryable, scope: Scope): Promise<SnapshotDelivery[]> {
  return query(tx, {
    text: `select d.post_id "postId", d.channel_id "channelId", d.status not in ('PUBLISHED', 'SENT') "open",
             case when d.lease_until is null then d.next_at end "nextAt", d.status <> 'pending' holdable
           from posts p join publications l on l.post_id = p.id and l.settled_at is null join deliveries d on d.publication_id = l.id
           where p.brand_id = $1 and ($2::bigint is null or p.collection_id = $2) and p.leaving_at is not null
             and d.parent_id is null and d.channel_id is not null
             and d.status in ('waiting', 'pending', 'unknown', 'RETRYING', 'PUBLISHED', 'SENT')
           order by d.id`,
    values: scope,
  });
}
