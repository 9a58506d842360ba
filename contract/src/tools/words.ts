import { codePoints } from "../text.ts";
import type { Moment, Times } from "./moments.ts";

/** The longest text in the contract is a caption; anything longer comes from outside. */
const TEXT_LENGTH_MAX = 3000;
/** Fields that hold messages from platforms. */
const FOREIGN_WORDS_LENGTH_MAX = 500;
const FOREIGN_FIELDS = new Set(["message"]);

/**
 * Data as readable lines. Every text is quoted, cleaned and cut, so that nothing inside it can pass for a line of ours; `times`
 * replaces the raw times of its object.
 */
export function linesOf(data: unknown): string {
  return Array.isArray(data) ? listLines(data) : objectLines(asRecord(data)).join("\n");
}

function listLines(items: readonly unknown[]): string {
  return items.map((item) => bullet(isRecord(item) ? objectLines(item) : [wordOf(item, "")])).join("\n");
}

function bullet(lines: readonly string[]): string {
  return lines.map((line, index) => `${index === 0 ? "- " : "  "}${line}`).join("\n");
}

function objectLines(record: Readonly<Record<string, unknown>>): string[] {
  const { times, ...fields } = record;
  const moments = isRecord(times) ? (times as Times) : null;
  const lines = Object.entries(fields).flatMap(([name, value]) => fieldLines(name, value, moments));
  const added = Object.keys(moments ?? {}).filter((name) => name !== "timezone" && !(name in fields));
  return [...lines, ...added.flatMap((name) => fieldLines(name, null, moments))];
}

function fieldLines(name: string, value: unknown, times: Times | null): string[] {
  if (times !== null && name !== "timezone" && name in times) return [`${name}: ${momentWords(times[name], times.timezone)}`];
  if (Array.isArray(value)) return value.length === 0 ? [`${name}: none`] : [`${name}:`, ...indented(listLines(value))];
  return isRecord(value) ? [`${name}:`, ...indented(objectLines(value).join("\n"))] : [`${name}: ${wordOf(value, name)}`];
}

function indented(text: string): string[] {
  return text.split("\n").map((line) => `  ${line}`);
}

function momentWords(moment: Moment | string | null | undefined, timezone: string): string {
  if (typeof moment !== "object" || moment === null) return "none";
  const { weekday, local, utc } = moment;
  return timezone === "UTC" ? `${weekday} ${utc} UTC` : `${weekday} ${local} ${timezone} (${utc} UTC)`;
}

function wordOf(value: unknown, name: string): string {
  if (value === null || value === undefined) return "none";
  if (typeof value !== "string") return String(value);
  return quoted(value, FOREIGN_FIELDS.has(name) ? FOREIGN_WORDS_LENGTH_MAX : TEXT_LENGTH_MAX);
}

/** Text as data: one line in quotes, cleaned, and cut after `lengthMax` code points with a note. */
export function quoted(text: string, lengthMax: number): string {
  const clean = cleaned(text);
  if (clean.length <= lengthMax) return JSON.stringify(clean);
  const length = codePoints(clean);
  if (length <= lengthMax) return JSON.stringify(clean);
  return `${JSON.stringify([...clean].slice(0, lengthMax).join(""))} (cut, ${length} characters in all)`;
}

/**
 * Removes what people cannot see but a model reads: control characters except line breaks and tabs, direction overrides, and tag
 * characters outside a flag emoji.
 */
export function cleaned(text: string): string {
  return text.toWellFormed().replace(UNSEEN, "");
}

// Flags of regions are a black flag, up to six tag letters and a cancel tag; anywhere else tag characters only hide text.
const UNSEEN = /[\p{Cc}--[\n\r\t]]|[\u202a-\u202e]|(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6})[\u{e0000}-\u{e007f}]/gv;

function asRecord(data: unknown): Readonly<Record<string, unknown>> {
  return isRecord(data) ? data : { value: data };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
