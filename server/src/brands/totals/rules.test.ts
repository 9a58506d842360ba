import assert from "node:assert/strict";
import { test } from "node:test";
import { isNearEnd, periodOf } from "./rules.ts";

test("a period to whole seconds includes its last second", () => {
  assert.deepEqual(periodOf("2026-03-01 10:00:00", "2026-03-01 10:00:00"), {
    from: "2026-03-01T10:00:00.000000Z",
    to: "2026-03-01T10:00:01.000000Z",
  });
  assert.equal(periodOf(undefined, undefined), null);
});

test("a period on the last day that can be written has no end", () => {
  assert.deepEqual(periodOf("9999-12-31 10:00:00", "9999-12-31 23:59:59"), { from: "9999-12-31T10:00:00.000000Z", to: null });
});

test("the second half of a list is read from its end, its first page never", () => {
  const list = { found: 1000, limit: 25 };
  assert.equal(isNearEnd({ ...list, offset: 0 }), false);
  assert.equal(isNearEnd({ ...list, offset: 475 }), false);
  assert.equal(isNearEnd({ ...list, offset: 500 }), true);
  assert.equal(isNearEnd({ ...list, offset: 5000 }), true);
  assert.equal(isNearEnd({ ...list, found: 10, offset: 0 }), false);
});
