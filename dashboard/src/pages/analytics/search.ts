import { FIGURES_DAYS_MAX, isDay } from "@rostrum/contract/private/published.ts";

export const PRESETS = [7, 30, 90, 365] as const;
export type Preset = (typeof PRESETS)[number];
const PRESET_DEFAULT: Preset = 30;

/** What the address of the page says: which days, and of which channel or collection alone. */
export interface AnalyticsSearch {
  /** The last so many days; without it and without days of one's own, 30. */
  readonly days?: Preset;
  /** `YYYY-MM-DD`; only together. */
  readonly from?: string;
  readonly to?: string;
  readonly channel?: number;
  readonly collection?: number;
}

export interface Range {
  readonly from: string;
  readonly to: string;
}

export type RangeProblem = "order" | "old" | "long";

/** Reads an address that anybody may have written; what makes no sense is left out. */
export function readAnalyticsSearch(given: Readonly<Record<string, unknown>>): AnalyticsSearch {
  const days = PRESETS.find((each) => each === given.days);
  const channel = idOf(given.channel);
  const collection = idOf(given.collection);
  const span = isDay(given.from) && isDay(given.to) ? { from: given.from, to: given.to } : null;
  return {
    ...(span ?? (days === undefined || days === PRESET_DEFAULT ? {} : { days })),
    ...(channel === undefined ? {} : { channel }),
    ...(collection === undefined ? {} : { collection }),
  };
}

/** The days that are asked for, or what is wrong with them. `today` is the day in the brand's zone. */
export function rangeOf({ days = PRESET_DEFAULT, from, to }: AnalyticsSearch, today: string): Range | { readonly problem: RangeProblem } {
  if (from === undefined || to === undefined) return { from: addDays(today, 1 - days), to: today };
  if (to < from) return { problem: "order" };
  if (from < addDays(today, -FIGURES_DAYS_MAX)) return { problem: "old" };
  return to > addDays(from, FIGURES_DAYS_MAX) ? { problem: "long" } : { from, to };
}

function addDays(day: string, days: number): string {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

function idOf(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
