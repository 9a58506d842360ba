import assert from "node:assert/strict";
import { cp, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { App } from "../../app.ts";
import { systemClock } from "../../ground/clock.ts";
import { readConfig } from "../../ground/config.ts";
import { readMigrations } from "../../ground/database/migrate.ts";
import { type Queryable, query } from "../../ground/database/query.ts";
import { temporaryFolder, testDatabase } from "../../ground/database/testing.ts";
import { createLog } from "../../ground/observability/log.ts";
import { openSecrets, secretKey } from "../../ground/secrets/key.ts";
import { openStorage } from "../../ground/storage/open.ts";
import { VERSION } from "../../ground/version.ts";
import { startService } from "../../serve.ts";
import { eventually } from "../../testing/eventually.ts";
import { freePort } from "../../testing/free-port.ts";
import { fillFrom } from "../backup/restore.ts";
import { bringUpToDate } from "./upgrade.ts";

const MIGRATIONS = fileURLToPath(new URL("../../ground/database/migrations", import.meta.url));
const NEWEST = (await readMigrations()).at(-1)?.number ?? 0;
const NEXT = NEWEST + 1;
const PEOPLE = "insert into users (public_id, name, email, verified, created_at) values ('u', 'Ada', 'ada@example.org', true, now())";

/** The migrations with one more, as a later version has them. */
async function laterMigrations() {
  const folder = await temporaryFolder();
  const directory = join(folder.path, "migrations");
  await cp(MIGRATIONS, directory, { recursive: true });
  await writeFile(join(directory, `00${NEXT}-later.sql`), "alter table users add column later text");
  return { directory, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** A database of this version, with a person in it. */
async function filledDatabase() {
  const database = await testDatabase();
  await database.db.query(PEOPLE);
  return database;
}

function newestIn(db: Queryable) {
  return query<{ number: number }>(db, { text: "select max(number) as number from schema_migrations" });
}

/** The settings of a service on this database, where it listens, and what it says. */
async function place(databaseUrl: string) {
  const folder = await temporaryFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    ROSTRUM_DATA_DIR: folder.path,
    ROSTRUM_DEMO: "0",
    ROSTRUM_SANDBOX: "0",
    ROSTRUM_LOG_LEVEL: "error",
  };
  const get = async (path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, body: (await response.json()) as Record<string, unknown>, headers: response.headers };
  };
  const readyz = async () => get("/readyz").catch(() => ({ status: 0, body: {} as Record<string, unknown> }));
  return { settings, get, readyz, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test("while a migration runs, the process is alive, not ready, and says how far it is; then it serves on the same port", async () => {
  await using later = await laterMigrations();
  await using database = await testDatabase();
  await using at = await place(database.url);
  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query("begin");
  await blocker.query("lock table users in share row exclusive mode");
  const starting = startService(at.settings, "api", { migrations: later.directory });
  const migrating = await eventually("the migration has begun", async () => {
    const reply = await at.readyz();
    return String(reply.body.status).startsWith("migrating") && reply;
  });
  assert.equal(migrating.status, 503);
  assert.match(
    String(migrating.body.status),
    new RegExp(`^migrating: 00${NEXT} of 00${NEXT} \\([a-z-]+\\), since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC$`),
  );
  assert.deepEqual((await at.get("/healthz")).body, { status: "ok" });
  const metrics = async () => (await fetch(`http://127.0.0.1:${at.settings.PORT}/metrics`)).text();
  assert.match(await metrics(), /^rostrum_ready 0$/m);
  const refused = await at.get("/v1/me");
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get("retry-after"), "5");
  const message = `The service is not ready: ${migrating.body.status}.`;
  assert.deepEqual(refused.body, { status: "error", message, errors: { service: message } });
  await blocker.query("rollback");
  await blocker.end();
  await using _service = await starting;
  assert.deepEqual((await at.readyz()).body, { status: "ready" });
  assert.match(await metrics(), /^rostrum_ready 1$/m);
  assert.equal((await at.get("/v1/me")).status, 401);
  assert.deepEqual(await query(database.db, { text: "select version from schema_migrations where version is not null" }), [
    { version: VERSION },
  ]);
});

test("with a database that is too new, the process stays up as not ready, names the version, and serves once the database fits", async () => {
  await using database = await testDatabase();
  await using at = await place(database.url);
  await database.db.query(`alter table schema_migrations add column if not exists version text;
    insert into schema_migrations (number, name, sha256, version) values (${NEWEST + 1}, 'next.sql', 'x', '9.8.7')`);
  const starting = startService(at.settings, "api");
  const refused = await eventually("it says why it is not ready", async () => {
    const reply = await at.readyz();
    return String(reply.body.status).includes("migration") && reply;
  });
  assert.equal(refused.status, 503);
  assert.match(
    String(refused.body.status),
    new RegExp(
      `^The database has migration ${NEWEST + 1}, but this version only knows ${NEWEST}\\. Start Rostrum 9\\.8\\.7 or newer, which migrated it, ` +
        "or restore a backup of this version, since [\\d: -]+ UTC$",
    ),
  );
  assert.equal((await at.get("/healthz")).status, 200);
  await database.db.query(`delete from schema_migrations where number > ${NEWEST}`);
  await using _service = await starting;
  assert.deepEqual((await at.readyz()).body, { status: "ready" });
});

test("a start that waits for a database that fits ends when it is told to stop, and closes its port", async () => {
  await using database = await testDatabase();
  await using at = await place(database.url);
  await database.db.query(`insert into schema_migrations (number, name, sha256) values (${NEWEST + 1}, 'next.sql', 'x')`);
  const stopping = new AbortController();
  const starting = startService(at.settings, "api", { stop: stopping.signal });
  await eventually("it waits", async () => String((await at.readyz()).body.status).includes("migration"));
  const reason = new Error("stopped");
  stopping.abort(reason);
  await assert.rejects(starting, reason);
  assert.equal((await at.readyz()).status, 0);
});

/** What is asked of an upgrade of the embedded database, here on the server of the tests. */
function upgradeOf(url: string, { directory }: { readonly directory?: string }, settings: Readonly<Record<string, string>>) {
  const events: [string, Record<string, unknown>][] = [];
  const said: string[] = [];
  const config = readConfig(settings);
  const run = () =>
    bringUpToDate({
      url,
      config,
      clock: systemClock,
      log: (event, facts) => void events.push([event, facts]),
      say: (status) => void said.push(status),
      stop: new AbortController().signal,
      ...(directory !== undefined && { directory }),
    });
  return { config, run, events, said };
}

test("the embedded database is dumped before it is migrated, and the dump fills a database of the version before", async () => {
  await using later = await laterMigrations();
  await using database = await filledDatabase();
  await using folder = await temporaryFolder();
  const upgrade = upgradeOf(database.url, later, { ROSTRUM_DATA_DIR: folder.path });
  await secretKey(upgrade.config);
  await upgrade.run();
  const backups = join(folder.path, "backups");
  const [name = "", ...others] = await readdir(backups);
  assert.match(name, new RegExp(`^before-00${NEXT}-\\d{8}T\\d{9}Z\\.tar$`));
  assert.deepEqual(others, []);
  const path = join(backups, name);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(
    upgrade.events.map(([event]) => event),
    ["upgrade.dumped", "database.migrating", "database.migration", "database.migrated"],
  );
  assert.deepEqual(upgrade.events[0]?.[1], { migration: NEXT, path });
  assert.equal(upgrade.said[0], "dumping the database before its migration");
  await upgrade.run();
  assert.deepEqual(await readdir(backups), [name], "nothing is dumped when nothing is migrated");

  await using empty = await testDatabase();
  const ground = {
    db: empty.db,
    clock: systemClock,
    config: upgrade.config,
    storage: await openStorage(upgrade.config),
    log: createLog("warn"),
  };
  await fillFrom({ ...ground, secrets: await openSecrets(upgrade.config) } as App, path);
  assert.deepEqual(await query(empty.db, { text: "select name, email from users" }), [{ name: "Ada", email: "ada@example.org" }]);
  assert.deepEqual([await newestIn(empty.db), await newestIn(database.db)], [[{ number: NEWEST }], [{ number: NEXT }]]);
});

test("an empty database is not dumped", async () => {
  await using database = await testDatabase();
  await database.db.query("drop schema public cascade; create schema public");
  await using folder = await temporaryFolder();
  const upgrade = upgradeOf(database.url, {}, { ROSTRUM_DATA_DIR: folder.path });
  await upgrade.run();
  assert.deepEqual(await readdir(folder.path), []);
});

test("an external database, and one whose operator wants none, are migrated without a dump, and the log says so", async () => {
  await using later = await laterMigrations();
  for (const [settings, facts] of [
    [
      { DATABASE_URL: "postgres://db.example.org/rostrum" },
      { migration: NEXT, advice: "an external database is not dumped: to be able to go back, make a backup before each upgrade" },
    ],
    [{ ROSTRUM_DUMP_BEFORE_MIGRATION: "0" }, { migration: NEXT, reason: "ROSTRUM_DUMP_BEFORE_MIGRATION=0" }],
  ] as const) {
    await using database = await filledDatabase();
    await using folder = await temporaryFolder();
    const upgrade = upgradeOf(database.url, later, { ROSTRUM_DATA_DIR: folder.path, ...settings });
    await upgrade.run();
    assert.deepEqual(upgrade.events[0], ["upgrade.not-dumped", facts]);
    assert.deepEqual(await readdir(folder.path), []);
  }
});

test("if the dump cannot be written, the database stays as it was", async () => {
  await using later = await laterMigrations();
  await using database = await filledDatabase();
  // A file where the folder for data should be.
  const upgrade = upgradeOf(database.url, later, { ROSTRUM_DATA_DIR: fileURLToPath(import.meta.url) });
  await assert.rejects(upgrade.run(), /The database could not be dumped before its migration, so nothing has been changed: ENOTDIR/);
  assert.deepEqual(await newestIn(database.db), [{ number: NEWEST }]);
});
