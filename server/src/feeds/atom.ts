import type { FeedDocument } from "./document.ts";
import { attributeOf, childrenOf, type Element, textOf, textsOf } from "./element.ts";
import type { RawFeed, RawItem, Text } from "./item.ts";
import { mediaFiles, mediaKeywords, mediaOf, mediaTexts, mediaThumbnails } from "./media-rss.ts";

/** Atom 1.0 and 0.3. */
export function readAtom({ around, items }: FeedDocument): RawFeed {
  const feed = around[0];
  const all = (...names: readonly string[]) => (feed === undefined ? [] : names.flatMap((name) => childrenOf(feed, name)));
  const author = all("author").flatMap((one) => namesOf(one))[0];
  return {
    titles: all("title").map(contentOf),
    links: feed === undefined ? [] : [alternate(feed)],
    bases: [feed && attributeOf(feed, "xml:base")],
    author,
    images: [...all("logo").map(textOf), ...all("itunes:image").map((image) => attributeOf(image, "href"))],
    ttl: null,
    items: items.map(fromEntry),
  };
}

function fromEntry(entry: Element): RawItem {
  const media = mediaOf(entry);
  const of = (...names: readonly string[]) => textsOf(entry, ...names);
  const links = childrenOf(entry, "link");
  const enclosures = links.filter((link) => relationOf(link) === "enclosure");
  const content = childrenOf(entry, "content");
  const contents = content.map(contentOf);
  const summaries = childrenOf(entry, "summary").map(contentOf);
  const ids = of("id");
  return {
    ids: [...ids, ...of("yt:videoid")],
    titles: [...childrenOf(entry, "title").map(contentOf), ...mediaTexts(media, "media:title"), ...of("dc:title")],
    descriptions: [...summaries, ...contents, ...of("content:encoded"), ...mediaTexts(media, "media:description"), ...of("dc:description")],
    contents: [...contents, ...summaries, ...of("content:encoded")],
    links: [
      alternate(entry),
      ...content.map((one) => attributeOf(one, "src")),
      ...ids.filter((id) => /^\s*https?:/i.test(id)),
      ...of("feedburner:origlink"),
    ],
    base: attributeOf(entry, "xml:base"),
    contentBase: content.map((one) => attributeOf(one, "xml:base")).find((base) => base !== undefined),
    authors: [
      ...childrenOf(entry, "author").flatMap(namesOf),
      ...of("dc:creator"),
      ...childrenOf(entry, "source").flatMap((source) => childrenOf(source, "author").flatMap(namesOf)),
    ],
    dates: of("published", "issued", "updated", "modified", "created", "dc:date"),
    tags: [
      ...childrenOf(entry, "category").map(
        (category) => attributeOf(category, "label") ?? attributeOf(category, "term") ?? textOf(category),
      ),
      ...of("dc:subject"),
      ...mediaKeywords(media),
      ...of("s:tag"),
    ],
    prices: [...of("g:sale_price", "g:price"), ...pricesOf(entry), ...childrenOf(entry, "s:variant").flatMap(pricesOf)],
    images: [...mediaThumbnails(media), ...of("g:image_link", "g:additional_image_link")],
    files: [...mediaFiles(media), ...enclosures.map((link) => ({ url: hrefOf(link), type: attributeOf(link, "type") }))],
  };
}

/** The page of the entry: a link that says so, or says nothing. */
function alternate(element: Element): Text {
  const pages = childrenOf(element, "link").filter((link) => relationOf(link) === "alternate");
  return pages.length < 2
    ? hrefOf(pages[0])
    : hrefOf(pages.find((link) => /^(text\/html)?$/i.test(attributeOf(link, "type") ?? "")) ?? pages[0]);
}

/** RFC 4287, 4.2.7.2: without a relation it is `alternate`; a relation may be written as an address of the registry. */
function relationOf(link: Element): string {
  const relation = attributeOf(link, "rel")?.trim().toLowerCase() ?? "";
  return relation === "" ? "alternate" : relation.replace(/^https?:\/\/www\.iana\.org\/assignments\/relation\//, "");
}

function hrefOf(link: Element | undefined): Text {
  if (link === undefined) return null;
  const href = attributeOf(link, "href") ?? (link.isMixed ? null : textOf(link));
  const base = attributeOf(link, "xml:base");
  return base === undefined || href === null ? href : (URL.parse(href.trim(), base.trim())?.href ?? href);
}

/** A text construct, as it was meant: Atom 0.3 may pack it into base64, and Atom 1.0 does so with what is no text. */
function contentOf(element: Element): string {
  const text = textOf(element);
  if (element.isMixed || element.attributes === "") return text;
  const type = attributeOf(element, "type")?.trim().toLowerCase() ?? "";
  const isPacked = attributeOf(element, "mode")?.trim().toLowerCase() === "base64" || !TEXT_TYPES.test(type);
  if (!isPacked || !/^[\sA-Za-z0-9+/]*={0,2}\s*$/.test(text)) return text;
  const unpacked = Buffer.from(text, "base64").toString("utf8");
  return unpacked.includes("\uFFFD") || unpacked.includes("\u0000") ? "" : unpacked;
}

const TEXT_TYPES = /^(|text|html|xhtml|escaped|text\/.*|.*[/+]xml|application\/(xhtml|json|javascript).*)$/;

function namesOf(person: Element): string[] {
  const names = textsOf(person, "name");
  if (names.length > 0) return names;
  return person.isMixed ? [] : [textOf(person)];
}

function pricesOf(element: Element): Text[] {
  return childrenOf(element, "s:price").map((price) => `${textOf(price).trim()} ${attributeOf(price, "currency") ?? ""}`.trim());
}
