import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { TellEvent } from "./log.ts";
import { connectClient } from "./primary-client.ts";
import { CUT_OFF_SETTINGS, setSettings } from "./session-settings.ts";

/** The database was migrated by a newer version of the service. `by`: which one, if it says so. */
export class NewerSchema extends Error {
  override readonly name = "NewerSchema";
  constructor(found: number, { known, by }: { readonly known: number; readonly by: string | null }) {
    const needed = by === null ? "the newer version that migrated it" : `Rostrum ${by} or newer, which migrated it`;
    super(
      `The database has migration ${found}, but this version only knows ${known}. Start ${needed}, or restore a backup of this version`,
    );
  }
}

/** The migrations applied to the database are not those of this version. */
export class ChangedMigration extends Error {
  override readonly name = "ChangedMigration";
}

export interface MigrateOptions {
  readonly log: TellEvent;
  /** Default: `migrations/` next to this file. */
  readonly directory?: string;
  /** The service's version, recorded with each migration for those that find it too new. */
  readonly version?: string;
  /** Told of each step as it begins. */
  readonly onStep?: (step: MigrationStep) => void;
  /** Runs before the first migration of a database that has had earlier ones, while no other service can migrate it. */
  readonly prepare?: (pending: readonly Migration[]) => Promise<void>;
  /** Stops between two migrations, or while waiting for another service, with the signal's reason. */
  readonly stop?: AbortSignal | undefined;
}

type MigrationStep =
  | { readonly kind: "waiting" }
  /** `of`: the number of the newest migration. */
  | { readonly kind: "migrating"; readonly number: number; readonly of: number; readonly name: string };

/** Others wait for whoever migrates, but not for one that is frozen or cut off: what comes between two of its statements takes no time. */
const SILENCE_SETTINGS = { ...CUT_OFF_SETTINGS, idle_session_timeout: "45000", idle_in_transaction_session_timeout: "45000" };

const MIGRATIONS = fileURLToPath(new URL("./migrations", import.meta.url));

/**
 * Brings the schema up to date: applies the folder's `NNNN-name.sql` files that the database has not had, in order, each in
 * a transaction of its own (so no `CREATE INDEX CONCURRENTLY`). Services that start at the same time wait for each other. A
 * pool or client passed in stays open.
 *
 * Resolves to the numbers it applied. Log events: `database.migrated`; for each, `database.migrating` when it begins and every
 * half a minute, and `database.migration` when it has ended; `database.migrated-elsewhere` before waiting. In an empty database
 * those of each are for debugging. A migration may tell how far it is: `database.migration-progress`. One that others keep from a
 * table lets them pass and begins anew: `database.migration-gives-way`.
 * @throws NewerSchema, ChangedMigration; PostgreSQL's error if a file fails, with the earlier ones applied
 */
export async function migrate(target: string | pg.Pool | pg.Client, options: MigrateOptions): Promise<number[]> {
  const migrations = await readMigrations(options.directory ?? MIGRATIONS);
  if (target instanceof pg.Client) return await migrateWith(target, migrations, options);
  if (typeof target !== "string") {
    const client = await target.connect();
    return await migrateWith(client, migrations, options).finally(() => client.release());
  }
  const client = await connectClient({ connectionString: target });
  await setSettings(client, SILENCE_SETTINGS);
  const prepare = async (pending: readonly Migration[]) => {
    // A dump takes as long as it takes, and this connection rests meanwhile.
    await setSettings(client, { idle_session_timeout: "0" });
    await options.prepare?.(pending);
    await setSettings(client, SILENCE_SETTINGS);
  };
  return await migrateWith(client, migrations, { ...options, prepare }).finally(() => client.end());
}

export interface Migration {
  readonly number: number;
  /** The file's name. */
  readonly name: string;
  readonly sql: string;
  /** Hex digest of the text with line endings normalized to `\n`. */
  readonly sha256: string;
}

/** The folder's migrations in order, numbered from 1 without gaps. */
export async function readMigrations(directory = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  if (names.length === 0) throw new Error(`No migrations in ${directory}`);
  return await Promise.all(names.map((name, index) => readMigration(directory, { name, number: index + 1 })));
}

async function readMigration(directory: string, { name, number }: { name: string; number: number }): Promise<Migration> {
  if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name) || Number(name.slice(0, 4)) !== number) {
    throw new Error(`Migrations are named NNNN-name.sql and numbered from 0001 without gaps; ${name} is at position ${number}`);
  }
  const sql = (await readFile(`${directory}/${name}`, "utf8")).replaceAll("\r\n", "\n");
  return { number, name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
}

/** Arbitrary, but the same in every version. */
const MIGRATION_LOCK = 7_267_838;

/** How often the lock is asked for while another service migrates: a wait within the statement could not be stopped. */
const LOCK_MILLISECONDS = 500;
const REMINDER_SECONDS = 30;

async function migrateWith(client: pg.ClientBase, migrations: readonly Migration[], options: MigrateOptions): Promise<number[]> {
  // A migration may take longer than the statement timeout.
  const { rows } = await client.query<{ statement_timeout: string }>("SHOW statement_timeout");
  await client.query("SET statement_timeout = 0");
  try {
    await lock(client, options);
    return await applyPending(client, migrations, options).finally(() =>
      leave(client, { text: "SELECT pg_advisory_unlock($1)", values: [MIGRATION_LOCK] }),
    );
  } finally {
    await leave(client, { text: "SELECT set_config('statement_timeout', $1, false)", values: [rows[0]?.statement_timeout] });
  }
}

/** On a connection that is lost there is nothing to leave as it was, and its error would hide why. */
async function leave(client: pg.ClientBase, query: pg.QueryConfig): Promise<void> {
  await client.query(query).catch(() => {});
}

async function applyPending(client: pg.ClientBase, migrations: readonly Migration[], options: MigrateOptions): Promise<number[]> {
  const pending = await findPending(client, migrations);
  const isNew = pending.length === migrations.length;
  if (!isNew && pending.length > 0) await options.prepare?.(pending);
  for (const migration of pending) {
    options.stop?.throwIfAborted();
    await applyAloud(client, migration, { ...options, of: migrations.length, level: isNew ? "debug" : "info" });
  }
  const last = pending.at(-1);
  if (last !== undefined) options.log("database.migrated", { migrations: pending.length, to: last.name });
  return pending.map(({ number }) => number);
}

async function lock(client: pg.ClientBase, { log, onStep, stop }: MigrateOptions): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [MIGRATION_LOCK]);
    if (rows[0]?.held === true) return;
    if (isFirst) {
      log("database.migrated-elsewhere", {});
      onStep?.({ kind: "waiting" });
    }
    stop?.throwIfAborted();
    await sleep(LOCK_MILLISECONDS);
  }
}

async function findPending(client: pg.ClientBase, migrations: readonly Migration[]): Promise<Migration[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
       number integer PRIMARY KEY,
       name text NOT NULL,
       sha256 text NOT NULL,
       version text,
       applied_at timestamptz NOT NULL DEFAULT now()
     )`,
  );
  // Read in this way because the tables of earlier versions have no such column.
  const { rows: applied } = await client.query<Omit<Migration, "sql"> & { version: string | null }>(
    "SELECT number, name, sha256, to_jsonb(m) ->> 'version' AS version FROM schema_migrations m ORDER BY number",
  );
  const newest = applied.at(-1);
  if (newest !== undefined && newest.number > migrations.length)
    throw new NewerSchema(newest.number, { known: migrations.length, by: newest.version });
  for (const [index, { number, name, sha256 }] of applied.entries()) {
    const known = migrations[index];
    if (known?.number === number && known.sha256 === sha256) continue;
    throw new ChangedMigration(`Migration ${name} has changed since it was applied: add a new migration instead`);
  }
  const pending = migrations.slice(applied.length);
  // Even where the column is there, adding it would wait for everybody who reads the table, such as a backup.
  if (pending.length > 0 && !(await hasVersions(client))) await client.query("ALTER TABLE schema_migrations ADD COLUMN version text");
  return pending;
}

async function hasVersions(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_attribute WHERE attrelid = 'schema_migrations'::regclass AND attname = 'version' AND NOT attisdropped",
  );
  return rowCount === 1;
}

/**
 * Below the server's `deadlock_timeout` of a second: while processes of the version before work on, a migration that waits for a table
 * and keeps another one is the one that gives way, and what they ask meanwhile waits no longer than this.
 */
const TABLE_MILLISECONDS = 500;
/** Then it waits for as long as it takes: somebody holds a table for long, such as a dump, and others have to wait with it. */
const TIMES_TO_GIVE_WAY = 10;
/** `lock_not_available` and `deadlock_detected`. */
const OTHERS_HAVE_IT = new Set(["55P03", "40P01"]);

interface Applying extends MigrateOptions {
  readonly of: number;
  readonly level: "debug" | "info";
}

async function applyAloud(client: pg.ClientBase, migration: Migration, { log, onStep, version, stop, of, level }: Applying): Promise<void> {
  const { number, name } = migration;
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10;
  log("database.migrating", { number, of, name }, level);
  onStep?.({ kind: "migrating", number, of, name });
  const reminder = setInterval(() => log("database.migrating", { number, of, name, seconds: seconds() }), REMINDER_SECONDS * 1000);
  await applyPatiently(client, migration, { version: version ?? null, log, stop }).finally(() => clearInterval(reminder));
  log("database.migration", { number, of, name, seconds: seconds() }, level);
}

interface Applied {
  /** Of the service. */
  readonly version: string | null;
  readonly log: TellEvent;
}

async function applyPatiently(
  client: pg.ClientBase,
  migration: Migration,
  { stop, ...applied }: Applied & { readonly stop: AbortSignal | undefined },
): Promise<void> {
  for (let times = 1; ; times += 1) {
    const givesWay = times <= TIMES_TO_GIVE_WAY;
    try {
      return await apply(client, migration, { ...applied, lockMilliseconds: givesWay ? TABLE_MILLISECONDS : 0 });
    } catch (error) {
      const cause = error instanceof Error ? error.cause : null;
      const isTaken = cause instanceof pg.DatabaseError && OTHERS_HAVE_IT.has(cause.code ?? "");
      if (!isTaken || !givesWay) throw error;
      applied.log("database.migration-gives-way", { number: migration.number, name: migration.name, reason: cause.message, times });
    }
    await sleep(Math.random() * LOCK_MILLISECONDS);
    stop?.throwIfAborted();
  }
}

/** A long migration tells how far it is with `raise info`, which PostgreSQL sends at once. */
async function apply(
  client: pg.ClientBase,
  { number, name, sql, sha256 }: Migration,
  { version, log, lockMilliseconds }: Applied & { readonly lockMilliseconds: number },
): Promise<void> {
  const tell = ({ severity, message }: { severity?: string | undefined; message?: string | undefined }) => {
    if (severity === "INFO") log("database.migration-progress", { name, progress: message });
  };
  client.on("notice", tell);
  await client.query("BEGIN");
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockMilliseconds}`);
    await client.query(sql);
    const values = [number, name, sha256, version];
    await client.query("INSERT INTO schema_migrations (number, name, sha256, version) VALUES ($1, $2, $3, $4)", values);
    await client.query("COMMIT");
  } catch (error) {
    // On a connection that is lost it fails as well, and would hide why.
    await client.query("ROLLBACK").catch(() => {});
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    client.off("notice", tell);
  }
}
