import type { Grant } from "../../sandbox/kit/grants.ts";
import { issueRefreshToken } from "../../sandbox/kit/refresh-tokens.ts";
import { issueToken } from "../../sandbox/kit/tokens.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";

/**
 * Both lifetimes: https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ (2026-11). A refresh
 * gives a new refresh token with the full time again.
 */
export const ACCESS_SECONDS = 2_592_000;
export const REFRESH_SECONDS = 5_184_000;
const PREFIX = "pina_";

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface Reach {
  readonly grant: Grant;
  readonly scopes: readonly string[];
}

export async function issuePair(world: SandboxWorld, reach: Reach): Promise<TokenPair> {
  return {
    accessToken: await issueAccess(world, reach),
    refreshToken: await issueRefreshToken(world, { ...reach, lifetimeSeconds: REFRESH_SECONDS }),
  };
}

export function issueAccess(world: SandboxWorld, { grant, scopes }: Reach): Promise<string> {
  return issueToken(world, { grant, kind: "access", scopes, lifetimeSeconds: ACCESS_SECONDS, prefix: PREFIX });
}
