import { apart } from "../../decoding/apart.ts";
import { TEXTS } from "../../decoding/lanes.ts";
import type { Call } from "../connector.ts";
import type { Json } from "../json.ts";
import type { CardOrder } from "./outline.ts";
import type { PageFacts, readPage } from "./page.ts";
import { type Uploader, uploadBlob } from "./upload.ts";

const readPageApart = apart<typeof readPage>(TEXTS, import.meta, { file: "page", name: "readPage" });

const PAGE_BYTES_MAX = 10_000_000;
/** Lexicon of `app.bsky.embed.external`. */
const THUMB_BYTES_MAX = 1_000_000;
const FETCH_TIMEOUT_SECONDS = 15;

/**
 * Builds a page's card. The network makes none, so title, description and picture are read from the page here. If the page
 * cannot be read there is no card, or one with the bare address if the link would otherwise be lost. A picture that cannot
 * be fetched is left out: a card never stops a post.
 */
export async function embedCard({ url, inText }: CardOrder, uploader: Uploader): Promise<Json | null> {
  const page = await fetchPage(url, uploader.call);
  if (page === null && inText) return null;
  const thumb = page === null || page.imageUrl === null ? null : await uploadThumb(page.imageUrl, uploader);
  const facts = { uri: url, title: page?.title ?? new URL(url).host, description: page?.description ?? "" };
  return { $type: "app.bsky.embed.external", external: { ...facts, ...(thumb === null ? {} : { thumb }) } };
}

async function fetchPage(url: string, call: Call): Promise<PageFacts | null> {
  const page = await call.net.fetchDocument(url, {
    maxBytes: PAGE_BYTES_MAX,
    timeoutSeconds: FETCH_TIMEOUT_SECONDS,
    headers: { accept: "text/html" },
    signal: call.signal,
  });
  if (page.kind === "failed" || page.status !== 200) return null;
  const read = await readPageApart(
    { body: page.body, contentType: page.headers["content-type"] ?? "", url: page.url },
    { signal: call.signal },
  );
  return read.kind === "decoded" ? read.value : null;
}

async function uploadThumb(url: string, uploader: Uploader): Promise<Json | null> {
  const image = await uploader.call.net.fetchDocument(url, {
    maxBytes: THUMB_BYTES_MAX,
    timeoutSeconds: FETCH_TIMEOUT_SECONDS,
    headers: { accept: "image/*" },
    signal: uploader.call.signal,
  });
  if (image.kind === "failed" || image.status !== 200) return null;
  const mime = pictureType(image.body);
  if (mime === null) return null;
  const uploaded = await uploadBlob(new Blob([new Uint8Array(image.body)], { type: mime }), uploader);
  return "blob" in uploaded ? uploaded.blob : null;
}

/** Detected from the first bytes, because what a page calls a picture may be anything. */
function pictureType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("GIF8")) return "image/gif";
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "image/webp";
  return null;
}
