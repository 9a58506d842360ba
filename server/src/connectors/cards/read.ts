import { apart } from "../../decoding/apart.ts";
import { TEXTS } from "../../decoding/lanes.ts";
import type { Call } from "../connector.ts";
import type { PageFacts, readPage } from "./page.ts";

/** For networks that make no card of a link themselves: what its page says of itself, and the picture that it names. */

const readPageApart = apart<typeof readPage>(TEXTS, import.meta, { file: "page", name: "readPage" });

const PAGE_BYTES_MAX = 10_000_000;
const FETCH_TIMEOUT_SECONDS = 15;

type Reach = Pick<Call, "net" | "signal">;

/** Null if the page cannot be read. */
export async function readCard(url: string, { net, signal }: Reach): Promise<PageFacts | null> {
  const page = await net.fetchDocument(url, {
    maxBytes: PAGE_BYTES_MAX,
    timeoutSeconds: FETCH_TIMEOUT_SECONDS,
    headers: { accept: "text/html" },
    signal,
  });
  if (page.kind === "failed" || page.status !== 200) return null;
  const read = await readPageApart({ body: page.body, contentType: page.headers["content-type"] ?? "", url: page.url }, { signal });
  return read.kind === "decoded" ? read.value : null;
}

/** Null if the picture cannot be fetched, is too large, or is none. */
export async function fetchPicture(url: string, maxBytes: number, { net, signal }: Reach): Promise<Blob | null> {
  const image = await net.fetchDocument(url, {
    maxBytes,
    timeoutSeconds: FETCH_TIMEOUT_SECONDS,
    headers: { accept: "image/*" },
    signal,
  });
  if (image.kind === "failed" || image.status !== 200) return null;
  const mime = pictureType(image.body);
  return mime === null ? null : new Blob([new Uint8Array(image.body)], { type: mime });
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
