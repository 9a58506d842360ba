import assert from "node:assert/strict";
import { test } from "node:test";
import { chanceOf } from "./chance.ts";

const draws = (seed: number) => Array.from({ length: 10_000 }, (_, draw) => chanceOf(seed, draw));

/** 53 bits of each draw, by SplitMix64 in Python, which gives the numbers that its author publishes for the seed 1234567. */
const DRAWN: readonly (readonly [seed: number, draws: readonly number[]])[] = [
  [0, [0, 7956156453446585, 3886858653415212, 238094247788840]],
  [1, [7604321153848863, 6902232617611328, 1958968870759127, 6169303659587653]],
  [7, [7860310308256822, 6644661494509899, 3355431935747857, 155422820249248]],
  [2 ** 32 - 1, [6447815993881968, 1183040817428662, 2642249407033409, 4202265142666777]],
];

test("a draw never changes", () => {
  for (const [seed, drawn] of DRAWN) {
    assert.deepEqual(
      drawn.map((_, draw) => chanceOf(seed, draw) * 2 ** 53),
      drawn,
    );
  }
});

test("another seed gives other draws", () => {
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
