import assert from "node:assert/strict";
import { test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { byDay, isOf } from "./rules.ts";

type Outcome = CalendarEntry["channels"][number]["outcome"];

function aPost(state: CalendarEntry["state"], outcomes: readonly Outcome[], reason: CalendarEntry["reason"] = null) {
  return { state, reason, channels: outcomes.map((outcome) => ({ outcome })) };
}

test("trouble is whatever will not be published somewhere, or has not been; refused is what will certainly fail", () => {
  assert.ok(isOf(aPost("SCHEDULED", ["PUBLISHED", "FAILED"]), "trouble"));
  assert.ok(isOf(aPost("QUEUED", ["STAYS"], "queue_paused"), "trouble"));
  assert.ok(isOf(aPost("LEFT", ["UNDECIDED"]), "trouble"));
  assert.ok(!isOf(aPost("LEFT", ["PUBLISHED"]), "trouble"));
  assert.ok(isOf(aPost("QUEUED", ["FAILED"]), "refused"));
  assert.ok(!isOf(aPost("QUEUED", ["SKIPPED"]), "refused"));
  assert.ok(!isOf(aPost("LEFT", ["FAILED"]), "refused"));
});

test("published is what has reached somebody or is on its way; the rest stands in a queue or has its own date", () => {
  assert.ok(isOf(aPost("LEFT", ["PUBLISHED", "FAILED"]), "published"));
  assert.ok(isOf(aPost("LEAVING", ["OPEN"]), "published"));
  assert.ok(!isOf(aPost("LEFT", ["FAILED"]), "published"));
  assert.ok(isOf(aPost("REPEATS", ["PUBLISHED"]), "queued"));
  assert.ok(isOf(aPost("SCHEDULED", ["PUBLISHED"]), "scheduled"));
});

test("days are those of the zone's clock, also where one has 25 hours, and in order", () => {
  const at = (moment: string, index: number) => ({ at: toInstant(moment), key: String(index) });
  // In Berlin clocks go back on 25 October 2026.
  const moments = ["2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z", "2026-10-24T22:00:00Z", "2026-10-24T21:59:00Z", "2026-10-25T22:59:59Z"];
  assert.deepEqual(
    byDay(moments.map(at), "Europe/Berlin").map(({ day, all }) => [day, all.map(({ key }) => key).join("")]),
    [
      ["2026-10-24", "3"],
      ["2026-10-25", "204"],
      ["2026-10-26", "1"],
    ],
  );
});
