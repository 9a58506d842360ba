import { z } from "zod";
import { formedText } from "./text.ts";

/**
 * The date and time formats of the API (`docs/api.md#dates-and-zones`), and slot text.
 * Generic code holds moments as `Instant`; brand-local text is made and read here and in the queue's rules only.
 */

/** A moment in UTC as text of fixed width, `2026-11-21T04:47:00.000000Z`: sorts as text, travels as JSON, is the `createdAt` format. */
export type Instant = string & { readonly __brand: "Instant" };

const INSTANT_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/** ISO 8601 with microseconds and `Z`. */
export const IsoMicros = z
  .string()
  .regex(INSTANT_PATTERN)
  .meta({ format: "date-time", example: "2026-11-21T09:00:00.000000Z", description: "ISO 8601 with microseconds, UTC." });

/** Accepts any ISO 8601 text with an offset; throws a RangeError if it is not a valid moment. */
export function toInstant(value: string | Temporal.Instant): Instant {
  const moment = typeof value === "string" ? Temporal.Instant.from(value) : value;
  return moment.toString({ smallestUnit: "microsecond" }) as Instant;
}

/** Uses Date, which is several times faster than Temporal: every request reads the clock. */
export function fromEpochMilliseconds(milliseconds: number): Instant {
  return `${new Date(milliseconds).toISOString().slice(0, -1)}000Z` as Instant;
}

export function toEpochMilliseconds(instant: Instant): number {
  return Date.parse(`${instant.slice(0, 23)}Z`);
}

/** Moves a moment by whole milliseconds, forwards or back; its microseconds are kept. */
export function addMilliseconds(instant: Instant, milliseconds: number): Instant {
  const moved = new Date(toEpochMilliseconds(instant) + milliseconds).toISOString();
  return `${moved.slice(0, -1)}${instant.slice(23)}` as Instant;
}

export function addSeconds(instant: Instant, seconds: number): Instant {
  return addMilliseconds(instant, Math.round(seconds * 1000));
}

/** Negative if `to` is the earlier moment; exact to the millisecond. */
export function secondsBetween(from: Instant, to: Instant): number {
  return (toEpochMilliseconds(to) - toEpochMilliseconds(from)) / 1000;
}

/** `YYYY-MM-DD HH:MM:SS`, the form of `scheduledAt`, `postDate` and the date filters. */
const PLAIN_PATTERN = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

export const PlainDateTimeText = formedText({
  max: "2026-11-21 09:00:00".length,
  is: isPlainDateTime,
  sentence: "must be a date and time in the form YYYY-MM-DD HH:MM:SS",
}).meta({ pattern: PLAIN_PATTERN.source, example: "2026-11-21 09:00:00", description: "`YYYY-MM-DD HH:MM:SS`." });

export function isPlainDateTime(text: unknown): text is string {
  if (typeof text !== "string" || !PLAIN_PATTERN.test(text) || text.startsWith("0000")) return false;
  // Without Temporal, which clients may lack. An impossible day prints back as a different one.
  const iso = text.replace(" ", "T");
  const moment = new Date(`${iso}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso);
}

/** A moment in UTC as `YYYY-MM-DD HH:MM:SS`, the format of `postDate`. */
export function printUtc(instant: Instant): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)}`;
}

/** Parses `YYYY-MM-DD HH:MM:SS` text in UTC. */
export function parseUtc(text: string): Instant {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.000000Z` as Instant;
}

/**
 * Parses `YYYY-MM-DD HH:MM:SS` text in a zone. A time skipped by a clock change is shifted past the gap by its length; a time that occurs
 * twice means the first (Temporal's "compatible").
 */
export function parseLocal(text: string, timezone: string): Instant {
  const local = Temporal.PlainDateTime.from(text.replace(" ", "T"));
  return toInstant(local.toZonedDateTime(timezone, { disambiguation: "compatible" }).toInstant());
}

/** Wall-clock time of a moment in a zone: `YYYY-MM-DD HH:MM:SS`. */
export function printLocal(instant: Instant, timezone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDateTime();
  return local.toString({ smallestUnit: "second" }).replace("T", " ");
}

export const DAYS = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"] as const;
export type Day = (typeof DAYS)[number];
export const Day = z.enum(DAYS);

/** `HH:mm`, 24-hour. */
export const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ example: "09:00", description: "`HH:mm`, 24-hour, in the brand's timezone." });

const SLOT_PATTERN = /^(mon|tue|wed|thu|fri|sat|sun) ([01]\d|2[0-3]):([0-5]\d)$/i;

/** One weekly slot in the input format of collections: `Mon 09:00`, case-insensitive. */
export const SlotText = formedText({
  max: "Mon 09:00".length,
  is: (value) => SLOT_PATTERN.test(value),
  sentence: "must be a weekly slot in the form Mon 09:00",
}).meta({
  pattern: "^[A-Za-z]{3} ([01]\\d|2[0-3]):[0-5]\\d$",
  example: "Mon 09:00",
  description: "Three-letter day and 24-hour time in the brand's timezone.",
});

export interface SlotTime {
  readonly day: Day;
  /** `HH:mm`. */
  readonly time: string;
}

/** Parses `Mon 09:00`; the text must have passed `SlotText`. */
export function parseSlot(text: string): SlotTime {
  return { day: text.slice(0, 3).toUpperCase() as Day, time: text.slice(4) };
}

/** Whether the name is an IANA time zone known to this machine, or `UTC`. */
export function isTimezone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return isZoneName(name);
  } catch {
    return false;
  }
}

/** The same with abbreviations such as IST, which earlier versions took and cannot reckon with. */
export function isZoneName(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    // Fixed offsets such as +02:00 pass Intl; a brand needs a named zone with its clock changes.
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
