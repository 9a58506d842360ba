import type { QueueStatus } from "@rostrum/contract/brands.ts";
import type { Instant, SlotTime } from "@rostrum/contract/formats.ts";
import { changedAt } from "../../ground/database/changed-at.ts";
import { maybeOne, type Queryable, query } from "../../ground/database/query.ts";
import { dayNumber } from "../queue/rules.ts";
import type { ManagedCollectionRow } from "./manage-store.ts";
import type { StoredSlot } from "./rules.ts";
import type { ListedCollectionRow } from "./store.ts";

export type ShownCollectionRow = ManagedCollectionRow & Pick<ListedCollectionRow, "queued" | "scheduled" | "drafts" | "published">;

/** A collection with the number of its posts; null if there is none. */
export async function findShownCollection(db: Queryable, collectionId: number): Promise<ShownCollectionRow | null> {
  return maybeOne<ShownCollectionRow>(db, {
    text: `select c.id, c.brand_id "brandId", c.title, c.description, c.status, c.max_republish "maxRepublish", c.created_at "createdAt",
             c.updated_at "updatedAt", b.timezone, counts.*
           from collections c join brands b on b.id = c.brand_id cross join lateral (
             select count(*) filter (where status = 'PENDING' and posting_type = 'QUEUE') queued,
                    count(*) filter (where status = 'PENDING' and posting_type in ('SCHEDULE', 'NOW')) scheduled,
                    count(*) filter (where status = 'DRAFT') drafts,
                    count(*) filter (where status = 'PUBLISHED') published
             from posts p where p.collection_id = c.id
           ) counts
           where c.id = $1`,
    values: [collectionId],
  });
}

/** Always later than before, so that whoever saw the collection as it was can tell. */
export async function storeCollection(
  tx: Queryable,
  row: {
    readonly brandId: number;
    readonly id: number;
    readonly title: string;
    readonly description: string | null;
    readonly status: QueueStatus;
    readonly maxRepublish: number;
    readonly now: Instant;
  },
): Promise<void> {
  await query(tx, {
    text: `update collections set title = $3, description = $4, status = $5, max_republish = $6,
             updated_at = ${changedAt("$7", "collections")} where brand_id = $1 and id = $2`,
    values: [row.brandId, row.id, row.title, row.description, row.status, row.maxRepublish, row.now],
  });
}

/** The channels of a collection in their order; those before are left out unless they are among them. */
export async function storeChannels(tx: Queryable, collectionId: number, channelIds: readonly number[]): Promise<void> {
  await query(tx, {
    text: "delete from collection_channels where collection_id = $1 and channel_id <> all($2::bigint[])",
    values: [collectionId, channelIds],
  });
  await query(tx, {
    text: `insert into collection_channels (collection_id, channel_id, position)
           select $1, id, position from unnest($2::bigint[]) with ordinality as given (id, position)
           on conflict (collection_id, channel_id) do update set position = excluded.position`,
    values: [collectionId, channelIds],
  });
}

interface Coming {
  readonly nextAt: Instant;
}

export async function removeSlots(tx: Queryable, collectionId: number, ids: readonly number[]): Promise<void> {
  await query(tx, { text: "delete from slots where collection_id = $1 and id = any($2::bigint[])", values: [collectionId, ids] });
}

export async function moveSlots(tx: Queryable, collectionId: number, slots: readonly (StoredSlot & Coming)[]): Promise<void> {
  await query(tx, {
    text: `update slots s set day = given.day, time = given.time, next_at = given.next_at
           from unnest($2::bigint[], $3::smallint[], $4::text[], $5::timestamptz[]) as given (id, day, time, next_at)
           where s.collection_id = $1 and s.id = given.id`,
    values: [
      collectionId,
      slots.map(({ id }) => id),
      slots.map(({ day }) => dayNumber(day)),
      slots.map(({ time }) => time),
      slots.map(({ nextAt }) => nextAt),
    ],
  });
}

export async function insertSlots(
  tx: Queryable,
  collection: { readonly brandId: number; readonly id: number },
  slots: readonly (SlotTime & Coming)[],
): Promise<void> {
  await query(tx, {
    text: `insert into slots (brand_id, collection_id, day, time, next_at)
           select $1, $2, day, time, next_at from unnest($3::smallint[], $4::text[], $5::timestamptz[]) with ordinality as given (day, time, next_at, place)
           order by place`,
    values: [
      collection.brandId,
      collection.id,
      slots.map(({ day }) => dayNumber(day)),
      slots.map(({ time }) => time),
      slots.map(({ nextAt }) => nextAt),
    ],
  });
}

/** Posts that wait to rejoin do so with the new interval, or never if there is none. Intervals are in weeks. */
export async function shiftRejoins(
  tx: Queryable,
  shift: { readonly brandId: number; readonly collectionId: number; readonly before: number; readonly after: number },
): Promise<void> {
  await query(tx, {
    text: `with waiting as materialized (
             select id from posts where brand_id = $1 and collection_id = $2 and rejoin_at is not null order by id for no key update
           )
           update posts p set rejoin_at = case when $4 = 0 then null else p.rejoin_at + (greatest($4, 0) - greatest($3, 0)) * interval '168 hours' end
           from waiting w where p.id = w.id and p.rejoin_at is not null`,
    values: [shift.brandId, shift.collectionId, shift.before, shift.after],
  });
}
