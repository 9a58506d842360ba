import { cleanLine, cleanText } from "./clean.ts";
import { parseDate } from "./dates.ts";
import { type Unkeyed, withKeys } from "./identity.ts";
import type { Feed, FeedFormat, RawFeed, RawItem, Text } from "./item.ts";
import { FIELD_LENGTH_MAX, ITEMS_MAX, TAG_LENGTH_MAX, TAGS_MAX, TITLE_FROM_TEXT_LENGTH } from "./limits.ts";
import { absolute, basesOf, firstLink, withoutFeedMark } from "./links.ts";
import { pictures } from "./pictures.ts";
import { priceOf } from "./price.ts";
import { cutText } from "./template.ts";

/** One form for all formats. `url` is where the feed was read: the last base of relative links. */
export function normalise(raw: RawFeed, format: FeedFormat, url: string): Feed {
  const link = firstLink(raw.links, basesOf([raw.base, url]));
  const items = raw.items.slice(0, ITEMS_MAX).map((item) => normaliseItem(item, [raw.base, link, url]));
  return { title: firstText([raw.title], cleanLine) || null, link, items: withKeys(items, link), format };
}

function normaliseItem(raw: RawItem, feedBases: readonly Text[]): Unkeyed {
  const link = firstLink(raw.links, basesOf([raw.base, ...feedBases]));
  const bases = basesOf([raw.base, link, ...feedBases]);
  const description = firstText(raw.descriptions, cleanText);
  return {
    ids: raw.ids.flatMap((id) => id?.trim().slice(0, FIELD_LENGTH_MAX) || []),
    title: firstText(raw.titles, cleanLine) || cutText(description.replace(/\s+/g, " "), TITLE_FROM_TEXT_LENGTH),
    description,
    link: link === null ? null : withoutFeedMark(link),
    author: firstText(raw.authors, cleanLine) || null,
    publishedAt: raw.dates.map((date) => parseDate(date ?? "")).find((date) => date !== null) ?? null,
    tags: tagsOf(raw.tags),
    price: priceOf(raw.prices, description),
    images: pictures(raw, bases),
    video: fileOf(raw, "video/", bases),
    audio: fileOf(raw, "audio/", bases),
  };
}

/** The first that still says something after cleaning. */
function firstText(candidates: readonly Text[], clean: (value: string) => string): string {
  for (const candidate of candidates) {
    const text = clean(candidate ?? "");
    if (text !== "") return text;
  }
  return "";
}

function tagsOf(tags: readonly Text[]): string[] {
  const clean = tags.slice(0, TAGS_MAX * 2).map((tag) => cutText(cleanLine(tag ?? ""), TAG_LENGTH_MAX));
  return [...new Set(clean.filter((tag) => tag !== ""))].slice(0, TAGS_MAX);
}

/** Files by their type: a medium without one may be a player's page, as YouTube's is. */
function fileOf(raw: RawItem, type: "video/" | "audio/", bases: readonly Text[]): string | null {
  const file = raw.files.find((one) => one.type?.toLowerCase().startsWith(type) && absolute(one.url, bases) !== null);
  const named = raw.files.find((one) => !one.type && `${one.medium}/` === type && /\.(mp4|mov|m4v|mp3|m4a)(\?|$)/i.test(one.url ?? ""));
  return absolute((file ?? named)?.url, bases);
}
