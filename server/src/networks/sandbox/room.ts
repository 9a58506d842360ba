import type { QueryResult } from "pg";
import type { Database } from "../../ground/database/connect.ts";
import { SANDBOX_DOCUMENT_BYTES_MAX, SANDBOX_FILE_BYTES_MAX, SANDBOX_FILES_MAX } from "./limits.ts";

/** The storage limits of a network. */
export interface Room {
  readonly fileBytesMax: number;
  readonly filesMax: number;
  readonly documentBytesMax: number;
}

export const ROOM: Room = {
  fileBytesMax: SANDBOX_FILE_BYTES_MAX,
  filesMax: SANDBOX_FILES_MAX,
  documentBytesMax: SANDBOX_DOCUMENT_BYTES_MAX,
};

interface NetworkStore {
  readonly db: Database;
  readonly network: string;
  readonly room: Room;
}

/** Removes the network's oldest files if there are too many or they are too large. Reads lengths without the bytes. */
export async function trimFiles({ db, network, room }: NetworkStore): Promise<void> {
  await db.query(
    `delete from sandbox_files f using (
       select id, sum(octet_length(bytes)) over newest as bytes, row_number() over newest as number
       from sandbox_files where network = $1 window newest as (order by position desc)
     ) as kept
     where f.network = $1 and f.id = kept.id and (kept.bytes > $2 or kept.number > $3)`,
    [network, room.fileBytesMax, room.filesMax],
  );
}

/** Overhead of keys and row on top of the document. */
const ROW_BYTES = 150;
/** Check a network each time 1/16 of its limit has been written; it may exceed the limit by that much. */
const SHARE = 16;

/** Notes what is written and trims occasionally: summing all documents on each write would be quadratic. */
export async function noteWritten(place: NetworkStore, bytes: number): Promise<void> {
  const { db, network, room } = place;
  const written = unseen.getOrInsertComputed(db, () => new Map<string, number>());
  // At startup it is unknown how much earlier processes wrote, so assume the limit.
  const sum = (written.get(network) ?? room.documentBytesMax) + bytes + ROW_BYTES;
  if (sum < room.documentBytesMax / SHARE) return void written.set(network, sum);
  written.set(network, 0);
  await trimDocuments(place);
}

const unseen = new WeakMap<Database, Map<string, number>>();

/**
 * Removes the oldest documents of the kind that takes the most space, until there is room again. A flood of one kind only
 * evicts that kind, so accounts and tokens survive many posts.
 */
async function trimDocuments({ db, network, room }: NetworkStore): Promise<void> {
  const { rows }: QueryResult<{ kind: string; bytes: number }> = await db.query(
    `select kind, sum(pg_column_size(document) + ${ROW_BYTES})::float8 as bytes from sandbox_objects where network = $1
     group by kind order by bytes desc`,
    [network],
  );
  let excess = rows.reduce((sum, { bytes }) => sum + bytes, 0) - room.documentBytesMax;
  for (const { kind, bytes } of rows) {
    if (excess <= 0) return;
    await db.query(
      `delete from sandbox_objects o using (
         select id, sum(pg_column_size(document) + ${ROW_BYTES}) over (order by position) as bytes, pg_column_size(document) as own
         from sandbox_objects where network = $1 and kind = $2
       ) as oldest
       where o.network = $1 and o.kind = $2 and o.id = oldest.id and oldest.bytes - oldest.own - ${ROW_BYTES} < $3`,
      [network, kind, excess],
    );
    excess -= bytes;
  }
}
