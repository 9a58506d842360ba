import assert from "node:assert/strict";
import { test } from "node:test";
import { lacksTimes, sensibleTime, timeOf } from "./times.ts";

const queue = { slotsPerWeek: 2, isPaused: false, next: "2026-11-30 09:00", front: "2026-11-29 09:00" };
const none = { slotsPerWeek: 0, isPaused: false, next: null, front: null };

test("a wish is said with the moment at which it is fulfilled", () => {
  const say = (when: Parameters<typeof timeOf>[0], at = queue as Parameters<typeof timeOf>[1]["queue"]) =>
    timeOf(when, { queue: at, localDate: "2026-12-01 10:00:00" });
  assert.match(say({ mode: "QUEUE", position: "BACK" }).moment, /30/);
  assert.equal(say({ mode: "QUEUE", position: "BACK" }, none).moment, "No times yet: choose");
  assert.match(say({ mode: "QUEUE", position: "FRONT" }).moment, /29/);
  assert.match(say({ mode: "QUEUE", position: "STAY" }).moment, /1/);
  assert.equal(say({ mode: "SCHEDULE", date: "", time: "" }).moment, "Choose date and time");
  assert.equal(say({ mode: "IMMEDIATE" }).mode, "Now");
  assert.equal(say({ mode: "DRAFT" }).mode, "Draft");
});

test("a queue without times lacks them for what joins it, not for what is there", () => {
  assert.equal(lacksTimes({ mode: "QUEUE", position: "BACK" }, none), true);
  assert.equal(lacksTimes({ mode: "QUEUE", position: "STAY" }, none), false);
  assert.equal(lacksTimes({ mode: "QUEUE", position: "BACK" }, queue), false);
  assert.equal(lacksTimes({ mode: "IMMEDIATE" }, none), false);
});

test("a date begins with the next free slot, or with tomorrow at nine on the brand's clock", () => {
  const now = new Date("2026-11-28T23:30:00Z");
  assert.deepEqual(sensibleTime({ queue, zone: "Europe/Berlin", now }), { mode: "SCHEDULE", date: "2026-11-30", time: "09:00" });
  assert.deepEqual(sensibleTime({ queue: none, zone: "Europe/Berlin", now }), { mode: "SCHEDULE", date: "2026-11-30", time: "09:00" });
  assert.deepEqual(sensibleTime({ queue: none, zone: "UTC", now }), { mode: "SCHEDULE", date: "2026-11-29", time: "09:00" });
});
