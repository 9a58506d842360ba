import { platforms } from "@rostrum/contract/platforms.ts";
import type { TextMeasure } from "@rostrum/contract/split-text.ts";
import { codePoints } from "@rostrum/contract/text.ts";
import { SAFE_TEXT_BYTES } from "./unverified.ts";

export const TEXT_LENGTH_MAX = platforms.Threads.text.max;

const EMOJI = /\p{RGI_Emoji}/gv;

/**
 * The mildest count: an emoji as its UTF-8 bytes, anything else as a character
 * (https://developers.facebook.com/documentation/threads/posts, 2026-04). Above it a text is certain to be refused.
 */
export function textLength(text: string): number {
  return codePoints(text.replace(EMOJI, (emoji) => "x".repeat(byteLength(emoji))));
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Between the two counts a text of its own is left to Threads: it refuses a container that nobody sees. */
export const textMeasure: TextMeasure = (text) => [
  { length: textLength(text), max: TEXT_LENGTH_MAX, unit: "characters", hint: "emoji and accents count more" },
];

export const partMeasure: TextMeasure = (text) => [{ length: byteLength(text), max: SAFE_TEXT_BYTES, unit: "bytes" }];

const ADDRESS = /https?:\/\/[^\s<>"]+/giu;

/** The different links in a text. */
export function linksIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(ADDRESS), ([address]) => address.replace(/[.,;:!?'’”»)\]}]+$/u, "")))];
}

/** So that a text compares equal to the network's copy of it. */
export function comparable(text: string): string {
  return text.replace(/\r\n?/g, "\n").normalize("NFC").trim();
}
