import assert from "node:assert/strict";
import { test } from "node:test";
import { goalAt, reordered } from "./places.ts";

test("a place in a queue is its front, its back, or before another post", () => {
  assert.deepEqual(goalAt([1, 2, 3], 3, 0), { to: "queue", position: "FRONT" });
  assert.deepEqual(goalAt([1, 2, 3], 1, 2), { to: "queue", position: "BACK" });
  assert.deepEqual(goalAt([1, 2, 3], 3, 1), { to: "before", postId: 2 });
  assert.deepEqual(goalAt([1, 2, 3], 1, 1), { to: "before", postId: 3 });
});

test("where it already is, or beyond an end at that end, there is nothing to move", () => {
  assert.equal(goalAt([1, 2, 3], 2, 1), null);
  assert.equal(goalAt([1, 2, 3], 1, -1), null);
  assert.equal(goalAt([1, 2, 3], 3, 3), null);
  assert.equal(goalAt([1], 9, 0), null);
});

test("posts that change places leave the dates where they are", () => {
  const row = (postId: number, at: string) => ({ postId, at, local: at });
  assert.deepEqual(reordered([row(1, "Mon"), row(2, "Tue"), row(3, "Wed")], 3, 0), [row(3, "Mon"), row(1, "Tue"), row(2, "Wed")]);
});
