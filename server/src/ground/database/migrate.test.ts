import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import pg from "pg";
import { eventually } from "../../testing/eventually.ts";
import { connect } from "./connect.ts";
import { ChangedMigration, migrate, NewerSchema } from "./migrate.ts";
import { maybeOne, one, query } from "./query.ts";
import { temporaryFolder, testDatabase } from "./testing.ts";

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());

const FIRST = { "0001-first.sql": "CREATE TABLE first (id integer); CREATE TABLE second (id integer);" };
const SECOND = { "0002-second.sql": "INSERT INTO first VALUES (2);" };

/** An empty schema of the test's own, selected by the connection string's search path, and a folder of migrations. */
async function scene(files: Record<string, string>) {
  const folder = await temporaryFolder();
  const schema = `scene_${folder.path.slice(-6).toLowerCase()}_${process.hrtime.bigint()}`;
  await database.db.query(`CREATE SCHEMA ${schema}`);
  const url = new URL(database.url);
  url.searchParams.set("options", `-c search_path=${schema}`);
  const db = connect(url.toString(), { poolSize: 3, log: () => {} });
  const directory = join(folder.path, "migrations");
  const write = async (next: Record<string, string>) => {
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory);
    for (const [name, sql] of Object.entries(next)) await writeFile(join(directory, name), sql);
  };
  await write(files);
  const events: unknown[] = [];
  const log = (event: string, { seconds: _, ...facts }: Record<string, unknown>) => events.push([event, facts]);
  return {
    db,
    url: url.toString(),
    events,
    write,
    options: { log, directory },
    async [Symbol.asyncDispose]() {
      await db.end();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test("migrations are applied in order, once, and recorded with number, name and checksum", async () => {
  await using s = await scene({ ...FIRST, ...SECOND });
  assert.deepEqual(await migrate(s.db, s.options), [1, 2]);
  assert.deepEqual(await migrate(s.db, s.options), []);
  assert.deepEqual(s.events, [
    ["database.migrating", { number: 1, of: 2, name: "0001-first.sql" }],
    ["database.migration", { number: 1, of: 2, name: "0001-first.sql" }],
    ["database.migrating", { number: 2, of: 2, name: "0002-second.sql" }],
    ["database.migration", { number: 2, of: 2, name: "0002-second.sql" }],
    ["database.migrated", { migrations: 2, to: "0002-second.sql" }],
  ]);
  assert.deepEqual(await query(s.db, { text: "SELECT id FROM first" }), [{ id: 2 }]);
  const recorded = await query(s.db, { text: "SELECT number, name, length(sha256) AS digits FROM schema_migrations ORDER BY number" });
  assert.deepEqual(recorded, [
    { number: 1, name: "0001-first.sql", digits: 64 },
    { number: 2, name: "0002-second.sql", digits: 64 },
  ]);
});

test("a later version applies only new migrations", async () => {
  await using s = await scene(FIRST);
  assert.deepEqual(await migrate(s.url, s.options), [1]);
  await s.write({ ...FIRST, ...SECOND });
  assert.deepEqual(await migrate(s.url, s.options), [2]);
});

test("a connection string, a pool and a client all work, and a pool's session keeps its settings", async () => {
  await using s = await scene(FIRST);
  const client = new pg.Client({ connectionString: s.url });
  await client.connect();
  assert.deepEqual(await migrate(client, s.options), [1]);
  await client.end();
  assert.deepEqual(await migrate(s.db, s.options), []);
  assert.deepEqual(await one(s.db, { text: "SHOW statement_timeout" }), { statement_timeout: "30s" });
});

test("services that start at the same time apply each migration once", async () => {
  await using s = await scene({ "0001-slow.sql": "SELECT pg_sleep(0.2); CREATE TABLE once (id integer);", ...SECOND_EMPTY });
  const applied = await Promise.all([migrate(s.url, s.options), migrate(s.url, s.options), migrate(s.url, s.options)]);
  assert.deepEqual(applied.flat().sort(), [1, 2]);
});
const SECOND_EMPTY = { "0002-second.sql": "SELECT 1;" };

test("a failing file leaves no trace, keeps the ones before it, and is named", async () => {
  await using s = await scene({ ...FIRST, "0002-broken.sql": "CREATE TABLE half (id integer); SELECT nonsense;" });
  await assert.rejects(migrate(s.db, s.options), /Migration 0002-broken.sql failed: column "nonsense" does not exist/);
  assert.deepEqual(await one(s.db, { text: "SELECT max(number) AS number FROM schema_migrations" }), { number: 1 });
  assert.deepEqual(await maybeOne(s.db, { text: "SELECT to_regclass('half') AS half" }), { half: null });
  await s.write({ ...FIRST, ...SECOND });
  assert.deepEqual(await migrate(s.db, s.options), [2]);
});

test("a migration that others keep from a table lets them pass, and is applied when they have ended", async () => {
  await using s = await scene(FIRST);
  await migrate(s.db, s.options);
  await s.write({ ...FIRST, "0002-both.sql": "ALTER TABLE second ADD note text; ALTER TABLE first ADD note text;" });
  s.events.length = 0;
  const other = await s.db.connect();
  await other.query("BEGIN");
  await other.query("INSERT INTO first VALUES (1)");
  const migrated = migrate(s.db, s.options);
  await eventually("it gives way", () => JSON.stringify(s.events).includes("gives-way"));
  // Were it to keep the second table while it waits for the first, this would be a deadlock.
  await other.query("INSERT INTO second VALUES (1)");
  await other.query("COMMIT");
  other.release();
  assert.deepEqual(await migrated, [2]);
  const columns =
    "SELECT count(*)::int AS columns FROM information_schema.columns WHERE table_schema = current_schema AND column_name = 'note'";
  assert.deepEqual(await one(s.db, { text: columns }), { columns: 2 });
  assert.deepEqual(s.events[1], [
    "database.migration-gives-way",
    { number: 2, name: "0002-both.sql", reason: "canceling statement due to lock timeout", times: 1 },
  ]);
});

test("a migration that has given way ten times waits for as long as somebody holds the table", async () => {
  await using s = await scene(FIRST);
  await migrate(s.db, s.options);
  await s.write({ ...FIRST, "0002-note.sql": "ALTER TABLE first ADD note text;" });
  const other = await s.db.connect();
  await other.query("BEGIN");
  await other.query("SELECT FROM first");
  const migrated = migrate(s.db, s.options);
  const times = () => s.events.filter((event) => JSON.stringify(event).includes("gives-way")).length;
  await eventually("it has given way ten times", () => times() === 10);
  const waiting =
    "SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock' AND relation = 'first'::regclass";
  await eventually("it waits", async () => (await one<{ waiting: number }>(s.db, { text: waiting })).waiting === 1);
  await other.query("COMMIT");
  other.release();
  assert.deepEqual(await migrated, [2]);
  assert.equal(times(), 10);
});

test("a database migrated by a newer version is refused", async () => {
  await using s = await scene({ ...FIRST, ...SECOND });
  await migrate(s.db, s.options);
  await s.write(FIRST);
  await assert.rejects(migrate(s.db, s.options), new NewerSchema(2, { known: 1, by: null }));
});

test("the refusal of a newer database names the version that migrated it", async () => {
  await using s = await scene({ ...FIRST, ...SECOND });
  await migrate(s.db, { ...s.options, version: "2.3.4" });
  await s.write(FIRST);
  await assert.rejects(migrate(s.db, s.options), /has migration 2, but this version only knows 1\. Start Rostrum 2\.3\.4 or newer/);
});

test("a database of a version that recorded none is brought up to date like any other", async () => {
  await using s = await scene(FIRST);
  await migrate(s.db, s.options);
  await s.db.query("ALTER TABLE schema_migrations DROP COLUMN version");
  assert.deepEqual(await migrate(s.db, s.options), []);
  await s.write({ ...FIRST, ...SECOND });
  assert.deepEqual(await migrate(s.db, { ...s.options, version: "2.3.4" }), [2]);
  const recorded = await query(s.db, { text: "SELECT number, version FROM schema_migrations ORDER BY number" });
  assert.deepEqual(recorded, [
    { number: 1, version: null },
    { number: 2, version: "2.3.4" },
  ]);
});

test("what has to be done before a migration is done once, before the first of them, and never for an empty database", async () => {
  await using s = await scene(FIRST);
  const prepared: unknown[] = [];
  const prepare = async (pending: readonly { readonly name: string }[]) => {
    const tables = await query(s.db, { text: "SELECT to_regclass('third') AS third" });
    prepared.push([pending.map(({ name }) => name), tables]);
  };
  await migrate(s.db, { ...s.options, prepare });
  assert.deepEqual(prepared, []);
  await s.write({ ...FIRST, ...SECOND, "0003-third.sql": "CREATE TABLE third (id integer);" });
  await migrate(s.db, { ...s.options, prepare });
  assert.deepEqual(prepared, [[["0002-second.sql", "0003-third.sql"], [{ third: null }]]]);
  await migrate(s.db, { ...s.options, prepare });
  assert.equal(prepared.length, 1);
});

test("a preparation that fails keeps the database as it was", async () => {
  await using s = await scene(FIRST);
  await migrate(s.db, s.options);
  await s.write({ ...FIRST, ...SECOND });
  const prepare = () => Promise.reject(new Error("no room"));
  await assert.rejects(migrate(s.db, { ...s.options, prepare }), /no room/);
  assert.deepEqual(await query(s.db, { text: "SELECT id FROM first" }), []);
});

test("a stop waits for the migration under way, and the next start continues after it", async () => {
  await using s = await scene({ ...FIRST, ...SECOND });
  const stopping = new AbortController();
  const onStep = () => stopping.abort(new Error("stopped"));
  await assert.rejects(migrate(s.db, { ...s.options, onStep, stop: stopping.signal }), /stopped/);
  assert.deepEqual(await migrate(s.db, s.options), [2]);
});

test("a service that waits for another one's migrations says so, and can be stopped", async () => {
  await using s = await scene({ "0001-first.sql": "SELECT 1;" });
  await migrate(s.db, s.options);
  await s.write({ "0001-first.sql": "SELECT 1;", "0002-long.sql": "SELECT 2;" });
  const holding = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const prepare = () => {
    isHeld.resolve();
    return holding.promise;
  };
  const first = migrate(s.db, { ...s.options, prepare });
  await isHeld.promise;
  const stopping = new AbortController();
  const steps: unknown[] = [];
  const onStep = (step: unknown) => {
    steps.push(step);
    stopping.abort(new Error("stopped"));
  };
  await assert.rejects(migrate(s.url, { ...s.options, onStep, stop: stopping.signal }), /stopped/);
  assert.deepEqual(steps, [{ kind: "waiting" }]);
  holding.resolve();
  assert.deepEqual(await first, [2]);
});

test("an applied file that has changed is refused, except for line endings", async () => {
  await using s = await scene({ "0001-first.sql": "CREATE TABLE\n first (id integer);" });
  await migrate(s.db, s.options);
  await s.write({ "0001-first.sql": "CREATE TABLE\r\n first (id integer);" });
  assert.deepEqual(await migrate(s.db, s.options), []);
  await s.write({ "0001-first.sql": "CREATE TABLE\n first (id bigint);" });
  await assert.rejects(migrate(s.db, s.options), ChangedMigration);
});

test("names that are not numbered from 0001 without gaps are refused", async () => {
  for (const names of [["0002-late.sql"], ["0001-a.sql", "0003-c.sql"], ["0001-a.sql", "0001-b.sql"], ["1-a.sql"], []]) {
    await using s = await scene(Object.fromEntries(names.map((name) => [name, "SELECT 1;"])));
    await assert.rejects(migrate(s.db, s.options), /Migrations are named NNNN-name\.sql|No migrations in/);
  }
});
