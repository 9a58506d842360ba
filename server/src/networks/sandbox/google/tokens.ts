import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isKnownClient, isSecretOf } from "../kit/applications.ts";
import { exchangeCode } from "../kit/codes.ts";
import { type Grant, grantOf, revokeGrant } from "../kit/grants.ts";
import { grantOfRefreshToken } from "../kit/refresh-tokens.ts";
import { issueToken, lookUpToken } from "../kit/tokens.ts";
import type { SandboxWorld } from "../network.ts";
import { idTokenOf } from "./id-token.ts";
import { isFirstOffline, issueGoogleRefreshToken, useGoogleRefreshToken } from "./refresh.ts";
import type { GoogleService } from "./service.ts";
import { googleSettingsOf } from "./settings.ts";

/** Google says 3599 where its pages speak of an hour. */
const ACCESS_SECONDS = 3599;

interface Reach {
  readonly grant: Grant;
  readonly scopes: readonly string[];
}

interface Call {
  readonly service: GoogleService;
  readonly world: SandboxWorld;
  readonly clientId: string;
  /** A field of the form; null if it is absent, empty or given twice. */
  given(name: string): string | null;
}

/** OAuth's own words, in the form of this host. */
class TokenRefusal extends Error {
  override readonly name = "TokenRefusal";
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, description: string) {
    super(description);
    this.status = status;
    this.error = error;
  }
}

/**
 * oauth2.googleapis.com: codes and refresh tokens for access tokens, what a token is good for, and its end.
 * https://developers.google.com/identity/protocols/oauth2/web-server (2026-11)
 */
export function tokenRoutes(parent: FastifyInstance, service: GoogleService, world: SandboxWorld): void {
  parent.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      if (error instanceof TokenRefusal) return reply.status(error.status).send({ error: error.error, error_description: error.message });
      return sendFailure(reply, error);
    });
    scope.post("/oauth/token", async (request) => {
      const given = (name: string) => fieldOf(request.body, name);
      const call = { service, world, clientId: requireClient(service, request), given };
      const type = call.given("grant_type");
      if (type === "authorization_code") return exchanged(call);
      if (type === "refresh_token") return refreshed(call);
      if (type === null) throw missing("grant_type");
      throw new TokenRefusal(400, "unsupported_grant_type", `Invalid grant_type: ${type}`);
    });
    scope.post("/oauth/revoke", async (request) => revoked(service, world, tokenIn(request, "token")));
    scope.get("/oauth/tokeninfo", async (request) => described(service, world, tokenIn(request, "access_token")));
  });
}

export function issueGoogleToken(world: SandboxWorld, { grant, scopes }: Reach): Promise<string> {
  return issueToken(world, { grant, kind: "access", scopes, lifetimeSeconds: ACCESS_SECONDS, prefix: "ya29." });
}

async function exchanged({ service, world, clientId, given }: Call): Promise<Record<string, unknown>> {
  const [code, redirectUri] = [given("code"), given("redirect_uri")];
  if (code === null) throw missing("code");
  if (redirectUri === null) throw missing("redirect_uri");
  const outcome = await exchangeCode(world, { code, clientId, redirectUri, verifier: given("code_verifier") ?? "" });
  if (outcome.kind === "refused") {
    if (outcome.why === "redirect") throw new TokenRefusal(400, "redirect_uri_mismatch", "Bad Request");
    throw new TokenRefusal(400, "invalid_grant", CODE_MISTAKES[outcome.why]);
  }
  const { grant, scopes } = outcome;
  const { sub } = await service.profileOf(world, grant.person_id);
  const isOffline = await givesRefreshToken(world, grant, new URLSearchParams(outcome.query));
  return {
    ...(await answerWith({ service, world }, outcome)),
    ...(isOffline ? { refresh_token: await issueGoogleRefreshToken(world, { grant, scopes, sub }) } : {}),
  };
}

/** Offline access alone gives one only with the first consent; `prompt=consent` gives one again. */
async function givesRefreshToken(world: SandboxWorld, grant: Grant, asked: URLSearchParams): Promise<boolean> {
  if (asked.get("access_type") !== "offline") return false;
  return (asked.get("prompt") ?? "").split(" ").includes("consent") || isFirstOffline(world, grant);
}

const CODE_MISTAKES = {
  unknown: "Malformed auth code.",
  used: "Bad Request",
  expired: "Bad Request",
  revoked: "Bad Request",
  verifier: "Invalid code verifier.",
} as const;

async function refreshed({ service, world, clientId, given }: Call): Promise<Record<string, unknown>> {
  const refreshToken = given("refresh_token");
  if (refreshToken === null) throw missing("refresh_token");
  const outcome = await useGoogleRefreshToken(world, { refreshToken, clientId });
  if (outcome.kind === "refused") throw new TokenRefusal(400, "invalid_grant", "Token has been expired or revoked.");
  return answerWith({ service, world }, outcome);
}

async function answerWith({ service, world }: Pick<Call, "service" | "world">, { grant, scopes }: Reach): Promise<Record<string, unknown>> {
  const facts = { audience: grant.client_id, scopes, lifetimeSeconds: ACCESS_SECONDS };
  return {
    access_token: await issueGoogleToken(world, { grant, scopes }),
    expires_in: ACCESS_SECONDS,
    scope: scopes.join(" "),
    token_type: "Bearer",
    ...(scopes.includes("openid") ? { id_token: idTokenOf(world, await service.profileOf(world, grant.person_id), facts) } : {}),
  };
}

/** Takes an access token or a refresh token; all that belongs to it ends. */
async function revoked(service: GoogleService, world: SandboxWorld, token: string): Promise<Record<string, unknown>> {
  const access = await lookUpToken(world, token);
  const grant = access.kind === "valid" ? access.grant : await grantOfRefreshToken(world, token);
  if (grant === null) throw new TokenRefusal(400, "invalid_token", "Token expired or revoked");
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
  if (outcome.kind !== "valid") throw new TokenRefusal(400, "invalid_token", "Invalid Value");
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
  const [, encoded = ""] = /^Basic (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const [basicId, basicSecret] = Buffer.from(encoded, "base64").toString().split(/:(.*)/s);
  const clientId = fieldOf(request.body, "client_id") ?? basicId ?? "";
  const clientSecret = fieldOf(request.body, "client_secret") ?? basicSecret ?? "";
  if (clientId === "") throw new TokenRefusal(400, "invalid_request", "Could not determine client ID from request.");
  if (!isKnownClient(network, clientId)) throw new TokenRefusal(401, "invalid_client", "The OAuth client was not found.");
  if (!isSecretOf(network, { clientId, clientSecret })) throw new TokenRefusal(401, "invalid_client", "Unauthorized");
  return clientId;
}

/** A token in the address or in a form. */
function tokenIn({ query, body }: FastifyRequest, name: string): string {
  const token = fieldOf(query, name) ?? fieldOf(body, name);
  if (token === null) throw missing(name);
  return token;
}

function fieldOf(fields: unknown, name: string): string | null {
  if (typeof fields !== "object" || fields === null) return null;
  const value = new Map<string, unknown>(Object.entries(fields)).get(name);
  return typeof value === "string" && value !== "" ? value : null;
}

function missing(name: string): TokenRefusal {
  return new TokenRefusal(400, "invalid_request", `Missing required parameter: ${name}`);
}

function sendFailure(reply: FastifyReply, error: unknown): FastifyReply {
  const status = error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  if (status < 500) return reply.status(status).send({ error: "invalid_request", error_description: "Bad Request" });
  return reply.status(500).send({ error: "internal_failure", error_description: "Internal error encountered." });
}
