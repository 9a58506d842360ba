/** The arithmetic of the calendar's views. Days are `Y-m-d`, times `Y-m-d H:i:s`, both on the brand's clock. */

export const VIEWS = ["month", "week", "day", "list"] as const;
export type View = (typeof VIEWS)[number];

const DAYS_PER_WEEK = 7;

/** The days that a view shows; a month is shown in whole weeks, which begin with `firstDay` (1: Monday, 7: Sunday). */
export function daysOf(view: View, day: string, firstDay: number): string[] {
  const date = Temporal.PlainDate.from(day);
  if (view === "day") return [day];
  if (view === "week") return daysFrom(weekStart(date, firstDay), DAYS_PER_WEEK);
  const first = date.with({ day: 1 });
  if (view === "list") return daysFrom(first, date.daysInMonth);
  const start = weekStart(first, firstDay);
  const shown = start.until(first).days + date.daysInMonth;
  return daysFrom(start, Math.ceil(shown / DAYS_PER_WEEK) * DAYS_PER_WEEK);
}

/** The day that the previous (-1) or next (1) page of a view is about. */
export function stepDay(view: View, day: string, direction: -1 | 1): string {
  const date = Temporal.PlainDate.from(day);
  if (view === "day") return date.add({ days: direction }).toString();
  if (view === "week") return date.add({ days: direction * DAYS_PER_WEEK }).toString();
  return date.with({ day: 1 }).add({ months: direction }).toString();
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

/** The day of `Y-m-d H:i:s`. */
export function dayOf(local: string): string {
  return local.slice(0, 10);
}

/** Minutes since midnight of `Y-m-d H:i:s`. */
export function minutesOf(local: string): number {
  return Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
}

/** Where something stands beside others at about the same time. */
export interface Column {
  readonly column: number;
  readonly columns: number;
}

/** Places things that each take `length` minutes side by side where they overlap. In order of time, as given. */
export function columnsOf(starts: readonly number[], length: number): Column[] {
  const placed: { column: number; group: number }[] = [];
  const widths: number[] = [];
  let ends: number[] = [];
  for (const start of starts) {
    if (ends.every((end) => end <= start)) {
      ends = [];
      widths.push(0);
    }
    const free = ends.findIndex((end) => end <= start);
    const column = free === -1 ? ends.length : free;
    ends[column] = start + length;
    const group = widths.length - 1;
    widths[group] = Math.max(widths[group] ?? 0, column + 1);
    placed.push({ column, group });
  }
  return placed.map(({ column, group }) => ({ column, columns: widths[group] ?? 1 }));
}

/** The first day of the week where this language is spoken: 1 for Monday to 7 for Sunday. */
export function firstDayOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    readonly weekInfo?: { readonly firstDay: number };
    getWeekInfo?(): { readonly firstDay: number };
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

function weekStart(date: Temporal.PlainDate, firstDay: number): Temporal.PlainDate {
  return date.subtract({ days: (date.dayOfWeek - firstDay + DAYS_PER_WEEK) % DAYS_PER_WEEK });
}

function daysFrom(start: Temporal.PlainDate, count: number): string[] {
  return Array.from({ length: count }, (_, index) => start.add({ days: index }).toString());
}
