import { locale } from "../../language/language.ts";
import { printDay, printHour, printShortDay, printShortWeekday, printWeekday } from "../../parts/moments.ts";
import { printCount } from "../../parts/numbers.ts";

const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** 1 January 2024 was a Monday. */
function dayOfWeek(weekday: number): string {
  return `2024-01-0${weekday}`;
}

export const print = {
  number: printCount,
  average: (value: number) => decimal.format(value),
  day: printDay,
  shortDay: printShortDay,
  weekday: (weekday: number) => printWeekday(dayOfWeek(weekday)),
  shortWeekday: (weekday: number) => printShortWeekday(dayOfWeek(weekday)),
  hour: printHour,
} as const;
