import { fromEpochMilliseconds, type Instant } from "@rostrum/contract/formats.ts";
import { monthOf } from "./months.ts";
import { isZone, millisecondsAt } from "./zones.ts";

/**
 * Parses a feed's date: ISO 8601, RFC 822 with comments and two-digit years, the formats of C and Unix, and the month names and
 * orders of other languages. A missing or unknown zone means UTC: the system time zone must not matter. Null for anything else,
 * including `31/12/2026`, which is ambiguous.
 */
export function parseDate(value: string): Instant | null {
  const text = withoutComments(value.trim().slice(0, LENGTH_MAX));
  if (!/\d/.test(text)) return null;
  return usual(text) ?? numeric(text) ?? dotted(text) ?? eastAsian(text) ?? worded(text);
}

const LENGTH_MAX = 100;

const RFC_822 = /^(?:[A-Za-z]{3}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) (GMT|[+-]\d{4})$/;

/** Fast path for the formats nearly all feeds use. */
function usual(text: string): Instant | null {
  const match = RFC_822.exec(text);
  if (match === null) return null;
  const [, day, name = "", year, hour, minute, second, zone] = match;
  const month = monthOf(name);
  return month === null ? null : moment({ year, month: String(month), day }, { hour, minute, second, zone });
}

/** RFC 822, 3.4.3; a zone in parentheses counts if there is none outside. */
function withoutComments(text: string): string {
  if (!text.includes("(")) return text;
  return text.replace(/\(([^()]*)\)/g, (_comment, inside: string) => (isZone(inside.trim()) ? ` ${inside.trim()} ` : " ")).trim();
}

const NUMERIC = /^(\d{4})(?:-(\d{3})(?!\d)|(\d{3})(?!\d)|([-/.]?)(\d{2})\4(\d{2})(?!\d)|[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d))?/;
const WEEKDAY = /^\p{L}+\.?,?\s+(?=\d{4}[-/.])/u;
/** 20261103093015 */
const WITHOUT_MARKS = /^(\d{8})(\d{4}(?:\d{2})?)(?!\d)/;
const ISO_TIME =
  /^(?:T|\s|,|at)*(am|pm|오전|오후|上午|下午|午前|午後)?\s*(\d{1,2})(?:(?::|(?=\d\d))(\d{1,2})(?:(?::|(?=\d\d))(\d{1,2})(?:[.,]\d+)?)?)?\s*([ap])?\.?(?:m\b\.?)?/i;

/** Numeric year, month and day, in this order; or the year and day of the year, or less. */
function numeric(text: string): Instant | null {
  const plain = text.replace(WEEKDAY, "").replace(WITHOUT_MARKS, "$1T$2");
  const match = NUMERIC.exec(plain);
  if (match === null) return null;
  const rest = plain.slice(match[0].length);
  // A longer number, or a word after the year, is something else.
  if (/^[\d-]/.test(rest) || (match[0].length === 4 && rest !== "")) return null;
  const [year, ordinal] = [match[1], match[2] ?? match[3]];
  const date =
    ordinal === undefined
      ? { year, month: match[5] ?? match[7] ?? "1", day: match[6] ?? match[8] ?? "1" }
      : { year, month: "1", day: "1", addedDays: Number(ordinal) - 1 };
  if (ordinal !== undefined && (Number(ordinal) < 1 || Number(ordinal) > 366)) return null;
  return moment(date, clockAt(rest));
}

const DOTTED = /^(?:\p{L}+\.?,?\s+)?(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/u;

/** 24.11.2023: wherever days are separated by dots, from Norway to Turkey, they come first. */
function dotted(text: string): Instant | null {
  const match = DOTTED.exec(text);
  if (match === null) return null;
  const [whole, day, month, year] = match;
  return moment({ year, month, day }, clockAt(text.slice(whole.length)));
}

/** 2004년 05월 28일 01:31:15, and the same in Chinese and Japanese. */
const EAST_ASIAN =
  /^(\d{4})\s*[년年]\s*(\d{1,2})\s*[월月]\s*(\d{1,2})\s*[일日号號]?(?:\s*\(?[\p{L}]요?일?\)?(?=[\s\d]))?\s*(?:(오전|오후|上午|下午|午前|午後)?\s*(\d{1,2})\s*[:시時时点點]\s*(\d{1,2})?(?:\s*[:분分]\s*(\d{1,2}))?\s*[초秒분分]?)?/u;

function eastAsian(text: string): Instant | null {
  const match = EAST_ASIAN.exec(text);
  if (match === null) return null;
  const [whole, year, month, day, half, hour, minute, second] = match;
  const zone = zoneAt(text.slice(whole.length));
  return moment({ year, month, day }, { hour, minute, second, half, zone: zone ?? koreanZone(text) });
}

/** Korean feeds leave out the zone, and Korea has only one. */
function koreanZone(text: string): string | undefined {
  return /[년월일오]/.test(text) ? "KST" : undefined;
}

const TIME = /(\d{1,2}):(\d{2})(?::(\d{1,2})(?:[.,]\d+)?)?(?!\d)\s*(?:([ap])\.?m\b\.?)?/i;

/** A month name, a day and a year in any order, and possibly a time; other words, such as the weekday, are ignored. */
function worded(text: string): Instant | null {
  const time = TIME.exec(text);
  const before = time === null ? text : text.slice(0, time.index);
  const behind = time === null ? "" : text.slice(time.index + time[0].length);
  const zone = time === null ? undefined : zoneAt(behind);
  // C and Unix print the year after the time.
  const date = `${before} ${zone === undefined ? behind : behind.replace(zone, " ")}`;
  const found = monthIn(date);
  const numbers = [...date.matchAll(/\d+/g)].map(([number]) => number);
  if (found === null || numbers.length < 2) return null;
  const [first, second] = numbers;
  const isYearFirst = (first?.length ?? 0) > 2;
  const [, hour, minute, seconds, half] = time ?? [];
  return moment(
    { year: isYearFirst ? first : second, month: String(found), day: isYearFirst ? second : first },
    { hour, minute, second: seconds, half, zone },
  );
}

/** The last word that is a month: an earlier one may be a weekday with the same name, such as French `mar.`. */
function monthIn(text: string): number | null {
  const words = [...text.matchAll(/[\p{L}\p{M}]{2,}/gu)].map(([word]) => word);
  for (const word of words.toReversed()) {
    const month = monthOf(word);
    if (month !== null) return month;
  }
  return null;
}

const ZONE = /^\s*(?:(?:etc\/)?(?:gmt|utc|ut)?\s*[+-]\d{1,2}(?::?\d{2})?(?![\d-])|[a-z]{1,5}(?![a-z\d]))/i;

function zoneAt(text: string): string | undefined {
  const zone = ZONE.exec(text)?.[0].trim();
  return zone !== undefined && isZone(zone) ? zone : undefined;
}

type Part = string | undefined;

interface Clock {
  readonly hour?: Part;
  readonly minute?: Part;
  readonly second?: Part;
  readonly half?: Part;
  readonly zone?: Part;
}

function clockAt(text: string): Clock {
  const match = ISO_TIME.exec(text);
  if (match === null) return { zone: zoneAt(text) };
  const [whole, halfBefore, hour, minute, second, half] = match;
  return { hour, minute, second, half: halfBefore ?? half, zone: zoneAt(text.slice(whole.length)) ?? koreanZone(whole) };
}

interface Day {
  readonly year: Part;
  readonly month: Part;
  readonly day: Part;
  readonly addedDays?: number;
}

function moment(date: Day, clock: Clock): Instant | null {
  const [year, month, day] = [fullYear(date.year), Number(date.month), Number(date.day)];
  const [hour, minute, second] = [hourOf(clock), Number(clock.minute ?? 0), Math.min(Number(clock.second ?? 0), 59)];
  const isMidnight = hour === 24 && minute === 0 && second === 0;
  if (!isPossible({ year, month, day }) || (hour > 23 && !isMidnight) || minute > 59) return null;
  const local = Date.UTC(year, month - 1, day + (date.addedDays ?? 0), hour, minute, second);
  return fromEpochMilliseconds(millisecondsAt(local, clock.zone));
}

/** 1970 to 2200: anything else is an empty database field. */
function isPossible({ year, month, day }: { year: number; month: number; day: number }): boolean {
  return year >= 1970 && year <= 2200 && month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** RFC 2822, 4.3: three-digit years count from 1900; old programs wrote them from 2000 on. */
function fullYear(text: Part): number {
  const year = Number(text);
  if (text?.length === 3) return 1900 + year;
  if (text?.length !== 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function hourOf({ hour: text, half }: Clock): number {
  const hour = Number(text ?? 0);
  if (half === undefined) return hour;
  return (hour % 12) + (/^(p|오후|下午|午後)/i.test(half) ? 12 : 0);
}
