import { DAYS, type Day, fromEpochMilliseconds, type Instant, isTimezone, parseLocal, parseUtc, printLocal, printUtc } from "../formats.ts";
import type { JsonSchema } from "./json-schema.ts";

/**
 * Readable times. Every object with time fields also gets `times`: each of them as wall-clock time in the brand's zone, weekday
 * and UTC. The contract's own fields are unchanged.
 */
export interface Moment {
  /** `YYYY-MM-DD HH:MM:SS` in the zone that `times.timezone` names: the form of `scheduledAt`. */
  readonly local: string;
  /** Weekday of the local date: `Monday` to `Sunday`. */
  readonly weekday: string;
  /** `YYYY-MM-DD HH:MM:SS`: the form of the date filters. */
  readonly utc: string;
}

export type Times = { readonly timezone: string } & { readonly [field: string]: Moment | string | null };

/** The zone of the times, and the current time. */
export interface ReaderTime {
  /** IANA name; null means UTC, undefined that it is not known: there are no `times` then. */
  readonly timezone: string | null | undefined;
  readonly now: Instant;
}

/** The fields that hold a moment, and how each holds it: the formats of `docs/api.md#dates-and-zones`. */
const FIELDS: Readonly<Record<string, (value: unknown) => Instant | null>> = {
  createdAt: fromIso,
  updatedAt: fromIso,
  joinedAt: fromIso,
  publishedAt: fromIso,
  postDate: (value) => (typeof value === "string" ? parseUtc(value) : null),
  lastRun: (value) => (typeof value === "number" && value > 0 ? fromEpochMilliseconds(value * 1000) : null),
};

/** Key for a weekly slot's next occurrence, which is not one of its fields. */
const NEXT = "next";

/** The data with `times` added to every object with time fields. An object's own `timezone` applies to it. */
export function withTimes(data: unknown, place: ReaderTime): unknown {
  return walk(data, place, null);
}

function walk(value: unknown, place: ReaderTime, day: Day | null): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, place, day));
  if (typeof value !== "object" || value === null) return value;
  const record = value as Readonly<Record<string, unknown>>;
  const here = "timezone" in record ? { ...place, timezone: zoneIn(record.timezone) } : place;
  const inside = Object.entries(record).map(([name, field]) => [name, walk(field, here, dayNamed(name) ?? day)] as const);
  const times = timesOf(record, here, dayNamed(record.day) ?? day);
  return times === null ? Object.fromEntries(inside) : { ...Object.fromEntries(inside), times };
}

function timesOf(record: Readonly<Record<string, unknown>>, { timezone, now }: ReaderTime, day: Day | null): Times | null {
  if (timezone === undefined) return null;
  const zone = timezone ?? "UTC";
  const moments: Record<string, Moment | null> = {};
  for (const [name, read] of Object.entries(FIELDS)) {
    if (!(name in record)) continue;
    const instant = read(record[name]);
    moments[name] = instant === null ? null : momentOf(instant, zone);
  }
  if (typeof record.time === "string" && day !== null) moments[NEXT] = momentOf(nextStrike({ day, time: record.time }, zone, now), zone);
  return Object.keys(moments).length === 0 ? null : { timezone: zone, ...moments };
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

function momentOf(instant: Instant, zone: string): Moment {
  const local = printLocal(instant, zone);
  const weekday = WEEKDAYS[Temporal.PlainDate.from(local.slice(0, 10)).dayOfWeek - 1];
  if (weekday === undefined) throw new Error(`No weekday for ${local}`);
  return { local, weekday, utc: printUtc(instant) };
}

/** The slot's next occurrence after `now` in the zone. */
function nextStrike(slot: { readonly day: Day; readonly time: string }, zone: string, now: Instant): Instant {
  const today = Temporal.PlainDate.from(printLocal(now, zone).slice(0, 10));
  // Start a day early: a time in a skipped hour is shifted past its own wall-clock time.
  let date = today.add({ days: ((DAYS.indexOf(slot.day) + 1 - today.dayOfWeek + 8) % 7) - 1 });
  for (;;) {
    const moment = parseLocal(`${date} ${slot.time}:00`, zone);
    if (moment > now) return moment;
    date = date.add({ days: 7 });
  }
}

function fromIso(value: unknown): Instant | null {
  return typeof value === "string" ? (value as Instant) : null;
}

function dayNamed(name: unknown): Day | null {
  return DAYS.find((day) => day === name) ?? null;
}

function zoneIn(name: unknown): string | null {
  return typeof name === "string" && isTimezone(name) ? name : null;
}

const MOMENT: JsonSchema = {
  type: "object",
  properties: { local: { type: "string" }, weekday: { type: "string" }, utc: { type: "string" } },
  required: ["local", "weekday", "utc"],
};

/** Fields that may be null or 0 because nothing has happened or is planned yet. */
const NULLABLE = new Set(["postDate", "lastRun"]);

/** Adds `times` to the data's schema in the same way. */
export function schemaWithTimes(schema: JsonSchema): JsonSchema {
  const inside = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, below(value)]));
  const properties = schema.properties as JsonSchema | undefined;
  if (properties === undefined) return inside;
  const names = [...Object.keys(FIELDS).filter((name) => name in properties), ...("time" in properties ? [NEXT] : [])];
  if (names.length === 0) return inside;
  return { ...inside, properties: { ...(inside.properties as JsonSchema), times: timesSchema(names) } };
}

function below(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(below);
  return typeof value === "object" && value !== null ? schemaWithTimes(value as JsonSchema) : value;
}

function timesSchema(names: readonly string[]): JsonSchema {
  const moments = names.map((name) => [name, NULLABLE.has(name) ? { anyOf: [MOMENT, { type: "null" }] } : MOMENT]);
  return {
    type: "object",
    description: "The times of this object as `local` (wall clock in `timezone`), `weekday` there and `utc`.",
    properties: { timezone: { type: "string" }, ...Object.fromEntries(moments) },
    required: ["timezone", ...names],
  };
}
