import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds, secondsBetween, toInstant } from "@rostrum/contract/formats.ts";
import { HELD_HOURS_MAX } from "@rostrum/contract/limits.ts";
import fc from "fast-check";
import type { FindOutcome, PublishOutcome } from "../../networks/connectors/connector.ts";
import { afterAsk, afterCutOff, afterGo, type DeliveryState, endOfWait, HOURS_MAX, type NextStep, TRIES_MAX } from "./rules.ts";

const NOW = toInstant("2026-11-21T09:00:00Z");
const fresh: DeliveryState = {
  kind: "post",
  tries: 1,
  looks: 0,
  checks: 0,
  firstAttemptAt: NOW,
  pending: null,
  mayBeLive: false,
  heldSince: null,
  stopped: false,
  wasRefused: false,
  refused: null,
  isRestored: false,
};
const at = (seconds: number, chance = 0) => ({ now: addSeconds(NOW, seconds), chance });
const busy = (retryAfterSeconds: number) => ({ kind: "busy", reason: "later", retryAfterSeconds }) as const;
const pending = (live: "no" | "maybe") => ({ kind: "pending", live, checkAfterSeconds: 60 }) as const;

const seconds = fc.oneof(fc.integer({ min: -10, max: 10_000_000 }), fc.constantFrom(Number.NaN, 1e300, Number.POSITIVE_INFINITY, -1e300));
const count = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 100_000 }));
const state: fc.Arbitrary<DeliveryState> = fc.record({
  kind: fc.constantFrom("post", "comment"),
  tries: count,
  looks: count,
  checks: count,
  firstAttemptAt: fc.integer({ min: 0, max: 400 * 24 * 3600 }).map((age) => addSeconds(NOW, -age)),
  pending: fc.option(
    fc.record({ since: fc.integer({ min: 0, max: 400 * 24 * 3600 }).map((age) => addSeconds(NOW, -age)), isHeld: fc.boolean() }),
  ),
  mayBeLive: fc.boolean(),
  heldSince: fc.option(fc.integer({ min: 0, max: 400 * 24 * 3600 }).map((age) => addSeconds(NOW, -age))),
  stopped: fc.boolean(),
  wasRefused: fc.boolean(),
  refused: fc.option(
    fc.record({ since: fc.integer({ min: 0, max: 400 * 24 * 3600 }).map((age) => addSeconds(NOW, -age)), isOwn: fc.boolean() }),
  ),
  isRestored: fc.boolean(),
});
const step: fc.Arbitrary<PublishOutcome> = fc.oneof(
  fc.constant({ kind: "published", remoteId: "1", url: null } as const),
  fc.constant({ kind: "handedOver", note: "in the inbox" } as const),
  fc.record({ kind: fc.constant("pending"), live: fc.constantFrom("no", "maybe"), checkAfterSeconds: seconds }),
  fc.record({ kind: fc.constantFrom("rejected", "unsuitable", "unauthorized", "unknown", "lost"), reason: fc.constant("words") }),
  fc.record({ kind: fc.constant("busy"), reason: fc.constant("words"), retryAfterSeconds: seconds }),
  fc.record({ kind: fc.constant("busy"), reason: fc.constant("words"), retryAfterSeconds: seconds, scope: fc.constant("channel") }),
  fc.record({
    kind: fc.constant("held"),
    reason: fc.constant("words"),
    retryAfterSeconds: seconds,
    scope: fc.constantFrom("channel", "application"),
  }),
  fc.record({ kind: fc.constant("notAsked"), reason: fc.constant("words"), retryAfterSeconds: seconds }),
);
const look: fc.Arbitrary<FindOutcome> = fc.oneof(
  fc.constant({ kind: "published", remoteId: "1", url: null } as const),
  fc.constant({ kind: "absent" } as const),
  fc.constant({ kind: "undecided", reason: "words" } as const),
  fc.record({ kind: fc.constant("notAsked"), reason: fc.constant("words"), retryAfterSeconds: seconds }),
  fc.constant({ kind: "undecidable", reason: "words" } as const),
);

/** What must hold for every next step. */
function isSound(next: NextStep, { stopped, tries, firstAttemptAt }: DeliveryState): void {
  if (!("nextAt" in next)) return;
  assert.ok(next.nextAt > NOW, `continues at ${next.nextAt}, which is in the past`);
  assert.ok(next.nextAt <= addSeconds(NOW, 31 * 24 * 3600), `continues at ${next.nextAt}, which is too far away`);
  const sends = next.status === "RETRYING" || next.status === "waiting";
  assert.ok(!(sends && stopped), "sends a post that was deleted");
  const isTry = next.held === null;
  assert.ok(!(sends && isTry && tries >= TRIES_MAX), `sends a ${tries + 1}th time`);
  if (next.status === "unknown") assert.equal(next.mayBeLive, true);
  if (sends && isTry && tries > 5) assert.ok(next.nextAt < addSeconds(firstAttemptAt, HOURS_MAX * 3600));
}

test("every outcome in every state, after 0 to 100,000 steps of any kind, has a next step that can be stored", () => {
  fc.assert(
    fc.property(state, step, look, fc.double({ min: 0, max: 0.999, noNaN: true }), (from, outcome, found, chance) => {
      const moment = { now: NOW, chance };
      isSound(afterGo(from, outcome, moment), from);
      isSound(afterAsk(from, found, moment), from);
      isSound(afterCutOff(from, moment), from);
    }),
    { numRuns: 5000 },
  );
});

test("what may be live is never sent again by what was refused or not asked", () => {
  fc.assert(
    fc.property(state, step, (from, outcome) => {
      const next = afterGo({ ...from, mayBeLive: true }, outcome, { now: NOW, chance: 0 });
      const isRefused = outcome.kind === "busy" || outcome.kind === "notAsked";
      if (isRefused) assert.ok(!("nextAt" in next) || next.status === "pending" || next.status === "unknown");
    }),
  );
});

test("a check is not a try: a refusal after 13 checks is retried after the delay of a first refusal", () => {
  const next = afterGo({ ...fresh, checks: 13 }, busy(0), at(1800));
  assert.deepEqual(next, {
    status: "RETRYING",
    reason: "retry_later",
    message: "later",
    nextAt: addSeconds(NOW, 1815),
    mayBeLive: false,
    holdsChannel: false,
    held: null,
  });
});

test("a review of twenty hours with a check every minute ends as published and uses no further try", () => {
  let from: DeliveryState = { ...fresh, mayBeLive: true };
  for (let minute = 1; minute < 20 * 60; minute += 1) {
    from = { ...from, checks: minute };
    const next = afterGo(from, pending("maybe"), at(minute * 60));
    assert.ok("nextAt" in next && next.status === "pending");
    assert.equal(next.nextAt, addSeconds(NOW, minute * 60 + 60));
  }
  const last = afterGo({ ...from, checks: 1200 }, { kind: "published", remoteId: "1", url: null }, at(1200 * 60));
  assert.equal(last.status, "PUBLISHED");
});

test("a check that fails is repeated with growing delays, at least once an hour", () => {
  const notAsked = { kind: "notAsked", reason: "HTTP 503", retryAfterSeconds: 1 } as const;
  const waits = [1, 2, 5, 41, 5000].map((checks) => {
    const next = afterGo({ ...fresh, checks }, notAsked, at(0));
    assert.ok("nextAt" in next && next.status === "pending" && !next.mayBeLive);
    return (Date.parse(next.nextAt) - Date.parse(NOW)) / 1000;
  });
  assert.deepEqual(waits, [15, 30, 240, 3600, 3600]);
});

test("what is still processing after a day is given up; as undecided if readers may see it", () => {
  const state = { ...fresh, checks: 6, pending: { since: NOW, isHeld: false } };
  const reasonOf = (live: "no" | "maybe") => afterGo(state, pending(live), at(24 * 3600)).reason;
  assert.deepEqual([reasonOf("no"), reasonOf("maybe")], ["gave_up", "undecided"]);
});

test("however long the service was off, what was begun has five tries or checks, an hour apart at most", () => {
  const moment = at(4 * 24 * 3600);
  const refused = (tries: number, retryAfterSeconds: number) =>
    afterGo({ ...fresh, tries }, { kind: "busy", reason: "Slow down.", retryAfterSeconds }, moment).reason;
  assert.deepEqual(
    [refused(1, 0), refused(5, 3600), refused(5, 3601), refused(6, 0)],
    ["retry_later", "retry_later", "gave_up", "gave_up"],
  );
  const processing = (checks: number, looks: number) =>
    afterGo({ ...fresh, checks, looks, pending: { since: NOW, isHeld: false } }, pending("no"), moment).reason;
  assert.deepEqual([processing(5, 0), processing(6, 0), processing(3, 3)], ["processing", "gave_up", "gave_up"]);
});

test("past the day, the few lookups that are left still wait for what they have to see, an hour at most", () => {
  const waitAfter = (retryAfterSeconds: number) => {
    const next = afterAsk({ ...fresh, looks: 1 }, { kind: "undecided", reason: "not yet", retryAfterSeconds }, at(30 * 3600));
    return "nextAt" in next ? secondsBetween(at(30 * 3600).now, next.nextAt) : next.reason;
  };
  assert.deepEqual([0, 900, 90_000].map(waitAfter), [30, 900, 3600]);
});

test("what the platform has lost and nobody has seen is published again", () => {
  assert.equal(afterGo(fresh, { kind: "lost", reason: "the upload has ended" }, at(60)).status, "RETRYING");
});

test("an attempt that never arrived is repeated even after three days of downtime", () => {
  assert.equal(afterAsk({ ...fresh, looks: 1 }, { kind: "absent" }, at(3 * 24 * 3600)).status, "RETRYING");
  assert.equal(afterAsk({ ...fresh, tries: 6, looks: 1 }, { kind: "absent" }, at(3 * 24 * 3600)).reason, "gave_up");
  // Connectors trust for ten minutes that it is absent.
  for (const tries of [1, 4, 8, 11]) {
    const next = afterAsk({ ...fresh, tries, looks: 1 }, { kind: "absent" }, { ...at(3600), chance: 0.99 });
    assert.ok("nextAt" in next && secondsBetween(at(3600).now, next.nextAt) <= 300, String(tries));
  }
});

test("a refusal is tried 12 times within 24 hours, each time no sooner than the platform asks", () => {
  const statuses = Array.from({ length: TRIES_MAX }, (_, index) => afterGo({ ...fresh, tries: index + 1 }, busy(0), at(0)));
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [...Array.from({ length: TRIES_MAX - 1 }, () => "RETRYING"), "FAILED"],
  );
  const asked = afterGo(fresh, busy(7200), at(0));
  assert.equal("nextAt" in asked && asked.nextAt, addSeconds(NOW, 7200));
  assert.equal(afterGo(fresh, busy(24 * 3600), at(0)).reason, "gave_up");
});

test("an outcome that cannot be determined is looked up for a day and ends as undecided", () => {
  const undecided = { kind: "undecided", reason: "the list cannot be read" } as const;
  assert.equal(afterAsk({ ...fresh, looks: 30 }, undecided, at(23 * 3600)).status, "unknown");
  assert.equal(afterAsk({ ...fresh, looks: 31 }, undecided, at(24 * 3600)).reason, "undecided");
  assert.equal(afterAsk(fresh, { kind: "undecidable", reason: "nobody can look" }, at(0)).reason, "undecided");
});

test("a quota is no try and ends nothing before 72 hours, however many tries there have been", () => {
  const hold = { kind: "held", reason: "The day's posts are used up.", retryAfterSeconds: 3600, scope: "channel" } as const;
  const tired = { ...fresh, tries: TRIES_MAX, firstAttemptAt: addSeconds(NOW, -HOURS_MAX * 3600) };
  const waits = afterGo({ ...tired, heldSince: addSeconds(NOW, -71 * 3600) }, hold, at(0));
  assert.deepEqual("nextAt" in waits && [waits.status, waits.reason, waits.message, waits.held, waits.holdsChannel, waits.nextAt], [
    "RETRYING",
    "channel_held",
    "The day's posts are used up. Nothing is sent until 2026-11-21 10:00 UTC.",
    { scope: "channel", reason: hold.reason, budget: null },
    true,
    addSeconds(NOW, 3600),
  ]);
  const ends = afterGo({ ...tired, heldSince: addSeconds(NOW, -HELD_HOURS_MAX * 3600) }, hold, at(0));
  assert.deepEqual([ends.status, ends.reason], ["FAILED", "held_too_long"]);
});

test("a hold lasts until the end that was named, and what it keeps waiting for 72 hours ends without asking", () => {
  const until = addSeconds(NOW, 20 * 24 * 3600);
  const hold = { kind: "held", reason: "The cap is reached", retryAfterSeconds: 20 * 24 * 3600, scope: "application" } as const;
  const waits = afterGo(fresh, hold, at(0));
  assert.equal("nextAt" in waits && waits.nextAt, until);
  const held = { since: NOW, until, reason: hold.reason };
  const later = (hours: number) => addSeconds(NOW, hours * 3600);
  assert.equal(endOfWait(held, false, later(71)), null);
  assert.equal(endOfWait({ ...held, since: null }, false, later(1000)), null);
  assert.deepEqual(endOfWait(held, false, later(HELD_HOURS_MAX)), {
    status: "FAILED",
    reason: "held_too_long",
    message: "Nothing was let through for 72 hours. The cap is reached. Nothing is sent until 2026-12-11 09:00 UTC.",
    disconnect: false,
  });
  assert.equal(endOfWait(held, true, later(HELD_HOURS_MAX))?.reason, "undecided");
});

test("when nothing more can be found out, the delivery ends at once as undecided", () => {
  const next = afterAsk(fresh, { kind: "undecidable", reason: "Members' posts cannot be listed." }, at(30));
  assert.deepEqual([next.status, next.reason], ["FAILED", "undecided"]);
  assert.match("message" in next ? next.message : "", /to avoid a duplicate\. Members' posts cannot be listed\.$/);
});

test("a deleted post does not wait for a quota", () => {
  const hold = { kind: "held", reason: "words", retryAfterSeconds: 3600, scope: "channel" } as const;
  assert.deepEqual(afterGo({ ...fresh, stopped: true }, hold, at(0)).reason, "post_deleted");
});

test("a quota that shows in a check holds the post, unless readers may see it already", () => {
  const hold = { kind: "held", reason: "words", retryAfterSeconds: 3600, scope: "channel" } as const;
  const waits = afterGo({ ...fresh, mayBeLive: false }, hold, at(0));
  assert.deepEqual("nextAt" in waits && [waits.status, waits.reason, waits.held?.scope], ["RETRYING", "channel_held", "channel"]);
  const goesOn = afterGo({ ...fresh, mayBeLive: true, pending: { since: NOW, isHeld: false } }, hold, at(0));
  assert.deepEqual("nextAt" in goesOn && [goesOn.status, goesOn.mayBeLive, goesOn.held], ["pending", true, null]);
  assert.equal(goesOn.reason, "channel_held");
});

test("half of a thread that a quota holds is asked about every hour, and given up after three days of it", () => {
  const hold = { kind: "held", reason: "words", retryAfterSeconds: 20 * 24 * 3600, scope: "channel" } as const;
  const half = { ...fresh, mayBeLive: true, firstAttemptAt: addSeconds(NOW, -40 * 3600) };
  const isHeldFor = (hours: number) => ({ ...half, pending: { since: addSeconds(NOW, -hours * 3600), isHeld: true } });
  for (const state of [{ ...half, pending: { since: NOW, isHeld: false } }, isHeldFor(0), isHeldFor(HELD_HOURS_MAX - 1)]) {
    const next = afterGo(state, hold, at(0));
    assert.deepEqual("nextAt" in next && [next.status, next.nextAt], ["pending", addSeconds(NOW, 3600)]);
  }
  const { status, reason } = afterGo(isHeldFor(HELD_HOURS_MAX), hold, at(0));
  assert.deepEqual([status, reason], ["FAILED", "undecided"]);
  // Once the quota is over, the platform has its day again.
  assert.equal(afterGo(isHeldFor(HELD_HOURS_MAX - 1), pending("maybe"), at(0)).status, "pending");
});

test("a platform has a day for processing, however long ago the first attempt was", () => {
  const old = { ...fresh, firstAttemptAt: addSeconds(NOW, -26 * 3600) };
  assert.equal(afterGo(old, pending("maybe"), at(0)).status, "pending");
  const processing = (hours: number) => ({ ...old, checks: 6, pending: { since: addSeconds(NOW, -hours * 3600), isHeld: false } });
  assert.equal(afterGo(processing(23), pending("no"), at(0)).status, "pending");
  assert.deepEqual(afterGo(processing(24), pending("no"), at(0)).reason, "gave_up");
  assert.deepEqual(afterGo(processing(24), pending("maybe"), at(0)).reason, "undecided");
});

test("access that is refused while something may be live leaves undecided what became of it", () => {
  const refused = { kind: "unauthorized", reason: "Revoked", probed: "ended" } as const;
  const next = afterGo({ ...fresh, mayBeLive: true }, refused, at(0));
  assert.deepEqual([next.status, next.reason, "disconnect" in next && next.disconnect], ["FAILED", "undecided", true]);
  assert.equal(afterGo(fresh, refused, at(0)).reason, "unauthorized");
});

test("what can be repeated under its key is repeated for a day, however often", () => {
  const lost = { kind: "unknown", reason: "No answer came." } as const;
  const since = (hours: number) => ({ ...fresh, tries: 20, firstAttemptAt: addSeconds(NOW, -hours * 3600) });
  assert.deepEqual(
    [23, 25].map((hours) => afterGo(since(hours), lost, at(0)).reason),
    ["outcome_unknown", "undecided"],
  );
});

test("a deleted post counts as never sent only once three lookups in a row have not found it", () => {
  const reasons = [1, 2, 3].map((looks) => afterAsk({ ...fresh, stopped: true, looks }, { kind: "absent" }, at(0)).reason);
  assert.deepEqual(reasons, ["outcome_unknown", "outcome_unknown", "post_deleted"]);
});
