import type { Grant } from "../../sandbox/kit/grants.ts";
import { issueRefreshToken } from "../../sandbox/kit/refresh-tokens.ts";
import { issueToken } from "../../sandbox/kit/tokens.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Settings } from "./settings.ts";

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface Reach {
  readonly grant: Grant;
  readonly scopes: readonly string[];
}

export async function issuePair(world: SandboxWorld, reach: Reach, settings: Settings): Promise<TokenPair> {
  return {
    accessToken: await issueAccess(world, reach, settings),
    refreshToken: await issueRefreshToken(world, { ...reach, lifetimeSeconds: settings.refresh_seconds }),
  };
}

export function issueAccess(world: SandboxWorld, { grant, scopes }: Reach, { access_seconds }: Settings): Promise<string> {
  return issueToken(world, { grant, kind: "user", scopes, lifetimeSeconds: access_seconds, prefix: "act." });
}
