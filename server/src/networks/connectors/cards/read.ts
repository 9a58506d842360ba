import { unasked } from "@rostrum/contract/cookie-questions.ts";
import { apart } from "../../../ground/decoding/apart.ts";
import { TEXTS } from "../../../ground/decoding/lanes.ts";
import type { Call, ImageDemand } from "../connector.ts";
import type { PageFacts, readPage } from "./page.ts";

/** For networks that make no card of a link themselves: what its page says of itself, and the picture that it names. */

const readPageApart = apart<typeof readPage>(TEXTS, import.meta, { file: "page", name: "readPage" });

const PAGE_BYTES_MAX = 10_000_000;
const FETCH_TIMEOUT_SECONDS = 15;

type Reach = Pick<Call, "net" | "signal">;

/** Null if the page cannot be read. */
export async function readCard(url: string, { net, signal }: Reach): Promise<PageFacts | null> {
  const direct = unasked(url);
  const page = await net.fetchDocument(direct.url, {
    maxBytes: PAGE_BYTES_MAX,
    timeoutSeconds: FETCH_TIMEOUT_SECONDS,
    headers: { accept: "text/html", ...direct.headers },
    signal,
  });
  // A question about cookies is not the page that somebody links to.
  if (page.kind === "failed" || page.status !== 200 || new URL(page.url).hostname.startsWith("consent.")) return null;
  const read = await readPageApart({ body: page.body, contentType: page.headers["content-type"] ?? "", url: page.url }, { signal });
  return read.kind === "decoded" ? read.value : null;
}

/** The picture that a page names, as the network takes it. A card never stops a post: without a picture, it has none. */
export async function fetchPicture(url: string, wanted: ImageDemand, call: Pick<Call, "fetchPicture">): Promise<Blob | null> {
  const picture = (await call.fetchPicture?.(url, wanted)) ?? null;
  return picture === null ? null : new Blob([new Uint8Array(picture.bytes)], { type: picture.mime });
}

/** For the entry of a post whose card lacks the picture that its page names. */
export const NO_PICTURE_NOTE = "The card of the link has no picture: the one that its page names could not be used.";
