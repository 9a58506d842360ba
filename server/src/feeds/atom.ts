import { type AtomFeed, parseAtomFeed } from "feedsmith";
import type { Extras } from "./extras.ts";
import type { RawFeed, RawItem, Text } from "./item.ts";
import { ITEMS_MAX } from "./limits.ts";
import { mediaDescriptions, mediaFiles, mediaKeywords, mediaThumbnails, mediaTitles } from "./media-rss.ts";

/** Atom 1.0, and 0.3 as far as it is the same. Throws on what is none. */
export function readAtom(text: string, extras: ReadonlyMap<string, Extras>): RawFeed {
  const feed = parseAtomFeed(text, { maxItems: ITEMS_MAX });
  return {
    title: feed.title?.value,
    links: [alternate(feed.links)],
    base: feed.xml?.base,
    items: (feed.entries ?? []).map((entry) =>
      fromEntry(entry, feed.authors?.[0]?.name, extras.get((entry.id ?? alternate(entry.links) ?? "").trim())),
    ),
  };
}

function fromEntry(entry: AtomFeed.Entry<string>, feedAuthor: Text, extras: Extras | undefined): RawItem {
  const { media, links = [] } = entry;
  const enclosures = links.filter((link) => link.rel === "enclosure");
  const content = entry.content?.value;
  return {
    ids: [entry.id, entry.yt?.videoId],
    titles: [entry.title?.value, ...mediaTitles(media)],
    descriptions: [entry.summary?.value, content, ...mediaDescriptions(media)],
    contents: [content, entry.summary?.value],
    links: [alternate(links), entry.content?.src, /^https?:/i.test(entry.id ?? "") ? entry.id : null, ...(extras?.links ?? [])],
    base: entry.content?.xml?.base ?? entry.xml?.base,
    authors: [entry.authors?.[0]?.name, entry.dc?.creators?.[0], entry.source?.authors?.[0]?.name, feedAuthor],
    dates: [entry.published, entry.updated, entry.dc?.dates?.[0]],
    tags: [
      ...(entry.categories ?? []).map((category) => category.label ?? category.term),
      ...mediaKeywords(media),
      ...(extras?.tags ?? []),
    ],
    prices: extras?.prices ?? [],
    images: [...mediaThumbnails(media), ...(extras?.images ?? [])],
    files: [...mediaFiles(media), ...enclosures.map((link) => ({ url: link.href, type: link.type }))],
  };
}

/** The page of the entry: a link that says so, or says nothing. */
function alternate(links: readonly { href?: string; rel?: string; type?: string }[] | undefined): Text {
  const pages = (links ?? []).filter((link) => link.rel === undefined || link.rel === "alternate");
  return (pages.find((link) => link.type === undefined || link.type === "text/html") ?? pages[0])?.href;
}
