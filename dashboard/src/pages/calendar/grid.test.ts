import assert from "node:assert/strict";
import { test } from "node:test";
import { dayBeside, isSlot, slotCell, timeOn } from "./cells.ts";
import { dayOf, daysOf, firstDayOf, stepDay, todayIn, windowOf } from "./grid.ts";

test("a month is five weeks from the one of its day, so that it goes on after the 28th", () => {
  const monday = daysOf("month", "2026-11-28", 1);
  assert.deepEqual([monday.length, monday[0], monday.at(-1)], [35, "2026-11-23", "2026-12-27"]);
  const sunday = daysOf("list", "2026-11-28", 7);
  assert.deepEqual([sunday.length, sunday[0], sunday.at(-1)], [35, "2026-11-22", "2026-12-26"]);
});

test("a week is seven days", () => {
  assert.deepEqual(daysOf("week", "2026-11-22", 1)[0], "2026-11-16");
  assert.deepEqual([daysOf("week", "2026-11-22", 7)[0], daysOf("week", "2026-11-22", 7).length], ["2026-11-22", 7]);
});

test("the next page of a month begins with the last week of this one", () => {
  const next = daysOf("month", stepDay("month", "2026-11-28", 1), 1);
  assert.equal(next[0], daysOf("month", "2026-11-28", 1)[28]);
  assert.equal(stepDay("month", "2026-01-31", -1), "2026-01-03");
  assert.equal(stepDay("week", "2026-11-22", 1), "2026-11-29");
});

test("days begin at midnight of the zone, also when the clock changes", () => {
  assert.deepEqual(windowOf(["2026-10-25"], "Europe/Berlin"), { from: "2026-10-24T22:00:00Z", to: "2026-10-25T23:00:00Z" });
  assert.equal(todayIn("Asia/Tokyo", "2026-11-22T20:00:00Z"), "2026-11-23");
});

test("the day of a time is read from it", () => {
  assert.equal(dayOf("2026-11-23 09:30:00"), "2026-11-23");
});

test("weeks start as people of the language are used to", () => {
  assert.deepEqual([firstDayOf("en-US"), firstDayOf("de-DE")], [7, 1]);
});

test("a post keeps its time of day on another day, and a draft has none", () => {
  assert.equal(timeOn("2026-11-24", "2026-11-23 09:30:00"), "2026-11-24 09:30:00");
  assert.equal(timeOn("2026-11-24", null), null);
});

test("arrow keys lead to the days beside, and slots are told from days", () => {
  assert.equal(dayBeside("2026-11-30", "ArrowRight"), "2026-12-01");
  assert.equal(dayBeside("2026-11-30", "ArrowUp"), "2026-11-23");
  assert.equal(dayBeside("2026-11-30", "Enter"), null);
  const cell = slotCell({ local: "2026-11-30 09:00:00", collectionId: 4 });
  assert.deepEqual([isSlot(cell), isSlot("2026-11-30")], [true, false]);
});
