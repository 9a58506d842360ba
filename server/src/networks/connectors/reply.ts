import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Json } from "./json.ts";

/** What comes from outside is data, whatever it says. */

/** Words of a platform as they may stand in a sentence of ours: on one line, without invisible characters, cut. */
export function oneLine(words: string, lengthMax: number): string {
  return words
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, lengthMax)
    .toWellFormed();
}

/** `undefined` if the text is not JSON. Trap: integers beyond 2^53 lose digits. */
export function parsedJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** An id, as text or as a whole number. Anything else, such as null, is none: what bears it says nothing. */
export const IdForm = z.union([z.string().min(1), z.int().transform(String)]);

/** The address of a picture; null for anything that is none. */
export function pictureAt(url: string | null | undefined): string | null {
  return url != null && /^https?:\/\//.test(url) && URL.canParse(url) ? url : null;
}

/** A figure of engagement as `Counts` takes it: whole, and null if it was not told. */
export function whole(figure: number | null | undefined): number | null {
  return figure == null ? null : Math.max(0, Math.trunc(figure));
}

/** How far a platform's clock is ahead of ours, in seconds, by the head of an answer; null if it does not say. */
export function aheadBy({ date }: Readonly<Record<string, string>>, now: Instant): number | null {
  const theirs = Date.parse(date ?? "");
  return Number.isNaN(theirs) ? null : (theirs - toEpochMilliseconds(now)) / 1000;
}
