import twitterText from "twitter-text";
import type { SandboxPost } from "../../sandbox/network.ts";

export const TEXT_WEIGHT_MAX = 280;
/**
 * The vendor's library reads texts like `a.a.a.` in quadratic time, minutes for the longest: those that have more labels in a row than
 * a host name can have (RFC 1035, section 2.3.4) are refused if they are longer than this.
 */
const FAST_LENGTH_MAX = 2000;
const MANY_LABELS = /(?:[^\s.]{1,63}\.){128}/;
/** Only many long links make a text that is longer and may still be posted. */
const TEXT_LENGTH_MAX = 100_000;
const ELLIPSIS = "…";
/** https://docs.x.com/fundamentals/counting-characters (2026-08): not among the characters that weigh 1. */
const ELLIPSIS_WEIGHT = 2;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * https://docs.x.com/fundamentals/counting-characters (2026-08): most characters of Latin and related scripts as 1, others as 2, an emoji
 * of however many characters as 2, a link as 23. Counted here and not by the vendor's library, whose emoji are those of 2018.
 */
export function weightOf(text: string): number {
  const isSlow = text.length > TEXT_LENGTH_MAX || (text.length > FAST_LENGTH_MAX && MANY_LABELS.test(text));
  if (isSlow) return Number.POSITIVE_INFINITY;
  const whole = text.normalize("NFC");
  let [weight, at] = [0, 0];
  for (const { indices } of twitterText.extractUrlsWithIndices(whole)) {
    weight += weightOfPlain(whole.slice(at, indices[0])) + LINK_WEIGHT;
    at = indices[1];
  }
  return weight + weightOfPlain(whole.slice(at));
}

const LINK_WEIGHT = 23;
const PICTURE = /\p{Emoji_Presentation}|\p{Extended_Pictographic}(?:\ufe0f|\u200d|\p{Emoji_Modifier})|\u20e3/u;
const LIGHT = /^[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]$/u;

function weightOfPlain(text: string): number {
  let weight = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (PICTURE.test(segment)) weight += 2;
    else for (const character of segment) weight += LIGHT.test(character) ? 1 : 2;
  }
  return weight;
}

export function hasInvalidCharacters(text: string): boolean {
  return twitterText.hasInvalidCharacters(text);
}

/** What X takes for links, in order, also those without a scheme. */
export function urlsIn(text: string): string[] {
  return twitterText.extractUrls(text);
}

export function cashtagsIn(text: string): string[] {
  return twitterText.extractCashtags(text);
}

export function mentionsIn(text: string): string[] {
  return twitterText.extractMentions(text).map((name) => name.toLowerCase());
}

/** A range of the text in code points, with what X says about it. */
type Entity = Readonly<Record<string, string | number>> & { readonly start: number; readonly end: number };

export interface Entities {
  readonly urls: Entity[];
  readonly hashtags: Entity[];
  readonly mentions: Entity[];
  readonly cashtags: Entity[];
}

export interface Composed {
  readonly text: string;
  readonly entities: Entities;
}

/** The text as the API gives it: links shortened to these, and the characters of HTML as entities. */
export function compose(text: string, links: readonly string[]): Composed {
  const entities: Entities = { urls: [], hashtags: [], mentions: [], cashtags: [] };
  let composed = "";
  let length = 0;
  const add = (piece: string) => {
    const start = length;
    composed += piece;
    length += [...piece].length;
    return { start, end: length };
  };
  let at = 0;
  let linksUsed = 0;
  for (const entity of twitterText.extractEntitiesWithIndices(text)) {
    const [start, end] = entity.indices;
    const own = text.slice(start, end);
    add(escaped(text.slice(at, start)));
    at = end;
    if ("url" in entity) {
      const url = shortUrl(links[linksUsed] ?? "");
      linksUsed += 1;
      entities.urls.push({ ...add(url), url, expanded_url: expandedUrl(own), display_url: displayUrl(own) });
    } else if ("hashtag" in entity) entities.hashtags.push({ ...add(own), tag: entity.hashtag });
    else if ("cashtag" in entity) entities.cashtags.push({ ...add(own), tag: entity.cashtag });
    else entities.mentions.push({ ...add(own), username: entity.screenName });
  }
  add(escaped(text.slice(at)));
  return { text: composed, entities };
}

/** Adds a link that is not in the text itself, as to a post's media. */
export function withLink({ text, entities }: Composed, facts: Readonly<Record<string, string>>, code: string): Composed {
  const url = shortUrl(code);
  const start = text === "" ? 0 : [...text].length + 1;
  const entity = { ...facts, start, end: start + url.length, url };
  return { text: text === "" ? url : `${text} ${url}`, entities: { ...entities, urls: [...entities.urls, entity] } };
}

/** The beginning of a text that is too long for the field `text`, with an ellipsis. */
export function cut(text: string): string {
  let kept = text.slice(0, twitterText.parseTweet(text).validRangeEnd + 1);
  while (weightOf(kept) > TEXT_WEIGHT_MAX - ELLIPSIS_WEIGHT) kept = kept.slice(0, lastUnit(kept));
  return `${kept.trimEnd()}${ELLIPSIS}`;
}

/** Links and mentions as readers see them. */
export function linksIn(text: string, profileUrl: (username: string) => string): SandboxPost["links"] {
  return twitterText.extractEntitiesWithIndices(text).flatMap((entity) => {
    const [start, end] = entity.indices;
    if ("url" in entity) return [{ start, end, href: expandedUrl(text.slice(start, end)) }];
    return "screenName" in entity ? [{ start, end, href: profileUrl(entity.screenName) }] : [];
  });
}

/** A link with a scheme, and with a path: `example.com` leads to `http://example.com/`. */
export function expandedUrl(url: string): string {
  const whole = /^https?:\/\//i.test(url) ? url : `http://${url}`;
  return /^https?:\/\/[^/?#]+$/i.test(whole) ? `${whole}/` : whole;
}

function displayUrl(url: string): string {
  const plain = url.replace(/^https?:\/\/(www\.)?/i, "");
  return plain.length > 26 ? `${plain.slice(0, 26)}${ELLIPSIS}` : plain;
}

function shortUrl(code: string): string {
  return `https://t.co/${code}`;
}

/** Where the last link or character begins. */
function lastUnit(text: string): number {
  const link = twitterText.extractUrlsWithIndices(text).at(-1);
  if (link?.indices[1] === text.length) return link.indices[0];
  return graphemes.segment(text).containing(text.length - 1)?.index ?? 0;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
