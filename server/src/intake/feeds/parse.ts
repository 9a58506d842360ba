import { readAtom } from "./atom.ts";
import { decodeText } from "./charset.ts";
import { readDocument } from "./document.ts";
import type { Feed, RawFeed } from "./item.ts";
import { readJsonFeed } from "./json-feed.ts";
import { normalise } from "./normalise.ts";
import { type Recognised, recognise } from "./recognise.ts";
import { NO_FEED } from "./refusals.ts";
import { readRss } from "./rss.ts";

export type ParsedFeed = { readonly kind: "feed"; readonly feed: Feed } | { readonly kind: "refused"; readonly reason: string };

/**
 * Parses RSS 0.9 to 2.0, Atom and JSON Feed, well-formed or not; the bytes determine the format. A feed without items is valid;
 * an HTML page or a truncated document is not a feed. Never throws: unreadable input is refused.
 */
export function parseFeed(body: Uint8Array, options: { readonly contentType: string | null; readonly url: string }): ParsedFeed {
  const recognised = recognise(decodeText(body, options.contentType));
  const raw = recognised === null ? null : read(recognised);
  if (recognised === null || raw === null) return { kind: "refused", reason: NO_FEED };
  return { kind: "feed", feed: normalise(raw, recognised.format, options.url) };
}

function read({ format, text }: Recognised): RawFeed | null {
  if (format === "json") return readJsonFeed(text);
  const document = readDocument(text, format);
  if (document === null) return null;
  return format === "atom" ? readAtom(document) : readRss(document);
}
