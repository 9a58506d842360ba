import { platforms } from "@rostrum/contract/platforms.ts";
import type { TextMeasure } from "@rostrum/contract/split-text.ts";
import twitter from "twitter-text";
import { LONG_TEXT_LENGTH_MAX } from "./unverified.ts";

/**
 * A text's length as X weighs it: https://docs.x.com/fundamentals/counting-characters (2026-08), where every emoji weighs 2. Trap: the
 * library knows the emoji of 2018 and counts parts of newer ones separately, so it is shown an old one for each.
 */
export function weightedLength(text: string): number {
  return parts(text).reduce((sum, part) => sum + twitter.parseTweet(withOldEmoji(part)).weightedLength, 0);
}

const OLD_EMOJI = "😀";
const EMOJI = /\p{RGI_Emoji}/gv;
/** Emoji joined to one, which may lack the selectors (U+FE0F) that make signs like ❤ pictures. */
const JOINED = /\p{Emoji}\ufe0f?\p{EMod}?(?:\u200d\p{Emoji}\ufe0f?\p{EMod}?)+/gu;
const ONE_EMOJI = /^\p{RGI_Emoji}$/v;
const BARE_SIGN = /(?!\p{EPres})\p{Emoji}(?![\ufe0f\p{EMod}])/gu;

function withOldEmoji(text: string): string {
  const isOne = (joined: string) => ONE_EMOJI.test(joined.replace(BARE_SIGN, "$&\ufe0f"));
  return text.replace(JOINED, (joined) => (isOne(joined) ? OLD_EMOJI : joined)).replace(EMOJI, OLD_EMOJI);
}

/**
 * The library's time grows with the square of the dots in a run without white space, each of which might be in a host name: seconds
 * for a long caption of `a.a.a.`. Such texts are weighed in parts of so many dots, which may only make them longer. Links with a
 * scheme stay whole.
 */
const DOTS_MAX = 32;
const SCHEME_LINK = /(https?:\/\/[\x21-\x7e]+)/iu;
const PART = new RegExp(`(?:[^\\s.]*\\.){1,${DOTS_MAX}}[^\\s.]*|[^\\s.]+|\\s+`, "gu");

function parts(text: string): readonly string[] {
  // Most texts have so few dots in all that no run of theirs has too many.
  const isSlow = hasManyDots(text) && text.split(/\s+/u).some(hasManyDots);
  return isSlow ? text.split(SCHEME_LINK).flatMap((piece) => (SCHEME_LINK.test(piece) ? [piece] : (piece.match(PART) ?? []))) : [text];
}

function hasManyDots(text: string): boolean {
  let [dots, at] = [0, text.indexOf(".")];
  for (; at !== -1 && dots < 2 * DOTS_MAX; at = text.indexOf(".", at + 1)) dots += 1;
  return dots === 2 * DOTS_MAX;
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
  return /https?:\/\/\S/i.test(text) || parts(text).some((part) => twitter.extractUrls(part).length > 0);
}

/** The last link of a text with its scheme, of which X shows a card; null without one. */
export function lastLink(text: string): string | null {
  const found = parts(text)
    .flatMap((part) => twitter.extractUrls(part))
    .at(-1);
  if (found === undefined) return null;
  const url = /^https?:\/\//i.test(found) ? found : `http://${found}`;
  return URL.canParse(url) ? url : null;
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
export function comparable(text: string, { isReply }: { readonly isReply: boolean }): string {
  const words = text
    .normalize("NFC")
    .split(/\s+/u)
    .filter((word) => word !== "");
  const mentions = isReply ? words.findIndex((word) => !/^@\w+$/u.test(word)) : 0;
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
