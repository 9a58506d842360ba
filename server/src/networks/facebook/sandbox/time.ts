import { invalidParameter } from "../../sandbox/meta/refusal.ts";

/** As in Meta's responses: `2026-11-20T10:00:00+0000`. */
export function printTime(time: string): string {
  return new Date(time).toISOString().replace(/\.\d{3}Z$/, "+0000");
}

export function epochSeconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}

/** A parameter of Meta's type `datetime`: seconds since 1970, or a date as text. */
export function epochSecondsIn(name: string, text: string): number {
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : Date.parse(text) / 1000;
  if (Number.isNaN(seconds)) throw invalidParameter(`Param ${name} must be a valid date/time`);
  return seconds;
}
