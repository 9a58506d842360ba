import type { Instant } from "@rostrum/contract/formats.ts";
import { printLocal } from "@rostrum/contract/formats.ts";
import type { CALENDAR_STATES, CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { localDay } from "../queue/rules.ts";

export type StateFilter = (typeof CALENDAR_STATES)[number];

type Outcome = CalendarEntry["channels"][number]["outcome"];

interface Marked extends Pick<CalendarEntry, "state" | "reason"> {
  readonly channels: readonly { readonly outcome: Outcome }[];
}

/** Whether a post stands as somebody asks for. */
export function isOf({ state, reason, channels }: Marked, filter: StateFilter): boolean {
  const has = (...outcomes: readonly Outcome[]) => channels.some(({ outcome }) => outcomes.includes(outcome));
  const hasLeft = state === "LEFT" || state === "LEAVING";
  switch (filter) {
    case "scheduled":
      return state === "SCHEDULED";
    case "queued":
      return state === "QUEUED" || state === "REPEATS";
    case "published":
      return state === "LEAVING" || (state === "LEFT" && has("PUBLISHED"));
    case "trouble":
      return (!hasLeft && reason !== null) || has("FAILED", "SKIPPED", "UNDECIDED");
    case "refused":
      return !hasLeft && has("FAILED");
  }
}

interface Dated {
  readonly at: Instant;
  readonly key: string;
}

/** What stands on a day, in order of time. */
export interface CalendarDay<T> {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly all: readonly T[];
}

/** What has a moment, in order of time, by the days of a zone. Of thousands on a day its bounds are calculated once. */
export function byDay<T extends Dated>(dated: readonly T[], timezone: string): CalendarDay<T>[] {
  const days: { readonly day: string; readonly until: Instant; readonly all: T[] }[] = [];
  for (const one of dated.toSorted((a, b) => compare(a.at, b.at) || compare(a.key, b.key))) {
    const last = days.at(-1);
    if (last !== undefined && one.at < last.until) last.all.push(one);
    else days.push({ day: printLocal(one.at, timezone).slice(0, 10), until: localDay(timezone, one.at).to, all: [one] });
  }
  return days;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
