import assert from "node:assert/strict";
import { test } from "node:test";
import { hasArrived } from "./on-the-way.ts";

test("the next network follows by itself only after a log-in that succeeded", () => {
  const before = { left: ["threads", "x"], channels: 2 };
  assert.equal(hasArrived(before, { left: ["threads", "x"], channels: 3 }), true);
  assert.equal(hasArrived(before, { left: ["threads", "x"], channels: 2 }), false, "it was declined");
  assert.equal(hasArrived(before, { left: ["instagram", "threads", "x"], channels: 3 }), false, "somebody went back");
  assert.equal(hasArrived({ left: [], channels: 2 }, { left: [], channels: 3 }), false, "it was the last one");
});
