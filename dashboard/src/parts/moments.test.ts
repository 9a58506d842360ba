import assert from "node:assert/strict";
import { test } from "node:test";
import { momentsIn } from "./moments.ts";

const now = () => new Date("2026-11-25T12:00:00Z");
const american = momentsIn("en-US", now);
const british = momentsIn("en-GB", now);
const german = momentsIn("de-DE", now);

test("the reader's language decides between 12 and 24 hours, and only 24 hours have a leading zero", () => {
  const times = [american, british, german].map(({ printTime, printLocalTime, printHour }) => [
    printTime("2026-11-23T08:05:00Z", "Europe/Berlin"),
    printLocalTime("2026-11-23 17:30:00"),
    printLocalTime("09:05"),
    printHour(0),
    printHour(12),
  ]);
  assert.deepEqual(times, [
    ["9:05 AM", "5:30 PM", "9:05 AM", "12:00 AM", "12:00 PM"],
    ["09:05", "17:30", "09:05", "00:00", "12:00"],
    ["09:05", "17:30", "09:05", "00:00", "12:00"],
  ]);
});

test("moments and days of another year show it, those of the current one do not", () => {
  const days = [american, british, german].map(({ printMoment, printLocal, printDay, printShortDay, printLongDay }) => [
    printMoment("2026-11-23T08:05:00Z", "Europe/Berlin"),
    printMoment("2019-11-23T08:05:00Z", "Europe/Berlin"),
    printLocal("2026-11-23 09:05:00"),
    printLocal("2027-04-03 17:30"),
    printDay("2026-11-23"),
    printDay("2027-01-01"),
    printShortDay("2026-11-23"),
    printShortDay("2025-12-31"),
    printLongDay("2026-11-23"),
    printLongDay("2027-01-01"),
  ]);
  assert.deepEqual(days, [
    [
      "Mon, Nov 23, 9:05 AM",
      "Sat, Nov 23, 2019, 9:05 AM",
      "Mon, Nov 23, 9:05 AM",
      "Sat, Apr 3, 2027, 5:30 PM",
      "Mon, Nov 23",
      "Fri, Jan 1, 2027",
      "Nov 23",
      "Dec 31, 2025",
      "Monday, November 23",
      "Friday, January 1, 2027",
    ],
    [
      "Mon 23 Nov, 09:05",
      "Sat, 23 Nov 2019, 09:05",
      "Mon 23 Nov, 09:05",
      "Sat, 3 Apr 2027, 17:30",
      "Mon 23 Nov",
      "Fri, 1 Jan 2027",
      "23 Nov",
      "31 Dec 2025",
      "Monday 23 November",
      "Friday, 1 January 2027",
    ],
    [
      "Mo., 23. Nov., 09:05",
      "Sa., 23. Nov. 2019, 09:05",
      "Mo., 23. Nov., 09:05",
      "Sa., 3. Apr. 2027, 17:30",
      "Mo., 23. Nov.",
      "Fr., 1. Jan. 2027",
      "23. Nov.",
      "31. Dez. 2025",
      "Montag, 23. November",
      "Freitag, 1. Januar 2027",
    ],
  ]);
});

test("a moment's year is that of the zone, around New Year", () => {
  assert.equal(american.printMoment("2025-12-31T23:30:00Z", "Europe/Berlin"), "Thu, Jan 1, 12:30 AM");
  assert.equal(american.printMoment("2025-12-31T23:30:00Z", "UTC"), "Wed, Dec 31, 2025, 11:30 PM");
});

test("the calendar's headings always have the year", () => {
  const { printFullDay, printMonth, printWeekday, printShortWeekday } = american;
  const day = "2026-11-23";
  assert.deepEqual(
    [printFullDay(day), printMonth(day), printWeekday(day), printShortWeekday(day)],
    ["Monday, November 23, 2026", "November 2026", "Monday", "Mon"],
  );
});
