import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  addMilliseconds,
  addSeconds,
  fromEpochMilliseconds,
  isPlainDateTime,
  isTimezone,
  parseLocal,
  parseSlot,
  parseUtc,
  printLocal,
  printUtc,
  SlotText,
  toEpochMilliseconds,
  toInstant,
} from "./formats.ts";

test("a moment is ISO 8601 with microseconds and Z", () => {
  assert.equal(toInstant("2026-11-21T05:47:00+01:00"), "2026-11-21T04:47:00.000000Z");
  assert.equal(toInstant("2026-11-21T04:47:00.1234567Z"), "2026-11-21T04:47:00.123456Z");
});

test("text that is not a moment is refused", () => {
  assert.throws(() => toInstant("2026-11-21 04:47:00"), RangeError);
  assert.throws(() => toInstant("2026-02-30T00:00:00Z"), RangeError);
});

test("YYYY-MM-DD HH:MM:SS accepts only dates that exist", () => {
  for (const text of ["2026-11-21 09:00:00", "2028-02-29 00:00:00", "0001-01-01 23:59:59"]) assert.equal(isPlainDateTime(text), true, text);
  for (const text of [
    "2026-02-30 09:00:00",
    "2027-02-29 09:00:00",
    "2026-13-01 09:00:00",
    "2026-11-21 24:00:00",
    "2026-11-21 09:60:00",
    "2026-11-21 23:59:60",
    "2026-11-21T09:00:00",
    "2026-11-21 9:00:00",
    "2026-11-21 09:00",
    "2026-11-21",
    " 2026-11-21 09:00:00",
    "2026-11-21 09:00:00Z",
    "0000-01-01 00:00:00",
    "tomorrow",
    "",
    42,
    null,
  ]) {
    assert.equal(isPlainDateTime(text), false, String(text));
  }
});

test("a brand-local time in a clock-change gap is shifted past the gap by its length", () => {
  assert.equal(parseLocal("2027-03-28 02:30:00", "Europe/Berlin"), "2027-03-28T01:30:00.000000Z");
  assert.equal(parseLocal("2026-10-04 02:15:00", "Australia/Lord_Howe"), "2026-10-03T15:45:00.000000Z");
});

test("a brand-local time in the hour that occurs twice means the first one", () => {
  assert.equal(parseLocal("2026-10-25 02:30:00", "Europe/Berlin"), "2026-10-25T00:30:00.000000Z");
});

test("postDate prints a moment in UTC in whole seconds", () => {
  assert.equal(printUtc(toInstant("2026-11-21T04:47:59.999999Z")), "2026-11-21 04:47:59");
});

test("a weekly slot is a three-letter day and a 24-hour time", () => {
  assert.deepEqual(parseSlot("Mon 09:00"), { day: "MON", time: "09:00" });
  for (const text of ["Mon 09:00", "SUN 23:59", "fri 00:00"]) assert.equal(SlotText.safeParse(text).success, true, text);
  for (const text of [
    "Monday 09:00",
    "Mon 9:00",
    "Mon 24:00",
    "Mon 09:60",
    "Mon09:00",
    "Mon  09:00",
    "Xyz 09:00",
    "Mon 09:00 ",
    "",
    "09:00",
  ]) {
    assert.equal(SlotText.safeParse(text).success, false, text);
  }
});

test("a timezone is an IANA name", () => {
  for (const name of ["Europe/Berlin", "UTC", "Asia/Kathmandu"]) assert.equal(isTimezone(name), true, name);
  for (const name of ["Mars/Olympus", "+02:00", "", "Berlin", "IST", "PST", "2026-01-01T00:00:00Z[Europe/Berlin]"])
    assert.equal(isTimezone(name), false, name);
});

const milliseconds = fc.integer({ min: Date.parse("1970-01-01"), max: Date.parse("2200-01-01") });
const zones = fc.constantFrom("UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia", "Australia/Lord_Howe");

test("moments sort as text as they do as numbers, and survive conversion to milliseconds", () => {
  fc.assert(
    fc.property(milliseconds, milliseconds, (a, b) => {
      const [left, right] = [fromEpochMilliseconds(a), fromEpochMilliseconds(b)];
      assert.equal(left < right, a < b);
      assert.equal(toEpochMilliseconds(left), a);
    }),
  );
});

test("addMilliseconds moves a moment by exactly that much", () => {
  fc.assert(
    fc.property(milliseconds, fc.integer({ min: -1e9, max: 1e9 }), (start, distance) => {
      assert.equal(toEpochMilliseconds(addMilliseconds(fromEpochMilliseconds(start), distance)), start + distance);
      assert.equal(addSeconds(fromEpochMilliseconds(start), 90), addMilliseconds(fromEpochMilliseconds(start), 90_000));
      const moment = Temporal.Instant.fromEpochMilliseconds(start).add({ microseconds: 123 });
      assert.equal(addMilliseconds(toInstant(moment), distance), toInstant(moment.add({ milliseconds: distance })));
    }),
  );
});

test("UTC text survives a round trip", () => {
  fc.assert(
    fc.property(milliseconds, (ms) =>
      assert.equal(printUtc(parseUtc(printUtc(fromEpochMilliseconds(ms)))), printUtc(fromEpochMilliseconds(ms))),
    ),
  );
});

test("brand-local text survives a round trip, unless a clock change skips or repeats it", () => {
  fc.assert(
    fc.property(milliseconds, zones, (ms, zone) => {
      const text = printLocal(fromEpochMilliseconds(ms), zone);
      assert.equal(printLocal(parseLocal(text, zone), zone), text);
    }),
  );
});
