import type { TextMeasure } from "@rostrum/contract/split-text.ts";
import { TEXT_BYTES_MAX } from "./unverified.ts";

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

export const LENGTH_HINT = "letters beyond English ones count 2 or 3, emoji 4 or more";

export const textMeasure: TextMeasure = (text) => [{ length: byteLength(text), max: TEXT_BYTES_MAX, unit: "bytes", hint: LENGTH_HINT }];

/** An address with its scheme, or one that begins with `www.`: Threads takes both for links. */
const ADDRESS = /(?:https?:\/\/|(?<![\p{L}\p{N}@./_-])www\.)[^\s<>"]+/giu;

/** The different links in a text. */
export function linksIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(ADDRESS), ([address]) => address.replace(/[.,;:!?'’”»)\]}]+$/u, "")))];
}
