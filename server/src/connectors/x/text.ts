import { platforms } from "@rostrum/contract/platforms.ts";
import type { TextMeasure } from "@rostrum/contract/split-text.ts";
import twitter from "twitter-text";
import { LONG_TEXT_LENGTH_MAX } from "./unverified.ts";

/**
 * A text's length as X weighs it: https://docs.x.com/fundamentals/counting-characters (2026-08). Trap: the library knows the emoji of
 * 2018; it counts parts of newer ones separately, so it never counts less than X.
 */
export function weightedLength(text: string): number {
  return twitter.parseTweet(text).weightedLength;
}

export function lengthMax(isPremium: boolean): number {
  return isPremium ? LONG_TEXT_LENGTH_MAX : platforms.X.text.max;
}

export const LENGTH_HINT = "a link counts 23, an emoji and most Asian characters 2";

/** Nothing that X counts as one reaches across white space. */
export function textMeasureUpTo(max: number): TextMeasure {
  return (text) => [{ length: weightedLength(text), max, unit: "characters", hint: LENGTH_HINT }];
}

/** Whether X finds a link in the text, with or without a scheme. Trap: the library does not know the top-level domains of today. */
export function hasLink(text: string): boolean {
  return /https?:\/\/\S/i.test(text) || twitter.extractUrls(text).length > 0;
}

export function cashtagsIn(text: string): readonly string[] {
  return twitter.extractCashtags(text);
}

/** A character that X takes in no text: U+FFFE, U+FEFF or U+FFFF. */
export function forbiddenCharacter(text: string): string | null {
  const found = /[\ufffe\ufeff\uffff]/u.exec(text);
  return found === null ? null : `U+${found[0].charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * So that a text compares equal to X's copy of it: X changes the scheme, the case of the host and the trailing slash of links, trims,
 * and puts mentions in front of replies.
 */
export function comparable(text: string): string {
  const words = text
    .normalize("NFC")
    .split(/\s+/u)
    .filter((word) => word !== "");
  const mentions = words.findIndex((word) => !/^@\w+$/u.test(word));
  return words
    .slice(Math.max(0, mentions))
    .map((word) => (word.includes(".") ? plainLink(word) : word))
    .join(" ");
}

/** A link, or any word with a dot, with what X may change taken off. */
function plainLink(word: string): string {
  return word
    .toLowerCase()
    .replace(/https?:\/\//g, "")
    .replace(/\/(?=[.,;:!?'"()[\]{}»”’]*$)/u, "");
}
