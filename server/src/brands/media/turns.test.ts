import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurnOfTheLoop } from "node:timers/promises";
import { takeTurn } from "./turns.ts";

test("of pieces that wait, one is handed on in each turn of the event loop, in their order", async () => {
  const gone: number[] = [];
  const all = Promise.all(Array.from({ length: 10 }, (_, piece) => takeTurn().then(() => gone.push(piece))));
  assert.deepEqual(gone, []);
  const counts: number[] = [];
  while (gone.length < 10) {
    await nextTurnOfTheLoop();
    counts.push(gone.length);
  }
  await all;
  assert.deepEqual(gone, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(counts, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("a piece that comes after a pause is handed on in the next turn", async () => {
  for (let pause = 0; pause < 3; pause += 1) {
    let isGone = false;
    const going = takeTurn().then(() => {
      isGone = true;
    });
    await nextTurnOfTheLoop();
    assert.equal(isGone, true);
    await going;
  }
});
