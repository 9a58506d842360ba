import type { Instant } from "@rostrum/contract/formats.ts";
import { PAGE_SIZE_MAX } from "@rostrum/contract/limits.ts";
import type { MediaFilter } from "@rostrum/contract/media.ts";
import { execute, maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import type { ContentFacts, FileFacts } from "./inspect.ts";
import { MIME_PATTERNS } from "./rules.ts";

export interface MediaRow {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const COLUMNS = `id, name, mime "type", size_bytes "size", created_at "createdAt", updated_at "updatedAt"`;

/** A page of the brand's media, newest first, and how many there are. The constant bound is for the planner, as in `readPage`. */
export async function listMediaOf(
  db: Queryable,
  list: { brandId: number; filter: MediaFilter | null; limit: number; offset: number },
): Promise<{ rows: MediaRow[]; total: number }> {
  const rows = await query<(MediaRow | { id: null }) & { number: number | null; total: number }>(db, {
    name: "media_of_brand",
    text: `with found as materialized (select number from media where brand_id = $1 and ($2::text is null or mime ~ $2)), page as materialized (
        select number from (select number from found order by number desc limit ${PAGE_SIZE_MAX} offset $4) bounded limit $3
      )
      select shown.*, counted.total from (select count(*) total from found) counted
        left join (select ${COLUMNS}, number from media where number in (select number from page)) shown on true
      order by number desc`,
    values: [list.brandId, list.filter && MIME_PATTERNS[list.filter], list.limit, list.offset],
  });
  return { rows: rows.flatMap(({ number: _, total: __, ...row }) => (row.id === null ? [] : [row])), total: rows[0]?.total ?? 0 };
}

/** Media of the brand by id, in no particular order; other brands' ids are not found. */
export async function findMedia(db: Queryable, find: { brandId: number; ids: readonly string[] }): Promise<MediaRow[]> {
  if (find.ids.length === 0) return [];
  return query<MediaRow>(db, {
    name: "media_by_id",
    text: `select ${COLUMNS} from media where brand_id = $1 and id = any($2)`,
    values: [find.brandId, find.ids],
  });
}

/** What the library says that media of the brand show, by id; other brands' ids are not found. */
export async function findDescriptions(
  db: Queryable,
  find: { brandId: number; ids: readonly string[] },
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await query<{ id: string; description: string | null }>(db, {
    name: "media_descriptions",
    text: "select id, description from media where brand_id = $1 and id = any($2)",
    values: [find.brandId, find.ids],
  });
  return new Map(rows.map(({ id, description }) => [id, description]));
}

/** Which of the ids are media of the brand, which nobody can delete until the transaction ends. */
export async function holdMedia(tx: Queryable, hold: { brandId: number; ids: readonly string[] }): Promise<ReadonlySet<string>> {
  if (hold.ids.length === 0) return new Set();
  const rows = await query<{ id: string }>(tx, {
    name: "hold_media",
    text: "select id from media where brand_id = $1 and id = any($2) order by id for key share",
    values: [hold.brandId, hold.ids],
  });
  return new Set(rows.map(({ id }) => id));
}

export interface NewMedia extends FileFacts {
  readonly id: string;
  readonly brandId: number;
  readonly name: string;
  readonly storageKey: string;
  readonly now: Instant;
}

/** Whether the brand's account has room for this many more bytes. Advisory: `insertMedia` decides. */
export async function hasRoom(db: Queryable, room: { brandId: number; bytes: number; bytesMax: number }): Promise<boolean> {
  const row = await one<{ hasRoom: boolean }>(db, {
    name: "media_room",
    text: `select coalesce((select k.bytes from media_bytes k join brands b using (account_id) where b.id = $1), 0) + $2 <= $3::bigint "hasRoom"`,
    values: [room.brandId, room.bytes, room.bytesMax],
  });
  return row.hasRoom;
}

/** Whether the brand has fewer files than so many. */
export async function hasFewerFiles(
  db: Queryable,
  { brandId, most }: { readonly brandId: number; readonly most: number },
): Promise<boolean> {
  const { files } = await one<{ files: number }>(db, {
    name: "media_count",
    text: "select count(*) files from (select from media where brand_id = $1 limit $2) counted",
    values: [brandId, most],
  });
  return files < most;
}

/** Whether the brand is still there. */
export async function hasBrand(db: Queryable, brandId: number): Promise<boolean> {
  return (await maybeOne(db, { text: "select id from brands where id = $1", values: [brandId] })) !== null;
}

/**
 * Null if this would exceed the account's limit, which is checked with its row locked, or if the brand is gone. Locks the brand first, as
 * those who delete it or hand it over do.
 */
export async function insertMedia(db: Queryable, media: NewMedia, bytesMax: number): Promise<MediaRow | null> {
  return maybeOne<MediaRow>(db, {
    text: `with room as (
             insert into media_bytes as kept (account_id, bytes)
             select account_id, $5 from brands where id = $2 and $5::bigint <= $13::bigint for share
             on conflict (account_id) do update set bytes = kept.bytes + excluded.bytes where kept.bytes + excluded.bytes <= $13::bigint
             returning account_id)
           insert into media (id, brand_id, name, mime, size_bytes, sha256, storage_key, width, height, duration_seconds, facts, created_at,
             updated_at)
           select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12::timestamptz, $12::timestamptz from room returning ${COLUMNS}`,
    values: [
      media.id,
      media.brandId,
      media.name,
      media.mime,
      media.sizeBytes,
      media.sha256,
      media.storageKey,
      media.width,
      media.height,
      media.durationSeconds,
      media.facts === null ? null : JSON.stringify(media.facts),
      media.now,
      bytesMax,
    ],
  });
}

/** A medium without facts. */
export interface UnknownMedia {
  readonly id: string;
  readonly number: number;
  readonly mime: string;
  readonly storageKey: string;
}

/** Of all brands, oldest first, after the given number. */
export async function listUnknownMedia(db: Queryable, list: { after: number; limit: number }): Promise<UnknownMedia[]> {
  return query<UnknownMedia>(db, {
    name: "unknown_media",
    text: `select id, number, mime, storage_key "storageKey" from media where facts is null and number > $1 order by number limit $2`,
    values: [list.after, list.limit],
  });
}

/** Stores facts read later. A file's bytes never change, so a concurrent second write makes no difference. */
export async function storeContentFacts(db: Queryable, id: string, content: ContentFacts): Promise<void> {
  if (content.facts === null) return;
  await execute(db, {
    name: "store_media_facts",
    text: `update media set facts = $2::jsonb, width = coalesce(width, $3), height = coalesce(height, $4),
             duration_seconds = coalesce(duration_seconds, $5) where id = $1 and facts is null`,
    values: [id, JSON.stringify(content.facts), content.width, content.height, content.durationSeconds],
  });
}

/** The public id of who owns the brand's account; null if there is no such brand. */
export async function findOwner(db: Queryable, brandId: number): Promise<string | null> {
  const row = await maybeOne<{ publicId: string }>(db, {
    name: "owner_of_brand",
    text: `select u.public_id "publicId" from brands b join accounts a on a.id = b.account_id join users u on u.id = a.owner_id where b.id = $1`,
    values: [brandId],
  });
  return row?.publicId ?? null;
}
