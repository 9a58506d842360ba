import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { execute, maybeOne, one, query, transaction } from "./query.ts";
import { testDatabase } from "./testing.ts";

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db } = database;

beforeEach(async () => {
  await execute(db, { text: "DROP TABLE IF EXISTS things" });
  await execute(db, { text: "CREATE TABLE things (id integer PRIMARY KEY)" });
});

const add = (id: number) => ({ text: "INSERT INTO things VALUES ($1)", values: [id] });
const all = { name: "all-things", text: "SELECT id FROM things ORDER BY id" };

test("query returns all rows, execute the number of changed ones", async () => {
  assert.equal(await execute(db, { text: "INSERT INTO things SELECT generate_series(1, 3)" }), 3);
  assert.deepEqual(await query(db, all), [{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test("one requires exactly one row, maybeOne at most one", async () => {
  await assert.rejects(one(db, all), /No row from: all-things/);
  assert.equal(await maybeOne(db, all), null);
  await execute(db, add(1));
  assert.deepEqual(await one(db, all), { id: 1 });
  await execute(db, add(2));
  await assert.rejects(one(db, all), /2 rows instead of one/);
});

test("a transaction is committed as a whole when its work returns", async () => {
  const result = await transaction(db, async (tx) => {
    await execute(tx, add(1));
    assert.deepEqual(await query(db, all), [], "nobody else sees it before");
    await execute(tx, add(2));
    return "done";
  });
  assert.equal(result, "done");
  assert.deepEqual(await query(db, all), [{ id: 1 }, { id: 2 }]);
});

test("a transaction whose work throws leaves nothing, and the error passes through", async () => {
  const problem = new Error("not like this");
  const attempt = transaction(db, async (tx) => {
    await execute(tx, add(1));
    throw problem;
  });
  await assert.rejects(attempt, problem);
  assert.deepEqual(await query(db, all), []);
});

test("a transaction in which a statement's error was swallowed does not count as committed", async () => {
  const attempt = transaction(db, async (tx) => {
    await execute(tx, add(1));
    await execute(tx, add(1)).catch(() => {});
  });
  await assert.rejects(attempt, /was rolled back/);
  assert.deepEqual(await query(db, all), []);
});

test("a transaction that loses its connection fails, and the pool keeps working", async () => {
  const attempt = transaction(db, async (tx) => {
    await execute(tx, add(1));
    const { pid } = await one<{ pid: number }>(tx, { text: "SELECT pg_backend_pid() AS pid" });
    await one(db, { text: "SELECT pg_terminate_backend($1, 5000)", values: [pid] });
    await execute(tx, add(2));
  });
  await assert.rejects(attempt);
  assert.deepEqual(await query(db, all), []);
});

test("transactions that wait for each other are both committed: the one that the server ends runs again", async () => {
  await execute(db, { text: "INSERT INTO things SELECT generate_series(1, 2)" });
  let runs = 0;
  const both = Promise.withResolvers<void>();
  const inOrder = (ids: readonly number[]) =>
    transaction(db, async (tx) => {
      const [first, second] = ids.map((id) => ({ text: "UPDATE things SET id = id WHERE id = $1", values: [id] }));
      assert.ok(first !== undefined && second !== undefined);
      await execute(tx, first);
      runs += 1;
      if (runs === 2) both.resolve();
      await both.promise;
      await execute(tx, second);
      return "done";
    });
  assert.deepEqual(await Promise.all([inOrder([1, 2]), inOrder([2, 1])]), ["done", "done"]);
  assert.equal(runs, 3);
});
