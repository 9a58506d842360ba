import { fromEpochMilliseconds, type Instant } from "@rostrum/contract/formats.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Hours from UTC. RFC 822 names the American ones; the others are found in feeds. */
const ZONES: Readonly<Record<string, number>> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  wet: 0,
  west: 1,
  bst: 1,
  cet: 1,
  mez: 1,
  cest: 2,
  mesz: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  akst: -9,
  akdt: -8,
  hst: -10,
  ist: 5.5,
  jst: 9,
  kst: 9,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
};

const TIME = String.raw`(?:[T\s,]+(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?\s*(am|pm)?)?`;
const ZONE = String.raw`\s*(?:\(?([a-z]{1,5})\)?)?\s*([+-]\d{1,2}:?\d{2}|[+-]\d{1,2})?`;
const ISO = new RegExp(String.raw`^(\d{4})-?(\d{2})-?(\d{2})${TIME}${ZONE}`, "i");
const RFC_822 = new RegExp(String.raw`^(?:[a-z]+\.?,?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?,?[\s-]+(\d{2,4})${TIME}${ZONE}`, "i");
const AMERICAN = new RegExp(String.raw`^(?:[a-z]+,?\s+)??([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${TIME}${ZONE}`, "i");

/**
 * The moment that a feed's date means: ISO 8601, RFC 822 with two or four digits of the year, and the usual broken forms.
 * No zone, or one that nobody knows, is UTC: the machine's own zone must not matter. null for what is no date.
 */
export function parseDate(value: string): Instant | null {
  const text = value.trim().slice(0, 100);
  const iso = ISO.exec(text);
  if (iso !== null) return moment([iso[1], iso[2], iso[3]], iso.slice(4));
  const rfc = RFC_822.exec(text);
  if (rfc !== null) return moment([rfc[3], monthNumber(rfc[2]), rfc[1]], rfc.slice(4));
  const american = AMERICAN.exec(text);
  if (american !== null) return moment([american[3], monthNumber(american[1]), american[2]], american.slice(4));
  return null;
}

type Part = string | undefined;

function moment([yearText, month, day]: [Part, Part, Part], [hour, minute, second, half, zone, offset]: readonly Part[]): Instant | null {
  const year = fullYear(yearText);
  const clock = { hour: hourOf(hour, half), minute: Number(minute ?? 0), second: Math.min(Number(second ?? 0), 59) };
  const parts = { year, month: Number(month), day: Number(day) };
  if (!isPossible(parts) || clock.hour > 23 || clock.minute > 59) return null;
  const local = Date.UTC(parts.year, parts.month - 1, parts.day, clock.hour, clock.minute, clock.second);
  const minutes = offset === undefined ? (ZONES[zone?.toLowerCase() ?? ""] ?? 0) * 60 : offsetMinutes(offset);
  return Number.isFinite(local) ? fromEpochMilliseconds(local - minutes * 60_000) : null;
}

/** 1970 to 2200: what lies outside is an empty field of somebody's database. */
function isPossible({ year, month, day }: { year: number; month: number; day: number }): boolean {
  return year >= 1970 && year <= 2200 && month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function fullYear(text: Part): number {
  const year = Number(text);
  if (text?.length !== 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function hourOf(text: Part, half: Part): number {
  const hour = Number(text ?? 0);
  if (half === undefined) return hour;
  return (hour % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
}

function monthNumber(name: Part): string {
  return String(MONTHS.indexOf(name?.toLowerCase() ?? "") + 1);
}

function offsetMinutes(text: string): number {
  const digits = text.slice(1).replace(":", "");
  const hours = Number(digits.length > 2 ? digits.slice(0, -2) : digits);
  const minutes = Number(digits.length > 2 ? digits.slice(-2) : 0);
  const total = hours * 60 + minutes;
  return text.startsWith("-") ? -total : total;
}
