import type { FastifyInstance, FastifyRequest } from "fastify";
import { isKnownClient, isSecretOf } from "../../sandbox/kit/applications.ts";
import { grantAll, revokeGrant } from "../../sandbox/kit/grants.ts";
import type { LogInPage } from "../../sandbox/kit/log-in-request.ts";
import { scopesNamed } from "../../sandbox/kit/log-in-request.ts";
import { shortUserNameOf } from "../../sandbox/kit/names.ts";
import { grantOfRefreshToken, revokeRefreshToken } from "../../sandbox/kit/refresh-tokens.ts";
import type { Refusal } from "../../sandbox/kit/refusals.ts";
import { basicIn, textsIn } from "../../sandbox/kit/requests.ts";
import { granted, issuePair } from "../../sandbox/kit/token-calls.ts";
import { revokeToken } from "../../sandbox/kit/tokens.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { findOrInsert, LIST_MAX, list, newId, type Stored } from "./model.ts";
import { oauthRefusal } from "./refusals.ts";
import { type Settings, settingsOf } from "./settings.ts";

/** Six months of a refresh token are unverified: no page of the vendor says it. */
const LIFETIMES = { accessSeconds: 7200, refreshSeconds: 180 * 86_400 };
export const OFFLINE = "offline.access";
const USERNAME_LENGTH_MAX = 15;

const SCOPES = scopesNamed({
  "tweet.read": "See all posts that you can see",
  "tweet.write": "Post and delete posts for you",
  "users.read": "See any account that you can see",
  "media.write": "Upload media for you",
  [OFFLINE]: "Stay connected until you revoke access",
});

/** The log-in: a person has one account. X's own page takes all scopes or none; here they can be unticked, to try out what happens. */
export function logInPage(world: SandboxWorld): LogInPage {
  return {
    path: "/www/i/oauth2/authorize",
    scopes: SCOPES,
    pkce: "required",
    // https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code (2026-08)
    codeSeconds: 30,
    declined: { error: "access_denied" },
    persons: async () => (await list(world, "account", { limit: LIST_MAX })).reverse(),
    personNamed: (name) => accountNamed(world, name),
  };
}

/** Creates or finds the account with this name. Concurrent calls get the same one: the user name is claimed first. */
export async function accountNamed(world: SandboxWorld, name: string): Promise<Stored<"account">> {
  const username = shortUserNameOf(name, USERNAME_LENGTH_MAX);
  const claim = await findOrInsert(world, "username", username, { account_id: await newId(world) });
  return findOrInsert(world, "account", claim.account_id, { username, name: name.trim() || username });
}

/** Tokens of somebody who gave the sandbox's application everything that it may ask for. */
export async function grantedTokens(world: SandboxWorld, personId: string) {
  return issuePair(world, await grantAll(world, { personId, scopes: SCOPES }), LIFETIMES);
}

/**
 * Codes and tokens. A confidential client says who it is with `Authorization: Basic`, a public one with `client_id` in the body.
 * https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token (2026-08)
 */
export function tokenRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  scope.post("/2/oauth2/token", async (request) => {
    const settings = await settingsOf(world);
    const call = { clientId: requireClient(network, request, settings), fields: textsIn(request.body) };
    const { query, ...reach } = await granted(world, call, {
      needsVerifier: true,
      rotation: settings.refresh_rotation,
      lifetimeSeconds: LIFETIMES.refreshSeconds,
      missing,
      unsupported: (type = "") => oauthRefusal(400, "unsupported_grant_type", `The grant type [${type}] is not supported.`),
      badCode: (why) => oauthRefusal(400, "invalid_request", REFUSED_CODES[why]),
      async badRefreshToken(why, refreshToken) {
        const reused = why === "used" && settings.reuse_ends_grant ? await grantOfRefreshToken(world, refreshToken) : null;
        if (reused !== null) await revokeGrant(world, reused);
        return oauthRefusal(400, "invalid_request", "Value passed for the token was invalid.");
      },
    });
    const { accessToken, refreshToken } = await issuePair(world, reach, LIFETIMES);
    return {
      token_type: "bearer",
      expires_in: LIFETIMES.accessSeconds,
      access_token: accessToken,
      scope: reach.scopes.join(" "),
      ...(reach.scopes.includes(OFFLINE) ? { refresh_token: refreshToken } : {}),
    };
  });

  scope.post("/2/oauth2/revoke", async (request) => {
    requireClient(network, request, await settingsOf(world));
    const { token } = textsIn(request.body);
    if (token === undefined) throw missing("token");
    // A token ends alone, whichever it is, and one that is not known is over already.
    await revokeToken(world, token);
    await revokeRefreshToken(world, token);
    return { revoked: true };
  });
}

const UNKNOWN_CODE = "Value passed for the authorization code was invalid.";
const REFUSED_CODES = {
  unknown: UNKNOWN_CODE,
  used: UNKNOWN_CODE,
  expired: UNKNOWN_CODE,
  revoked: UNKNOWN_CODE,
  redirect: "Value passed for the redirect uri did not match the uri of the authorization code.",
  verifier: "Value passed for the code verifier did not match the code challenge.",
} as const;

/** The client's id; throws unless the client says who it is in the way that it is registered for. */
function requireClient(network: SandboxNetwork, request: FastifyRequest, { client }: Settings): string {
  if (client === "confidential") {
    const basic = basicIn(request);
    if (basic !== null && isSecretOf(network, basic)) return basic.clientId;
    throw oauthRefusal(401, "unauthorized_client", "Missing valid authorization header");
  }
  const { client_id: clientId } = textsIn(request.body);
  if (clientId === undefined) throw missing("client_id");
  if (!isKnownClient(network, clientId)) throw oauthRefusal(400, "invalid_request", "Value passed for the client id was invalid.");
  return clientId;
}

function missing(name: string): Refusal {
  return oauthRefusal(400, "invalid_request", `Missing required parameter [${name}].`);
}
