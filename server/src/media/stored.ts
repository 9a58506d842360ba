import { maybeOne, type Queryable, query } from "../database/query.ts";

/** A medium with where its bytes lie. */
export interface StoredMedia {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly storageKey: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
}

const COLUMNS = `id, name, mime, size_bytes "sizeBytes", storage_key "storageKey", width, height, duration_seconds "durationSeconds"`;

/** One medium of a brand; null when it is gone. */
export async function findStoredMedium(db: Queryable, find: { brandId: number; id: string }): Promise<StoredMedia | null> {
  return maybeOne<StoredMedia>(db, {
    name: "stored_medium",
    text: `select ${COLUMNS} from media where brand_id = $1 and id = $2`,
    values: [find.brandId, find.id],
  });
}

/** Media of a brand in the order of the ids. An id that is gone is an error: its post would go out without it. */
export async function findStoredMedia(db: Queryable, find: { brandId: number; ids: readonly string[] }): Promise<StoredMedia[]> {
  if (find.ids.length === 0) return [];
  const rows = await query<StoredMedia>(db, {
    name: "stored_media",
    text: `select ${COLUMNS} from media where brand_id = $1 and id = any($2)`,
    values: [find.brandId, find.ids],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return find.ids.map((id) => byId.get(id) ?? missing(id));
}

function missing(id: string): never {
  throw new Error(`medium ${id} is gone`);
}
