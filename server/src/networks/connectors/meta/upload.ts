import type { Call } from "../connector.ts";
import { secondsFor } from "../sending.ts";
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
