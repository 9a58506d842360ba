import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { eventually } from "../testing/eventually.ts";
import { AdvisoryLocks, LOCK_SPACES } from "./locks.ts";
import { query } from "./query.ts";
import { testDatabase } from "./testing.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
before(async () => {
  database = await testDatabase();
});
after(() => database[Symbol.asyncDispose]());

const openLocks = () => new AdvisoryLocks(database.url, LOCK_SPACES.grants);

async function cutConnections(): Promise<void> {
  await query(database.db, {
    text: `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'rostrum locks'`,
  });
}

async function acquired(locks: AdvisoryLocks, id: number) {
  const lock = await locks.acquire(id);
  assert.ok(lock !== null, `nobody else holds ${id}`);
  return lock;
}

test("a lock has one holder at a time", async () => {
  await using mine = openLocks();
  await using theirs = openLocks();
  const lock = await acquired(mine, 1);
  assert.equal(await mine.acquire(1), null);
  assert.equal(await theirs.acquire(1), null);
  await lock[Symbol.asyncDispose]();
  await (await acquired(theirs, 1))[Symbol.asyncDispose]();
});

test("when its connection is lost, the holder is told and somebody else may take the lock", async () => {
  await using mine = openLocks();
  await using theirs = openLocks();
  const { signal } = await acquired(mine, 2);
  const told = once(signal, "abort");
  await cutConnections();
  await told;
  // The server releases it a moment later.
  const lock = await eventually("the lock is free", () => theirs.acquire(2));
  await lock[Symbol.asyncDispose]();
});

test("locks taken at the very moment of a loss are held, and released as any other", async () => {
  await using mine = openLocks();
  await using theirs = openLocks();
  const { signal } = await acquired(mine, 3);
  const told = once(signal, "abort");
  await cutConnections();
  await told;
  const lock = await acquired(mine, 4);
  assert.equal(lock.signal.aborted, false);
  assert.equal(await theirs.acquire(4), null);
  // The end of the lost connection is reported by now.
  assert.equal(lock.signal.aborted, false);
  await lock[Symbol.asyncDispose]();
  const free = await eventually("the lock is free", () => theirs.acquire(4));
  await free[Symbol.asyncDispose]();
});
