import type { FeedDocument } from "./document.ts";
import { attributeOf, childrenOf, type Element, textOf, textsOf } from "./element.ts";
import type { RawFeed, RawItem, Text } from "./item.ts";
import { mediaFiles, mediaKeywords, mediaOf, mediaTexts, mediaThumbnails } from "./media-rss.ts";
import { personOf } from "./person.ts";

/** RSS 0.90 to 2.0, RDF or not, and CDF, which says by attributes what RSS says by elements. */
export function readRss({ around, items }: FeedDocument): RawFeed {
  const channels = around.toReversed();
  const of = (...names: readonly string[]) => channels.flatMap((channel) => textsOf(channel, ...names));
  return {
    titles: of("title", "dc:title", "itunes:title"),
    links: channels.flatMap((channel) => [...linksOf(channel), ...alternates(channel), attributeOf(channel, "href")]),
    bases: channels.map((channel) => attributeOf(channel, "xml:base")),
    author: null,
    images: channels.flatMap((channel) => picturesOf(channel)),
    ttl: of("ttl")[0],
    items: items.map(fromItem),
  };
}

function fromItem(item: Element): RawItem {
  const media = mediaOf(item);
  const of = (...names: readonly string[]) => textsOf(item, ...names);
  const enclosures = childrenOf(item, "enclosure").map((one) => ({ url: attributeOf(one, "url"), type: attributeOf(one, "type") }));
  const about = attributeOf(item, "rdf:about");
  return {
    ids: [...of("guid"), about, ...of("atom:id")],
    titles: [...of("title", "itunes:title", "dc:title"), ...mediaTexts(media, "media:title")],
    descriptions: [
      ...of("description", "itunes:summary", "content:encoded", "dc:description", "atom:summary", "xhtml:body", "abstract"),
      ...mediaTexts(media, "media:description"),
    ],
    contents: of("content:encoded", "xhtml:body", "description"),
    links: [
      ...linksOf(item),
      permaLinkOf(item),
      ...alternates(item),
      ...of("feedburner:origlink"),
      about,
      attributeOf(item, "href"),
      enclosures[0]?.url,
    ],
    base: attributeOf(item, "xml:base"),
    contentBase: null,
    authors: [
      ...of("author").map((text) => personOf(text).name),
      ...of("dc:creator", "itunes:author"),
      ...of("author").map((text) => personOf(text).address),
    ],
    dates: [
      ...of("pubdate", "dc:date", "published", "dcterms:issued", "dcterms:created", "atom:published", "atom:updated", "dcterms:modified"),
      attributeOf(item, "lastmod"),
    ],
    tags: [...of("category", "dc:subject"), ...mediaKeywords(media), ...of("s:tag")],
    prices: of("g:sale_price", "g:price", "price"),
    images: [...mediaThumbnails(media), ...picturesOf(item), ...of("g:image_link", "g:additional_image_link")],
    files: [...mediaFiles(media), ...enclosures],
  };
}

/** A guid is an address unless it says otherwise; many feeds forget to say it, so it must look like one too. */
function permaLinkOf(item: Element): Text {
  const guid = childrenOf(item, "guid").find((one) => attributeOf(one, "ispermalink")?.trim().toLowerCase() !== "false");
  const text = guid === undefined ? "" : textOf(guid).trim();
  return /^https?:\/\//i.test(text) ? text : null;
}

/** RSS writes the address between the tags; some write it as Atom does. */
function linksOf(element: Element): Text[] {
  return childrenOf(element, "link").map((link) => textOf(link).trim() || attributeOf(link, "href"));
}

function alternates(element: Element): Text[] {
  return childrenOf(element, "atom:link").flatMap((link) =>
    (attributeOf(link, "rel") ?? "alternate") === "alternate" ? [attributeOf(link, "href")] : [],
  );
}

function picturesOf(element: Element): Text[] {
  return [
    ...childrenOf(element, "itunes:image").map((image) => attributeOf(image, "href") ?? textOf(image)),
    ...childrenOf(element, "googleplay:image").map((image) => attributeOf(image, "href")),
    ...childrenOf(element, "image").flatMap((image) => [...textsOf(image, "url"), image.isMixed ? null : textOf(image)]),
  ];
}
