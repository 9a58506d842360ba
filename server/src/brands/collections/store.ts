import { BOUNDS } from "@rostrum/contract/bounds.ts";
import type { QueueStatus } from "@rostrum/contract/brands.ts";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant, SlotTime } from "@rostrum/contract/formats.ts";
import { maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import { dayNumber } from "../queue/rules.ts";

export interface CollectionRow {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly status: QueueStatus;
  readonly maxRepublish: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface ListedCollectionRow extends CollectionRow {
  readonly queued: number;
  readonly scheduled: number;
  readonly drafts: number;
  readonly published: number;
}

const COLUMNS = `c.id, c.title, c.description, c.status, c.max_republish "maxRepublish", c.created_at "createdAt", c.updated_at "updatedAt"`;

/** Collections of the brand with their post counts, newest first. */
export async function listCollectionsOf(
  db: Queryable,
  list: { brandId: number; limit: number; offset: number },
): Promise<ListedCollectionRow[]> {
  return query<ListedCollectionRow>(db, {
    name: "collections_of_brand",
    text: `select ${COLUMNS}, counts.* from collections c
           cross join lateral (
             select count(*) filter (where status = 'PENDING' and posting_type = 'QUEUE') queued,
                    count(*) filter (where status = 'PENDING' and posting_type in ('SCHEDULE', 'NOW')) scheduled,
                    count(*) filter (where status = 'DRAFT') drafts,
                    count(*) filter (where status = 'PUBLISHED') published
             from posts where collection_id = c.id
           ) counts
           where c.brand_id = $1 order by c.id desc limit $2 offset $3`,
    values: [list.brandId, list.limit, list.offset],
  });
}

export async function countCollectionsOf(db: Queryable, brandId: number): Promise<number> {
  const row = await one<{ total: number }>(db, {
    name: "count_collections",
    text: "select count(*) total from collections where brand_id = $1",
    values: [brandId],
  });
  return row.total;
}

export async function findCollection(db: Queryable, find: { brandId: number; collectionId: number }): Promise<CollectionRow | null> {
  return maybeOne<CollectionRow>(db, {
    name: "collection",
    text: `select ${COLUMNS} from collections c where c.brand_id = $1 and c.id = $2`,
    values: [find.brandId, find.collectionId],
  });
}

/** Keeps a collection from being deleted until the transaction ends; false if it has been. */
export async function holdCollection(tx: Queryable, collectionId: number): Promise<boolean> {
  return (await query(tx, { text: "select from collections where id = $1 for key share", values: [collectionId] })).length > 0;
}

/** The brand's time zone and account, which stay until the transaction ends; null if the brand has been deleted. */
export async function holdBrand(
  tx: Queryable,
  brandId: number,
): Promise<{ readonly timezone: string | null; readonly accountId: number } | null> {
  return maybeOne(tx, { text: `select timezone, account_id "accountId" from brands where id = $1 for share`, values: [brandId] });
}

export interface EmbeddedChannelRow {
  readonly collectionId: number;
  readonly id: number;
  readonly name: string;
  readonly status: "ACTIVE" | "INACTIVE";
  readonly type: ChannelType;
}

/** Visible channels of several collections, in the order they were given. */
export async function listChannelsIn(db: Queryable, collectionIds: readonly number[]): Promise<EmbeddedChannelRow[]> {
  return query<EmbeddedChannelRow>(db, {
    name: "channels_in_collections",
    text: `select cc.collection_id "collectionId", h.id, h.name, h.status, h.type
           from collection_channels cc join channels h on h.id = cc.channel_id
           where cc.collection_id = any($1) and h.status in ('ACTIVE', 'INACTIVE') order by cc.collection_id, cc.position`,
    values: [collectionIds],
  });
}

export interface SlotRow {
  readonly collectionId: number;
  readonly id: number;
  readonly day: number;
  readonly time: string;
  readonly sentAt: Instant | null;
}

/** Weekly slots of several collections, Monday to Sunday, by time. */
export async function listSlotsIn(db: Queryable, collectionIds: readonly number[]): Promise<SlotRow[]> {
  return query<SlotRow>(db, {
    name: "slots_in_collections",
    text: `select collection_id "collectionId", id, day, time, sent_at "sentAt" from slots
           where collection_id = any($1) order by collection_id, day, time, id`,
    values: [collectionIds],
  });
}

export interface NewCollectionRow {
  readonly brandId: number;
  readonly title: string;
  readonly description: string | null;
  readonly maxRepublish: number;
  readonly channelIds: readonly number[];
  readonly slots: readonly (SlotTime & { readonly nextAt: Instant })[];
  readonly now: Instant;
}

/** Stores a collection with its channels and slots. Call in a transaction. */
export async function insertCollection(tx: Queryable, row: NewCollectionRow): Promise<CollectionRow> {
  const collection = await one<CollectionRow>(tx, {
    text: `insert into collections as c (brand_id, title, description, max_republish, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $5) returning ${COLUMNS}`,
    values: [row.brandId, row.title, row.description, row.maxRepublish, row.now],
  });
  if (row.channelIds.length > 0) {
    await query(tx, {
      text: `insert into collection_channels (collection_id, channel_id, position)
             select $1, id, position from unnest($2::bigint[]) with ordinality as given (id, position)`,
      values: [collection.id, row.channelIds],
    });
  }
  if (row.slots.length > 0) {
    await query(tx, {
      text: `insert into slots (brand_id, collection_id, day, time, next_at)
             select $1, $2, day, time, next_at from unnest($3::smallint[], $4::text[], $5::timestamptz[]) with ordinality as given (day, time, next_at, place) order by place`,
      values: [
        row.brandId,
        collection.id,
        row.slots.map((slot) => dayNumber(slot.day)),
        row.slots.map((slot) => slot.time),
        row.slots.map((slot) => slot.nextAt),
      ],
    });
  }
  return collection;
}

/** Locks the account against concurrent creations and returns its limit and its number of collections. */
export async function lockCollectionPlan(tx: Queryable, accountId: number): Promise<{ readonly limit: number; readonly count: number }> {
  const { limit } = await one<{ limit: number }>(tx, {
    text: `select coalesce(max_collections, $2) "limit" from accounts where id = $1 for no key update`,
    values: [accountId, BOUNDS.collections.most],
  });
  const { count } = await one<{ count: number }>(tx, {
    text: "select count(*) count from collections c join brands b on b.id = c.brand_id where b.account_id = $1",
    values: [accountId],
  });
  return { limit, count };
}
