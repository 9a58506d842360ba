import { locale } from "../language/language.ts";

/**
 * Dates and times as people read them: the language of the page decides the order of the parts and whether a day has 12 or 24
 * hours, and the year is left out only while it is the current one.
 *
 * An instant is printed on the clock of a zone. A local time, `YYYY-MM-DD` or `YYYY-MM-DD HH:mm[:ss]`, is on a clock already.
 */
type Options = Readonly<Intl.DateTimeFormatOptions>;

const DAY: Options = { weekday: "short", day: "numeric", month: "short" };
const SHORT_DAY: Options = { day: "numeric", month: "short" };
const LONG_DAY: Options = { weekday: "long", day: "numeric", month: "long" };

/** In another language, or at another time, than those of the browser: for tests. */
export function momentsIn(locale: string | undefined, now: () => Date) {
  const format = formatsOf(locale);
  const TIME = timeIn(locale);
  const local = (text: string, options: Options) => format("UTC", options).format(asUtc(text));
  const localDay = (text: string, options: Options) => local(text, withYear(options, Number(text.slice(0, 4)) !== now().getFullYear()));
  const yearIn = (zone: string, at: Date) => format(zone, { year: "numeric" }).format(at);
  return {
    /** `Mon, Nov 23, 9:00 AM`. */
    printMoment: (instant: string, zone: string): string => {
      const at = new Date(instant);
      return format(zone, withYear({ ...DAY, ...TIME }, yearIn(zone, at) !== yearIn(zone, now()))).format(at);
    },
    /** `9:00 AM`. */
    printTime: (instant: string, zone: string): string => format(zone, TIME).format(new Date(instant)),
    /** `Mon, Nov 23, 9:00 AM`. */
    printLocal: (text: string): string => localDay(text, { ...DAY, ...TIME }),
    /** `9:00 AM`, also of `HH:mm` alone. */
    printLocalTime: (text: string): string => local(text.includes("-") ? text : `${ANY_DAY} ${text}`, TIME),
    /** `9:00 AM`, of a whole hour from 0 to 23. */
    printHour: (hour: number): string => local(`${ANY_DAY} ${String(hour).padStart(2, "0")}:00`, TIME),
    /** `Mon, Nov 23`. */
    printDay: (day: string): string => localDay(day, DAY),
    /** `Nov 23`. */
    printShortDay: (day: string): string => localDay(day, SHORT_DAY),
    /** `Monday, November 23`. */
    printLongDay: (day: string): string => localDay(day, LONG_DAY),
    /** `Monday, November 23, 2026`: where people leaf through the years. */
    printFullDay: (day: string): string => local(day, { ...LONG_DAY, year: "numeric" }),
    /** `November 2026`. */
    printMonth: (day: string): string => local(day, { month: "long", year: "numeric" }),
    /** `Monday`. */
    printWeekday: (day: string): string => local(day, { weekday: "long" }),
    /** `Mon`. */
    printShortWeekday: (day: string): string => local(day, { weekday: "short" }),
  };
}

export const {
  printMoment,
  printTime,
  printLocal,
  printLocalTime,
  printHour,
  printDay,
  printShortDay,
  printLongDay,
  printFullDay,
  printMonth,
  printWeekday,
  printShortWeekday,
} = momentsIn(locale, () => new Date());

/** The zone of the person's browser. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** 12-hour clocks write 9:00 AM, 24-hour clocks 09:00. */
function timeIn(locale: string | undefined): Options {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions();
  return { hour: hour12 === true ? "numeric" : "2-digit", minute: "2-digit" };
}

const ANY_DAY = "2000-01-01";

function withYear(options: Options, isOtherYear: boolean): Options {
  return isOtherYear ? { ...options, year: "numeric" } : options;
}

/** A local time as if it were in UTC, to be printed in UTC again. */
function asUtc(text: string): Date {
  return new Date(`${text.slice(0, 10)}T${text.slice(11) || "00:00"}Z`);
}

/** Each is made once: making one costs far more than printing with it. */
function formatsOf(locale: string | undefined) {
  const known = new Map<string, Intl.DateTimeFormat>();
  return (zone: string, options: Options): Intl.DateTimeFormat => {
    const key = JSON.stringify([zone, options]);
    const format = known.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    known.set(key, format);
    return format;
  };
}

/** The last day that fields for dates offer: browsers let six digits of a year be typed. */
export const DAY_MAX = "9997-12-31";
