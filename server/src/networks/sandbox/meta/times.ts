import { invalidParameter } from "./refusal.ts";
import { type GraphCall, textIn } from "./request.ts";

/** As in Meta's responses: `2026-11-20T10:00:00+0000`. */
export function printTime(time: string): string {
  return new Date(time).toISOString().replace(/\.\d{3}Z$/, "+0000");
}

/** A parameter of Meta's type `datetime`, seconds since 1970 or a date as text, in seconds; null if it is absent. */
export function secondsIn(call: GraphCall, name: string): number | null {
  const text = textIn(call, name);
  if (text === null) return null;
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : Date.parse(text) / 1000;
  if (Number.isNaN(seconds)) throw invalidParameter(`Param ${name} must be a valid date/time`);
  return seconds;
}
