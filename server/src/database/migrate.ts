import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { TellEvent } from "./log.ts";
import { connectClient } from "./primary-client.ts";

/** The database was migrated by a newer version of the service. */
export class NewerSchema extends Error {
  override readonly name = "NewerSchema";
  constructor(found: number, known: number) {
    super(`The database has schema ${found}, but this version only knows ${known}: start the newer version that migrated it`);
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
}

const MIGRATIONS = fileURLToPath(new URL("./migrations", import.meta.url));

/**
 * Brings the schema up to date: applies the folder's `NNNN-name.sql` files that the database has not had, in order, each in
 * a transaction of its own (so no `CREATE INDEX CONCURRENTLY`). Services that start at the same time wait for each other. A
 * pool or client passed in stays open.
 *
 * Resolves to the numbers it applied. Log event: `database.migrated`, and `database.migration` for each.
 * @throws NewerSchema, ChangedMigration; PostgreSQL's error if a file fails, with the earlier ones applied
 */
export async function migrate(target: string | pg.Pool | pg.Client, options: MigrateOptions): Promise<number[]> {
  const migrations = await readMigrations(options.directory ?? MIGRATIONS);
  if (target instanceof pg.Client) return await migrateWith(target, migrations, options.log);
  if (typeof target !== "string") {
    const client = await target.connect();
    return await migrateWith(client, migrations, options.log).finally(() => client.release());
  }
  const client = await connectClient({ connectionString: target });
  return await migrateWith(client, migrations, options.log).finally(() => client.end());
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

async function migrateWith(client: pg.ClientBase, migrations: readonly Migration[], log: TellEvent): Promise<number[]> {
  // A migration, or waiting for another service's, may take longer than the statement timeout.
  const { rows } = await client.query<{ statement_timeout: string }>("SHOW statement_timeout");
  await client.query("SET statement_timeout = 0");
  await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
  try {
    const pending = await findPending(client, migrations);
    for (const migration of pending) {
      await apply(client, migration);
      log("database.migration", { number: migration.number, name: migration.name }, "debug");
    }
    const last = pending.at(-1);
    if (last !== undefined) log("database.migrated", { migrations: pending.length, to: last.name });
    return pending.map(({ number }) => number);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    await client.query("SELECT set_config('statement_timeout', $1, false)", [rows[0]?.statement_timeout]);
  }
}

async function findPending(client: pg.ClientBase, migrations: readonly Migration[]): Promise<Migration[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
       number integer PRIMARY KEY,
       name text NOT NULL,
       sha256 text NOT NULL,
       applied_at timestamptz NOT NULL DEFAULT now()
     )`,
  );
  const { rows: applied } = await client.query<Omit<Migration, "sql">>(
    "SELECT number, name, sha256 FROM schema_migrations ORDER BY number",
  );
  const newest = applied.at(-1)?.number ?? 0;
  if (newest > migrations.length) throw new NewerSchema(newest, migrations.length);
  for (const [index, { number, name, sha256 }] of applied.entries()) {
    const known = migrations[index];
    if (known?.number === number && known.sha256 === sha256) continue;
    throw new ChangedMigration(`Migration ${name} has changed since it was applied: add a new migration instead`);
  }
  return migrations.slice(applied.length);
}

async function apply(client: pg.ClientBase, { number, name, sql, sha256 }: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query("INSERT INTO schema_migrations (number, name, sha256) VALUES ($1, $2, $3)", [number, name, sha256]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
