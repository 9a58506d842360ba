import { appViewOf, directoryOf, serverAddress } from "./addresses.ts";
import { wordsOf } from "./errors.ts";
import { listAt, textAt } from "./json.ts";
import { type Caller, query, type Reply, read } from "./xrpc.ts";

/** An account, by the three names it has: https://atproto.com/specs/did and https://atproto.com/specs/handle (August 2026). */
export interface Identity {
  readonly did: string;
  readonly handle: string;
  /** The server that holds it, without a trailing slash. */
  readonly pds: string;
}

export type Unknown = { readonly kind: "refused" | "unreachable"; readonly reason: string };

/** Null if there is no such handle. */
export async function didOfHandle(handle: string, call: Caller): Promise<string | null | Unknown> {
  const reply = await query(call, {
    base: appViewOf(call),
    name: "com.atproto.identity.resolveHandle",
    parameters: [["handle", handle]],
  });
  if (reply.kind === "refused" && reply.status === 400) return null;
  if (reply.kind !== "ok") return unknownOf(reply);
  return textAt(reply.body, "did");
}

/** Reads the account's document. The handle counts only if it leads back to the account: anyone can claim any in their own. */
export async function identityOf(did: string, call: Caller): Promise<Identity | Unknown> {
  const address = documentAddress(did, call);
  if (address === null) return { kind: "refused", reason: "Bluesky: the account's identifier is of an unknown kind." };
  const reply = await read(call, address);
  if (reply.kind !== "ok") return unknownOf(reply);
  const pds = call.baseUrl ?? pdsOf(reply.body, did);
  if (textAt(reply.body, "id") !== did || pds === null) return { kind: "refused", reason: "Bluesky: the account names no server." };
  const claimed = handleOf(reply.body);
  const owner = claimed === null ? null : await didOfHandle(claimed, call);
  return { did, pds, handle: claimed !== null && owner === did ? claimed : did };
}

/** The account's server according to its document; null if that names none with an acceptable address. */
export function pdsOf(document: unknown, did: string): string | null {
  for (const service of listAt(document, "service")) {
    const id = textAt(service, "id");
    if (id !== "#atproto_pds" && id !== `${did}#atproto_pds`) continue;
    const endpoint = textAt(service, "serviceEndpoint");
    return endpoint === null ? null : serverAddress(endpoint);
  }
  return null;
}

export function unknownOf(reply: Exclude<Reply, { kind: "ok" }>): Unknown {
  if (reply.kind !== "refused") return { kind: "unreachable", reason: `Bluesky: ${reply.reason}` };
  const isPassing = reply.status >= 500 || reply.status === 429;
  return { kind: isPassing ? "unreachable" : "refused", reason: `Bluesky: ${wordsOf(reply)}` };
}

function documentAddress(did: string, call: Caller): string | null {
  if (/^did:plc:[a-z2-7]{24}$/.test(did)) return `${directoryOf(call)}/${did}`;
  const [, host] = /^did:web:([a-z0-9.-]+)$/.exec(did) ?? [];
  const address = host === undefined ? null : serverAddress(host);
  return address === null ? null : `${address}/.well-known/did.json`;
}

function handleOf(document: unknown): string | null {
  const alias = listAt(document, "alsoKnownAs").find((name) => typeof name === "string" && name.startsWith("at://"));
  return typeof alias === "string" ? alias.slice("at://".length).toLowerCase() : null;
}
