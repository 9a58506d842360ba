import { type JsonFeed, parseJsonFeed } from "feedsmith";
import type { RawFeed, RawItem, SaidWords, Words } from "./item.ts";
import { ITEMS_MAX } from "./limits.ts";

/** Reads JSON Feed 1.0 and 1.1; null for anything else. */
export function readJsonFeed(text: string): RawFeed | null {
  const feed = parsed(text);
  if (feed === null) return null;
  return {
    titles: [feed.title],
    links: [feed.home_page_url],
    bases: [],
    author: nameOf(feed.authors?.[0]),
    images: [feed.icon],
    ttl: null,
    items: (feed.items ?? []).map(fromItem),
  };
}

function parsed(text: string): JsonFeed.Feed<string> | null {
  try {
    return parseJsonFeed(text, { maxItems: ITEMS_MAX });
  } catch {
    // The parser throws various exceptions for invalid JSON and non-feeds.
    return null;
  }
}

function fromItem(item: JsonFeed.Item<string>): RawItem {
  const attachments = item.attachments ?? [];
  return {
    ids: [item.id],
    titles: [item.title],
    descriptions: [item.summary, said(item.content_text, "plain"), said(item.content_html, "html")],
    contents: [said(item.content_html, "html")],
    links: [item.url, item.external_url, /^https?:/i.test(item.id ?? "") ? item.id : null],
    base: null,
    contentBase: null,
    authors: [nameOf(item.authors?.[0])],
    dates: [item.date_published, item.date_modified],
    tags: item.tags ?? [],
    prices: [],
    images: [item.image, item.banner_image],
    files: attachments.map((attachment) => ({ url: attachment.url, type: attachment.mime_type })),
  };
}

/** Who has no name is known by their e-mail address, as in the other formats. */
function nameOf(author: JsonFeed.Author | undefined): string | undefined {
  return author?.name ?? /^mailto:([^?]+)/i.exec(author?.url ?? "")?.[1];
}

function said(value: string | undefined, kind: SaidWords["kind"]): Words {
  return value === undefined ? null : { value, kind };
}
