import assert from "node:assert/strict";
import { test } from "node:test";
import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { markOf, publishedOn, troublesOf } from "./marks.ts";

type Outcome = CalendarEntry["channels"][number]["outcome"];

function anEntry(state: CalendarEntry["state"], outcomes: readonly Outcome[], reason: CalendarEntry["reason"] = null) {
  const channels = outcomes.map((outcome, id) => ({ id, name: "", type: "Mastodon" as const, outcome, reason: null, message: null }));
  return { state, reason, channels };
}

test("what has left is published, partly published, or failed", () => {
  assert.equal(markOf(anEntry("LEFT", ["PUBLISHED", "PUBLISHED"])), "published");
  assert.equal(markOf(anEntry("LEFT", ["PUBLISHED", "UNDECIDED"])), "partly");
  assert.equal(markOf(anEntry("LEFT", ["SKIPPED"])), "failed");
  assert.equal(publishedOn(anEntry("LEFT", ["PUBLISHED", "FAILED"])), 1);
});

test("what will leave is told by where it stands, and stuck if its queue does not move", () => {
  assert.equal(markOf(anEntry("QUEUED", ["PUBLISHED"])), "queued");
  assert.equal(markOf(anEntry("QUEUED", ["STAYS"], "queue_paused")), "stuck");
  assert.equal(markOf(anEntry("REPEATS", ["PUBLISHED"])), "repeats");
  assert.equal(markOf(anEntry("SCHEDULED", ["FAILED"])), "scheduled");
  assert.equal(markOf(anEntry("LEAVING", ["OPEN"])), "leaving");
});

test("troubles are the channels on which it will not be published, or has not been", () => {
  assert.equal(troublesOf(anEntry("LEFT", ["PUBLISHED", "SKIPPED", "OPEN"])).length, 1);
});
