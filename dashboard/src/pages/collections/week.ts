import { DAYS, type Day } from "@rostrum/contract/formats.ts";

/** The arithmetic of the board: weeks of slots, and what becomes of them. Nothing here changes what it is given. */
export interface Slot {
  /** Of a slot that is stored; absent: a new one. */
  readonly id?: number;
  readonly day: Day;
  /** `HH:mm`. */
  readonly time: string;
}

export type Week = readonly Slot[];

/** How far an arrow key moves a slot, and how far with Shift. */
export const STEP_MINUTES = 15;
export const LEAP_MINUTES = 60;
const HOURS = 24;
const DAY_MINUTES = HOURS * 60;

/** Monday to Sunday, by time. */
export function sorted(week: Week): Slot[] {
  return [...week].sort((a, b) => DAYS.indexOf(a.day) - DAYS.indexOf(b.day) || a.time.localeCompare(b.time));
}

export function added(week: Week, slot: Slot): Slot[] {
  return sorted([...week, slot]);
}

export function removed(week: Week, slot: Slot): Slot[] {
  return week.filter((one) => one !== slot);
}

export function moved(week: Week, slot: Slot, place: { readonly day: Day; readonly time: string }): Slot[] {
  return sorted(week.map((one) => (one === slot ? { ...one, day: place.day, time: place.time } : one)));
}

/** Another day at the same time, or null at the end of the week. */
export function dayBeside({ day, time }: Slot, days: number): { readonly day: Day; readonly time: string } | null {
  const next = DAYS[DAYS.indexOf(day) + days];
  return next === undefined ? null : { day: next, time };
}

/** Another time of the same day: the next or the one before of these steps. Null beyond midnight. */
export function timeBeside({ day, time }: Slot, minutes: number): { readonly day: Day; readonly time: string } | null {
  const next = minutesOf(time) + minutes;
  return next < 0 || next >= DAY_MINUTES ? null : { day, time: timeOf(next) };
}

/** A slot that is dropped on an hour keeps its minute. */
export function atHour({ time }: Pick<Slot, "time">, hour: number): string {
  return timeOf(hour * 60 + (minutesOf(time) % 60));
}

export function hourOf({ time }: Pick<Slot, "time">): number {
  return Math.floor(minutesOf(time) / 60);
}

export function slotsOn(week: Week, day: Day): Slot[] {
  return sorted(week.filter((slot) => slot.day === day));
}

/** A day's times on other days, where they are not there yet. */
export function copied(week: Week, from: Day, to: readonly Day[]): Slot[] {
  const times = slotsOn(week, from).map(({ time }) => time);
  const copies = to.filter((day) => day !== from).flatMap((day) => missingOn(week, day, times).map((time) => ({ day, time })));
  return sorted([...week, ...copies]);
}

function missingOn(week: Week, day: Day, times: readonly string[]): string[] {
  const there = slotsOn(week, day).map(({ time }) => time);
  return times.filter((time) => {
    const place = there.indexOf(time);
    if (place >= 0) there.splice(place, 1);
    return place < 0;
  });
}

/** Days that would have more slots than allowed, unless they have as many already. */
export function crowdedDays(before: Week, after: Week, max: number): Day[] {
  return DAYS.filter((day) => {
    const count = slotsOn(after, day).length;
    return count > max && count > slotsOn(before, day).length;
  });
}

/** The hours that the board shows: the day's usual ones, and those that have slots. */
export function shownHours(week: Week, usual: { readonly from: number; readonly to: number }): number[] {
  const hours = week.map(hourOf);
  const from = Math.min(usual.from, ...hours);
  const to = Math.max(usual.to, ...hours);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Whether both have the same slots, whatever their ids. */
export function isSame(one: Week, other: Week): boolean {
  return textOf(one) === textOf(other);
}

function textOf(week: Week): string {
  return sorted(week)
    .map(({ day, time }) => `${day} ${time}`)
    .join();
}

export function hourText(hour: number): string {
  return timeOf(hour * 60);
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}
