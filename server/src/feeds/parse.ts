import { readAtom } from "./atom.ts";
import { decodeText } from "./charset.ts";
import { skim } from "./extras.ts";
import type { Feed, RawFeed } from "./item.ts";
import { readJsonFeed } from "./json-feed.ts";
import { normalise } from "./normalise.ts";
import { type Recognised, recognise } from "./recognise.ts";
import { readRdf, readRss } from "./rss.ts";

export type ParsedFeed = { readonly kind: "feed"; readonly feed: Feed } | { readonly kind: "refused"; readonly reason: string };

/** What users read; one sentence for everything that came but is no feed. */
export const NO_FEED = "The address does not lead to a feed.";

/**
 * RSS 0.9 to 2.0, Atom and JSON Feed, by their bytes. A feed without items is a feed; a page of HTML is none, whatever
 * its status. Never throws: what cannot be read is refused.
 */
export function parseFeed(body: Uint8Array, options: { readonly contentType: string | null; readonly url: string }): ParsedFeed {
  const recognised = recognise(decodeText(body, options.contentType));
  if (recognised === null) return { kind: "refused", reason: NO_FEED };
  const raw = read(recognised);
  if (raw === null) return { kind: "refused", reason: NO_FEED };
  return { kind: "feed", feed: normalise(raw, recognised.format, options.url) };
}

/** A document that was cut off between two elements reads well, but its last item lacks what would identify it. */
const ROOT_END = /<\/(?:[\w-]{1,40}:)?(?:rss|feed|rdf)\s*>/i;

function read({ format, text }: Recognised): RawFeed | null {
  try {
    if (format === "json") return readJsonFeed(text);
    const skimmed = skim(text);
    if (skimmed === null || !ROOT_END.test(skimmed.text)) return null;
    if (format === "atom") return readAtom(skimmed.text, skimmed.extras);
    return format === "rss" ? readRss(skimmed.text, skimmed.extras) : readRdf(skimmed.text, skimmed.extras);
  } catch {
    // The parser of formats tells malformed documents by exceptions of several kinds.
    return null;
  }
}
