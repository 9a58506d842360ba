import assert from "node:assert/strict";
import { test } from "node:test";
import { addMilliseconds, DAYS, type Instant, printLocal, toInstant } from "@rostrum/contract/formats.ts";
import fc from "fast-check";
import {
  type ComingSlot,
  dueSlot,
  lastMoment,
  localDay,
  nextMoment,
  projectQueue,
  slotStatus,
  startOfWeek,
  type WeeklySlot,
} from "./rules.ts";

const at = (text: string) => toInstant(text);

test("a slot's next moment is its wall-clock time in the brand's time zone", () => {
  const slot: WeeklySlot = { id: 1, day: "MON", time: "09:00" };
  assert.equal(nextMoment(slot, "Europe/Berlin", at("2026-11-21T04:47:00Z")), "2026-11-23T08:00:00.000000Z");
  assert.equal(nextMoment(slot, "Asia/Kathmandu", at("2026-11-21T04:47:00Z")), "2026-11-23T03:15:00.000000Z");
});

test("a moment that is now is not the next one", () => {
  const slot: WeeklySlot = { id: 1, day: "MON", time: "09:00" };
  assert.equal(nextMoment(slot, "UTC", at("2026-11-23T09:00:00Z")), "2026-11-30T09:00:00.000000Z");
});

test("a slot in the hour that a clock change skips means the moment after the gap by the same distance", () => {
  const slot: WeeklySlot = { id: 1, day: "SUN", time: "02:30" };
  assert.equal(nextMoment(slot, "Europe/Berlin", at("2027-03-27T00:00:00Z")), "2027-03-28T01:30:00.000000Z");
  assert.equal(printLocal(at("2027-03-28T01:30:00Z"), "Europe/Berlin"), "2027-03-28 03:30:00");
});

test("a slot in the hour that occurs twice means the first one", () => {
  const slot: WeeklySlot = { id: 1, day: "SUN", time: "02:30" };
  assert.equal(nextMoment(slot, "Europe/Berlin", at("2026-10-24T00:00:00Z")), "2026-10-25T00:30:00.000000Z");
  assert.equal(nextMoment(slot, "Europe/Berlin", at("2026-10-25T00:30:00Z")), "2026-11-01T01:30:00.000000Z");
});

test("two slots at the same time send two posts", () => {
  const nextAt = at("2026-11-23T09:00:00Z");
  const slots: ComingSlot[] = [
    { id: 1, day: "MON", time: "09:00", nextAt },
    { id: 2, day: "MON", time: "09:00", nextAt },
  ];
  assert.deepEqual(projectQueue(slots, "UTC", 3), [
    "2026-11-23T09:00:00.000000Z",
    "2026-11-23T09:00:00.000000Z",
    "2026-11-30T09:00:00.000000Z",
  ]);
});

test("a queue without slots has no moments", () => {
  assert.deepEqual(projectQueue([], "UTC", 3), []);
});

test("a slot missed by less than 60 minutes fires on return, an older one is passed over", () => {
  const slot: ComingSlot = { id: 1, day: "MON", time: "09:00", nextAt: at("2026-11-23T09:00:00Z") };
  assert.deepEqual(dueSlot(slot, "UTC", at("2026-11-23T09:59:59Z")), {
    fire: "2026-11-23T09:00:00.000000Z",
    nextAt: "2026-11-30T09:00:00.000000Z",
  });
  assert.deepEqual(dueSlot(slot, "UTC", at("2026-11-23T10:00:00Z")), { fire: null, nextAt: "2026-11-30T09:00:00.000000Z" });
});

test("after three weeks of downtime a slot fires once, and only if its last moment is less than 60 minutes ago", () => {
  const slot: ComingSlot = { id: 1, day: "MON", time: "09:00", nextAt: at("2026-11-02T09:00:00Z") };
  assert.deepEqual(dueSlot(slot, "UTC", at("2026-11-23T09:10:00Z")), {
    fire: "2026-11-23T09:00:00.000000Z",
    nextAt: "2026-11-30T09:00:00.000000Z",
  });
  assert.equal(dueSlot(slot, "UTC", at("2026-11-25T09:10:00Z")).fire, null);
});

test("a slot reads PUBLISHED from the moment it sent a post until Monday 00:00 of the brand", () => {
  const sent = at("2026-11-22T22:30:00Z");
  assert.equal(slotStatus(sent, "Europe/Berlin", at("2026-11-22T22:31:00Z")), "PUBLISHED");
  assert.equal(slotStatus(sent, "Europe/Berlin", at("2026-11-22T23:00:00Z")), "PENDING");
  assert.equal(slotStatus(null, "Europe/Berlin", at("2026-11-22T22:31:00Z")), "PENDING");
});

test("a brand-local day has 23 or 25 hours at clock changes", () => {
  const hours = (text: string) => {
    const day = localDay("America/New_York", at(text));
    return (Date.parse(day.to) - Date.parse(day.from)) / 3_600_000;
  };
  assert.equal(hours("2027-03-14T12:00:00Z"), 23);
  assert.equal(hours("2026-11-01T12:00:00Z"), 25);
  assert.equal(hours("2026-11-02T12:00:00Z"), 24);
});

test("a week begins on Monday 00:00 of the brand", () => {
  assert.equal(startOfWeek("Europe/Berlin", at("2026-11-21T04:47:00Z")), "2026-11-15T23:00:00.000000Z");
  assert.equal(startOfWeek("Pacific/Auckland", at("2026-11-22T12:00:00Z")), "2026-11-22T11:00:00.000000Z");
});

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "America/St_Johns",
  "Pacific/Apia",
  "Africa/Casablanca",
  "America/Santiago",
  "Pacific/Chatham",
];

const moments = fc
  .integer({ min: Date.parse("2025-01-01"), max: Date.parse("2029-01-01") })
  .map((ms) => toInstant(Temporal.Instant.fromEpochMilliseconds(ms)));
const weekly = fc.record({
  id: fc.integer({ min: 1, max: 1_000_000 }),
  day: fc.constantFrom(...DAYS),
  time: fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":")),
});

test("a slot's last and next moments enclose any moment, at most a week and a clock change apart", () => {
  fc.assert(
    fc.property(weekly, fc.constantFrom(...ZONES), moments, (slot, zone, now) => {
      const next = nextMoment(slot, zone, now);
      const last = lastMoment(slot, zone, now);
      assert.ok(last <= now && now < next);
      assert.equal(nextMoment(slot, zone, last), next);
      const days = (Date.parse(next) - Date.parse(last)) / 86_400_000;
      assert.ok(days > 6.9 && days < 7.1, String(days));
    }),
  );
});

test("a moment reads as the slot's wall-clock time, except inside a gap", () => {
  fc.assert(
    fc.property(weekly, fc.constantFrom(...ZONES), moments, (slot, zone, now) => {
      const next = nextMoment(slot, zone, now);
      const local = printLocal(next, zone);
      const wall = Temporal.PlainDateTime.from(local.replace(" ", "T"));
      const meant = wall.toPlainDate().toPlainDateTime(slot.time);
      const exists = meant.toZonedDateTime(zone, { disambiguation: "earlier" }).toPlainDateTime().equals(meant);
      if (exists) assert.equal(local.slice(11, 16), slot.time);
    }),
  );
});

test("the projection of a queue equals stepping from moment to moment", () => {
  fc.assert(
    fc.property(
      fc.array(weekly, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...ZONES),
      moments,
      fc.integer({ min: 1, max: 60 }),
      (slots, zone, now, count) => {
        const coming: ComingSlot[] = slots.map((slot, index) => ({ ...slot, id: index, nextAt: nextMoment(slot, zone, now) }));
        assert.deepEqual(projectQueue(coming, zone, count), stepped(slots, zone, now, count));
      },
    ),
    { numRuns: 60 },
  );
});

/** Computes the same differently: steps to the nearest later moment of any slot, once for each slot that shares it. */
function stepped(slots: readonly WeeklySlot[], zone: string, now: Instant, count: number): Instant[] {
  const found: Instant[] = [];
  let cursor = now;
  while (found.length < count) {
    const next = slots.map((slot) => nextMoment(slot, zone, cursor));
    const first = next.reduce((a, b) => (b < a ? b : a));
    for (const moment of next) if (moment === first && found.length < count) found.push(first);
    cursor = first;
  }
  return found;
}

test("a day's range holds exactly the moments that read as that day", () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), moments, (zone, now) => {
      const { from, to } = localDay(zone, now);
      assert.ok(from <= now && now < to);
      const date = printLocal(now, zone).slice(0, 10);
      assert.equal(printLocal(from, zone).slice(0, 10), date);
      assert.notEqual(printLocal(to, zone).slice(0, 10), date);
      assert.equal(printLocal(addMilliseconds(to, -1), zone).slice(0, 10), date);
    }),
  );
});
