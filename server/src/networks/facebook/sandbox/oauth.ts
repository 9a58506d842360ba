import type { FastifyInstance, FastifyRequest } from "fastify";
import { isKnownClient, isSecretOf } from "../../sandbox/kit/applications.ts";
import { exchangeCode } from "../../sandbox/kit/codes.ts";
import { lookUpToken } from "../../sandbox/kit/tokens.ts";
import { deadToken, GraphRefusal, invalidParameter } from "../../sandbox/meta/refusal.ts";
import { type GraphCall, readCall, requiredText, requireVersion, textIn } from "../../sandbox/meta/request.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { type Caller, holderOf } from "./access.ts";
import { epochSeconds } from "./model.ts";
import { issuePersonToken, LONG_SECONDS, SHORT_SECONDS } from "./tokens.ts";

interface Versioned {
  readonly Params: { readonly version: string };
}

/**
 * Tokens.
 * https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived (2026-10)
 */
export function oauthRoutes(scope: FastifyInstance, world: SandboxWorld, network: SandboxNetwork): void {
  scope.route<Versioned>({
    method: ["GET", "POST"],
    url: "/:version/oauth/access_token",
    handler: async (request) => {
      requireVersion(request.params.version);
      const call = await readCall(request);
      const clientId = authenticated(network, call);
      const grantType = textIn(call, "grant_type");
      if (grantType === "fb_exchange_token") return exchangeToken(world, clientId, requiredText(call, "fb_exchange_token"));
      if (grantType === "client_credentials") return { access_token: applicationToken(network), token_type: "bearer" };
      if (grantType !== null && grantType !== "authorization_code") throw invalidParameter(`Unsupported grant_type ${grantType}`);
      return tokenForCode(world, clientId, call);
    },
  });
  scope.get<Versioned>("/:version/debug_token", (request) => debug(world, request, network));
}

async function tokenForCode(world: SandboxWorld, clientId: string, call: GraphCall): Promise<unknown> {
  const [code, redirectUri] = [requiredText(call, "code"), requiredText(call, "redirect_uri")];
  const outcome = await exchangeCode(world, { code, clientId, redirectUri, verifier: textIn(call, "code_verifier") ?? "" });
  if (outcome.kind === "refused") throw new GraphRefusal({ code: 100, ...REFUSED_CODES[outcome.why] });
  return bearer(await issuePersonToken(world, outcome.grant, "short"), SHORT_SECONDS);
}

const REFUSED_CODES = {
  unknown: { subcode: 36007, message: "Invalid verification code format." },
  revoked: { subcode: 36007, message: "This authorization code is no longer valid." },
  expired: { subcode: 36007, message: "This authorization code has expired." },
  used: { subcode: 36009, message: "This authorization code has been used." },
  verifier: { subcode: 36008, message: "Error validating verification code. The code verifier does not match." },
  redirect: {
    subcode: 36008,
    message:
      "Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request",
  },
} as const;

/** Only the token of a person can be exchanged. */
async function exchangeToken(world: SandboxWorld, clientId: string, short: string): Promise<unknown> {
  const { token, grant } = await holderOf(world, short);
  if (token.client_id !== clientId || token.acts_as !== null) throw deadToken("Error validating access token.");
  return bearer(await issuePersonToken(world, grant, "long"), LONG_SECONDS);
}

function bearer(access_token: string, expires_in: number) {
  return { access_token, token_type: "bearer", expires_in };
}

/** What is known about `input_token`, for the application itself or for somebody with a token of it. */
async function debug(world: SandboxWorld, request: FastifyRequest<Versioned>, network: SandboxNetwork): Promise<unknown> {
  requireVersion(request.params.version);
  const call = await readCall(request);
  if (call.token !== applicationToken(network)) await holderOf(world, call.token ?? "");
  const input = requiredText(call, "input_token");
  const known = await factsOf(world, input);
  try {
    const holder = await holderOf(world, input);
    return { data: { ...known, ...reachOf(holder), is_valid: true } };
  } catch (error) {
    if (!(error instanceof GraphRefusal)) throw error;
    const { code, message, subcode } = error.error;
    return { data: { error: { code, message, ...(subcode === undefined ? {} : { subcode }) }, ...known, is_valid: false, scopes: [] } };
  }
}

const DATA_ACCESS_SECONDS = 90 * 86_400;

async function factsOf(world: SandboxWorld, input: string) {
  const outcome = await lookUpToken(world, input);
  if (outcome.kind === "unknown") return {};
  const { token } = outcome;
  return {
    app_id: token.client_id,
    type: token.acts_as === null ? "USER" : "PAGE",
    application: "Rostrum",
    issued_at: epochSeconds(token.createdAt),
    expires_at: token.ends_at === null ? 0 : epochSeconds(token.ends_at),
    data_access_expires_at: epochSeconds(token.createdAt) + DATA_ACCESS_SECONDS,
    user_id: token.person_id,
    ...(token.acts_as === null ? {} : { profile_id: token.acts_as }),
  };
}

function reachOf({ scopes, grant, page }: Caller) {
  const targets = page === null ? grant.account_ids : [page.id];
  const granular = scopes.map((name) => (/^(pages|instagram)_/.test(name) ? { scope: name, target_ids: targets } : { scope: name }));
  return { scopes, granular_scopes: granular };
}

/** The application's own token: `<id>|<secret>`. */
export function applicationToken({ application }: Pick<SandboxNetwork, "application">): string {
  return `${application?.clientId}|${application?.clientSecret}`;
}

function authenticated(network: SandboxNetwork, call: GraphCall): string {
  const [clientId, clientSecret] = [requiredText(call, "client_id"), textIn(call, "client_secret") ?? ""];
  if (!isKnownClient(network, clientId)) {
    throw new GraphRefusal({
      code: 101,
      message: "Error validating application. Cannot get application info due to a system error.",
    });
  }
  if (isSecretOf(network, { clientId, clientSecret })) return clientId;
  throw new GraphRefusal({ code: 1, message: "Error validating client secret." });
}
