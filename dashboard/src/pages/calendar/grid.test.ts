import assert from "node:assert/strict";
import { test } from "node:test";
import { cellBeside, cellOf, hourCell, timeAt } from "./cells.ts";
import { columnsOf, dayOf, daysOf, firstDayOf, minutesOf, stepDay, todayIn, windowOf } from "./grid.ts";

test("a month is shown in whole weeks from the first day of the week", () => {
  const monday = daysOf("month", "2026-11-15", 1);
  assert.deepEqual([monday.length, monday[0], monday.at(-1)], [42, "2026-10-26", "2026-12-06"]);
  const sunday = daysOf("month", "2026-11-15", 7);
  assert.deepEqual([sunday.length, sunday[0], sunday.at(-1)], [35, "2026-11-01", "2026-12-05"]);
  assert.equal(daysOf("month", "2027-02-10", 1).length, 28);
});

test("a week, a day and a list have their own days", () => {
  assert.deepEqual(daysOf("week", "2026-11-22", 1)[0], "2026-11-16");
  assert.deepEqual(daysOf("week", "2026-11-22", 7)[0], "2026-11-22");
  assert.deepEqual(daysOf("day", "2026-11-22", 1), ["2026-11-22"]);
  const list = daysOf("list", "2026-11-22", 1);
  assert.deepEqual([list.length, list[0], list.at(-1)], [30, "2026-11-01", "2026-11-30"]);
});

test("the next page of a month is the next month, also from its 31st", () => {
  assert.equal(stepDay("month", "2026-01-31", 1), "2026-02-01");
  assert.equal(stepDay("month", "2026-01-31", -1), "2025-12-01");
  assert.equal(stepDay("week", "2026-11-22", 1), "2026-11-29");
  assert.equal(stepDay("day", "2026-11-22", -1), "2026-11-21");
});

test("days begin at midnight of the zone, also when the clock changes", () => {
  assert.deepEqual(windowOf(["2026-10-25"], "Europe/Berlin"), { from: "2026-10-24T22:00:00Z", to: "2026-10-25T23:00:00Z" });
  assert.equal(todayIn("Asia/Tokyo", "2026-11-22T20:00:00Z"), "2026-11-23");
});

test("what overlaps stands side by side, and only that", () => {
  assert.deepEqual(columnsOf([540, 560, 600, 700], 50), [
    { column: 0, columns: 2 },
    { column: 1, columns: 2 },
    { column: 0, columns: 2 },
    { column: 0, columns: 1 },
  ]);
  assert.deepEqual(
    columnsOf([60, 60, 60], 50).map(({ column, columns }) => `${column}/${columns}`),
    ["0/3", "1/3", "2/3"],
  );
  assert.deepEqual(columnsOf([], 50), []);
});

test("days and minutes are read from a time", () => {
  assert.deepEqual([dayOf("2026-11-23 09:30:00"), minutesOf("2026-11-23 09:30:00")], ["2026-11-23", 570]);
});

test("weeks start as people of the language are used to", () => {
  assert.deepEqual([firstDayOf("en-US"), firstDayOf("de-DE")], [7, 1]);
});

test("a post keeps its time of day on another day, and its minutes in another hour", () => {
  assert.equal(timeAt("2026-11-24", "2026-11-23 09:30:00"), "2026-11-24 09:30:00");
  assert.equal(timeAt("2026-11-24T14", "2026-11-23 09:30:00"), "2026-11-24 14:30:00");
  assert.equal(timeAt("2026-11-24T14", null), "2026-11-24 14:00:00");
  assert.equal(timeAt("2026-11-24", null), null);
});

test("arrow keys lead to the days and hours beside, and not past midnight", () => {
  assert.equal(cellBeside("2026-11-30", "ArrowRight"), "2026-12-01");
  assert.equal(cellBeside("2026-11-30", "ArrowUp"), "2026-11-23");
  assert.equal(cellBeside("2026-11-30T09", "ArrowDown"), "2026-11-30T10");
  assert.equal(cellBeside("2026-11-30T09", "ArrowLeft"), "2026-11-29T09");
  assert.equal(cellBeside(hourCell("2026-11-30", 0), "ArrowUp"), null);
  assert.equal(cellBeside("2026-11-30", "Enter"), null);
  assert.deepEqual([cellOf("2026-11-30 09:05:00", true), cellOf("2026-11-30 09:05:00", false)], ["2026-11-30T09", "2026-11-30"]);
});
