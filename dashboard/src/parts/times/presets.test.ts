import assert from "node:assert/strict";
import { test } from "node:test";
import { slotsOf } from "./presets.ts";

test("presets are weeks of slots", () => {
  const printed = (preset: Parameters<typeof slotsOf>[0]) => slotsOf(preset).map(({ day, time }) => `${day} ${time}`);
  assert.deepEqual(printed("weekdays"), ["MON 09:00", "TUE 09:00", "WED 09:00", "THU 09:00", "FRI 09:00"]);
  assert.deepEqual(printed("thrice"), ["MON 09:00", "WED 09:00", "FRI 09:00"]);
  assert.deepEqual([printed("daily").length, printed("daily").slice(0, 2)], [14, ["MON 09:00", "MON 17:00"]]);
  assert.deepEqual(printed("own"), []);
});
