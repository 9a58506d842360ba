import type { FastifyInstance } from "fastify";
import { grantAll } from "../kit/grants.ts";
import { mountLogIn } from "../kit/log-in-page.ts";
import type { SandboxPurpose, SandboxWorld } from "../network.ts";
import type { GoogleService } from "./service.ts";
import { issueGoogleRefreshToken, issueGoogleToken, tokenRoutes } from "./tokens.ts";

const CODE_SECONDS = 600;

/**
 * Google's log-in below the network's own address: the consent page of accounts.google.com at `/accounts/o/oauth2/v2/auth`, and
 * oauth2.googleapis.com at `/oauth`.
 */
export function mountGoogleLogIn(scope: FastifyInstance, service: GoogleService, world: SandboxWorld): void {
  mountLogIn(scope, {
    network: service.network,
    world,
    page: {
      path: "/accounts/o/oauth2/v2/auth",
      scopes: service.scopes,
      pkce: "taken",
      codeSeconds: CODE_SECONDS,
      declined: { error: "access_denied" },
      persons: () => service.persons(world),
      personNamed: (name) => service.personNamed(world, name),
    },
  });
  tokenRoutes(scope, service, world);
}

/** What a request below these paths is for, as faults see it; undefined for other paths. */
export function googlePurpose(path: string): SandboxPurpose | null | undefined {
  if (path.startsWith("/oauth/")) return "other";
  return path.startsWith("/accounts/") ? null : undefined;
}

/** Tokens of somebody who gave the sandbox's application everything that it may ask for. */
export async function grantedGoogleTokens(
  world: SandboxWorld,
  service: GoogleService,
  personId: string,
): Promise<{ readonly accessToken: string; readonly refreshToken: string }> {
  const { grant, scopes } = await grantAll(world, { personId, scopes: service.scopes });
  const { sub } = await service.profileOf(world, personId);
  return {
    accessToken: await issueGoogleToken(world, { grant, scopes }),
    refreshToken: await issueGoogleRefreshToken(world, { grant, scopes, sub }),
  };
}
