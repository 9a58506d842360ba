import type { Instant } from "@rostrum/contract/formats.ts";
import { maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";

export interface ServerFacts {
  readonly version: string;
  /** Of the database's clock, in Unix milliseconds. */
  readonly clock: number;
}

export async function readServerFacts(db: Queryable): Promise<ServerFacts> {
  return one<ServerFacts>(db, {
    text: `select current_setting('server_version') "version", (extract(epoch from clock_timestamp()) * 1000)::double precision "clock"`,
  });
}

/** The number of the newest migration; 0 for an empty database. */
export async function readSchema(db: Queryable): Promise<number> {
  const { isThere } = await one<{ isThere: boolean }>(db, { text: `select to_regclass('schema_migrations') is not null "isThere"` });
  if (!isThere) return 0;
  const row = await maybeOne<{ number: number | null }>(db, { text: "select max(number) number from schema_migrations" });
  return row?.number ?? 0;
}

/** When the history says that a backup was last made; null: it does not. */
export async function lastBackupAt(db: Queryable): Promise<Instant | null> {
  const text = "select at from audit_entries where action = 'backup.made' order by at desc limit 1";
  return (await maybeOne<{ at: Instant }>(db, { text }))?.at ?? null;
}

export interface LostChannel {
  readonly name: string;
  readonly type: string;
  readonly brand: string;
}

/** Channels that need a new log-in or new credentials, and how many there are in all. */
export async function listLostChannels(db: Queryable, limit: number): Promise<{ readonly rows: LostChannel[]; readonly count: number }> {
  const rows = await query<LostChannel & { readonly count: number }>(db, {
    text: `select h.name, h.type, b.title brand, count(*) over () "count" from channels h join brands b on b.id = h.brand_id
           where h.status = 'INACTIVE' and h.needs_log_in order by h.updated_at desc, h.id limit $1`,
    values: [limit],
  });
  return { rows: rows.map(({ name, type, brand }) => ({ name, type, brand })), count: rows[0]?.count ?? 0 };
}

/** Types of the channels that are connected to the real networks. */
export async function listTypesInUse(db: Queryable): Promise<ReadonlySet<string>> {
  const rows = await query<{ type: string }>(db, {
    text: "select distinct type from channels where status in ('ACTIVE', 'INACTIVE') and not sandbox",
  });
  return new Set(rows.map(({ type }) => type));
}
