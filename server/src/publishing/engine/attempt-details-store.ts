import type { Instant } from "@rostrum/contract/formats.ts";
import { execute, one, type Queryable, query } from "../../ground/database/query.ts";

/** A month of details, and the table that holds it. */
export interface Month {
  readonly name: string;
  readonly from: Instant;
  /** The beginning of the next one. */
  readonly to: Instant;
}

/** Any number that no other transaction lock of the service has. */
const UPKEEP_LOCK = 0x526f76;
/** A dump holds every table while it reads: waiting for it longer would keep the ledger waiting behind us. */
const LOCK_MILLISECONDS = 200;

/** Prepares a transaction that changes which partitions there are. False if another process is at it. */
export async function beginUpkeep(tx: Queryable): Promise<boolean> {
  await query(tx, { text: `set local lock_timeout = ${LOCK_MILLISECONDS}` });
  const { isOurs } = await one<{ isOurs: boolean }>(tx, { text: `select pg_try_advisory_xact_lock($1) "isOurs"`, values: [UPKEEP_LOCK] });
  return isOurs;
}

/** Those of the months for which there is no partition, and none of whose rows has come already. */
export async function listMissingMonths(db: Queryable, months: readonly Month[]): Promise<Month[]> {
  const rows = await query<{ name: string }>(db, {
    text: `with part as (${PARTITIONS})
           select given.name from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as given (name, starts, ends)
           where not exists (select from part where part.ends >= given.ends and (part.starts is null or part.starts <= given.starts))
             and not exists (select from attempt_details_other where started_at >= given.starts and started_at < given.ends)`,
    values: [months.map(({ name }) => name), months.map(({ from }) => from), months.map(({ to }) => to)],
  });
  const missing = new Set(rows.map(({ name }) => name));
  return months.filter(({ name }) => missing.has(name));
}

/** Attached once it is complete: so the ledger's inserts go on meanwhile. */
export async function makeMonth(tx: Queryable, { name, from, to }: Month): Promise<void> {
  await query(tx, { text: `create table ${name} (like attempt_details including all)` });
  await query(tx, { text: `alter table attempt_details attach partition ${name} for values from ('${from}') to ('${to}')` });
}

/** The partitions in which everything began before then. */
export async function listOldPartitions(db: Queryable, before: Instant): Promise<string[]> {
  const rows = await query<{ name: string }>(db, {
    text: `with part as (${PARTITIONS}) select name from part where ends <= $1 order by ends`,
    values: [before],
  });
  return rows.map(({ name }) => name);
}

export async function dropPartition(tx: Queryable, name: string): Promise<void> {
  await query(tx, { text: `drop table "${name.replaceAll('"', '""')}"` });
}

/** Deletes up to `limit` of the details that came without a month and began before then; returns how many. */
export async function deleteOthers(
  db: Queryable,
  { before, limit }: { readonly before: Instant; readonly limit: number },
): Promise<number> {
  return execute(db, {
    text: `delete from attempt_details_other where (attempt_id, started_at) in (
             select attempt_id, started_at from attempt_details_other where started_at < $1 order by attempt_id limit $2)`,
    values: [before, limit],
  });
}

/** All but the one that takes what has no month. `starts` is null for the first. */
const PARTITIONS = `
  select c.relname name, substring(bound.text from 'FROM \\(''([^'']+)''\\)')::timestamptz starts, substring(bound.text from 'TO \\(''([^'']+)''\\)')::timestamptz ends
  from pg_inherits i join pg_class c on c.oid = i.inhrelid cross join lateral (select pg_get_expr(c.relpartbound, c.oid) text) bound
  where i.inhparent = 'attempt_details'::regclass and bound.text <> 'DEFAULT'`;
