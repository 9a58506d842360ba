import assert from "node:assert/strict";
import { test } from "node:test";
import { isNearEnd, isRare, periodOf, wholeDays } from "./rules.ts";

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

test("a period is its whole days and what is left at its two ends", () => {
  const period = periodOf("2026-02-27 22:00:00", "2026-03-02 08:29:59");
  assert.ok(period !== null);
  assert.deepEqual(wholeDays(period), {
    first: "2026-02-28",
    end: "2026-03-02",
    before: { from: "2026-02-27T22:00:00.000000Z", to: "2026-02-28T00:00:00.000000Z" },
    after: { from: "2026-03-02T00:00:00.000000Z", to: "2026-03-02T08:30:00.000000Z" },
  });
});

test("a period from midnight to midnight has nothing left at its ends", () => {
  const period = periodOf("2026-03-01 00:00:00", "2026-03-01 23:59:59");
  assert.ok(period !== null);
  assert.deepEqual(wholeDays(period), { first: "2026-03-01", end: "2026-03-02", before: null, after: null });
});

test("a period without a whole day has no days", () => {
  for (const [from, to] of [
    ["2026-03-01 10:00:00", "2026-03-01 12:00:00"],
    ["2026-03-01 10:00:00", "2026-03-02 12:00:00"],
    ["9999-12-31 10:00:00", undefined],
  ] as const) {
    const period = periodOf(from, to);
    assert.ok(period !== null);
    assert.equal(wholeDays(period), null);
  }
});

test("the second half of a list is read from its end, its first page never", () => {
  const list = { found: 1000, among: 1000, limit: 25 };
  assert.equal(isNearEnd({ ...list, offset: 0 }), false);
  assert.equal(isNearEnd({ ...list, offset: 475 }), false);
  assert.equal(isNearEnd({ ...list, offset: 500 }), true);
  assert.equal(isNearEnd({ ...list, offset: 5000 }), true);
  assert.equal(isNearEnd({ ...list, found: 10, offset: 0 }), false);
});

test("few among many are gathered, many are met in the order of the list", () => {
  const first = { offset: 0, limit: 25 };
  assert.equal(isRare({ ...first, found: 1000, among: 1_000_000 }), true);
  assert.equal(isRare({ ...first, found: 100_000, among: 1_000_000 }), false);
  assert.equal(isRare({ ...first, found: 0, among: 1_000_000 }), true);
});
