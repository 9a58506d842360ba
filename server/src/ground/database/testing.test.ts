import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "./connect.ts";
import { migrate } from "./migrate.ts";
import { execute, one } from "./query.ts";
import { testDatabase, testDatabaseUrl } from "./testing.ts";

test("each database is migrated, fresh and separate from the others", async () => {
  await using first = await testDatabase();
  await using second = await testDatabase();
  assert.deepEqual(await migrate(first.db, { log: () => {} }), []);
  await execute(first.db, { text: "CREATE TABLE mine (id integer)" });
  assert.deepEqual(await one(second.db, { text: "SELECT to_regclass('mine') AS mine" }), { mine: null });
});

test("a disposed database is gone, even with connections left open", async () => {
  await using other = await testDatabase();
  const database = await testDatabaseUrl();
  const forgotten = connect(database.url, { poolSize: 1, log: () => {} });
  await one(forgotten, { text: "SELECT 1" });
  await database[Symbol.asyncDispose]();
  const name = new URL(database.url).pathname.slice(1);
  assert.deepEqual(await one(other.db, { text: "SELECT count(*) AS count FROM pg_database WHERE datname = $1", values: [name] }), {
    count: 0,
  });
  await forgotten.end();
});
