import { parseRdfFeed, parseRssFeed, type RdfFeed, type RssFeed } from "feedsmith";
import type { Extras } from "./extras.ts";
import type { RawFeed, RawItem, Text } from "./item.ts";
import { ITEMS_MAX } from "./limits.ts";
import { mediaDescriptions, mediaFiles, mediaKeywords, mediaThumbnails, mediaTitles } from "./media-rss.ts";

/** RSS 0.91 to 2.0. Throws on what is none. */
export function readRss(text: string, extras: ReadonlyMap<string, Extras>): RawFeed {
  const feed = parseRssFeed(text, { maxItems: ITEMS_MAX });
  return {
    title: feed.title,
    links: [feed.link, alternate(feed.atom?.links)],
    base: feed.xml?.base,
    items: (feed.items ?? []).map((item) => fromItem(item, extras.get((item.guid?.value ?? item.link ?? "").trim()))),
  };
}

/** RSS 1.0 and 0.90. Throws on what is none. */
export function readRdf(text: string, extras: ReadonlyMap<string, Extras>): RawFeed {
  const feed = parseRdfFeed(text, { maxItems: ITEMS_MAX });
  return {
    title: feed.title,
    links: [feed.link],
    base: feed.xml?.base,
    items: (feed.items ?? []).map((item) => fromRdfItem(item, extras.get((item.link ?? "").trim()))),
  };
}

function fromItem(item: RssFeed.Item<string>, extras: Extras | undefined): RawItem {
  const { guid, itunes, dc, media, enclosures = [], atom } = item;
  // A guid is an address unless it says otherwise; many feeds forget to say it, so it must look like one too.
  const permaLink = guid?.isPermaLink !== false && /^\s*https?:\/\//i.test(guid?.value ?? "") ? guid?.value : null;
  return {
    ids: [guid?.value],
    titles: [item.title, itunes?.title, dc?.titles?.[0], ...mediaTitles(media)],
    descriptions: [item.description, itunes?.summary, item.content?.encoded, ...mediaDescriptions(media)],
    contents: [item.content?.encoded, item.description],
    links: [item.link, permaLink, alternate(atom?.links), ...(extras?.links ?? []), enclosures[0]?.url],
    base: item.xml?.base,
    authors: [item.authors?.[0]?.name, dc?.creators?.[0], itunes?.author, item.authors?.[0]?.email],
    dates: [item.pubDate, dc?.dates?.[0], ...(extras?.dates ?? []), atom?.published, atom?.updated],
    tags: [
      ...(item.categories ?? []).map((category) => category.name),
      ...(dc?.subjects ?? []),
      ...mediaKeywords(media),
      ...(extras?.tags ?? []),
    ],
    prices: extras?.prices ?? [],
    images: [...mediaThumbnails(media), itunes?.image, ...(extras?.images ?? [])],
    files: [...mediaFiles(media), ...enclosures.map(({ url, type }) => ({ url, type }))],
  };
}

function fromRdfItem(item: RdfFeed.Item<string>, extras: Extras | undefined): RawItem {
  const { dc, media } = item;
  return {
    ids: [item.rdf?.about],
    titles: [item.title, dc?.titles?.[0], ...mediaTitles(media)],
    descriptions: [item.description, dc?.descriptions?.[0], item.content?.encoded, ...mediaDescriptions(media)],
    contents: [item.content?.encoded, item.description],
    links: [item.link, item.rdf?.about],
    base: item.xml?.base,
    authors: [dc?.creators?.[0]],
    dates: [dc?.dates?.[0]],
    tags: [...(dc?.subjects ?? []), ...mediaKeywords(media), ...(extras?.tags ?? [])],
    prices: extras?.prices ?? [],
    images: [...mediaThumbnails(media), ...(extras?.images ?? [])],
    files: mediaFiles(media),
  };
}

function alternate(links: readonly { href?: string; rel?: string }[] | undefined): Text {
  return links?.find((link) => link.rel === "alternate")?.href;
}
