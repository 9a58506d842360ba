import { addSeconds } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import { secondsToWait } from "../sign-in/throttle.ts";
import { readClientMetadata } from "./client-metadata.ts";
import { type ClientRow, putClient } from "./client-store.ts";

const DOCUMENT_BYTES_MAX = 16_384;
const DOCUMENT_SECONDS_TOTAL = 10;
/** How long a document counts as read, between these bounds as its server says. */
const FRESH_SECONDS_DEFAULT = 3600;
const FRESH_SECONDS_MIN = 300;
const FRESH_SECONDS_MAX = 86_400;
/** Documents that one user may have us read. */
const READS_PER_HOUR_MAX = 60;
const ADDRESS_LENGTH_MAX = 512;

/**
 * Whether a client id is the address of a document about the client: https with a path, in the very form in which an
 * address is printed, so that one document has one id. (draft-ietf-oauth-client-id-metadata-document, section 3)
 */
export function isDocumentId(id: string): boolean {
  if (!id.startsWith("https://") || id.length > ADDRESS_LENGTH_MAX) return false;
  const url = URL.parse(id);
  return url !== null && url.href === id && url.pathname !== "/" && url.hash === "" && url.username === "" && url.password === "";
}

/**
 * Reads the document and keeps what it says; a sentence for the user when that fails. The address is one that anybody may
 * give: it is read by the guarded way, without redirects, and only for users who are signed in, so often.
 */
export async function readDocument(app: App, id: string, userId: number): Promise<ClientRow | string> {
  const wait = await secondsToWait(app, { key: `client documents of ${userId}`, max: READS_PER_HOUR_MAX, windowSeconds: 3600 });
  if (wait !== null) return "Too many programs have been looked up. Wait an hour, then try again.";
  const fetched = await app.net.fetchDocument(id, {
    maxBytes: DOCUMENT_BYTES_MAX,
    timeoutSeconds: DOCUMENT_SECONDS_TOTAL,
    headers: { accept: "application/json" },
    httpsOnly: true,
  });
  if (fetched.kind === "failed" || fetched.url !== id || fetched.status !== 200) return "The program’s description could not be read.";
  const document = parseJson(fetched.body);
  const described = readClientMetadata(document);
  if ("error" in described || document?.client_id !== id) return "The program’s description is not valid.";
  // Without a secret shared beforehand the one way that is left would be a key, which is not taken here.
  if (described.authMethod !== null && described.authMethod !== "none") {
    return "The program wants to prove who it is in a way that this service does not know.";
  }
  const now = app.clock.now();
  const staleAt = addSeconds(now, freshSeconds(fetched.headers["cache-control"]));
  const client: ClientRow = { id, name: described.name, redirectUris: described.redirectUris, staleAt };
  await putClient(app.db, client, now);
  return client;
}

function parseJson(body: Uint8Array): { readonly client_id?: unknown } | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

function freshSeconds(cacheControl: string | undefined): number {
  const said = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl ?? "")?.[1];
  const seconds = said === undefined ? FRESH_SECONDS_DEFAULT : Number(said);
  return Math.min(Math.max(seconds, FRESH_SECONDS_MIN), FRESH_SECONDS_MAX);
}
