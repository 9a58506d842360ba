import { serverAddress } from "../addresses.ts";
import { didOfHandle, type Identity, identityOf, type Unknown } from "../identity.ts";
import type { Caller } from "../xrpc.ts";
import { issuerFor } from "./server.ts";

/** Where the person logs in. */
export interface Destination {
  readonly issuer: string;
  /** Null if the person named only their server. */
  readonly identity: Identity | null;
}

/** Finds the authorization server of what the person named: a handle, a DID, or the server that holds the account. */
export async function destinationOf(asked: string, call: Caller): Promise<Destination | Unknown> {
  const name = asked.trim().replace(/^@/, "").toLowerCase();
  if (name.startsWith("did:")) return ofAccount(name, call);
  if (name.includes("://")) return ofServer(name, call);
  if (!HANDLE.test(name))
    return { kind: "refused", reason: "Enter your Bluesky handle, such as you.bsky.social, or the address of your server." };
  const did = await didOfHandle(name, call);
  if (did !== null) return typeof did === "string" ? ofAccount(did, call) : did;
  const server = await ofServer(name, call);
  return "kind" in server ? { kind: "refused", reason: `Bluesky knows no account and no server named ${name}.` } : server;
}

/** https://atproto.com/specs/handle#handle-identifier-syntax (August 2026) */
export const HANDLE = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

async function ofAccount(did: string, call: Caller): Promise<Destination | Unknown> {
  const identity = await identityOf(did, call);
  if ("kind" in identity) return identity;
  const issuer = await issuerFor(identity.pds, call);
  return typeof issuer === "string" ? { issuer, identity } : issuer;
}

async function ofServer(address: string, call: Caller): Promise<Destination | Unknown> {
  const pds = call.baseUrl ?? serverAddress(address);
  if (pds === null) return { kind: "refused", reason: "Your server's address must be https, such as https://bsky.social." };
  const issuer = await issuerFor(pds, call);
  return typeof issuer === "string" ? { issuer, identity: null } : issuer;
}
