import type { Call } from "../connector.ts";
import { type GraphReply, readGraph } from "./graph.ts";

export interface BytesOrder {
  /** As the call that began the upload returned it. */
  readonly url: string;
  readonly token: string;
  /** The whole file. */
  readonly file: Blob;
  /** How many of its bytes have arrived before. */
  readonly offset: number;
}

const SECONDS_MIN = 60;
/** The slowest connection on which an upload still completes. */
const BYTES_PER_SECOND = 100_000;

/**
 * Sends the bytes of a video, or those that are missing, to an upload session:
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing (2026-07).
 */
export async function sendBytes(call: Call, { url, token, file, offset }: BytesOrder): Promise<GraphReply> {
  const rest = file.slice(offset);
  const reply = await call.net.call({
    method: "POST",
    url,
    headers: {
      // Unlike everywhere else at Meta, not `Bearer`.
      authorization: `OAuth ${token}`,
      offset: `${offset}`,
      file_size: `${file.size}`,
      "content-type": "application/octet-stream",
    },
    body: rest,
    timeoutSeconds: secondsFor(rest.size),
    signal: call.signal,
  });
  return readGraph(call, reply);
}

/** How long sending so many bytes may take. */
export function secondsFor(bytes: number): number {
  return SECONDS_MIN + Math.ceil(bytes / BYTES_PER_SECOND);
}

/**
 * The token is sent to the address that a response names, so only to one on the host that is meant for it.
 */
export function isBelow(url: string, base: string): boolean {
  return URL.canParse(url) && new URL(url).href.startsWith(`${new URL(base).href.replace(/\/$/, "")}/`);
}
