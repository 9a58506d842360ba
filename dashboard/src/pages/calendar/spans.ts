import { locale } from "../../language/language.ts";
import type { View } from "./grid.ts";

const ZONE = { timeZone: "UTC" } as const;
const MONTHS = new Intl.DateTimeFormat(locale, { ...ZONE, month: "short", year: "numeric" });
const DAYS = new Intl.DateTimeFormat(locale, { ...ZONE, day: "numeric", month: "short" });
const MONTH = new Intl.DateTimeFormat(locale, { ...ZONE, month: "short" });

/** `Nov – Dec 2026`, or of a week `Nov 30 – Dec 6`. */
export function printSpan(view: View, days: readonly string[]): string {
  const [first, last] = [asDate(days[0] ?? ""), asDate(days.at(-1) ?? "")];
  return (view === "week" ? DAYS : MONTHS).formatRange(first, last);
}

/** `Dec`. */
export function printShortMonth(day: string): string {
  return MONTH.format(asDate(day));
}

function asDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
