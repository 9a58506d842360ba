import assert from "node:assert/strict";
import { test } from "node:test";
import { dayIn } from "../../parts/day-in.ts";
import { rangeOf, readAnalyticsSearch } from "./search.ts";

test("an address is read as far as it makes sense", () => {
  assert.deepEqual(readAnalyticsSearch({ days: 90, channel: 4, collection: "x" }), { days: 90, channel: 4 });
  assert.deepEqual(readAnalyticsSearch({ days: 8, from: "2026-01-01" }), {});
  assert.deepEqual(readAnalyticsSearch({ days: 7, from: "2026-01-01", to: "2026-01-31" }), { from: "2026-01-01", to: "2026-01-31" });
});

test("the last days include today", () => {
  assert.deepEqual(rangeOf({}, "2026-03-01"), { from: "2026-01-31", to: "2026-03-01" });
  assert.deepEqual(rangeOf({ days: 7 }, "2026-03-01"), { from: "2026-02-23", to: "2026-03-01" });
});

test("days of one's own have an order, and are at most a year ago", () => {
  assert.deepEqual(rangeOf({ from: "2026-02-01", to: "2026-02-28" }, "2026-03-01"), { from: "2026-02-01", to: "2026-02-28" });
  assert.deepEqual(rangeOf({ from: "2026-02-28", to: "2026-02-01" }, "2026-03-01"), { problem: "order" });
  assert.deepEqual(rangeOf({ from: "2025-02-27", to: "2026-02-01" }, "2026-03-01"), { problem: "old" });
  assert.deepEqual(rangeOf({ from: "2026-02-01", to: "2027-06-01" }, "2026-03-01"), { problem: "long" });
});

test("the day is that of the zone", () => {
  const at = new Date("2026-11-22T23:30:00Z");
  assert.deepEqual([dayIn("UTC", at), dayIn("Europe/Berlin", at)], ["2026-11-22", "2026-11-23"]);
});
