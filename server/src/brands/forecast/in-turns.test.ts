import assert from "node:assert/strict";
import { test } from "node:test";
import { flatMapInTurns, inTurns } from "./in-turns.ts";

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** How often the event loop comes round until the promise is settled. */
async function turnsUntil(done: Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await done;
  isDone = true;
  return turns;
}

test("a long computation lets the event loop go on between its steps", async () => {
  const found: number[] = [];
  const done = inTurns(
    (function* () {
      for (let step = 0; step < 20; step += 1) {
        work(10);
        found.push(step);
        yield;
      }
      return "done";
    })(),
  );
  const turns = await turnsUntil(done);
  assert.equal(await done, "done");
  assert.deepEqual(found, [...Array(20).keys()]);
  // 200 ms of work in turns of 20 ms.
  assert.ok(turns >= 6, `${turns} turns`);
});

test("what is mapped in turns is what flatMap gives, and what a step throws reaches the caller", async () => {
  assert.deepEqual(await flatMapInTurns([1, 2, 3], (number) => (number === 2 ? [] : [number, [number]])), [1, [1], 3, [3]]);
  await assert.rejects(
    flatMapInTurns([1], () => {
      throw new RangeError("broken");
    }),
    { name: "RangeError" },
  );
});
