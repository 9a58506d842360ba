import {
  addSeconds,
  DAYS,
  type Day,
  fromEpochMilliseconds,
  type Instant,
  toEpochMilliseconds,
  toInstant,
} from "@rostrum/contract/formats.ts";

/**
 * The arithmetic of weekly slots. A slot is a day and a wall-clock time in the brand's time zone; each week it has exactly
 * one moment. In an hour that a clock change skips, that is the moment after the gap by the same distance; in an hour that
 * occurs twice, the first one.
 */
export interface WeeklySlot {
  readonly id: number;
  readonly day: Day;
  /** `HH:mm`. */
  readonly time: string;
}

/** A slot with its next moment. */
export interface ComingSlot extends WeeklySlot {
  readonly nextAt: Instant;
}

/** A slot missed by less than this fires when the service is back up; an older one is passed over. */
export const MISSED_SLOT_MINUTES_MAX = 60;

/** The first moment of the slot that is later than `after`. */
export function nextMoment(slot: WeeklySlot, timezone: string, after: Instant): Instant {
  let date = firstDate(slot, timezone, after);
  let moment = momentOn(slot, timezone, date);
  while (moment <= after) {
    date = date.add({ days: 7 });
    moment = momentOn(slot, timezone, date);
  }
  return moment;
}

/** The last moment of the slot that is not later than `at`. */
export function lastMoment(slot: WeeklySlot, timezone: string, at: Instant): Instant {
  let date = firstDate(slot, timezone, at).add({ days: 7 });
  let moment = momentOn(slot, timezone, date);
  while (moment > at) {
    date = date.subtract({ days: 7 });
    moment = momentOn(slot, timezone, date);
  }
  return moment;
}

/**
 * The moments at which the next `count` posts leave, in order: every slot from its next moment on, equal moments one after
 * the other. Empty if there are no slots.
 */
export function projectQueue(slots: readonly ComingSlot[], timezone: string, count: number): Instant[] {
  const moments: Instant[] = [];
  if (count === 0) return moments;
  for (const turn of comingTurns(slots, timezone)) if (moments.push(turn.at) === count) break;
  return moments;
}

/** One slot's moment: a post leaves. */
export interface SlotTurn {
  readonly slot: ComingSlot;
  readonly at: Instant;
}

/** The slots' turns from their next moments on, in order; ties in the slots' own order. Infinite, or empty without slots. */
export function* comingTurns(slots: readonly ComingSlot[], timezone: string): Generator<SlotTurn, void> {
  const runs = slots.map((slot) => startRun(slot, timezone));
  let [first] = runs;
  while (first !== undefined) {
    // Weekly slots only change order around clock changes; scanning a few dozen is cheaper than a heap.
    for (const run of runs) if (run.at < first.at) first = run;
    yield { slot: first.slot, at: fromEpochMilliseconds(first.at) };
    step(first, timezone);
    [first] = runs;
  }
}

/** The moments of one slot from its next one on. */
interface Run {
  readonly slot: ComingSlot;
  /** Epoch milliseconds. */
  at: number;
  /** Until then the UTC offset is constant, so a week later is exactly seven days later. */
  steadyUntil: number;
}

const WEEK_MILLISECONDS = 7 * 24 * 3_600_000;

function startRun(slot: ComingSlot, timezone: string): Run {
  const at = toEpochMilliseconds(slot.nextAt);
  return { slot, at, steadyUntil: steadyUntil(slot, at, timezone) };
}

function step(run: Run, timezone: string): void {
  const plain = run.at + WEEK_MILLISECONDS;
  if (plain < run.steadyUntil) {
    run.at = plain;
    return;
  }
  run.at = toEpochMilliseconds(nextMoment(run.slot, timezone, fromEpochMilliseconds(run.at)));
  run.steadyUntil = steadyUntil(run.slot, run.at, timezone);
}

/**
 * The first clock change after a slot's moment. A moment at another time of the zone's clock than the slot's is not steady: the one after
 * it is back at the slot's own time. It was shifted out of a gap, or comes from the time zone that the brand had before.
 */
function steadyUntil(slot: WeeklySlot, at: number, timezone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone);
  if (local.dayOfWeek !== dayNumber(slot.day) || !local.toPlainTime().equals(slot.time)) return at;
  return local.getTimeZoneTransition("next")?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
}

/**
 * What to do with a due slot. `fire`: the time as of which its front post leaves; null if the slot was missed by too much.
 * `nextAt`: its next moment after now.
 */
export function dueSlot(slot: ComingSlot, timezone: string, now: Instant): { readonly fire: Instant | null; readonly nextAt: Instant } {
  const last = lastMoment(slot, timezone, now);
  // Not before next_at: after a time zone change, a moment already handled must not be handled again.
  const at = last < slot.nextAt ? slot.nextAt : last;
  const missedBy = Temporal.Instant.from(now).since(Temporal.Instant.from(at)).total("minutes");
  return { fire: missedBy < MISSED_SLOT_MINUTES_MAX ? at : null, nextAt: nextMoment(slot, timezone, now) };
}

/** A slot reads PUBLISHED from the moment it sent a post until the brand-local week (Monday 00:00) ends. */
export function slotStatus(sentAt: Instant | null, timezone: string, now: Instant): "PENDING" | "PUBLISHED" {
  return sentAt !== null && sentAt >= startOfWeek(timezone, now) && sentAt <= now ? "PUBLISHED" : "PENDING";
}

/** Monday 00:00 of the brand-local week that contains `now`. */
export function startOfWeek(timezone: string, now: Instant): Instant {
  const local = Temporal.Instant.from(now).toZonedDateTimeISO(timezone);
  return toInstant(
    local
      .subtract({ days: local.dayOfWeek - 1 })
      .startOfDay()
      .toInstant(),
  );
}

/** The brand-local day that contains `at`, as a half-open range. */
export function localDay(timezone: string, at: Instant): { readonly from: Instant; readonly to: Instant } {
  const date = Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDate();
  const start = (day: Temporal.PlainDate) => toInstant(day.toZonedDateTime({ timeZone: timezone }).toInstant());
  return { from: start(date), to: start(date.add({ days: 1 })) };
}

/** 1 for Monday to 7 for Sunday. */
export function dayNumber(day: Day): number {
  return DAYS.indexOf(day) + 1;
}

export function dayName(number: number): Day {
  const day = DAYS[number - 1];
  if (day === undefined) throw new RangeError(`no weekday ${number}`);
  return day;
}

function momentOn(slot: WeeklySlot, timezone: string, date: Temporal.PlainDate): Instant {
  const local = date.toPlainDateTime(Temporal.PlainTime.from(slot.time));
  return toInstant(local.toZonedDateTime(timezone, { disambiguation: "compatible" }).toInstant());
}

/** A date on the slot's weekday, not later than its next one: clock changes move a moment by less than a day. */
function firstDate(slot: WeeklySlot, timezone: string, after: Instant): Temporal.PlainDate {
  const eve = Temporal.Instant.from(after).toZonedDateTimeISO(timezone).toPlainDate().subtract({ days: 2 });
  return eve.add({ days: (dayNumber(slot.day) - eve.dayOfWeek + 7) % 7 });
}

const WEEK_SECONDS = 7 * 24 * 3600;

/**
 * When an evergreen post rejoins its collection's queue after publication: at once for -1, after N weeks for N, never (null)
 * for 0. The statement in `engine/advance.ts` does the same in SQL; a test keeps the two in step.
 */
export function rejoinAt(publishedAt: Instant, maxRepublish: number): Instant | null {
  if (maxRepublish === 0) return null;
  return maxRepublish < 0 ? publishedAt : addSeconds(publishedAt, maxRepublish * WEEK_SECONDS);
}
