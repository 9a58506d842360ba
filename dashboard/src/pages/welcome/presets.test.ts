import assert from "node:assert/strict";
import { test } from "node:test";
import { PRESETS, timesOn, withSlot } from "./presets.ts";

test("two a day are twelve slots from Monday to Saturday", () => {
  assert.equal(PRESETS.twoADay.length, 12);
  assert.deepEqual(timesOn("Sat", PRESETS.twoADay), ["09:00", "16:00"]);
  assert.deepEqual(timesOn("Sun", PRESETS.twoADay), []);
});

test("a time is added once, and what is no time is not", () => {
  const slots = withSlot(withSlot([], "Mon", "17:30"), "Mon", "17:30");
  assert.deepEqual(slots, ["Mon 17:30"]);
  assert.deepEqual(withSlot(slots, "Mon", ""), slots);
  assert.deepEqual(timesOn("Mon", withSlot(slots, "Mon", "08:00")), ["08:00", "17:30"]);
});
