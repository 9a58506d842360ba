import type { FastifyInstance, FastifyRequest } from "fastify";
import { isKnownClient, isSecretOf } from "../../sandbox/kit/applications.ts";
import { exchangeCode } from "../../sandbox/kit/codes.ts";
import { type Grant, revokeGrant } from "../../sandbox/kit/grants.ts";
import { grantOfRefreshToken, issueRefreshToken, revokeRefreshToken, useRefreshToken } from "../../sandbox/kit/refresh-tokens.ts";
import { issueToken, revokeToken } from "../../sandbox/kit/tokens.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { ACCESS_SECONDS, OFFLINE, REFRESH_SECONDS } from "./people.ts";
import { oauthRefusal } from "./refusals.ts";
import { type Settings, settingsOf } from "./settings.ts";

/**
 * Codes and tokens. A confidential client says who it is with `Authorization: Basic`, a public one with `client_id` in the body.
 * https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token (2026-08)
 */
export function tokenRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  scope.post("/2/oauth2/token", async (request) => {
    const settings = await settingsOf(world);
    const clientId = requireClient(network, request, settings);
    const call: TokenCall = { world, settings, clientId, given: (name) => parameter(request, name) };
    const type = call.given("grant_type");
    if (type === "authorization_code") return exchanged(call);
    if (type === "refresh_token") return refreshed(call);
    throw oauthRefusal(400, "unsupported_grant_type", `The grant type [${type ?? ""}] is not supported.`);
  });

  scope.post("/2/oauth2/revoke", async (request) => {
    requireClient(network, request, await settingsOf(world));
    const token = parameter(request, "token");
    if (token === null) throw missing("token");
    // A token ends alone, whichever it is, and one that is not known is over already.
    await revokeToken(world, token);
    await revokeRefreshToken(world, token);
    return { revoked: true };
  });
}

const NO_HEADER = "Missing valid authorization header";
const BAD_TOKEN = "Value passed for the token was invalid.";

const REFUSED_CODES = {
  unknown: "Value passed for the authorization code was invalid.",
  used: "Value passed for the authorization code was invalid.",
  expired: "Value passed for the authorization code was invalid.",
  revoked: "Value passed for the authorization code was invalid.",
  redirect: "Value passed for the redirect uri did not match the uri of the authorization code.",
  verifier: "Value passed for the code verifier did not match the code challenge.",
} as const;

interface TokenCall {
  readonly world: SandboxWorld;
  readonly settings: Settings;
  readonly clientId: string;
  given(name: string): string | null;
}

async function exchanged({ world, clientId, given }: TokenCall): Promise<Record<string, unknown>> {
  const [code, redirectUri, verifier] = ["code", "redirect_uri", "code_verifier"].map((name) => {
    const value = given(name);
    if (value === null) throw missing(name);
    return value;
  });
  const outcome = await exchangeCode(world, { code: code ?? "", clientId, redirectUri: redirectUri ?? "", verifier: verifier ?? "" });
  if (outcome.kind === "refused") throw oauthRefusal(400, "invalid_request", REFUSED_CODES[outcome.why]);
  const { grant, scopes } = outcome;
  const isOffline = scopes.includes(OFFLINE);
  const refreshToken = isOffline ? await issueRefreshToken(world, { grant, scopes, lifetimeSeconds: REFRESH_SECONDS }) : null;
  return tokens(world, { grant, scopes, refreshToken });
}

async function refreshed({ world, settings, clientId, given }: TokenCall): Promise<Record<string, unknown>> {
  const refreshToken = given("refresh_token");
  if (refreshToken === null) throw missing("refresh_token");
  const rotation = settings.refresh_rotation;
  const outcome = await useRefreshToken(world, { refreshToken, clientId, rotation, lifetimeSeconds: REFRESH_SECONDS });
  if (outcome.kind === "refreshed") return tokens(world, outcome);
  const reused = outcome.why === "used" && settings.reuse_ends_grant ? await grantOfRefreshToken(world, refreshToken) : null;
  if (reused !== null) await revokeGrant(world, reused);
  throw oauthRefusal(400, "invalid_request", BAD_TOKEN);
}

interface Given {
  readonly grant: Grant;
  readonly scopes: readonly string[];
  readonly refreshToken: string | null;
}

async function tokens(world: SandboxWorld, { grant, scopes, refreshToken }: Given): Promise<Record<string, unknown>> {
  return {
    token_type: "bearer",
    expires_in: ACCESS_SECONDS,
    access_token: await issueToken(world, { grant, kind: "user", scopes, lifetimeSeconds: ACCESS_SECONDS }),
    scope: scopes.join(" "),
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
  };
}

/** The client's id; throws unless the client says who it is in the way that it is registered for. */
function requireClient(network: SandboxNetwork, request: FastifyRequest, { client }: Settings): string {
  const basic = basicClient(request);
  if (client === "confidential") {
    if (basic === null || !isSecretOf(network, basic)) throw oauthRefusal(401, "unauthorized_client", NO_HEADER);
    return basic.clientId;
  }
  const clientId = parameter(request, "client_id");
  if (clientId === null) throw missing("client_id");
  if (!isKnownClient(network, clientId)) throw oauthRefusal(400, "invalid_request", "Value passed for the client id was invalid.");
  return clientId;
}

/** RFC 6749, section 2.3.1: both parts are encoded as in forms. */
function basicClient(request: FastifyRequest): { clientId: string; clientSecret: string } | null {
  const [, encoded] = /^Basic ([\w+/=-]+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (encoded === undefined) return null;
  const [clientId = "", clientSecret = ""] = Buffer.from(encoded, "base64").toString().split(/:(.*)/s).map(formDecoded);
  return { clientId, clientSecret };
}

function formDecoded(text: string): string {
  return new URLSearchParams(`value=${text.replaceAll("&", "%26")}`).get("value") ?? "";
}

/** Null if it is absent, empty or given twice. */
function parameter({ body }: FastifyRequest, name: string): string | null {
  if (typeof body !== "object" || body === null) return null;
  const value = new Map<string, unknown>(Object.entries(body)).get(name);
  return typeof value === "string" && value !== "" ? value : null;
}

function missing(name: string) {
  return oauthRefusal(400, "invalid_request", `Missing required parameter [${name}].`);
}
