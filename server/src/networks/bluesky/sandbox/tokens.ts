import { randomBytes } from "node:crypto";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { FastifyRequest } from "fastify";
import { bearerIn } from "../../sandbox/kit/requests.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Asked } from "./methods.ts";
import { find, insert, put, type Stored } from "./model.ts";
import { requireProven } from "./oauth/proof.ts";
import { refusal } from "./refusal.ts";

const ACCESS_SECONDS = 2 * 3600;
const REFRESH_SECONDS = 90 * 24 * 3600;
/** For this long a used refresh token still yields the token it was exchanged for. */
const GRACE_SECONDS = 2 * 3600;

export interface Tokens {
  readonly accessJwt: string;
  readonly refreshJwt: string;
}

export async function issueTokens(world: SandboxWorld, did: string): Promise<Tokens> {
  const refreshJwt = newToken();
  await insert(world, "refresh", refreshJwt, { did, next: null, expiresAt: addSeconds(world.now(), REFRESH_SECONDS) });
  return { accessJwt: await issueAccess(world, { did, method: null, seconds: ACCESS_SECONDS }), refreshJwt };
}

/** A token for the account, or for one method of another service when `method` names it. */
export async function issueAccess(world: SandboxWorld, grant: { did: string; method: string | null; seconds: number }): Promise<string> {
  const token = newToken();
  await insert(world, "access", token, { did: grant.did, method: grant.method, expiresAt: addSeconds(world.now(), grant.seconds) });
  return token;
}

/** Exchanges a refresh token. The first use fixes its successor, so that the request can be repeated after a lost response. */
export async function exchange(world: SandboxWorld, request: FastifyRequest): Promise<Tokens & { readonly did: string }> {
  const token = bearer(request);
  const held = await find(world, "refresh", token);
  if (held === null) throw refusal(400, "InvalidToken", "Token could not be verified");
  if (isOver(held, world.now())) throw refusal(400, "ExpiredToken", "Token has been revoked");

  const refreshJwt = held.next ?? newToken();
  if (held.next === null) {
    const graceEnd = addSeconds(world.now(), GRACE_SECONDS);
    await insert(world, "refresh", refreshJwt, { did: held.did, next: null, expiresAt: addSeconds(world.now(), REFRESH_SECONDS) });
    await put(world, "refresh", token, {
      did: held.did,
      next: refreshJwt,
      expiresAt: isOver(held, graceEnd) ? held.expiresAt : graceEnd,
    });
  }
  return { did: held.did, accessJwt: await issueAccess(world, { did: held.did, method: null, seconds: ACCESS_SECONDS }), refreshJwt };
}

/** The caller's DID; `method` is what a service token must be for, null for an account's own token. */
export async function requireAccess({ world, request }: Asked, method: string | null): Promise<string> {
  const [, proven] = /^DPoP (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (proven !== undefined) return requireProven(world, request, proven);
  const held: Stored<"access"> | null = await find(world, "access", bearer(request));
  if (held === null) throw refusal(400, "InvalidToken", "Token could not be verified");
  if (isOver(held, world.now())) throw refusal(400, "ExpiredToken", "Token has expired");
  if (held.method !== method) throw refusal(400, "InvalidToken", "Bad token scope");
  return held.did;
}

function isOver({ expiresAt }: { readonly expiresAt: string }, now: Instant): boolean {
  return expiresAt <= now;
}

function bearer(request: FastifyRequest): string {
  const token = bearerIn(request);
  if (token === null) throw refusal(401, "AuthMissing", "Authentication Required");
  return token;
}

function newToken(): string {
  return randomBytes(32).toString("base64url");
}
