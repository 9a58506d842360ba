import type { Instant } from "@rostrum/contract/formats.ts";
import pg from "pg";

/** Typed as a plain number because pg's list of types has no arrays. */
const TEXT_ARRAY: number = 1009;

/**
 * How database values become JavaScript values, for types where pg's own conversion loses something: its Date has no
 * microseconds, and its timestamp without time zone uses the machine's zone. Type numbers are those of pg_type. All other
 * types are as in pg: numeric is text, json is parsed, bytea is a Buffer.
 */
const PARSERS = new Map<number, (text: string) => unknown>([
  [20, parseBigint],
  [1016, arrayOf(parseBigint)],
  [1184, parseTimestamptz],
  [1185, arrayOf(parseTimestamptz)],
  // date, timestamp without time zone, and their arrays stay text.
  [1082, keepText],
  [1182, arrayOf(keepText)],
  [1114, keepText],
  [1115, arrayOf(keepText)],
]);

export const columnTypes: pg.CustomTypesConfig = { getTypeParser };

function getTypeParser(oid: number, format?: "text" | "binary"): (text: string) => unknown {
  const own = format === "binary" ? undefined : PARSERS.get(oid);
  return own ?? pg.types.getTypeParser(oid, format);
}

/**
 * `2026-11-21 04:47:00.12+00` to `2026-11-21T04:47:00.120000Z`, by position, since it runs for every timestamp of every row.
 * @throws RangeError for values the format cannot express: infinity, years before 1 or after 9999, zones other than UTC
 */
export function parseTimestamptz(text: string): Instant {
  const end = text.length - 3;
  if (text[10] !== " " || text[13] !== ":" || !text.startsWith("+00", end)) throw new RangeError(`Not a moment in UTC: ${text}`);
  const fraction = end === 19 ? "000000" : text.slice(20, end).padEnd(6, "0");
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z` as Instant;
}

/** @throws RangeError for a value that a JavaScript number cannot represent exactly */
export function parseBigint(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`Not a safe integer: ${text}`);
  return number;
}

function keepText(text: string): string {
  return text;
}

function arrayOf(parse: (text: string) => unknown): (text: string) => unknown {
  const split: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY);
  return (text) => split(text).map((entry) => (entry === null ? null : parse(entry)));
}
