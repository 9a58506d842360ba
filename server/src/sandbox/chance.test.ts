import assert from "node:assert/strict";
import { test } from "node:test";
import { chanceOf } from "./chance.ts";

const draws = (seed: number) => Array.from({ length: 10_000 }, (_, draw) => chanceOf(seed, draw));

test("a draw never changes, and another seed gives other draws", () => {
  assert.deepEqual(draws(7), draws(7));
  const [one, other] = [draws(7), draws(8)];
  assert.equal(one.filter((chance, index) => chance === other[index]).length, 0);
});

test("draws are in [0, 1) and evenly distributed", () => {
  for (const seed of [0, 1, 2 ** 32 - 1]) {
    const all = draws(seed);
    assert.ok(all.every((chance) => chance >= 0 && chance < 1));
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const share = all.filter((chance) => Math.floor(chance * 10) === tenth).length;
      assert.ok(share > 850 && share < 1150, `${share} of 10000 in tenth ${tenth} with seed ${seed}`);
    }
  }
});
