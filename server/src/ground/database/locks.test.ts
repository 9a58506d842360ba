import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { eventually } from "../../testing/eventually.ts";
import { Awake } from "../awake.ts";
import { AdvisoryLocks, LOCK_SPACES } from "./locks.ts";
import { one, query } from "./query.ts";
import { wayTo } from "./testing/way.ts";
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

test("a lock that is asked for while the locks are given up is nobody's, and opens no connection that would keep the process alive", async () => {
  const mine = openLocks();
  const asked = mine.acquire(9);
  await mine[Symbol.asyncDispose]();
  assert.equal(await asked, null);
  assert.equal(await mine.acquire(9), null);
  const text =
    "select count(*) connections from pg_stat_activity where datname = current_database() and application_name = 'rostrum locks'";
  // Those of the tests before this one are closing.
  await eventually("no connection is left", async () => (await one<{ connections: number }>(database.db, { text })).connections === 0);
});

test("a holder that has to let go is told, and the lock is free for others once it has released it", async () => {
  await using mine = openLocks();
  await using theirs = openLocks();
  const lock = await acquired(mine, 10);
  const asked = mine.acquire(11);
  mine.letGo(new Error("the service stops"));
  assert.match(String(lock.signal.reason), /the service stops/);
  assert.equal(await theirs.acquire(10), null);
  await lock[Symbol.asyncDispose]();
  await (await acquired(theirs, 10))[Symbol.asyncDispose]();
  assert.equal(await asked, null);
  await (await acquired(theirs, 11))[Symbol.asyncDispose]();
});

/** Long enough for a busy machine, short enough to wait for. */
const SILENCE_SECONDS = 9;

/** A process of its own that holds the lock. */
async function aHolder(id: number) {
  const program = fileURLToPath(new URL("./testing/holder.ts", import.meta.url));
  const child = spawn(process.execPath, [program, database.url, String(id), String(SILENCE_SECONDS)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += String(chunk);
  });
  await eventually("the process holds the lock", () => said.includes("held"));
  return {
    freeze: () => void child.kill("SIGSTOP"),
    wake: () => void child.kill("SIGCONT"),
    hasLost: () => said.includes("lost"),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

test("a frozen process loses its lock to others, and knows when it wakes", async () => {
  await using holder = await aHolder(5);
  await using theirs = openLocks();
  assert.equal(await theirs.acquire(5), null);
  holder.freeze();
  const lock = await eventually("the lock is free", () => theirs.acquire(5));
  assert.equal(holder.hasLost(), false);
  holder.wake();
  await eventually("the woken process knows", () => holder.hasLost());
  await lock[Symbol.asyncDispose]();
});

test("a holder that is heard of keeps its lock for longer than a silence", async () => {
  await using mine = new AdvisoryLocks(database.url, LOCK_SPACES.grants, { silenceSeconds: SILENCE_SECONDS });
  await using theirs = openLocks();
  const lock = await acquired(mine, 6);
  const { since } = await one<{ since: string }>(database.db, { text: "select clock_timestamp() since" });
  await eventually("a silence would be over", async () => {
    const text = "select clock_timestamp() > $1::timestamptz + $2 * interval '1 second' \"isPast\"";
    return (await one<{ isPast: boolean }>(database.db, { text, values: [since, SILENCE_SECONDS + 2] })).isPast;
  });
  assert.equal(lock.signal.aborted, false);
  assert.equal(await theirs.acquire(6), null);
});

test("a holder lets go once the database has not answered for two thirds of the silence, before the lock is free for others", async () => {
  let passed = 0;
  const awake = new Awake({ now: () => ({ monotonic: performance.now() + passed, wall: Date.now() + passed }) });
  const lost: unknown[] = [];
  await using mine = new AdvisoryLocks(database.url, LOCK_SPACES.grants, { awake, log: (event, facts) => lost.push([event, facts.locks]) });
  const lock = await acquired(mine, 7);
  passed += 25_000;
  awake.look();
  assert.equal(lock.signal.aborted, false);
  passed += 6000;
  awake.look();
  assert.equal(lock.signal.aborted, true);
  assert.deepEqual(lost, [["locks.lost", 1]]);
  const again = await eventually("the lock of the session that was left is free", () => mine.acquire(7));
  assert.equal(again.signal.aborted, false);
});

test("a process that is cut off from the database lets go by itself, and then others get the lock", async () => {
  await using way = await wayTo(database.url);
  await using mine = new AdvisoryLocks(way.url, LOCK_SPACES.grants, { silenceSeconds: SILENCE_SECONDS });
  await using theirs = openLocks();
  const { signal } = await acquired(mine, 8);
  assert.equal(await theirs.acquire(8), null);
  way.cut();
  const lock = await eventually("the lock is free", () => theirs.acquire(8));
  assert.equal(signal.aborted, true);
  assert.match(String(signal.reason), /the database has not answered for \d+ seconds/);
  await lock[Symbol.asyncDispose]();
});
