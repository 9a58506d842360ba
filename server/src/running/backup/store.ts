import type { Writable } from "node:stream";
import type pg from "pg";
import { type CopyToStreamQuery, from as copyFrom, to as copyTo } from "pg-copy-streams";
import { LEDGER_NAME } from "../../ground/database/connect.ts";
import { one, type Queryable, query } from "../../ground/database/query.ts";
import type { Manifest } from "./manifest.ts";
import type { Reference } from "./rules.ts";

/**
 * Not copied: migration records, counters and log-ins in progress that are worthless after a restart, the ownership of the media
 * storage, what people are still to be told, which is no news by then, archives of brands, whose files are copies themselves, and the
 * totals of lists, which come to be as rows are stored.
 */
const LEFT_OUT = [
  "brand_archives",
  "schema_migrations",
  "rate_limits",
  "media_storage",
  "log_ins",
  "notification_sends",
  "notification_mails",
  "post_totals",
  "listed_changes",
  "listed_totals",
  "entry_totals",
  "entry_sums",
  "media_totals",
];

export interface Table {
  readonly name: string;
  /** Only stored columns, not generated ones. */
  readonly columns: readonly string[];
}

/** Whether any process publishes from this database. */
export async function isPublishing(db: Queryable): Promise<boolean> {
  const row = await one<{ publishes: boolean }>(db, {
    text: `select exists (select from pg_stat_activity where datname = current_database() and application_name = $1) publishes`,
    values: [LEDGER_NAME],
  });
  return row.publishes;
}

/** Takes a snapshot of the whole database for as long as the copy takes. Must be the transaction's first statement. */
export async function holdSnapshot(tx: Queryable): Promise<void> {
  await query(tx, { text: "set transaction isolation level repeatable read read only" });
  await allowLongWork(tx);
}

/** Prevents new users until the transaction ends, and that anybody is told of what is restored as if it happened now. */
export async function lockForRestore(tx: Queryable): Promise<void> {
  await allowLongWork(tx);
  await query(tx, { text: "set local rostrum.tells_nothing = 'on'" });
  await query(tx, { text: "lock table users in share row exclusive mode" });
}

/** What people were still to be told, they may have been told since. An archive leaves it out. */
export async function forgetUntold(tx: Queryable): Promise<void> {
  await query(tx, { text: "delete from notification_sends" });
  await query(tx, { text: "delete from notification_mails" });
}

/** Between two statements files are copied, however large they are. */
async function allowLongWork(tx: Queryable): Promise<void> {
  await query(tx, { text: "set local statement_timeout = 0" });
  await query(tx, { text: "set local idle_in_transaction_session_timeout = 0" });
}

/** A partitioned table is one table: an archive does not tell which partitions its rows were in. */
export async function listTables(db: Queryable): Promise<Table[]> {
  return query<Table>(db, {
    text: `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
           from pg_class c join pg_attribute a on a.attrelid = c.oid
           where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1)
             and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
           group by c.relname order by c.relname`,
    values: [LEFT_OUT],
  });
}

export async function listReferences(db: Queryable): Promise<Reference[]> {
  return query<Reference>(db, {
    text: `select distinct f.relname as "from", t.relname as "to"
           from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
           where k.contype = 'f' and k.connamespace = current_schema()::regnamespace`,
  });
}

export async function listMigrations(db: Queryable): Promise<Manifest["migrations"]> {
  return query(db, { text: "select name, sha256 from schema_migrations order by number" });
}

/** Sequences that have been used, with their last value. */
export async function listSequences(db: Queryable): Promise<{ readonly name: string; readonly value: number }[]> {
  return query(db, {
    text: `select sequencename::text as name, last_value as value from pg_sequences
           where schemaname = current_schema() and last_value is not null order by sequencename`,
  });
}

export async function setSequences(tx: Queryable, sequences: readonly { readonly name: string; readonly value: number }[]): Promise<void> {
  for (const { name, value } of sequences) await query(tx, { text: "select setval(quote_ident($1)::regclass, $2)", values: [name, value] });
}

/** All sequences, used or not. */
export async function listSequenceNames(db: Queryable): Promise<string[]> {
  const rows = await query<{ name: string }>(db, {
    text: "select sequencename::text as name from pg_sequences where schemaname = current_schema()",
  });
  return rows.map(({ name }) => name);
}

/** Whether any storage key is not a safe file name. */
export async function hasStrangeStorageKeys(db: Queryable): Promise<boolean> {
  const row = await one<{ found: boolean }>(db, {
    text: "select exists (select from media where storage_key !~ '^[A-Za-z0-9_-]{2,200}$') as found",
  });
  return row.found;
}

export async function countRows(db: Queryable, table: string): Promise<number> {
  const { count } = await one<{ count: number }>(db, { text: `select count(*) from ${quoted(table)}` });
  return count;
}

export async function clearTable(tx: Queryable, table: string): Promise<void> {
  await query(tx, { text: `delete from ${quoted(table)}` });
}

/** Streams all rows of the table as COPY text; has their number once it has ended. Selects, because partitioned tables need that. */
export function copyOut(tx: pg.PoolClient, { name, columns }: Table): CopyToStreamQuery {
  return tx.query(copyTo(`copy (select ${columns.map(quoted).join(", ")} from ${quoted(name)}) to stdout`));
}

/** Accepts COPY text. The rows are stored once it has finished. */
export function copyIn(tx: pg.PoolClient, table: Table): Writable {
  return tx.query(copyFrom(`copy ${target(table)} from stdin`));
}

export async function listMediaFiles(db: Queryable): Promise<{ readonly key: string; readonly sizeBytes: number }[]> {
  return query(db, {
    text: `select storage_key as key, max(size_bytes) as "sizeBytes" from media group by storage_key order by storage_key`,
  });
}

function target({ name, columns }: Table): string {
  return `${quoted(name)} (${columns.map(quoted).join(", ")})`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
