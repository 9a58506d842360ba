import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { invalidParameter } from "../../sandbox/meta/refusal.ts";
import { type GraphCall, textIn } from "../../sandbox/meta/request.ts";

/** A time parameter, in seconds since 1970 or as ISO time, in milliseconds; null if it is absent. */
export function timeIn(call: GraphCall, name: string): number | null {
  const text = textIn(call, name);
  if (text === null) return null;
  const at = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(at)) throw invalidParameter(`Param ${name} must be a time`);
  return at;
}

/** `2026-11-20T10:00:00+0000`. */
export function printTime(instant: Instant): string {
  return new Date(toEpochMilliseconds(instant)).toISOString().replace(/\.\d{3}Z$/, "+0000");
}
