import { type Instant, toInstant } from "@rostrum/contract/formats.ts";

const FIRST_DAY = "0001-01-01";
const LAST_DAY = "9999-12-31";

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What is asked for with moments in place of days. */
export function within<F extends Days>(
  { from, to, ...filter }: F,
  timezone: string,
): Omit<F, "from" | "to"> & { readonly from: Instant | null; readonly to: Instant | null } {
  return {
    ...filter,
    // In UTC the first day may begin before, and the last end after all that there is.
    from: from === undefined || from <= FIRST_DAY ? null : startOf(from, timezone),
    to: to === undefined || to >= LAST_DAY ? null : startOf(addDays(to, 1), timezone),
  };
}

/** When a day `YYYY-MM-DD` begins. */
export function startOf(day: string, timezone: string): Instant {
  return toInstant(Temporal.PlainDate.from(day).toZonedDateTime(timezone).toInstant());
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}
