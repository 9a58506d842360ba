import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { gather } from "./gather.ts";

test("requests made while a batch is running form the next batch, and each gets its own result", async () => {
  const batches: number[][] = [];
  const double = gather<number, number>(
    async (items) => {
      batches.push([...items]);
      await turn();
      return items.map((item) => item * 2);
    },
    { most: 3, lanes: 1 },
  );
  const first = double(1);
  await turn();
  const rest = [2, 3, 4, 5].map(double);
  assert.deepEqual(await Promise.all([first, ...rest]), [2, 4, 6, 8, 10]);
  assert.deepEqual(batches, [[1], [2, 3, 4], [5]]);
});

test("one failing item does not fail the rest of its batch", async () => {
  const done: number[] = [];
  const store = gather<number, number>(
    async (items) => {
      if (items.includes(2)) throw new Error("no 2");
      done.push(...items);
      return items;
    },
    { most: 10, lanes: 1 },
  );
  const results = await Promise.allSettled([store(1), store(2), store(3)]);
  assert.deepEqual(
    results.map((result) => result.status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.deepEqual(done, [1, 3]);
  assert.equal(await store(4), 4);
});
