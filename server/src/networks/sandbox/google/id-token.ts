import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { SandboxWorld } from "../network.ts";
import type { GoogleProfile } from "./service.ts";

export interface IdTokenFacts {
  readonly audience: string;
  readonly scopes: readonly string[];
  readonly lifetimeSeconds: number;
}

/**
 * Who logged in, as a JWT. Its signature is none: whoever gets it straight from the token endpoint need not check one.
 * https://developers.google.com/identity/openid-connect/openid-connect#obtainuserinfo (2026-11)
 */
export function idTokenOf(world: SandboxWorld, { sub, email, name }: GoogleProfile, facts: IdTokenFacts): string {
  const now = Math.floor(toEpochMilliseconds(world.now()) / 1000);
  const header = { alg: "RS256", kid: "sandbox", typ: "JWT" };
  const claims = {
    iss: "https://accounts.google.com",
    azp: facts.audience,
    aud: facts.audience,
    sub,
    ...(facts.scopes.includes("email") ? { email, email_verified: true } : {}),
    ...(facts.scopes.includes("profile") ? { name } : {}),
    iat: now,
    exp: now + facts.lifetimeSeconds,
  };
  return [header, claims, "sandbox"].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
}
