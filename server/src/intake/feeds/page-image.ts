import { FEED_BYTES_MAX, FEED_SECONDS_TOTAL } from "../../ground/net/caps.ts";
import type { Net } from "../../ground/net/net.ts";
import { readPlaces } from "./read-apart.ts";

/**
 * Fetches the picture of a page (`og:image`), for items without one: one request. Null if there is none or the page cannot be
 * reached.
 */
export async function findPageImage(net: Net, url: string, options: { readonly signal?: AbortSignal }): Promise<string | null> {
  const page = await net.fetchDocument(url, {
    maxBytes: FEED_BYTES_MAX,
    timeoutSeconds: FEED_SECONDS_TOTAL,
    headers: { accept: "text/html" },
    ...options,
  });
  if (page.kind === "failed") return null;
  return (await readPlaces(page, options.signal)).image;
}
