import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addSeconds, toInstant } from "@rostrum/contract/formats.ts";
import { testDatabase } from "../database/testing.ts";
import { clientKey } from "./client-address.ts";
import { type Limiter, memoryLimiter, sharedLimiter } from "./rate-limits.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let now = toInstant("2026-11-21T09:00:20Z");
const clock = { now: () => now };
before(async () => {
  database = await testDatabase();
});
after(() => database[Symbol.asyncDispose]());

const kinds: Readonly<Record<string, () => Limiter>> = {
  "in one process": () => memoryLimiter(clock),
  "shared through the database": () => sharedLimiter(database.db, clock),
};

for (const [name, make] of Object.entries(kinds)) {
  test(`${name}: a limit can be reached but not exceeded until the window ends`, async () => {
    now = toInstant("2026-11-21T09:00:00Z");
    const limiter = make();
    for (const remaining of [2, 1, 0]) {
      assert.deepEqual(await limiter.hit("a", 3), { allowed: true, remaining, resetSeconds: 60, resetAt: 1795251660 });
    }
    now = addSeconds(now, 18.5);
    assert.deepEqual(await limiter.hit("a", 3), { allowed: false, remaining: 0, resetSeconds: 42, resetAt: 1795251660 });
    assert.equal((await limiter.hit("b", 3)).allowed, true);
    now = addSeconds(now, 41.5);
    assert.equal((await limiter.hit("a", 3)).remaining, 2);
  });
}

test("two processes share their counts, and expired windows are removed", async () => {
  now = toInstant("2026-11-21T10:00:00Z");
  const [one, other] = [sharedLimiter(database.db, clock), sharedLimiter(database.db, clock)];
  assert.equal((await one.hit("shared", 5)).remaining, 4);
  assert.equal((await other.hit("shared", 5)).remaining, 3);
  now = addSeconds(now, 3600);
  await one.hit("later", 5);
  const { rows } = await database.db.query("select key from rate_limits order by key");
  assert.deepEqual(rows, [{ key: "later" }]);
});

test("an IPv6 client is counted by its /64, an IPv4 client by its address", () => {
  assert.equal(clientKey("2001:db8:1:2:3:4:5:6"), clientKey("2001:db8:1:2::1"));
  assert.notEqual(clientKey("2001:db8:1:2::1"), clientKey("2001:db8:1:3::1"));
  assert.equal(clientKey("::ffff:192.0.2.7"), clientKey("192.0.2.7"));
  assert.notEqual(clientKey("192.0.2.7"), clientKey("192.0.2.8"));
  assert.equal(clientKey("192.0.2.7:5678"), clientKey("192.0.2.7"));
  assert.equal(clientKey("[2001:db8:1:2::1]:5678"), clientKey("2001:db8:1:2::1"));
});
