import assert from "node:assert/strict";
import { test } from "node:test";
import { arrange, nextBehind, rankAnew } from "./order.ts";

test("a post goes to the front, to the back, before another one, or out of its queue", () => {
  assert.deepEqual(arrange([1, 2, 3], 3, { to: "FRONT" }), [3, 1, 2]);
  assert.deepEqual(arrange([1, 2, 3], 1, { to: "BACK" }), [2, 3, 1]);
  assert.deepEqual(arrange([1, 2, 3], 1, { to: "before", id: 3 }), [2, 1, 3]);
  assert.deepEqual(arrange([1, 2, 3], 2, { to: "out" }), [1, 3]);
  assert.deepEqual(arrange([1, 2], 9, { to: "before", id: 2 }), [1, 9, 2]);
});

test("before a post that is not in the queue is nowhere", () => {
  assert.equal(arrange([1, 2], 1, { to: "before", id: 7 }), null);
  assert.equal(arrange([1, 2], 1, { to: "before", id: 1 }), null);
});

function ranks(order: readonly number[], before: Readonly<Record<number, number>>, moved: readonly number[]): number[] {
  const known = new Map(Object.entries(before).map(([id, rank]) => [Number(id), rank]));
  return rankAnew(order, known, new Set(moved)).map(({ rank }) => rank);
}

test("a move to the front or the back leaves the ranks of all others", () => {
  assert.deepEqual(ranks([9, 1, 2], { 1: 5, 2: 6 }, [9]), [4, 5, 6]);
  assert.deepEqual(ranks([1, 2, 9], { 1: 5, 2: 6 }, [9]), [5, 6, 7]);
});

test("a post in between pushes those behind it as far as the next gap", () => {
  assert.deepEqual(ranks([1, 9, 2, 3, 4], { 1: 1, 2: 2, 3: 3, 4: 8 }, [9]), [1, 2, 3, 4, 8]);
});

test("a queue of moved posts alone begins at one, and equal ranks are told apart", () => {
  assert.deepEqual(ranks([8, 9], {}, [8, 9]), [1, 2]);
  assert.deepEqual(ranks([1, 2, 3], { 1: 4, 2: 4, 3: 4 }, []), [4, 5, 6]);
});

test("the last post has nobody behind it", () => {
  assert.deepEqual([nextBehind([1, 2], 1), nextBehind([1, 2], 2)], [2, null]);
});
