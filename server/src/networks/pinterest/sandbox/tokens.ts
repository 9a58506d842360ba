import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance } from "fastify";
import { isSecretOf } from "../../sandbox/kit/applications.ts";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import { basicIn, textsIn } from "../../sandbox/kit/requests.ts";
import { granted, issuePair } from "../../sandbox/kit/token-calls.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { refusal } from "./refusal.ts";
import { settingsOf } from "./settings.ts";

const FORM = "application/x-www-form-urlencoded";

/**
 * `POST /v5/oauth/token`: the application names itself in the header alone.
 * https://github.com/pinterest/api-description, 5.23.0 (2026-11)
 */
export function tokenRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  scope.post("/v5/oauth/token", async (request) => {
    const { oauth_errors, refresh_rotation, refresh_gives_refresh_token: givesBoth } = await settingsOf(world);
    const refuse = (error: string, message: string, status = 400) =>
      oauth_errors === "code"
        ? refusal(status, status === 401 ? 2 : 1, message)
        : new Refusal({ status, body: { error, error_description: message } });
    const client = basicIn(request);
    if (client === null || !isSecretOf(network, client)) throw refuse("invalid_client", "Authentication failed.", 401);
    const fields = textsIn(request.body);
    if (request.headers["content-type"]?.startsWith(FORM) !== true || fields.grant_type === undefined) {
      throw refuse("invalid_request", "The request must be a form with a grant_type.");
    }
    const { query, ...reach } = await granted(
      world,
      { clientId: client.clientId, fields },
      {
        rotation: givesBoth ? refresh_rotation : "none",
        lifetimeSeconds: LIFETIMES.refreshSeconds,
        missing: (field) => refuse("invalid_request", `${field} is required.`),
        unsupported: (type) => refuse("unsupported_grant_type", `The grant type ${type} is not supported.`),
        badCode: (why) => refuse("invalid_grant", REFUSED_CODES[why]),
        badRefreshToken: (why) => refuse("invalid_grant", `The refresh token is ${why}.`),
      },
    );
    const wanted = query === null ? (fields.scope?.split(/[\s,]+/) ?? reach.scopes) : reach.scopes;
    if (wanted.some((name) => !reach.scopes.includes(name))) throw refuse("invalid_scope", "A scope was not granted.");
    const { accessToken, refreshToken } = await issuePair(world, { ...reach, scopes: wanted }, LIFETIMES);
    return {
      response_type: fields.grant_type,
      access_token: accessToken,
      token_type: "bearer",
      expires_in: LIFETIMES.accessSeconds,
      scope: wanted.join(" "),
      ...(query === null && !givesBoth ? {} : refreshPart(world, refreshToken)),
    };
  });
}

const REFUSED_CODES = {
  unknown: "The authorization code is invalid.",
  revoked: "The authorization code is invalid.",
  verifier: "The authorization code is invalid.",
  used: "The authorization code has been used.",
  expired: "The authorization code has expired.",
  redirect: "The redirect_uri is not the one of the authorization request.",
} as const;

function refreshPart(world: SandboxWorld, refreshToken: string) {
  const expiresAt = Math.floor(toEpochMilliseconds(world.now()) / 1000) + LIFETIMES.refreshSeconds;
  return { refresh_token: refreshToken, refresh_token_expires_in: LIFETIMES.refreshSeconds, refresh_token_expires_at: expiresAt };
}

/**
 * Both lifetimes: https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ (2026-11). A refresh
 * gives a new refresh token with the full time again.
 */
export const LIFETIMES = { prefix: "pina_", accessSeconds: 2_592_000, refreshSeconds: 5_184_000 };
