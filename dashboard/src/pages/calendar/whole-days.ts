import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { dayOf } from "./grid.ts";

/** Days from one to another, both included. */
export interface DaySpan {
  readonly first: string;
  readonly last: string;
}

export interface Read {
  readonly entries: readonly CalendarEntry[];
  /** How many posts each day has. */
  readonly counts: ReadonlyMap<string, number>;
}

/** What has been read of all days, with some of them read whole. Undefined: not there yet. */
export function withWhole(read: Read, spans: readonly DaySpan[], wholes: readonly (readonly CalendarEntry[] | undefined)[]): Read {
  const counts = new Map(read.counts);
  let { entries } = read;
  for (const [index, span] of spans.entries()) {
    const whole = wholes[index];
    if (whole === undefined) continue;
    const before = entries.filter(({ local }) => dayOf(local) < span.first);
    const after = entries.filter(({ local }) => dayOf(local) > span.last);
    entries = [...before, ...whole, ...after];
    for (const day of [...counts.keys()].filter((one) => covers(span, one))) counts.delete(day);
    for (const [day, those] of Map.groupBy(whole, ({ local }) => dayOf(local))) counts.set(day, those.length);
  }
  return { entries, counts };
}

export function covers({ first, last }: DaySpan, day: string): boolean {
  return first <= day && day <= last;
}
