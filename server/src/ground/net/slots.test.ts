import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { PARALLEL_PER_HOLDER_MAX, PARALLEL_PER_HOST_MAX } from "./caps.ts";
import { type Claim, Slots } from "./slots.ts";

/** Claims that have got a slot, in their order. */
function claiming(slots: Slots) {
  const got: Claim[] = [];
  const { signal } = new AbortController();
  return {
    got,
    claim: (claim: Claim) => void slots.take(claim, signal).then(() => got.push(claim)),
  };
}

test("who fetches from many hosts at once keeps slots free for others", async () => {
  const slots = new Slots();
  const { got, claim } = claiming(slots);
  for (let host = 0; host < 100; host += 1) claim({ host: `${host}.example`, holder: "account 1" });
  await nextTurn();
  assert.equal(got.length, PARALLEL_PER_HOLDER_MAX);
  for (const holder of ["account 2", undefined]) claim({ host: "feeds.example", holder });
  await nextTurn();
  assert.equal(got.length, PARALLEL_PER_HOLDER_MAX + 2);
  slots.release({ host: "0.example", holder: "account 1" });
  await nextTurn();
  assert.deepEqual(got.at(-1), { host: `${PARALLEL_PER_HOLDER_MAX}.example`, holder: "account 1" });
});

test("of one host only so many are fetched at once, whoever asks", async () => {
  const slots = new Slots();
  const { got, claim } = claiming(slots);
  for (let account = 0; account < 10; account += 1) claim({ host: "shop.example", holder: `account ${account}` });
  await nextTurn();
  assert.equal(got.length, PARALLEL_PER_HOST_MAX);
  slots.release({ host: "shop.example", holder: "account 0" });
  await nextTurn();
  assert.equal(got.length, PARALLEL_PER_HOST_MAX + 1);
});
