import assert from "node:assert/strict";
import { test } from "node:test";
import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { daysOf, refusalsOf, stateOf } from "./week.ts";

function channels(...outcomes: CalendarEntry["channels"][number]["outcome"][]): CalendarEntry["channels"] {
  return outcomes.map((outcome, id) => ({ id, name: "Name", type: "Mastodon", outcome, reason: null, message: null }));
}

test("a post that failed anywhere has failed; one that is still to leave is planned, whatever will become of it", () => {
  assert.equal(stateOf({ state: "LEFT", channels: channels("PUBLISHED", "FAILED") }), "failed");
  assert.equal(stateOf({ state: "LEFT", channels: channels("PUBLISHED", "UNDECIDED") }), "failed");
  assert.equal(stateOf({ state: "LEFT", channels: channels("PUBLISHED", "SKIPPED") }), "sent");
  assert.equal(stateOf({ state: "LEFT", channels: channels("SKIPPED") }), "skipped");
  assert.equal(stateOf({ state: "LEAVING", channels: channels("OPEN", "FAILED") }), "leaving");
  assert.equal(stateOf({ state: "QUEUED", channels: channels("FAILED") }), "planned");
});

test("what will not arrive is known of posts that are still to leave alone", () => {
  assert.equal(refusalsOf({ state: "SCHEDULED", channels: channels("PUBLISHED", "FAILED") }).length, 1);
  assert.equal(refusalsOf({ state: "LEFT", channels: channels("FAILED") }).length, 0);
});

test("free slots stand between the posts of their day, and days without either are there, too", () => {
  const entry = (local: string) => ({ local }) as CalendarEntry;
  const days = daysOf(["2026-11-23", "2026-11-24"], {
    entries: [entry("2026-11-23 16:00:00"), entry("2026-11-23 08:00:00")],
    days: [{ day: "2026-11-23", posts: 20 }],
    freeSlots: [{ local: "2026-11-23 09:00:00", collectionId: 1 }],
  });
  assert.deepEqual(
    days.map(({ day, places, count }) => [day, count, places.map(({ kind, local }) => `${kind} ${local.slice(11, 16)}`)]),
    [
      ["2026-11-23", 21, ["post 08:00", "free 09:00", "post 16:00"]],
      ["2026-11-24", 0, []],
    ],
  );
});
