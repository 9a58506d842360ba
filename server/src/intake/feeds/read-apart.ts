import { apart } from "../../ground/decoding/apart.ts";
import type { Decoded } from "../../ground/decoding/decoder.ts";
import { TEXTS } from "../../ground/decoding/lanes.ts";
import type { FetchedDocument } from "../../ground/net/net.ts";
import type { Page } from "./page.ts";
import type { ParsedFeed } from "./parse.ts";
import type { Received, readFeedIn, readPageIn } from "./reading.ts";
import { TOO_HARD } from "./refusals.ts";

const feedApart = apart<typeof readFeedIn>(TEXTS, import.meta, { file: "reading", name: "readFeedIn" });
const pageApart = apart<typeof readPageIn>(TEXTS, import.meta, { file: "reading", name: "readPageIn" });

/** Reads a document as a feed in a separate process, where it cannot harm the service. */
export async function readFeed(document: FetchedDocument, signal: AbortSignal | undefined): Promise<ParsedFeed> {
  const decoded = await unlessStopped(signal, () => feedApart(receivedFrom(document), waiting(signal)));
  return decoded.kind === "decoded" ? decoded.value : { kind: "refused", reason: TOO_HARD };
}

/** Reads a document as a page in a separate process; an unreadable one has no links. */
export async function readPlaces(
  document: FetchedDocument,
  signal: AbortSignal | undefined,
): Promise<Page & { readonly named: readonly string[] }> {
  const question = { ...receivedFrom(document), linkHeader: document.headers.link ?? null };
  const decoded = await unlessStopped(signal, () => pageApart(question, waiting(signal)));
  return decoded.kind === "decoded" ? decoded.value : { feeds: [], image: null, named: [] };
}

function receivedFrom({ body, headers, url }: FetchedDocument): Received {
  return { body, contentType: headers["content-type"] ?? null, url };
}

function waiting(signal: AbortSignal | undefined) {
  return signal === undefined ? {} : { signal, giveUp: signal };
}

/** Like an aborted fetch, an aborted reading has no result. */
async function unlessStopped<T>(signal: AbortSignal | undefined, read: () => Promise<Decoded<T>>): Promise<Decoded<T>> {
  try {
    return await read();
  } catch (error) {
    if (signal?.aborted) return { kind: "ended", how: "it was stopped" };
    throw error;
  }
}
