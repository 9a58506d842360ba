import { addSeconds, type Instant, parseUtc } from "@rostrum/contract/formats.ts";

/** A half-open range of moments; null where it has no end. */
export interface Period {
  readonly from: Instant | null;
  readonly to: Instant | null;
}

/** A period as whole days, for which there are totals, and the rest at its two ends, which has to be counted. */
interface Days {
  /** The first whole day; null: from the beginning. */
  readonly first: string | null;
  /** The first day after the whole ones; null: to the end. */
  readonly end: string | null;
  readonly before: Period | null;
  readonly after: Period | null;
}

/** Nothing can be later, and the day after it has no name in the formats. */
const LAST_DAY = "9999-12-31";

/** The period that a list's query names: to whole seconds, and its last second is part of it. Null if it names none. */
export function periodOf(from: string | undefined, to: string | undefined): Period | null {
  if (from === undefined && to === undefined) return null;
  return {
    from: from === undefined ? null : parseUtc(from),
    to: to === undefined || to >= LAST_DAY ? null : addSeconds(parseUtc(to), 1),
  };
}

/** Null if the period has no whole day. */
export function wholeDays({ from, to }: Period): Days | null {
  if (from !== null && from >= LAST_DAY) return null;
  const first = from === null ? null : nextMidnight(from);
  const end = to === null ? null : lastMidnight(to);
  if (first !== null && end !== null && first >= end) return null;
  return {
    first: first?.slice(0, 10) ?? null,
    end: end?.slice(0, 10) ?? null,
    before: first === null || first === from ? null : { from, to: first },
    after: end === null || end === to ? null : { from: end, to },
  };
}

const DAY_SECONDS = 86_400;

function lastMidnight(at: Instant): Instant {
  return `${at.slice(0, 10)}T00:00:00.000000Z` as Instant;
}

function nextMidnight(at: Instant): Instant {
  const last = lastMidnight(at);
  return last === at ? at : addSeconds(last, DAY_SECONDS);
}

export interface Reach {
  /** How many rows the list has. */
  readonly found: number;
  /** How many rows it would have without its filters. */
  readonly among: number;
  readonly offset: number;
  readonly limit: number;
}

/** Whether the page is nearer to the end of the list than to its beginning. */
export function isNearEnd({ found, offset, limit }: Reach): boolean {
  return offset > 0 && found - offset - limit < offset;
}

/** How many rows lie between the page and the nearer end of the list. */
export function passedOf(reach: Reach): number {
  const { found, offset, limit } = reach;
  return isNearEnd(reach) ? Math.max(0, found - offset - limit) : offset;
}

/**
 * Whether it costs less to find all rows of the list and sort them than to go through the order of everything and leave out what the
 * filters leave out, if the rows found lie anywhere in that order.
 */
export function isRare(reach: Reach): boolean {
  const { found, among, limit } = reach;
  return found * found <= Math.max(1, Math.min(found, passedOf(reach) + limit)) * among;
}
