import { BOUNDS } from "@rostrum/contract/bounds.ts";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { secondsToWait } from "../../people/sign-in/throttle.ts";
import { readClientMetadata } from "./client-metadata.ts";
import { type ClientRow, putClient } from "./client-store.ts";

const DOCUMENT_BYTES_MAX = 16_384;
const DOCUMENT_SECONDS_TOTAL = 10;
/** How long a document is cached: what its server says, within these bounds. */
const FRESH_SECONDS_DEFAULT = 3600;
const FRESH_SECONDS_MIN = 300;
const FRESH_SECONDS_MAX = 86_400;
const ADDRESS_LENGTH_MAX = 512;

/**
 * Whether a client id is the URL of a metadata document: https with a path, in normalized form, so that one document has one id.
 * (draft-ietf-oauth-client-id-metadata-document, section 3)
 */
export function isDocumentId(id: string): boolean {
  if (!id.startsWith("https://") || id.length > ADDRESS_LENGTH_MAX) return false;
  const url = URL.parse(id);
  return url !== null && url.href === id && url.pathname !== "/" && url.hash === "" && url.username === "" && url.password === "";
}

/**
 * Fetches the document and stores its metadata; an error message for the user on failure. Anybody may supply the URL, so it is
 * fetched through the guard against private addresses, without redirects, and only for signed-in users, at a limited rate.
 */
export async function readDocument(app: App, id: string, userId: number): Promise<ClientRow | string> {
  const wait = await secondsToWait(app, { key: `client documents of ${userId}`, max: BOUNDS.programDocuments.most, windowSeconds: 3600 });
  if (wait !== null) return "Too many apps have been looked up. Wait an hour, then try again.";
  const fetched = await app.net.fetchDocument(id, {
    maxBytes: DOCUMENT_BYTES_MAX,
    timeoutSeconds: DOCUMENT_SECONDS_TOTAL,
    headers: { accept: "application/json" },
    httpsOnly: true,
  });
  if (fetched.kind === "failed" || fetched.url !== id || fetched.status !== 200) return "The app’s description could not be read.";
  const document = parseJson(fetched.body);
  const described = readClientMetadata(document);
  if ("error" in described || document?.client_id !== id) return "The app’s description is not valid.";
  // With no shared secret, the only other method is a private key, which is not supported here.
  if (described.authMethod !== null && described.authMethod !== "none") {
    return "The app uses an authentication method that this service does not support.";
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
