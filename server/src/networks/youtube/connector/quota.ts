import type { Budget } from "../../connectors/connector.ts";

/** Days end at midnight there: https://developers.google.com/youtube/v3/determine_quota_cost (2026-09). */
const QUOTA_TIMEZONE = "America/Los_Angeles";

/**
 * What the project of an application has per day: 10,000 units, 100 uploads and 10,000 calls for counts, unless Google has given it
 * more. Only Google's answers hold channels, unless the operator sets limits.
 */
export const BUDGETS: readonly Budget[] = [
  { name: "units", unit: "units", scale: 1, dailyIn: QUOTA_TIMEZONE },
  { name: "uploads", unit: "uploads", scale: 1, dailyIn: QUOTA_TIMEZONE },
  { name: "counts", unit: "calls", scale: 1, dailyIn: QUOTA_TIMEZONE },
];

type Amounts = Readonly<Record<string, number>>;

/** Whether opening an upload or ending it takes one of the uploads is unverified; it is counted at opening. */
export const UPLOAD: Amounts = { uploads: 1 };
export const READ: Amounts = { units: 1 };
export const WRITE: Amounts = { units: 50 };
export const COUNT: Amounts = { counts: 1 };

/** On the days when the clocks change, one of 23 or 25 hours ends. */
export function secondsToNextDay(now: string): number {
  const moment = Temporal.Instant.from(now);
  const tomorrow = moment.toZonedDateTimeISO(QUOTA_TIMEZONE).toPlainDate().add({ days: 1 });
  return Math.ceil(tomorrow.toZonedDateTime(QUOTA_TIMEZONE).toInstant().since(moment).total("seconds"));
}
