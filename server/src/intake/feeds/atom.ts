import type { FeedDocument } from "./document.ts";
import { attributeOf, childrenOf, type Element, textOf, textsOf } from "./element.ts";
import type { RawFeed, RawItem, Text } from "./item.ts";
import { isEnclosure, isPage } from "./link-relation.ts";
import { mediaFiles, mediaOf, mediaWords } from "./media-rss.ts";
import { borrowedAuthors, borrowedPictures, borrowedPrices, borrowedTags } from "./other-vocabularies.ts";
import { addressesOf, namesOf } from "./person.ts";
import { wordsIn, wordsOf } from "./words.ts";

/** Atom 1.0 and 0.3. */
export function readAtom({ around, items }: FeedDocument): RawFeed {
  const feed = around[0];
  const all = (...names: readonly string[]) => (feed === undefined ? [] : names.flatMap((name) => childrenOf(feed, name)));
  const people = all("author");
  return {
    titles: all("title").map(wordsOf),
    links: feed === undefined ? [] : [alternate(feed)],
    bases: [feed && attributeOf(feed, "xml:base")],
    author: [...people.flatMap(namesOf), ...people.flatMap(addressesOf)].find((one) => one.trim() !== ""),
    images: [...all("logo").map(textOf), ...(feed === undefined ? [] : itunesPictures(feed))],
    ttl: null,
    items: items.map(fromEntry),
  };
}

function fromEntry(entry: Element): RawItem {
  const links = childrenOf(entry, "link");
  // BBC News has the pictures of an entry in the link to its page.
  const media = mediaOf(entry, links);
  const of = (...names: readonly string[]) => textsOf(entry, ...names);
  const enclosures = links.filter(isEnclosure);
  const content = childrenOf(entry, "content");
  const contents = content.map(wordsOf);
  const summaries = wordsIn(entry, "summary");
  const ids = of("id");
  const people = childrenOf(entry, "author");
  return {
    ids: [...ids, ...of("yt:videoid")],
    titles: [...wordsIn(entry, "title"), ...mediaWords(media, "media:title"), ...wordsIn(entry, "dc:title", "itunes:title")],
    descriptions: [
      ...summaries,
      ...contents,
      ...wordsIn(entry, "content:encoded"),
      ...mediaWords(media, "media:description"),
      ...wordsIn(entry, "dc:description", "itunes:summary", "description", "itunes:subtitle"),
    ],
    contents: [...contents, ...summaries, ...wordsIn(entry, "content:encoded", "description")],
    links: [
      alternate(entry),
      ...content.map((one) => attributeOf(one, "src")),
      ...ids.filter((id) => /^\s*https?:/i.test(id)),
      ...of("feedburner:origlink"),
    ],
    base: attributeOf(entry, "xml:base"),
    contentBase: content.map((one) => attributeOf(one, "xml:base")).find((base) => base !== undefined),
    authors: [
      ...people.flatMap(namesOf),
      ...borrowedAuthors(entry),
      ...childrenOf(entry, "source").flatMap((source) => childrenOf(source, "author").flatMap(namesOf)),
      ...people.flatMap(addressesOf),
    ],
    dates: of("published", "issued", "updated", "modified", "created", "dc:date", "dcterms:issued", "dcterms:modified", "pubdate"),
    tags: [
      ...childrenOf(entry, "category").map(
        (category) => attributeOf(category, "label") || attributeOf(category, "term") || textOf(category),
      ),
      ...borrowedTags(entry, media),
    ],
    prices: [...borrowedPrices(entry), ...pricesOf(entry), ...childrenOf(entry, "s:variant").flatMap(pricesOf)],
    images: [...borrowedPictures(entry, media), ...itunesPictures(entry)],
    files: [...mediaFiles(media), ...enclosures.map((link) => ({ url: hrefOf(link), type: attributeOf(link, "type") }))],
  };
}

/** The entry's page: a link whose relation is `alternate` or missing. */
function alternate(element: Element): Text {
  const pages = childrenOf(element, "link").filter(isPage);
  return pages.length < 2
    ? hrefOf(pages[0])
    : hrefOf(pages.find((link) => /^(text\/html)?$/i.test(attributeOf(link, "type") ?? "")) ?? pages[0]);
}

function hrefOf(link: Element | undefined): Text {
  if (link === undefined) return null;
  const href = attributeOf(link, "href") ?? (link.isMixed ? null : textOf(link));
  const base = attributeOf(link, "xml:base");
  return base === undefined || href === null ? href : (URL.parse(href.trim(), base.trim())?.href ?? href);
}

function itunesPictures(element: Element): Text[] {
  return childrenOf(element, "itunes:image").map((image) => attributeOf(image, "href") ?? attributeOf(image, "url"));
}

function pricesOf(element: Element): Text[] {
  return childrenOf(element, "s:price").map((price) => `${textOf(price).trim()} ${attributeOf(price, "currency") ?? ""}`.trim());
}
