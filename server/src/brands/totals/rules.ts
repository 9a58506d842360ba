import { addSeconds, type Instant, parseUtc } from "@rostrum/contract/formats.ts";

/** A half-open range of moments; null where it has no end. */
export interface Period {
  readonly from: Instant | null;
  readonly to: Instant | null;
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

export interface Reach {
  /** How many rows the list has. */
  readonly found: number;
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
