import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isKnownClient, isSecretOf } from "../kit/applications.ts";
import { type Grant, grantOf, revokeGrant } from "../kit/grants.ts";
import { grantOfRefreshToken } from "../kit/refresh-tokens.ts";
import { answerRefusals, Refusal } from "../kit/refusals.ts";
import { basicIn, textsIn } from "../kit/requests.ts";
import { type Granted, granted, type TokenCall } from "../kit/token-calls.ts";
import { issueToken, lookUpToken } from "../kit/tokens.ts";
import type { SandboxRefusal, SandboxWorld } from "../network.ts";
import { idTokenOf } from "./id-token.ts";
import { isFirstOffline, isGoogleRefreshTokenLive, issueGoogleRefreshToken, noteGoogleRefresh } from "./refresh.ts";
import type { GoogleService } from "./service.ts";
import { googleSettingsOf } from "./settings.ts";

/** Google says 3599 where its pages speak of an hour. */
const ACCESS_SECONDS = 3599;

interface Reach {
  readonly grant: Grant;
  readonly scopes: readonly string[];
}

/**
 * oauth2.googleapis.com: codes and refresh tokens for access tokens, what a token is good for, and its end.
 * https://developers.google.com/identity/protocols/oauth2/web-server (2026-11)
 */
export function tokenRoutes(parent: FastifyInstance, service: GoogleService, world: SandboxWorld): void {
  parent.register(async (scope) => {
    answerRefusals(scope, { failed });
    scope.post("/oauth/token", async (request) => {
      const fields = textsIn(request.body);
      return tokensFor(service, world, { clientId: requireClient(service, request), fields });
    });
    scope.post("/oauth/revoke", async (request) => revoked(service, world, tokenIn(request, "token")));
    scope.get("/oauth/tokeninfo", async (request) => described(service, world, tokenIn(request, "access_token")));
  });
}

export function issueGoogleToken(world: SandboxWorld, { grant, scopes }: Reach): Promise<string> {
  return issueToken(world, { grant, kind: "access", scopes, lifetimeSeconds: ACCESS_SECONDS, prefix: "ya29." });
}

async function tokensFor(service: GoogleService, world: SandboxWorld, call: TokenCall): Promise<Record<string, unknown>> {
  const { grant, scopes, query } = await grantedByGoogle(world, call);
  const profile = await service.profileOf(world, grant.person_id);
  const facts = { audience: grant.client_id, scopes, lifetimeSeconds: ACCESS_SECONDS };
  const asked = new URLSearchParams(query ?? "");
  // Offline access alone gives a refresh token only with the first consent; `prompt=consent` gives one again.
  const asksAgain = (asked.get("prompt") ?? "").split(" ").includes("consent");
  const isOffline = asked.get("access_type") === "offline" && (asksAgain || (await isFirstOffline(world, grant)));
  return {
    access_token: await issueGoogleToken(world, { grant, scopes }),
    expires_in: ACCESS_SECONDS,
    scope: scopes.join(" "),
    token_type: "Bearer",
    ...(scopes.includes("openid") ? { id_token: idTokenOf(world, profile, facts) } : {}),
    ...(isOffline ? { refresh_token: await issueGoogleRefreshToken(world, { grant, scopes, sub: profile.sub }) } : {}),
  };
}

/** A refresh token that was not used for long is over, too. */
async function grantedByGoogle(world: SandboxWorld, call: TokenCall): Promise<Granted> {
  const isRefresh = call.fields.grant_type === "refresh_token";
  const isOver = isRefresh && !(await isGoogleRefreshTokenLive(world, call.fields.refresh_token ?? ""));
  const outcome = await granted(world, isOver ? { ...call, clientId: "" } : call, {
    rotation: "none",
    lifetimeSeconds: null,
    missing,
    unsupported: (type) =>
      type === undefined ? missing("grant_type") : refusal(400, "unsupported_grant_type", `Invalid grant_type: ${type}`),
    badCode: (why) =>
      why === "redirect" ? refusal(400, "redirect_uri_mismatch", "Bad Request") : refusal(400, "invalid_grant", CODE_MISTAKES[why]),
    badRefreshToken: () => refusal(400, "invalid_grant", "Token has been expired or revoked."),
  });
  if (outcome.refreshToken !== null) await noteGoogleRefresh(world, outcome.refreshToken);
  return outcome;
}

const CODE_MISTAKES = {
  unknown: "Malformed auth code.",
  used: "Bad Request",
  expired: "Bad Request",
  revoked: "Bad Request",
  verifier: "Invalid code verifier.",
} as const;

/** Takes an access token or a refresh token; all that belongs to it ends. */
async function revoked(service: GoogleService, world: SandboxWorld, token: string): Promise<Record<string, unknown>> {
  const access = await lookUpToken(world, token);
  const grant = access.kind === "valid" ? access.grant : await grantOfRefreshToken(world, token);
  if (grant === null) throw refusal(400, "invalid_token", "Token expired or revoked");
  await revokeGrant(world, grant);
  if ((await googleSettingsOf(world)).revoking_ends === "choice") return {};
  const { sub } = await service.profileOf(world, grant.person_id);
  for (const { id: personId } of await service.persons(world)) {
    const other = await grantOf(world, { clientId: grant.client_id, personId });
    if (other !== null && (await service.profileOf(world, personId)).sub === sub) await revokeGrant(world, other);
  }
  return {};
}

async function described(service: GoogleService, world: SandboxWorld, token: string): Promise<Record<string, unknown>> {
  const outcome = await lookUpToken(world, token);
  if (outcome.kind !== "valid") throw refusal(400, "invalid_token", "Invalid Value");
  const { token: held, scopes } = outcome;
  const { sub, email } = await service.profileOf(world, held.person_id);
  const now = toEpochMilliseconds(world.now());
  const ends = held.ends_at === null ? now : Date.parse(held.ends_at);
  return {
    azp: held.client_id,
    aud: held.client_id,
    ...(scopes.includes("openid") ? { sub } : {}),
    scope: scopes.join(" "),
    exp: String(Math.floor(ends / 1000)),
    expires_in: String(Math.floor((ends - now) / 1000)),
    ...(scopes.includes("email") ? { email, email_verified: "true" } : {}),
    access_type: "offline",
  };
}

/** The application names itself in the form, or in the header as RFC 6749, section 2.3.1, has it. */
function requireClient({ network }: GoogleService, request: FastifyRequest): string {
  const basic = basicIn(request);
  const { client_id: clientId = basic?.clientId, client_secret: clientSecret = basic?.clientSecret ?? "" } = textsIn(request.body);
  if (clientId === undefined) throw refusal(400, "invalid_request", "Could not determine client ID from request.");
  if (!isKnownClient(network, clientId)) throw refusal(401, "invalid_client", "The OAuth client was not found.");
  if (!isSecretOf(network, { clientId, clientSecret })) throw refusal(401, "invalid_client", "Unauthorized");
  return clientId;
}

/** A token in the address or in a form. */
function tokenIn({ query, body }: FastifyRequest, name: string): string {
  const token = textsIn(query)[name] ?? textsIn(body)[name];
  if (token === undefined) throw missing(name);
  return token;
}

function missing(name: string): Refusal {
  return refusal(400, "invalid_request", `Missing required parameter: ${name}`);
}

/** OAuth's own words, in the form of this host. */
function refusal(status: number, error: string, error_description: string): Refusal {
  return new Refusal({ status, body: { error, error_description } });
}

function failed(status: number): SandboxRefusal {
  if (status < 500) return { status, body: { error: "invalid_request", error_description: "Bad Request" } };
  return { status, body: { error: "internal_failure", error_description: "Internal error encountered." } };
}
