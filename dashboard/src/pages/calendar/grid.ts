/** The arithmetic of the calendar's views. Days are `YYYY-MM-DD`, times `YYYY-MM-DD HH:MM:SS`, both on the brand's clock. */

export const VIEWS = ["month", "week", "list"] as const;
export type View = (typeof VIEWS)[number];

const DAYS_PER_WEEK = 7;

/** So that the 28th is not the end of what is seen. */
const WEEKS_IN_MONTH = 5;
/** Of the weeks of a page, the last one begins the next page: what leads over is seen on both. */
const WEEKS_PER_STEP = 4;

/** The days that a view shows: whole weeks, which begin with `firstDay` (1: Monday, 7: Sunday). */
export function daysOf(view: View, day: string, firstDay: number): string[] {
  const start = weekStart(Temporal.PlainDate.from(day), firstDay);
  return daysFrom(start, view === "week" ? DAYS_PER_WEEK : WEEKS_IN_MONTH * DAYS_PER_WEEK);
}

/** The day that the previous (-1) or next (1) page of a view is about. */
export function stepDay(view: View, day: string, direction: -1 | 1): string {
  const weeks = view === "week" ? 1 : WEEKS_PER_STEP;
  return Temporal.PlainDate.from(day)
    .add({ weeks: direction * weeks })
    .toString();
}

/** The moments between which the days lie on the clock of a zone. */
export function windowOf(days: readonly string[], zone: string): { readonly from: string; readonly to: string } {
  const [first, last] = [days[0] ?? "", days.at(-1) ?? ""];
  const start = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone: zone }).toInstant().toString();
  return { from: start(Temporal.PlainDate.from(first)), to: start(Temporal.PlainDate.from(last).add({ days: 1 })) };
}

/** Today on the clock of a zone. */
export function todayIn(zone: string, now: string): string {
  return Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** The day of `YYYY-MM-DD HH:MM:SS`. */
export function dayOf(local: string): string {
  return local.slice(0, 10);
}

/** The first day of the week where this language is spoken: 1 for Monday to 7 for Sunday. */
export function firstDayOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    readonly weekInfo?: { readonly firstDay: number };
    getWeekInfo?(): { readonly firstDay: number };
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

export function isWeekend(day: string): boolean {
  return Temporal.PlainDate.from(day).dayOfWeek > 5;
}

function weekStart(date: Temporal.PlainDate, firstDay: number): Temporal.PlainDate {
  return date.subtract({ days: (date.dayOfWeek - firstDay + DAYS_PER_WEEK) % DAYS_PER_WEEK });
}

function daysFrom(start: Temporal.PlainDate, count: number): string[] {
  return Array.from({ length: count }, (_, index) => start.add({ days: index }).toString());
}
