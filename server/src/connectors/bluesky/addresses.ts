import type { Call } from "../connector.ts";

/** Entryway of the network: signs in the accounts that name no server of their own. */
export const ENTRYWAY = "https://bsky.social";
const APP_VIEW = "https://public.api.bsky.app";
const VIDEO_SERVICE = "https://video.bsky.app";
const WEB_APP = "https://bsky.app";

export const POSTS = "app.bsky.feed.post";

/** Public reads, without a session. */
export function appViewOf(call: Call): string {
  return call.baseUrl ?? APP_VIEW;
}

export function videoServiceOf(call: Call): string {
  return call.baseUrl ?? VIDEO_SERVICE;
}

/** Where a reader sees the post. The form with the DID survives a change of the handle. */
export function permalinkOf(call: Call, postUri: string): string {
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
 * A server's address as a user or a DID document gives it: https on its usual port, no name, password or path; answers it
 * without a final slash, or null when it is something else.
 */
export function serverAddress(text: string): string | null {
  const address = text.includes("://") ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const plain = url.username === "" && url.password === "" && url.pathname === "/" && url.search === "" && url.hash === "";
  return plain && url.protocol === "https:" && url.port === "" ? url.origin : null;
}

/** The identity of a server in service tokens; a port's colon is written `%3A` in `did:web`. */
export function serverDid(base: string): string {
  return `did:web:${new URL(base).host.replace(":", "%3A")}`;
}
