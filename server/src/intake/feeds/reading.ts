import { decodeText } from "./charset.ts";
import { feedsInPage } from "./mapping.ts";
import { type Page, readPage } from "./page.ts";
import { type ParsedFeed, parseFeed } from "./parse.ts";

/** A response body as the server sent it. */
export interface Received {
  readonly body: Uint8Array;
  readonly contentType: string | null;
  readonly url: string;
}

export function readFeedIn({ body, contentType, url }: Received): ParsedFeed {
  return parseFeed(body, { contentType, url });
}

/** The feeds that a page announces and, for known sites, those named in its source. */
export function readPageIn({
  body,
  contentType,
  url,
  linkHeader,
}: Received & { readonly linkHeader: string | null }): Page & { readonly named: readonly string[] } {
  const html = decodeText(body, contentType);
  return { ...readPage(html, { url, linkHeader: linkHeader ?? undefined }), named: feedsInPage(new URL(url), html) };
}
