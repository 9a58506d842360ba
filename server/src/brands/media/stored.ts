import type { Instant } from "@rostrum/contract/formats.ts";
import type { MediumOutline } from "@rostrum/contract/medium-facts.ts";
import { execute, maybeOne, type Queryable, query } from "../../ground/database/query.ts";

/**
 * A medium with its location in storage. Keys of media are random names without a dot; a derived file's key is the medium's key,
 * a dot and the variant, so it belongs to the medium whose key is before the dot.
 */
export interface StoredMedia extends MediumOutline {
  readonly id: string;
  readonly storageKey: string;
  /** The variant of a derived file; null for the medium itself. */
  readonly variant: string | null;
  /** Of a file in a thread: the place of the part with which it goes; absent: the first. */
  readonly part?: number;
  /** Of a video in a post: the cover that was chosen for it; absent if none was. */
  readonly cover?: { readonly picture: StoredMedia; readonly seconds: number | null };
}

/** The storage's `originalKey` is the inverse. */
export function derivedKey(storageKey: string, variant: string): string {
  return `${storageKey}.${variant}`;
}

const COLUMNS = `id, name, mime, size_bytes "sizeBytes", storage_key "storageKey", width, height, duration_seconds "durationSeconds", facts,
  null "variant"`;

/** One medium of a brand; null if it no longer exists. */
export async function findStoredMedium(db: Queryable, find: { brandId: number; id: string }): Promise<StoredMedia | null> {
  return maybeOne<StoredMedia>(db, {
    name: "stored_medium",
    text: `select ${COLUMNS} from media where brand_id = $1 and id = $2`,
    values: [find.brandId, find.id],
  });
}

/** Media of a brand in the order of the ids. Throws on a missing one: the post would be published without it. */
export async function findStoredMedia(db: Queryable, find: { brandId: number; ids: readonly string[] }): Promise<StoredMedia[]> {
  const byId = await findStoredById(db, find);
  return find.ids.map((id) => byId.get(id) ?? missing(id));
}

/** Those of them that there are in the brand, by id. */
export async function findStoredById(
  db: Queryable,
  find: { readonly brandId: number; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, StoredMedia>> {
  if (find.ids.length === 0) return new Map();
  const rows = await query<StoredMedia>(db, {
    name: "stored_media",
    text: `select ${COLUMNS} from media where brand_id = $1 and id = any($2)`,
    values: [find.brandId, find.ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

function missing(id: string): never {
  throw new Error(`medium ${id} is gone`);
}

/** A derived file as recorded in the database. */
export interface DerivedFile {
  readonly mime: string;
  readonly sizeBytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
}

/** Null if it has not been made, or the medium no longer exists. */
export async function findDerivedMedium(
  db: Queryable,
  find: { brandId: number; id: string; variant: string },
): Promise<StoredMedia | null> {
  const row = await maybeOne<StoredMedia>(db, {
    name: "derived_medium",
    text: `select m.id, m.name, d.mime, d.size_bytes "sizeBytes", m.storage_key || '.' || d.variant "storageKey", d.width, d.height,
             d.duration_seconds "durationSeconds", null facts, d.variant
           from derived_media d join media m on m.id = d.media_id where m.brand_id = $1 and d.media_id = $2 and d.variant = $3`,
    values: [find.brandId, find.id, find.variant],
  });
  return row === null ? null : { ...row, name: derivedName(row.name, row.mime) };
}

/** The medium's name with the extension of the derived type, which receivers rely on. */
function derivedName(name: string, mime: string): string {
  const ending = ENDINGS[mime];
  return ending === undefined ? name : `${name.replace(/\.\w{1,5}$/, "")}.${ending}`;
}

const ENDINGS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
  "video/mp4": "mp4",
};

/** Returns whether there is such a medium: it may have been deleted meanwhile. */
export async function storeDerived(
  db: Queryable,
  made: { id: string; variant: string; file: DerivedFile; now: Instant },
): Promise<boolean> {
  const { mime, sizeBytes, width, height, durationSeconds } = made.file;
  const stored = await execute(db, {
    name: "store_derived",
    text: `insert into derived_media (media_id, variant, mime, size_bytes, width, height, duration_seconds, created_at)
           select id, $2, $3, $4, $5, $6, $7, $8 from media where id = $1 for key share
           on conflict (media_id, variant) do update set mime = $3, size_bytes = $4, width = $5, height = $6, duration_seconds = $7`,
    values: [made.id, made.variant, mime, sizeBytes, width, height, durationSeconds, made.now],
  });
  return stored > 0;
}
