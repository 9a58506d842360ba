import type { Instant } from "@rostrum/contract/formats.ts";
import type { QueryResult } from "pg";
import type { Database } from "../../ground/database/connect.ts";
import { keepable } from "../../ground/database/keepable.ts";
import type { SandboxObject, SandboxObjects } from "./network.ts";
import { noteWritten, ROOM, type Room, trimFiles } from "./room.ts";

/** Files are read in pieces: the protocol's text form doubles the size, so a whole video would be a 200 MB string. */
const PIECE_BYTES = 4 * 1024 * 1024;
const LIST_LENGTH_DEFAULT = 100;

/** One network's objects in PostgreSQL. Writes are committed when they resolve; beyond the limits the oldest are removed. */
export function sandboxObjects(options: { db: Database; network: string; now: () => Instant; room?: Room }): SandboxObjects {
  const { db, network, now, room = ROOM } = options;
  const put = async (kind: string, id: string, document: Record<string, unknown>, onTaken: string) => {
    const text = JSON.stringify(keepable(document));
    const done = await db.query(
      `insert into sandbox_objects (network, kind, id, document, created_at) values ($1, $2, $3, $4, $5)
       on conflict (network, kind, id) ${onTaken}`,
      [network, kind, keepable(id), text, now()],
    );
    await noteWritten({ db, network, room }, text.length);
    return done;
  };
  return {
    async get(kind, id) {
      const found: QueryResult<SandboxObject> = await db.query(
        `select id, document, created_at as "createdAt" from sandbox_objects where network = $1 and kind = $2 and id = $3`,
        [network, kind, keepable(id)],
      );
      return found.rows[0] ?? null;
    },
    async insert(kind, id, document) {
      return (await put(kind, id, document, "do nothing")).rowCount === 1;
    },
    async put(kind, id, document) {
      await put(kind, id, document, "do update set document = excluded.document");
    },
    async delete(kind, id) {
      await db.query("delete from sandbox_objects where network = $1 and kind = $2 and id = $3", [network, kind, keepable(id)]);
    },
    async increment(kind, id, field) {
      const sums: QueryResult<{ sum: number }> = await db.query(
        `update sandbox_objects set document = document || jsonb_build_object($4::text, coalesce((document ->> $4)::int, 0) + 1)
         where network = $1 and kind = $2 and id = $3 returning (document ->> $4)::int as sum`,
        [network, kind, keepable(id), field],
      );
      return sums.rows[0]?.sum ?? null;
    },
    async list(kind, { where = {}, limit = LIST_LENGTH_DEFAULT } = {}) {
      const filter = Object.keys(where).length === 0 ? "" : "and document @> $4";
      const values = [network, kind, limit, ...(filter === "" ? [] : [JSON.stringify(keepable(where))])];
      const found: QueryResult<SandboxObject> = await db.query(
        `select id, document, created_at as "createdAt" from sandbox_objects where network = $1 and kind = $2 ${filter}
         order by created_at desc, position desc limit $3`,
        values,
      );
      return found.rows;
    },
    async putBytes(id, bytes) {
      await db.query(
        "insert into sandbox_files (network, id, bytes) values ($1, $2, $3) on conflict (network, id) do update set bytes = excluded.bytes",
        [network, keepable(id), Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
      );
      await trimFiles({ db, network, room });
    },
    async getBytes(id) {
      const found: QueryResult<{ length: number }> = await db.query(
        "select octet_length(bytes) as length from sandbox_files where network = $1 and id = $2",
        [network, keepable(id)],
      );
      const length = found.rows[0]?.length;
      if (length === undefined) return null;
      const pieces: Buffer[] = [];
      for (let start = 1; start <= length; start += PIECE_BYTES) {
        const piece: QueryResult<{ bytes: Buffer }> = await db.query(
          "select substring(bytes from $3 for $4) as bytes from sandbox_files where network = $1 and id = $2",
          [network, keepable(id), start, PIECE_BYTES],
        );
        pieces.push(...piece.rows.map((row) => row.bytes));
      }
      return Buffer.concat(pieces);
    },
    async nextId() {
      const next: QueryResult<{ id: string }> = await db.query("select nextval('sandbox_ids')::text as id");
      const id = next.rows[0]?.id;
      if (id === undefined) throw new Error("The sequence sandbox_ids gave no number.");
      return id;
    },
  };
}
