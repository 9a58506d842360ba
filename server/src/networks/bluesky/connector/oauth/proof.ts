import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { SignJWT } from "jose";
import { type Configuration, type DPoPHandle, getDPoPHandle, modifyAssertion, randomDPoPKeyPair } from "openid-client";
import { z } from "zod";
import type { CallReply, CallRequest } from "../../../../ground/net/net.ts";

/** A key of this kind is made for each log-in; its tokens are worth nothing without it (RFC 9449). */
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;
const Jwk = z.object({ kty: z.literal("EC"), crv: z.literal("P-256"), x: z.string(), y: z.string(), d: z.string() });
export type ProofKey = z.output<typeof Jwk>;
export const proofKey = Jwk;

/** Errors about the proof and not about what the person granted: RFC 9449, sections 5 and 7.1. */
export const PROOF_ERRORS: ReadonlySet<string> = new Set(["use_dpop_nonce", "invalid_dpop_proof"]);

export async function newProofKey(): Promise<ProofKey> {
  const { privateKey } = await randomDPoPKeyPair("ES256", { extractable: true });
  return Jwk.parse(await crypto.subtle.exportKey("jwk", privateKey));
}

/** Makes the proofs that requests carry, each with the nonce that its server asked for last. */
export async function prover(key: ProofKey, config: Configuration): Promise<DPoPHandle> {
  const { d, ...open } = key;
  const keyPair = {
    privateKey: await crypto.subtle.importKey("jwk", { ...open, d }, ALGORITHM, false, ["sign"]),
    publicKey: await crypto.subtle.importKey("jwk", open, ALGORITHM, true, ["verify"]),
  };
  return getDPoPHandle(config, keyPair, {
    [modifyAssertion](_header, payload) {
      // The library knows the nonces of its own short life only.
      payload.nonce ??= nonces.get(new URL(String(payload.htu)).origin);
    },
  });
}

/** The same as a header, for requests that the library sends without one. */
export async function proofHeader(
  { d, ...open }: ProofKey,
  { method, url, now }: Pick<CallRequest, "method" | "url"> & { readonly now: Instant },
): Promise<Readonly<Record<string, string>>> {
  const { origin, pathname } = new URL(url);
  const nonce = nonces.get(origin);
  const claims = { jti: crypto.randomUUID(), htm: method, htu: origin + pathname, ...(nonce === undefined ? {} : { nonce }) };
  const proof = await new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk: open })
    .setIssuedAt(Math.floor(toEpochMilliseconds(now) / 1000))
    .sign({ ...open, d });
  return { dpop: proof };
}

/**
 * Servers change their nonce every few minutes and say so in any reply; without the latest, every first request is made twice. A nonce
 * is the same for everybody who asks a server, so the service keeps one for each.
 */
export function learnNonce(url: string, reply: CallReply): void {
  const nonce = reply.kind === "answered" ? reply.headers["dpop-nonce"] : undefined;
  if (nonce === undefined) return;
  const { origin } = new URL(url);
  nonces.delete(origin);
  nonces.set(origin, nonce);
  const [oldest] = nonces.keys();
  if (nonces.size > SERVERS_MAX && oldest !== undefined) nonces.delete(oldest);
}

const SERVERS_MAX = 500;
const nonces = new Map<string, string>();
