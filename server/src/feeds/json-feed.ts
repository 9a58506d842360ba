import { type JsonFeed, parseJsonFeed } from "feedsmith";
import type { RawFeed, RawItem } from "./item.ts";
import { ITEMS_MAX } from "./limits.ts";

/** JSON Feed 1.0 and 1.1. Throws on what is none. */
export function readJsonFeed(text: string): RawFeed {
  const feed = parseJsonFeed(text, { maxItems: ITEMS_MAX });
  const author = feed.authors?.[0]?.name;
  return { title: feed.title, links: [feed.home_page_url], base: null, items: (feed.items ?? []).map((item) => fromItem(item, author)) };
}

function fromItem(item: JsonFeed.Item<string>, feedAuthor: string | undefined): RawItem {
  const attachments = item.attachments ?? [];
  return {
    ids: [item.id],
    titles: [item.title],
    descriptions: [item.summary, item.content_text, item.content_html],
    contents: [item.content_html],
    links: [item.url, item.external_url, /^https?:/i.test(item.id ?? "") ? item.id : null],
    base: null,
    authors: [item.authors?.[0]?.name, feedAuthor],
    dates: [item.date_published, item.date_modified],
    tags: item.tags ?? [],
    prices: [],
    images: [item.image, item.banner_image],
    files: attachments.map((attachment) => ({ url: attachment.url, type: attachment.mime_type })),
  };
}
