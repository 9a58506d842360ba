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

/** A billing cycle, from one midnight UTC to another. */
export interface Cycle {
  readonly beginsAt: Instant;
  readonly endsAt: Instant;
}

/** The cycle of this moment. A cycle day that a month does not have is its last day. */
export function cycleOf(cycleDay: number, now: Instant): Cycle {
  const today = Temporal.Instant.from(now).toZonedDateTimeISO("UTC").toPlainDate();
  const firstOfMonth = today.with({ day: 1 });
  const beginIn = (months: number) => firstOfMonth.add({ months }).with({ day: cycleDay });
  const first = Temporal.PlainDate.compare(beginIn(0), today) <= 0 ? 0 : -1;
  return { beginsAt: midnight(beginIn(first)), endsAt: midnight(beginIn(first + 1)) };
}

/** What has been used in the current cycle. */
export function usedIn({ cycleDay, beginsAt, used }: BudgetState, now: Instant): number {
  return beginsAt < cycleOf(cycleDay, now).beginsAt ? 0 : used;
}

/** The budget as the operator wants it. With a new cycle day, what has been used counts in the cycle that follows from it. */
export function changeBudget(
  before: BudgetState,
  { limit, cycleDay }: { readonly limit: number | null | undefined; readonly cycleDay: number | undefined },
  now: Instant,
): BudgetState {
  const day = cycleDay ?? before.cycleDay;
  return {
    limit: limit === undefined ? before.limit : limit,
    cycleDay: day,
    beginsAt: cycleOf(day, now).beginsAt,
    used: usedIn(before, now),
  };
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
  const until = cycleEndsAt.slice(0, 10);
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
