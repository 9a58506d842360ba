import assert from "node:assert/strict";
import { test } from "node:test";
import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { withWhole } from "./whole-days.ts";

const post = (local: string) => ({ key: local, local: `2026-11-${local}:00` }) as CalendarEntry;

test("days that were read whole stand in the place of their first posts, and say how many there are by now", () => {
  const read = {
    entries: ["22 10:00", "23 08:00", "24 08:00", "25 10:00"].map(post),
    counts: new Map(["22", "23", "24", "25"].map((day) => [`2026-11-${day}`, 9])),
  };
  const { entries, counts } = withWhole(
    read,
    [
      { first: "2026-11-23", last: "2026-11-24" },
      { first: "2026-11-22", last: "2026-11-22" },
    ],
    [["23 08:00", "23 09:00"].map(post), undefined],
  );
  assert.deepEqual(
    entries.map(({ key }) => key),
    ["22 10:00", "23 08:00", "23 09:00", "25 10:00"],
  );
  assert.deepEqual([...counts.values()], [9, 9, 2]);
});
