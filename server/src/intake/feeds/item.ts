import type { Instant } from "@rostrum/contract/formats.ts";

export type FeedFormat = "rss" | "atom" | "rdf" | "json";

export interface Feed {
  readonly title: string | null;
  /** The site's page, absolute. */
  readonly link: string | null;
  /** In feed order, which is unreliable: many feeds are not sorted. At most `ITEMS_MAX`. */
  readonly items: readonly FeedItem[];
  readonly format: FeedFormat;
  /** The feed's own lifetime (`ttl` of RSS) in seconds; 0 if not given. */
  readonly freshSeconds: number;
}

/**
 * One item, whatever the format. All text is plain: no markup, no control characters, white space collapsed. URLs are absolute
 * http(s).
 */
export interface FeedItem {
  /** Hexadecimal SHA-256 of what identifies the item; unique within a feed. */
  readonly key: string;
  /** SHA-256 of the link without tracking, for sites whose ids change; null if the link does not identify the item. */
  readonly linkKey: string | null;
  /**
   * SHA-256 of title, link and date: the key if there is nothing better, and how the item is recognised if it loses its id
   * later.
   */
  readonly contentKey: string;
  /** SHA-256 of title and date, by which it is recognised if its site gets another address; null without a date. */
  readonly datedKey: string | null;
  /** SHA-256 of the title of a feed's only item, whose link may be that of a page that changes; null if there are more. */
  readonly loneKey: string | null;
  readonly title: string;
  readonly description: string;
  readonly link: string | null;
  readonly author: string | null;
  /** As given by the feed, even if in the future; null if missing or unreadable. The caller, who knows the time, clamps it. */
  readonly publishedAt: Instant | null;
  readonly tags: readonly string[];
  /** As text with its currency, such as `19.99 USD`. */
  readonly price: string | null;
  /** Best first, at most `IMAGES_MAX`. */
  readonly images: readonly FeedPicture[];
  /** The picture of the feed as a whole, for items that have none of their own. */
  readonly feedImage: string | null;
  /** A video file, never a player page. */
  readonly video: string | null;
  readonly audio: string | null;
}

export interface FeedPicture {
  readonly url: string;
  /** The alternative text, at most `ALT_LENGTH_MAX` long; empty if the feed has none. */
  readonly alt: string;
}

/** An item in its own format's terms, before cleaning. Lists are in order of preference; empty texts count as absent. */
export interface RawItem {
  readonly ids: readonly Text[];
  readonly titles: readonly Words[];
  readonly descriptions: readonly Words[];
  /** Contents that may contain pictures. */
  readonly contents: readonly Words[];
  readonly links: readonly Text[];
  readonly base: Text;
  /** Base URL of links in the contents, if different. */
  readonly contentBase: Text;
  readonly authors: readonly Words[];
  readonly dates: readonly Text[];
  readonly tags: readonly Words[];
  readonly prices: readonly Text[];
  readonly images: readonly Text[];
  readonly files: readonly RawFile[];
}

/** A file that the item offers: enclosure, attachment or `media:content`. */
export interface RawFile {
  readonly url: Text;
  readonly type: Text;
  readonly medium?: Text;
}

export interface RawFeed {
  readonly titles: readonly Words[];
  readonly links: readonly Text[];
  /** Innermost first. */
  readonly bases: readonly Text[];
  /** For items that name no author. */
  readonly author: Text;
  readonly images: readonly Text[];
  /** Minutes. */
  readonly ttl: Text;
  readonly items: readonly RawItem[];
}

export type Text = string | null | undefined;

/** Human-readable text. Unless the feed declares its type, it may be plain text or HTML, possibly escaped twice. */
export type Words = Text | SaidWords;

/** Text with a declared type. */
export interface SaidWords {
  readonly value: string;
  readonly kind: "plain" | "html";
}
