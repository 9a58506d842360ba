import assert from "node:assert/strict";
import { test } from "node:test";
import { expiryMoment } from "./expiry.ts";

test("a key never stops working, or after whole days from now", () => {
  const now = new Date("2026-11-22T09:30:00Z");
  assert.equal(expiryMoment("never", now), null);
  assert.equal(expiryMoment("30", now), "2026-12-22T09:30:00.000Z");
  assert.equal(expiryMoment("365", now), "2027-11-22T09:30:00.000Z");
});
