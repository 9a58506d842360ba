import assert from "node:assert/strict";
import test from "node:test";
import { type Instant, toInstant } from "../formats.ts";
import { withTimes } from "./moments.ts";

const NOW = toInstant("2026-11-21T09:00:00Z");

function timesOf(data: object, timezone: string | null = "Europe/Berlin", now: Instant = NOW) {
  return (withTimes(data, { timezone, now }) as { times?: unknown }).times;
}

test("the contract's own fields are unchanged", () => {
  const data = { id: 1, postDate: "2030-05-01 07:00:00", media: [{ id: "m_1" }] };
  const { times, ...fields } = withTimes(data, { timezone: "Asia/Tokyo", now: NOW }) as { times: unknown };
  assert.deepEqual(fields, data);
  assert.deepEqual(times, {
    timezone: "Asia/Tokyo",
    postDate: { local: "2030-05-01 16:00:00", weekday: "Wednesday", utc: "2030-05-01 07:00:00" },
  });
});

test("an object without times gets no `times`", () => {
  assert.equal(timesOf({ id: 1, message: "Post created." }), undefined);
});

test("the weekday is that of the local date", () => {
  assert.deepEqual(timesOf({ createdAt: "2026-11-21T23:30:00.123456Z" }), {
    timezone: "Europe/Berlin",
    createdAt: { local: "2026-11-22 00:30:00", weekday: "Sunday", utc: "2026-11-21 23:30:00" },
  });
});

test("an automation that never ran and a post without a date have null times", () => {
  assert.deepEqual(timesOf({ lastRun: 0, postDate: null }), { timezone: "Europe/Berlin", postDate: null, lastRun: null });
  assert.deepEqual(timesOf({ lastRun: 1_795_000_000 }, "UTC"), {
    timezone: "UTC",
    lastRun: { local: "2026-11-18 11:06:40", weekday: "Wednesday", utc: "2026-11-18 11:06:40" },
  });
});

test("an object's own timezone applies to its times; a brand without one uses UTC", () => {
  const brands = [
    { timezone: "Asia/Tokyo", createdAt: "2026-11-21T20:00:00.000000Z" },
    { timezone: null, createdAt: "2026-11-21T20:00:00.000000Z" },
  ];
  const read = withTimes(brands, { timezone: "Europe/Berlin", now: NOW }) as {
    times: { timezone: string; createdAt: { local: string } };
  }[];
  assert.deepEqual(
    read.map(({ times }) => [times.timezone, times.createdAt.local]),
    [
      ["Asia/Tokyo", "2026-11-22 05:00:00"],
      ["UTC", "2026-11-21 20:00:00"],
    ],
  );
});

test("a slot's next occurrence is at its wall-clock time, across clock changes", () => {
  const next = (day: string, time: string, now: string, timezone = "Europe/Berlin") =>
    (timesOf({ day, time }, timezone, toInstant(now)) as { next: { local: string; utc: string } }).next;
  assert.equal(next("SAT", "10:30", "2026-11-21T09:00:00Z").local, "2026-11-21 10:30:00");
  assert.equal(next("SAT", "10:00", "2026-11-21T09:00:00Z").local, "2026-11-28 10:00:00");
  // 29 March 2026, 02:30 does not exist in Berlin: shifted past the gap by its length.
  assert.deepEqual(next("SUN", "02:30", "2026-03-29T00:45:00Z"), {
    local: "2026-03-29 03:30:00",
    weekday: "Sunday",
    utc: "2026-03-29 01:30:00",
  });
  // 25 October 2026, 02:30 occurs twice in Berlin: the first one.
  assert.equal(next("SUN", "02:30", "2026-10-24T22:00:00Z").utc, "2026-10-25 00:30:00");
});
