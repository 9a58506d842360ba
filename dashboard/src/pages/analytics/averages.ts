import type { Sums } from "@rostrum/contract/private/published.ts";

/** What posts of one weekday or hour got on average. */
export interface Average {
  /** 1 to 7, or 0 to 23. */
  readonly place: number;
  readonly posts: number;
  readonly counted: number;
  /** Likes, comments and shares per post whose counts are known; null if none are, which is not 0. */
  readonly average: number | null;
}

type Placed = Sums & { readonly weekday: number; readonly hour: number };

/** All seven weekdays. */
export function byWeekday(hours: readonly Placed[]): Average[] {
  return Array.from({ length: 7 }, (_, index) => averageAt(index + 1, hours, ({ weekday }) => weekday));
}

/** All 24 hours. */
export function byHour(hours: readonly Placed[]): Average[] {
  return Array.from({ length: 24 }, (_, hour) => averageAt(hour, hours, (row) => row.hour));
}

/** Likes, comments and shares per post whose counts are known; null if none are. */
export function averageOf({ likes, comments, shares, counted }: Sums): number | null {
  return counted === 0 ? null : (likes + comments + shares) / counted;
}

/** The best weekday and hour first; those without known counts come last. */
export function bestFirst<T extends Sums>(rows: readonly T[]): T[] {
  return [...rows].sort((one, other) => (averageOf(other) ?? -1) - (averageOf(one) ?? -1) || other.counted - one.counted);
}

function averageAt(place: number, rows: readonly Placed[], placeOf: (row: Placed) => number): Average {
  const own = rows.filter((row) => placeOf(row) === place);
  const sum = (pick: (row: Placed) => number) => own.reduce((total, row) => total + pick(row), 0);
  const counted = sum((row) => row.counted);
  const responses = sum((row) => row.likes + row.comments + row.shares);
  return { place, posts: sum((row) => row.posts), counted, average: counted === 0 ? null : responses / counted };
}
