import assert from "node:assert/strict";
import { test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import { type BudgetState, changeBudget, cycleOf, holdFor, usedIn } from "./rules.ts";

const at = (text: string) => toInstant(`${text}T12:00:00Z`);
const begin = (text: string) => toInstant(`${text}T00:00:00Z`);

for (const [cycleDay, today, beginsOn, endsOn] of [
  [1, "2026-11-22", "2026-11-01", "2026-12-01"],
  [12, "2026-11-22", "2026-11-12", "2026-12-12"],
  [12, "2026-11-11", "2026-10-12", "2026-11-12"],
  [12, "2026-11-12", "2026-11-12", "2026-12-12"],
  [31, "2026-11-22", "2026-10-31", "2026-11-30"],
  [31, "2026-11-30", "2026-11-30", "2026-12-31"],
  [31, "2027-02-27", "2027-01-31", "2027-02-28"],
  [29, "2028-02-29", "2028-02-29", "2028-03-29"],
  [15, "2026-01-03", "2025-12-15", "2026-01-15"],
] as const) {
  test(`on ${today}, the cycle that begins on day ${cycleDay} of a month began on ${beginsOn} and ends on ${endsOn}`, () => {
    assert.deepEqual(cycleOf({ cycleDay }, at(today)), { beginsAt: begin(beginsOn), endsAt: begin(endsOn) });
  });
}

const PACIFIC = { dailyIn: "America/Los_Angeles" };

for (const [now, beginsAt, endsAt, hours] of [
  ["2026-11-22T07:59:59Z", "2026-11-21T08:00:00Z", "2026-11-22T08:00:00Z", 24],
  ["2026-11-22T08:00:00Z", "2026-11-22T08:00:00Z", "2026-11-23T08:00:00Z", 24],
  ["2026-07-01T06:00:00Z", "2026-06-30T07:00:00Z", "2026-07-01T07:00:00Z", 24],
  ["2026-03-08T20:00:00Z", "2026-03-08T08:00:00Z", "2026-03-09T07:00:00Z", 23],
  ["2026-11-01T07:00:00Z", "2026-11-01T07:00:00Z", "2026-11-02T08:00:00Z", 25],
  ["2026-11-02T07:30:00Z", "2026-11-01T07:00:00Z", "2026-11-02T08:00:00Z", 25],
] as const) {
  test(`at ${now}, a budget that begins anew at midnight in Los Angeles has a day of ${hours} hours from ${beginsAt}`, () => {
    const cycle = cycleOf({ ...PACIFIC, cycleDay: 1 }, toInstant(now));
    assert.deepEqual(cycle, { beginsAt: toInstant(beginsAt), endsAt: toInstant(endsAt) });
    assert.equal((Date.parse(cycle.endsAt) - Date.parse(cycle.beginsAt)) / 3_600_000, hours);
  });
}

test("what was used before midnight in Los Angeles does not count after it", () => {
  const uploads: BudgetState = { limit: null, cycleDay: 1, beginsAt: toInstant("2026-11-01T07:00:00Z"), used: 3 };
  const used = (now: string) => usedIn(PACIFIC, uploads, toInstant(now));
  assert.deepEqual([used("2026-11-02T07:59:59Z"), used("2026-11-02T08:00:00Z")], [3, 0]);
});

test("the hold of a daily budget says the hour at which it ends", () => {
  const budget = { name: "uploads", unit: "uploads", scale: 1, ...PACIFIC };
  const cycleEndsAt = toInstant("2026-11-23T08:00:00Z");
  const hold = holdFor({ platform: "YouTube", budget, limit: 2, used: 2, needed: 1, cycleEndsAt }, toInstant("2026-11-23T07:00:00Z"));
  assert.match(hold.reason, /the next billing cycle begins on 2026-11-23 at 08:00 UTC\.$/);
  assert.equal(hold.retryAfterSeconds, 3600);
});

const state: BudgetState = { limit: 25_000, cycleDay: 1, beginsAt: begin("2026-11-01"), used: 3105 };

test("what was used in an earlier cycle does not count in this one", () => {
  assert.deepEqual([usedIn({}, state, at("2026-11-30")), usedIn({}, state, at("2026-12-01"))], [3105, 0]);
});

test("with a new cycle day, what has been used still counts", () => {
  const changed = changeBudget(state, { limit: undefined, cycleDay: 12 }, { budget: {}, now: at("2026-11-22") });
  assert.deepEqual(changed, { limit: 25_000, cycleDay: 12, beginsAt: begin("2026-11-12"), used: 3105 });
  assert.equal(usedIn({}, changed, at("2026-12-11")), 3105);
  assert.equal(usedIn({}, changed, at("2026-12-12")), 0);
});

test("a limit can be taken away", () => {
  assert.equal(changeBudget(state, { limit: null, cycleDay: undefined }, { budget: {}, now: at("2026-11-22") }).limit, null);
});

test("the hold says what is used, what is needed, and the day on which it ends", () => {
  const budget = { name: "spending", unit: "USD", scale: 1000 };
  const shortage = { platform: "X", budget, limit: 25_000, used: 24_990, needed: 15, cycleEndsAt: begin("2026-12-12") };
  assert.deepEqual(holdFor(shortage, begin("2026-12-11")), {
    kind: "held",
    reason:
      'The budget "spending" that is set here for X does not suffice: 24.99 USD of 25 USD are used, this takes 0.015 USD, and the next billing cycle begins on 2026-12-12.',
    retryAfterSeconds: 86_400,
    scope: "application",
    budget: "spending",
  });
});
