import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AdvisoryLocks, LOCK_SPACES } from "../../ground/database/locks.ts";
import { type Queryable, query, transaction } from "../../ground/database/query.ts";
import { testDatabase } from "../../ground/database/testing.ts";
import { createLog } from "../../ground/observability/log.ts";
import { eventually } from "../../testing/eventually.ts";
import { waitsForLock } from "../../testing/waits-for-lock.ts";
import { type ChannelToDo, type Jobs, type Room, startJobs } from "./jobs.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let jobs: Jobs;
before(async () => {
  database = await testDatabase();
  jobs = await startJobs({ url: database.url, log: createLog("fatal"), supervise: false });
});
after(async () => {
  await jobs[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const ROOM = { limit: 10, full: [] };

async function taken(room: Room = ROOM): Promise<number[]> {
  return (await jobs.take(room)).map(({ channelId }) => channelId);
}

function toDo(...ids: number[]): ChannelToDo[] {
  return ids.map((id) => ({ id, network: "Mastodon" }));
}

test("a channel has only one job, however often it is requested", async () => {
  await jobs.request(toDo(1, 1));
  await jobs.request(toDo(1));
  const [job, ...others] = await jobs.take(ROOM);
  assert.ok(job);
  assert.deepEqual([job.channelId, others], [1, []]);
  await jobs.request(toDo(1));
  assert.deepEqual(await taken(), []);
  await jobs.done(job);
  await jobs.request(toDo(1));
  assert.deepEqual(await taken(), [1]);
});

test("a killed worker's jobs come back at once, and a running worker's do not", async () => {
  await using living = new AdvisoryLocks(database.url, LOCK_SPACES.channels);
  const killed = new AdvisoryLocks(database.url, LOCK_SPACES.channels);
  await using held = await living.acquire(2);
  await killed.acquire(3);
  assert.ok(held);
  await jobs.request(toDo(2, 3));
  assert.deepEqual((await taken()).toSorted(), [2, 3]);
  // When the process dies, its connection closes and releases the locks.
  await killed[Symbol.asyncDispose]();
  // It is not put back as soon as it is seen without a lock: its worker may be about to take it.
  const again = await eventually("it comes back", async () => {
    await jobs.release();
    const ids = (await taken()).filter((channelId) => channelId > 1);
    return ids.length > 0 ? ids : null;
  });
  assert.deepEqual(again, [3]);
});

test("a job is not handed to another worker before its own has the lock", async () => {
  await jobs.request(toDo(4));
  assert.deepEqual((await taken()).includes(4), true);
  await jobs.release();
  assert.deepEqual((await taken()).includes(4), false);
});

test("a job is not handed to another worker while its own, which has released the lock after long work, stores that it is done", async () => {
  await using locks = new AdvisoryLocks(database.url, LOCK_SPACES.channels);
  const lock = await locks.acquire(8);
  await jobs.request(toDo(8));
  const [job] = await jobs.take(ROOM);
  assert.ok(lock !== null && job?.channelId === 8);
  await query(database.db, { text: "update pgboss.job set started_on = started_on - interval '1 hour' where id = $1", values: [job.id] });
  await jobs.release();
  await lock[Symbol.asyncDispose]();
  await jobs.release();
  assert.equal((await taken()).includes(8), false);
  await jobs.done(job);
});

test("of a network that has its share nothing is taken, however long it has been waiting", async () => {
  await jobs.request(toDo(5, 6));
  await jobs.request([{ id: 7, network: "Telegram" }]);
  assert.deepEqual(await taken({ limit: 10, full: ["Mastodon"] }), [7]);
  assert.deepEqual((await taken()).toSorted(), [5, 6]);
});

test("a heartbeat that meets another process over the same jobs comes through", async () => {
  await jobs.request(toDo(11, 12));
  const own = await jobs.take(ROOM);
  const [first, second] = own.map(({ id }) => id);
  assert.ok(first !== undefined && second !== undefined);
  const lock = (tx: Queryable, id: string) => query(tx, { text: "select from pgboss.job where id = $1 for update", values: [id] });
  const beats = () =>
    query<{ at: string }>(database.db, {
      text: "select heartbeat_on at from pgboss.job where id = any($1) order by id",
      values: [[first, second]],
    });
  // In one of the two orders each waits for the other, and PostgreSQL ends the heartbeat, which was the first to wait.
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const before = await beats();
    let touched: Promise<void> | null = null;
    await transaction(database.db, async (tx) => {
      await lock(tx, one);
      touched = jobs.touch(own);
      await waitsForLock(database.db, "the heartbeat waits");
      await lock(tx, other);
    }).catch((error: { readonly code?: string }) => {
      // On a busy machine the other one is ended.
      assert.equal(error.code, "40P01");
    });
    await touched;
    assert.notDeepEqual(await beats(), before);
  }
});

test("processes that request the same channels in different orders do not deadlock", async () => {
  await using other = await startJobs({ url: database.url, log: createLog("fatal"), supervise: false });
  for (let round = 0; round < 30; round += 1) {
    const channels = Array.from({ length: 200 }, (_, index) => 10_000 + round * 200 + index);
    await Promise.all([jobs.request(toDo(...channels)), other.request(toDo(...channels.toReversed()))]);
  }
});
