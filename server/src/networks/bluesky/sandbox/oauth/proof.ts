import { createHash } from "node:crypto";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyRequest } from "fastify";
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from "jose";
import { z } from "zod";
import type { Refusal } from "../../../sandbox/kit/refusals.ts";
import { checkToken } from "../../../sandbox/kit/tokens.ts";
import type { SandboxWorld } from "../../../sandbox/network.ts";
import { find, insert } from "../model.ts";
import { oauthRefusal, refusal } from "../refusal.ts";
import { GENERIC } from "./sessions.ts";

const NONCE_SECONDS = 180;
const AGE_SECONDS_MAX = 10;
const CLOCK_SECONDS = 180;

const Claims = z.object({
  jti: z.string().min(1).max(200),
  htm: z.string(),
  htu: z.string(),
  nonce: z.string().optional(),
  ath: z.string().optional(),
});

/** The nonce that proofs must have now; the one before it is still taken. It says nothing secret, so that it survives restarts. */
export function nonceOf(world: SandboxWorld, stepsBack = 0): string {
  const step = Math.floor(toEpochMilliseconds(world.now()) / 1000 / NONCE_SECONDS) - stepsBack;
  return createHash("sha256").update(`${world.baseUrl} ${step}`).digest("base64url");
}

/** Checks the proof of possession that a request carries (RFC 9449, section 4.3) and returns the thumbprint of its key. */
export async function checkProof(
  world: SandboxWorld,
  request: FastifyRequest,
  accessToken: string | null,
  refuse: (error: string, description: string) => Refusal = oauthRefusal,
): Promise<string> {
  const invalid = (description: string) => refuse("invalid_dpop_proof", description);
  const proof = request.headers.dpop;
  if (typeof proof !== "string" || proof === "") throw refuse("invalid_dpop_proof", "DPoP proof required");
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: "dpop+jwt",
    algorithms: ["ES256"],
    maxTokenAge: AGE_SECONDS_MAX,
    clockTolerance: CLOCK_SECONDS,
    currentDate: new Date(toEpochMilliseconds(world.now())),
  }).catch(() => {
    throw invalid("Failed to verify DPoP proof");
  });
  const claims = Claims.safeParse(payload);
  if (!claims.success) throw invalid("DPoP claims are incomplete");
  const { jti, htm, htu, nonce, ath } = claims.data;
  if (htm !== request.method) throw invalid('DPoP "htm" mismatch');
  if (htu !== addressOf(world, request)) throw invalid('DPoP "htu" mismatch');
  if (nonce === undefined) throw refuse("use_dpop_nonce", "Authorization server requires nonce in DPoP proof");
  if (![nonceOf(world), nonceOf(world, 1)].includes(nonce)) throw refuse("use_dpop_nonce", 'DPoP "nonce" mismatch');
  const expected = accessToken === null ? undefined : createHash("sha256").update(accessToken).digest("base64url");
  if (ath !== expected) throw invalid('DPoP "ath" mismatch');
  const { jwk } = protectedHeader;
  if (jwk === undefined) throw invalid('DPoP "jwk" missing');
  const thumbprint = await calculateJwkThumbprint(jwk);
  if (!(await insert(world, "proof", `${thumbprint} ${createHash("sha256").update(jti).digest("base64url")}`, {}))) {
    throw invalid("DPoP proof replayed");
  }
  return thumbprint;
}

/** Without the query. */
function addressOf(world: SandboxWorld, request: FastifyRequest): string {
  const { origin, pathname } = new URL(request.url, world.baseUrl);
  return origin + pathname;
}

/** The DID of a caller with a token of a log-in and a proof that it is theirs; refuses as the network's methods do. */
export async function requireProven(world: SandboxWorld, request: FastifyRequest, token: string): Promise<string> {
  // At a method, what is wrong with a proof other than its nonce is wrong with the token.
  const refuse = (error: string, message: string) => denied(error === "use_dpop_nonce" ? error : "invalid_token", message);
  const jkt = await checkProof(world, request, token, refuse);
  const outcome = await checkToken(world, request, token);
  if (outcome.kind === "expired") throw denied("invalid_token", "Token expired");
  if (outcome.kind !== "valid") throw denied("invalid_token", "Invalid token");
  const session = await find(world, "session", outcome.grant.client_id);
  if (session === null || session.jkt !== jkt) throw denied("invalid_token", "Invalid DPoP key binding");
  const isOpenToAll = /\/com\.atproto\.server\.getSession(\?|$)/.test(request.url);
  if (!isOpenToAll && !outcome.scopes.includes(GENERIC)) throw refusal(403, "ScopeMissingError", `Missing required scope "${GENERIC}"`);
  return session.did;
}

function denied(error: string, message: string): Refusal {
  return refusal(401, error, message, {
    "www-authenticate": `DPoP error="${error}", error_description="${message.replaceAll('"', "'")}"`,
  });
}
