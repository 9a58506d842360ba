import type { FeedDocument } from "./document.ts";
import { attributeOf, childrenOf, type Element, textOf, textsOf } from "./element.ts";
import type { RawFeed, RawFile, RawItem, Text, Words } from "./item.ts";
import { isEnclosure, isPage } from "./link-relation.ts";
import { mediaFiles, mediaOf, mediaWords } from "./media-rss.ts";
import { borrowedAuthors, borrowedPictures, borrowedPrices, borrowedTags } from "./other-vocabularies.ts";
import { addressesOf, namesOf, personOf } from "./person.ts";
import { wordsIn, wordsOf } from "./words.ts";

/** RSS 0.90 to 2.0, with or without RDF, and CDF, which uses attributes where RSS uses elements. */
export function readRss({ around, items }: FeedDocument): RawFeed {
  const channels = around.toReversed();
  return {
    titles: channels.flatMap((channel) => wordsIn(channel, "title", "dc:title", "itunes:title", "atom:title")),
    links: channels.flatMap((channel) => [...linksOf(channel), ...alternates(channel), attributeOf(channel, "href")]),
    bases: channels.map((channel) => attributeOf(channel, "xml:base") ?? attributeOf(channel, "base")),
    author: null,
    images: channels.flatMap((channel) => picturesOf(channel)),
    ttl: channels.flatMap((channel) => textsOf(channel, "ttl"))[0],
    items: items.map(fromItem),
  };
}

function fromItem(item: Element): RawItem {
  const media = mediaOf(item);
  const of = (...names: readonly string[]) => textsOf(item, ...names);
  const files = filesOf(item);
  const about = attributeOf(item, "rdf:about");
  return {
    ids: [...of("guid"), about, ...of("atom:id", "id")],
    titles: [...wordsIn(item, "title", "itunes:title", "dc:title", "atom:title"), ...mediaWords(media, "media:title")],
    descriptions: [
      ...wordsIn(item, "description", "itunes:summary", "content:encoded", "dc:description", "atom:summary", "summary"),
      ...wordsIn(item, "xhtml:body", "body", "fullitem", "atom:content", "content", "abstract"),
      ...mediaWords(media, "media:description"),
      ...wordsIn(item, "itunes:subtitle"),
    ],
    contents: wordsIn(item, "content:encoded", "xhtml:body", "body", "fullitem", "atom:content", "content", "description"),
    links: [
      ...linksOf(item),
      permaLinkOf(item),
      ...alternates(item),
      ...of("feedburner:origlink"),
      about,
      attributeOf(item, "href"),
      files[0]?.url,
    ],
    base: attributeOf(item, "xml:base"),
    contentBase: null,
    authors: authorsOf(item),
    dates: [
      ...of("pubdate", "dc:date", "published", "dcterms:issued", "dcterms:created", "atom:published", "issued", "created"),
      ...of("atom:updated", "updated", "dcterms:modified", "modified"),
      attributeOf(item, "lastmod"),
    ],
    tags: [...childrenOf(item, "category").map(categoryOf), ...borrowedTags(item, media)],
    prices: [...borrowedPrices(item), ...of("price")],
    images: [...borrowedPictures(item, media), ...picturesOf(item)],
    files: [...mediaFiles(media), ...files],
  };
}

function authorsOf(item: Element): Words[] {
  const authors = childrenOf(item, "author");
  const atomAuthors = childrenOf(item, "atom:author");
  const people = authors.filter((author) => !author.isMixed).map((author) => personOf(textOf(author)));
  return [
    ...authors.flatMap((author) => textsOf(author, "name")),
    ...people.map(({ name }) => name),
    ...authors.filter((author) => author.isMixed && addressesOf(author).length === 0).map(wordsOf),
    ...atomAuthors.flatMap(namesOf),
    ...borrowedAuthors(item),
    ...people.map(({ address }) => address),
    ...[...authors, ...atomAuthors].flatMap(addressesOf),
  ];
}

/** Some feeds write categories as in Atom. */
function categoryOf(category: Element): Words {
  const isSaid = category.isMixed || textOf(category).trim() !== "";
  return isSaid ? wordsOf(category) : (attributeOf(category, "label") ?? attributeOf(category, "term"));
}

function filesOf(item: Element): RawFile[] {
  const links = [...childrenOf(item, "atom:link"), ...childrenOf(item, "link")].filter(isEnclosure);
  return [...childrenOf(item, "enclosure"), ...links].map((one) => ({
    url: attributeOf(one, "url") ?? attributeOf(one, "href"),
    type: attributeOf(one, "type"),
  }));
}

/** A guid is a URL unless it says otherwise; many feeds omit that, so it must also look like one. */
function permaLinkOf(item: Element): Text {
  const guid = childrenOf(item, "guid").find((one) => attributeOf(one, "ispermalink")?.trim().toLowerCase() !== "false");
  const text = guid === undefined ? "" : textOf(guid).trim();
  return /^https?:\/\//i.test(text) ? text : null;
}

/** In RSS the URL is the element's text; some feeds write links as in Atom, even the one to the feed itself. */
function linksOf(element: Element): Text[] {
  return childrenOf(element, "link")
    .filter(isPage)
    .map((link) => textOf(link).trim() || attributeOf(link, "href"));
}

function alternates(element: Element): Text[] {
  return childrenOf(element, "atom:link")
    .filter(isPage)
    .map((link) => attributeOf(link, "href"));
}

function picturesOf(element: Element): Text[] {
  const images = childrenOf(element, "image");
  return [
    ...childrenOf(element, "itunes:image").map((image) => attributeOf(image, "href") ?? attributeOf(image, "url") ?? textOf(image)),
    ...childrenOf(element, "googleplay:image").map((image) => attributeOf(image, "href")),
    ...images.flatMap((image) => [...textsOf(image, "url"), attributeOf(image, "url") ?? attributeOf(image, "href")]),
    ...images.flatMap((image) => (image.isMixed ? [] : [textOf(image)])),
  ];
}
