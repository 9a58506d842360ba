import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds, type Instant, secondsBetween } from "@rostrum/contract/formats.ts";
import { judge, RETRY_SECONDS, type Verdict } from "./rules.ts";

const now = "2026-11-21T09:00:00.000000Z" as Instant;
const fine = { failures: 0, failingSince: null };
const answered = (status: number | null, retryAfterSeconds: number | null = null) => ({ status, retryAfterSeconds, sent: true });

function failed(verdict: Verdict): Extract<Verdict, { kind: "failed" }> {
  assert.equal(verdict.kind, "failed");
  return verdict as Extract<Verdict, { kind: "failed" }>;
}

test("any status from 200 to 299 is success, every other and none at all is failure", () => {
  for (const status of [200, 201, 202, 204, 299])
    assert.equal(judge(answered(status), { condition: fine, tries: 1, now, chance: 0 }).kind, "delivered");
  for (const status of [null, 199, 300, 301, 302, 307, 400, 404, 410, 422, 429, 500, 503])
    assert.equal(judge(answered(status), { condition: fine, tries: 1, now, chance: 0 }).kind, "failed");
});

test("an event is tried ten times within about three days, at the times of the specification or up to a fifth later, then given up", () => {
  for (const [index, wait] of RETRY_SECONDS.entries()) {
    for (const chance of [0, 0.5, 0.999]) {
      const { retryAt } = failed(judge(answered(500), { condition: fine, tries: index + 1, now, chance }));
      assert.ok(retryAt !== null);
      const seconds = secondsBetween(now, retryAt);
      assert.ok(seconds >= wait && seconds <= wait * 1.2, `${seconds}`);
    }
  }
  assert.equal(
    RETRY_SECONDS.reduce<number>((sum, wait) => sum + wait, 0),
    75 * 3600 + 35 * 60 + 5,
  );
  assert.equal(failed(judge(answered(500), { condition: fine, tries: 10, now, chance: 0 })).retryAt, null);
});

test("a longer Retry-After counts, for the event and for everything else that is sent there", () => {
  const { retryAt, heldUntil } = failed(judge(answered(429, 900), { condition: fine, tries: 1, now, chance: 0 }));
  assert.deepEqual([retryAt, heldUntil], [addSeconds(now, 900), addSeconds(now, 900)]);
  const later = failed(judge(answered(503, 10), { condition: fine, tries: 3, now, chance: 0 }));
  assert.deepEqual([later.retryAt, later.heldUntil], [addSeconds(now, 1800), addSeconds(now, 30)]);
});

test("a receiver that fails five times in a row is asked by one event at a time, a minute later, then ever more seldom", () => {
  const holdAfter = (failures: number) =>
    failed(judge(answered(500), { condition: { failures, failingSince: now }, tries: 1, now, chance: 0 }));
  assert.deepEqual(
    [3, 4, 5, 6, 7, 8, 50].map((failures) => holdAfter(failures).heldUntil),
    [null, 60, 120, 240, 480, 600, 600].map((seconds) => (seconds === null ? null : addSeconds(now, seconds))),
  );
});

test("a receiver is switched off that is gone, or to which nothing has arrived for five days", () => {
  const offOf = (status: number, failures: number, days: number) =>
    failed(judge(answered(status), { condition: { failures, failingSince: addSeconds(now, -days * 86_400) }, tries: 1, now, chance: 0 }))
      .off;
  assert.match(offOf(410, 0, 0) ?? "", /gone for good/);
  assert.match(offOf(500, 20, 5) ?? "", /for 5 days/);
  assert.equal(offOf(500, 20, 4.9), null);
  assert.equal(offOf(500, 3, 20), null, "a few failures say little about a receiver that is seldom sent something");
});

test("what went wrong is said without a word about the network that the service is in", () => {
  const problemOf = (status: number | null, sent = true) =>
    failed(judge({ status, retryAfterSeconds: null, sent }, { condition: fine, tries: 1, now, chance: 0 })).problem;
  assert.match(problemOf(null), /did not answer in time/);
  assert.match(problemOf(null, false), /could not be reached/);
  assert.match(problemOf(302), /Redirects are not followed/);
  assert.equal(problemOf(500), "The receiver answered with status 500.");
});
