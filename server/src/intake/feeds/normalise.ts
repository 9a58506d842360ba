import type { Instant } from "@rostrum/contract/formats.ts";
import { cleanLine, cleanText } from "./clean.ts";
import { parseDate } from "./dates.ts";
import { type Unkeyed, withKeys } from "./identity.ts";
import type { Feed, FeedFormat, RawFeed, RawItem, Text, Words } from "./item.ts";
import { FIELD_LENGTH_MAX, ITEMS_MAX, TAG_LENGTH_MAX, TAGS_MAX, TITLE_FROM_TEXT_LENGTH, TTL_SECONDS_MAX } from "./limits.ts";
import { absolute, basesOf, firstLink, withoutFeedMark } from "./links.ts";
import { pictures, picturesAmong, picturesInHtml, type ShownPicture } from "./pictures.ts";
import { priceOf } from "./price.ts";
import { cutText } from "./template.ts";

/** Converts a feed of any format to one form. `url` is where it was read: the last base for relative links. */
export function normalise(raw: RawFeed, format: FeedFormat, url: string): Feed {
  const outer = basesOf([...raw.bases, url]);
  const link = firstLink(raw.links, outer);
  const around: Around = {
    bases: basesOf([...raw.bases, link, url]),
    author: authorOf([raw.author]),
    image: firstLink(raw.images, outer),
  };
  const items = raw.items.slice(0, ITEMS_MAX).map((item) => normaliseItem(item, around));
  const title = firstText(raw.titles, cleanLine) || null;
  return { title, link, items: withKeys(items, link), format, freshSeconds: secondsOf(raw.ttl) };
}

/** What an item inherits from its feed. */
interface Around {
  readonly bases: readonly string[];
  readonly author: string | null;
  readonly image: string | null;
}

function normaliseItem(raw: RawItem, around: Around): Unkeyed {
  const own = raw.base ? basesOf([raw.base, ...around.bases]) : around.bases;
  const link = firstLink(raw.links, own);
  const bases = basesInContent(raw, link, own, around);
  const { description, shown } = readContents(raw);
  return {
    ids: raw.ids.flatMap((id) => id?.trim().slice(0, FIELD_LENGTH_MAX) || []),
    title: firstText(raw.titles, cleanLine) || cutText(description.replace(/\s+/g, " "), TITLE_FROM_TEXT_LENGTH),
    description,
    link: link === null ? null : withoutFeedMark(link),
    author: authorOf(raw.authors) ?? around.author,
    publishedAt: firstDate(raw.dates),
    tags: tagsOf(raw.tags),
    price: priceOf(raw.prices, description),
    images: pictures(raw, shown, bases),
    feedImage: around.image,
    video: fileOf(raw, "video/", bases),
    audio: fileOf(raw, "audio/", bases),
  };
}

/** The text of an item and the pictures in it. A part that gives both is scanned only once. */
function readContents(raw: RawItem): { description: string; shown: ShownPicture[] } {
  const shows = new Set(raw.contents.map(writtenOf));
  const seen = new Map<string, ShownPicture[]>();
  const description = firstText(raw.descriptions, (words) => {
    const value = writtenOf(words);
    if (!shows.has(value) || seen.has(value)) return cleanText(words);
    const found: ShownPicture[] = [];
    seen.set(value, found);
    return cleanText(words, picturesAmong(found));
  });
  const shown = [...shows].flatMap((content) => seen.get(content) ?? picturesInHtml(content));
  return { description, shown };
}

function writtenOf(words: Words): string {
  return typeof words === "string" ? words : (words?.value ?? "");
}

/** `xml:base`, then the item's own page, then those of the feed. */
function basesInContent(raw: RawItem, link: string | null, own: readonly string[], around: Around): readonly string[] {
  if (raw.contentBase) return basesOf([raw.contentBase, ...own]);
  if (raw.base) return own;
  return link === null ? around.bases : [link, ...around.bases];
}

/** The first candidate that is not empty after cleaning. */
function firstText(candidates: readonly Words[], clean: (words: Words) => string): string {
  for (const candidate of candidates) {
    const text = clean(candidate);
    if (text !== "") return text;
  }
  return "";
}

/** Cut, since every item without an author of its own has the feed's. */
function authorOf(candidates: readonly Words[]): string | null {
  return cutText(firstText(candidates, cleanLine), AUTHOR_LENGTH_MAX) || null;
}

const AUTHOR_LENGTH_MAX = 300;

function firstDate(dates: readonly Text[]): Instant | null {
  for (const date of dates.slice(0, DATES_MAX)) {
    const moment = parseDate(date ?? "");
    if (moment !== null) return moment;
  }
  return null;
}

/** An item with more has no meaningful dates. */
const DATES_MAX = 20;

function tagsOf(tags: readonly Words[]): string[] {
  const clean = tags.slice(0, TAGS_MAX * 2).map((tag) => cutText(cleanLine(tag), TAG_LENGTH_MAX));
  return [...new Set(clean.filter((tag) => tag !== ""))].slice(0, TAGS_MAX);
}

/** A file of this type. One without a type may be a player page, as on YouTube, so it needs a file extension. */
function fileOf(raw: RawItem, type: "video/" | "audio/", bases: readonly Text[]): string | null {
  if (raw.files.length === 0) return null;
  const file = raw.files.find((one) => one.type?.toLowerCase().startsWith(type) && absolute(one.url, bases) !== null);
  const named = raw.files.find((one) => !one.type && (!one.medium || `${one.medium}/` === type) && NAMES[type].test(one.url ?? ""));
  return absolute((file ?? named)?.url, bases);
}

const NAMES = { "video/": /\.(mp4|mov|m4v|webm)(\?|$)/i, "audio/": /\.(mp3|m4a|ogg|oga|opus|wav)(\?|$)/i };

function secondsOf(ttl: Text): number {
  const minutes = /^\s*\d{1,9}\s*$/.test(ttl ?? "") ? Number(ttl) : 0;
  return Math.min(minutes * 60, TTL_SECONDS_MAX);
}
