import type { Call } from "../../connectors/connector.ts";

type Override = Pick<Call, "baseUrl">;

/** The network's entryway, which signs in accounts that name no server of their own. */
export const ENTRYWAY = "https://bsky.social";
const APP_VIEW = "https://public.api.bsky.app";
const DIRECTORY = "https://plc.directory";
const VIDEO_SERVICE = "https://video.bsky.app";
const WEB_APP = "https://bsky.app";

export const POSTS = "app.bsky.feed.post";

/** The base URL for public reads, which need no session. */
export function appViewOf(call: Override): string {
  return call.baseUrl ?? APP_VIEW;
}

/** Where the documents of `did:plc` accounts are. */
export function directoryOf(call: Override): string {
  return call.baseUrl ?? DIRECTORY;
}

export function videoServiceOf(call: Override): string {
  return call.baseUrl ?? VIDEO_SERVICE;
}

/** Where readers see the post. The form with the DID survives a handle change. */
export function permalinkOf(call: Override, postUri: string): string {
  const { did, recordKey } = splitUri(postUri);
  return `${call.baseUrl ?? WEB_APP}/profile/${did}/post/${recordKey}`;
}

export function postUriOf(did: string, recordKey: string): string {
  return `at://${did}/${POSTS}/${recordKey}`;
}

/** Takes `at://<did>/<collection>/<key>`, the form of our remote ids. */
export function splitUri(uri: string): { did: string; recordKey: string } {
  const [did = "", , recordKey = ""] = uri.replace(/^at:\/\//, "").split("/");
  return { did, recordKey };
}

/**
 * Normalizes a server's address given by a user or a DID document: https on the default port, no credentials or path.
 * Returns it without a trailing slash, or null if it is anything else.
 */
export function serverAddress(text: string): string | null {
  const address = text.includes("://") ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const plain = url.username === "" && url.password === "" && url.pathname === "/" && url.search === "" && url.hash === "";
  return plain && url.protocol === "https:" && url.port === "" ? url.origin : null;
}

/** A server's identity in service tokens; `did:web` writes the colon before a port as `%3A`. */
export function serverDid(base: string): string {
  return `did:web:${new URL(base).host.replace(":", "%3A")}`;
}
