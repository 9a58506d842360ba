import { type Instant, toEpochMilliseconds, toInstant } from "@rostrum/contract/formats.ts";
import type { Budget, BudgetHold } from "../connectors/connector.ts";

/** What is kept about a budget; amounts as in `Budget`. */
export interface BudgetState {
  /** Null: none. */
  readonly limit: number | null;
  readonly cycleDay: number;
  /** The beginning of the cycle to which `used` belongs. */
  readonly beginsAt: Instant;
  readonly used: number;
}

/** Until the operator says otherwise, cycles are calendar months. */
export const CYCLE_DAY_DEFAULT = 1;

/** A billing cycle: a month from one midnight UTC to another, or a day of the budget's time zone. */
export interface Cycle {
  readonly beginsAt: Instant;
  readonly endsAt: Instant;
}

/** When the cycles of a budget begin. */
export interface Rhythm extends Pick<Budget, "dailyIn"> {
  readonly cycleDay: number;
}

/** The cycle of this moment. A cycle day that a month does not have is its last day. */
export function cycleOf({ dailyIn, cycleDay }: Rhythm, now: Instant): Cycle {
  if (dailyIn !== undefined) return dayIn(dailyIn, now);
  const today = Temporal.Instant.from(now).toZonedDateTimeISO("UTC").toPlainDate();
  const firstOfMonth = today.with({ day: 1 });
  const beginIn = (months: number) => firstOfMonth.add({ months }).with({ day: cycleDay });
  const first = Temporal.PlainDate.compare(beginIn(0), today) <= 0 ? 0 : -1;
  return { beginsAt: midnight(beginIn(first)), endsAt: midnight(beginIn(first + 1)) };
}

/** On two days of the year, one of 23 or 25 hours. */
function dayIn(timezone: string, now: Instant): Cycle {
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(timezone).toPlainDate();
  const begin = (date: Temporal.PlainDate) => toInstant(date.toZonedDateTime(timezone).toInstant());
  return { beginsAt: begin(today), endsAt: begin(today.add({ days: 1 })) };
}

/** What has been used in the current cycle. */
export function usedIn(budget: Pick<Budget, "dailyIn">, { cycleDay, beginsAt, used }: BudgetState, now: Instant): number {
  return beginsAt < cycleOf({ ...budget, cycleDay }, now).beginsAt ? 0 : used;
}

/** The budget as the operator wants it. With a new cycle day, what has been used counts in the cycle that follows from it. */
export function changeBudget(
  before: BudgetState,
  { limit, cycleDay }: { readonly limit: number | null | undefined; readonly cycleDay: number | undefined },
  { budget, now }: { readonly budget: Pick<Budget, "dailyIn">; readonly now: Instant },
): BudgetState {
  const day = cycleDay ?? before.cycleDay;
  return {
    limit: limit === undefined ? before.limit : limit,
    cycleDay: day,
    beginsAt: cycleOf({ ...budget, cycleDay: day }, now).beginsAt,
    used: usedIn(budget, before, now),
  };
}

/** When a cycle ends, as people read it: `2026-12-12`, or for one that does not end at midnight UTC `2026-12-12 at 08:00 UTC`. */
export function printEnd({ endsAt }: Pick<Cycle, "endsAt">): string {
  const [day, time] = [endsAt.slice(0, 10), endsAt.slice(11, 16)];
  return time === "00:00" ? day : `${day} at ${time} UTC`;
}

/** `0.015 USD`. */
export function printAmount({ unit, scale }: Budget, amount: number): string {
  return `${amount / scale} ${unit}`;
}

export interface Shortage {
  /** The platform's name for people. */
  readonly platform: string;
  readonly budget: Budget;
  readonly limit: number;
  readonly used: number;
  readonly needed: number;
  readonly cycleEndsAt: Instant;
}

/** The call waits for the next cycle. */
export function holdFor({ platform, budget, limit, used, needed, cycleEndsAt }: Shortage, now: Instant): BudgetHold {
  const print = (amount: number) => printAmount(budget, amount);
  const until = printEnd({ endsAt: cycleEndsAt });
  return {
    kind: "held",
    reason: `The budget "${budget.name}" that is set here for ${platform} does not suffice: ${print(used)} of ${print(limit)} are used, this takes ${print(needed)}, and the next billing cycle begins on ${until}.`,
    retryAfterSeconds: (toEpochMilliseconds(cycleEndsAt) - toEpochMilliseconds(now)) / 1000,
    scope: "application",
    budget: budget.name,
  };
}

function midnight(date: Temporal.PlainDate): Instant {
  return toInstant(`${date.toString()}T00:00:00Z`);
}
