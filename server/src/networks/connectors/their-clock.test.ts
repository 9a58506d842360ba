import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { isBefore, saidAt, type TheirMoment, tooFarAhead, windowFrom } from "./their-clock.ts";

const NOW = toInstant("2026-11-21T09:10:00Z");
const SENT = toInstant("2026-11-21T09:00:00Z");
const dated = (now: Instant) => ({ headers: { date: new Date(now).toUTCString() }, now: NOW });

test("a moment of theirs does not compare with one of ours", () => {
  const theirs = saidAt("2026-11-21T09:00:00+0000") as TheirMoment;
  // @ts-expect-error: they are of different clocks.
  assert.equal(typeof (theirs < SENT), "boolean");
  // @ts-expect-error: nor is a number a moment of theirs.
  assert.equal(typeof (theirs > 1_795_251_600_000), "boolean");
});

for (const [where, ahead] of [
  ["ten minutes behind ours", -600],
  ["the same as ours", 0],
  ["ten minutes ahead of ours", 600],
] as const) {
  test(`what was made there after it was sent is in the window if their clock is ${where}`, () => {
    const window = windowFrom(SENT, dated(addSeconds(NOW, ahead)));
    const made = saidAt(addSeconds(SENT, ahead));
    assert.ok(made !== null && !isBefore(made, window));
  });
}

test("an answer without a date makes the window wider, and one that is no date is no moment", () => {
  const made = saidAt(Date.parse(addSeconds(SENT, -600)) / 1000);
  assert.ok(made !== null && !isBefore(made, windowFrom(SENT, { headers: {}, now: NOW })));
  assert.deepEqual([saidAt("yesterday"), saidAt(null)], [null, null]);
});

test("a list that had to be asked for from a moment on is not relied on once our clock is too far ahead", () => {
  assert.equal(tooFarAhead(SENT, dated(addSeconds(NOW, -600))), null);
  assert.match(tooFarAhead(SENT, dated(addSeconds(NOW, -1200))) ?? "", /Set it right/);
});
