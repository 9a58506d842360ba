import type { FastifyInstance } from "fastify";
import { isSecretOf } from "../../sandbox/kit/applications.ts";
import { grantAll, revokeGrant } from "../../sandbox/kit/grants.ts";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import { textsIn } from "../../sandbox/kit/requests.ts";
import { granted, issuePair, type TokenCall } from "../../sandbox/kit/token-calls.ts";
import { lookUpToken } from "../../sandbox/kit/tokens.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { openIdOf } from "./model.ts";
import { SCOPES } from "./people.ts";
import { newLogId } from "./refusals.ts";
import { type Settings, settingsOf } from "./settings.ts";

const FORM = "application/x-www-form-urlencoded";
const MALFORMED = "The request parameters are malformed.";

/** A call by an application that has shown its secret. */
interface Asked extends TokenCall {
  readonly world: SandboxWorld;
  readonly settings: Settings;
  refuse(error: string, description: string): Refusal;
}

/**
 * Codes and tokens: forms in, flat JSON out. https://developers.tiktok.com/doc/oauth-user-access-token-management (2026-11), which has
 * no status for errors: products have met 200 and 400.
 */
export function tokenRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  const mount = (path: string, run: (asked: Asked) => Promise<object>) =>
    scope.post(path, async (request) => {
      const settings = await settingsOf(world);
      const refuse = (error: string, error_description: string) =>
        new Refusal({ status: settings.oauth_error_status, body: { error, error_description, log_id: newLogId(world.now()) } });
      if (request.headers["content-type"]?.startsWith(FORM) !== true) {
        throw refuse("invalid_request", `Only ${FORM} is accepted as Content-Type.`);
      }
      const fields = textsIn(request.body);
      const { client_key: clientId = "", client_secret: clientSecret = "" } = fields;
      if (!isSecretOf(network, { clientId, clientSecret })) throw refuse("invalid_client", "Client key or secret is incorrect.");
      return run({ world, settings, clientId, fields, refuse });
    });
  mount("/v2/oauth/token/", tokensFor);
  mount("/v2/oauth/revoke/", revoked);
}

/** Of two refresh tokens the old one stops working at once. */
async function tokensFor({ world, settings, clientId, fields, refuse }: Asked): Promise<object> {
  const { query: _query, ...reach } = await granted(
    world,
    { clientId, fields: settings.refreshes ? fields : { ...fields, refresh_token: fields.refresh_token && "refused" } },
    {
      rotation: "strict",
      lifetimeSeconds: settings.refresh_seconds,
      missing: () => refuse("invalid_request", MALFORMED),
      unsupported: () => refuse("unsupported_grant_type", "The grant type is not supported by the authorization server."),
      badCode: (why) => refuse("invalid_grant", REFUSED_CODES[why]),
      badRefreshToken: () => refuse("invalid_grant", "Refresh token is invalid or expired."),
    },
  );
  const { accessToken, refreshToken } = await issuePair(world, reach, lifetimesIn(settings));
  const { grant, scopes } = reach;
  return {
    access_token: accessToken,
    expires_in: settings.access_seconds,
    open_id: openIdOf(grant.client_id, grant.person_id),
    refresh_expires_in: settings.refresh_seconds,
    refresh_token: refreshToken,
    scope: scopes.join(","),
    token_type: "Bearer",
  };
}

const REFUSED_CODES = {
  unknown: "Authorization code is invalid.",
  used: "Authorization code is expired.",
  expired: "Authorization code is expired.",
  revoked: "Authorization code is expired.",
  redirect: "Redirect_uri is not matched with the uri when requesting code.",
  verifier: "Code verifier or code challenge is invalid.",
} as const;

/** The person's whole grant ends with any of its tokens. */
async function revoked({ world, clientId, fields, refuse }: Asked): Promise<object> {
  const outcome = await lookUpToken(world, fields.token ?? "");
  if (outcome.kind !== "valid" || outcome.grant.client_id !== clientId)
    throw refuse("invalid_request", "Access token is invalid or expired.");
  await revokeGrant(world, outcome.grant);
  return {};
}

/** Tokens of somebody who gave the sandbox's application everything that it may ask for. */
export async function grantedPair(world: SandboxWorld, personId: string) {
  return issuePair(world, await grantAll(world, { personId, scopes: SCOPES }), lifetimesIn(await settingsOf(world)));
}

function lifetimesIn({ access_seconds, refresh_seconds }: Settings) {
  return { prefix: "act.", accessSeconds: access_seconds, refreshSeconds: refresh_seconds };
}
