import { readWhole } from "./body.ts";
import { DOCUMENT_FIRST_BYTE_SECONDS, DOCUMENT_IDLE_SECONDS } from "./caps.ts";
import { BadStatus, follow, type Ground } from "./follow.ts";
import type { FetchedDocument, FetchFailure, FetchOptions } from "./net.ts";

const PATIENCE = { firstByteSeconds: DOCUMENT_FIRST_BYTE_SECONDS, idleSeconds: DOCUMENT_IDLE_SECONDS };
const NOT_MODIFIED = 304;

/** `Net.fetchDocument`. Besides 2xx, 304 (the response to a conditional request) counts as fetched, with an empty body. */
export function fetchDocument(ground: Ground, url: string, options: FetchOptions): Promise<FetchedDocument | FetchFailure> {
  const headers = { "accept-encoding": "gzip, deflate, br" };
  return follow(ground, { url, options, headers, patience: PATIENCE }, async ({ reply, deadline, ...addresses }) => {
    const { status } = reply;
    const arrived = { kind: "fetched", status, headers: reply.headers, ...addresses } as const;
    if (status === NOT_MODIFIED) return { ...arrived, body: new Uint8Array() };
    if (status < 200 || status > 299) throw new BadStatus(reply);
    const body = await readWhole(reply, { maxBytes: options.maxBytes, deadline, idleSeconds: PATIENCE.idleSeconds });
    return { ...arrived, body };
  });
}
