import { addSeconds, toEpochMilliseconds, toInstant } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { isSecretOf, SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { exchangeCode } from "../../sandbox/kit/codes.ts";
import { allow, type Grant } from "../../sandbox/kit/grants.ts";
import { issueRefreshToken, useRefreshToken } from "../../sandbox/kit/refresh-tokens.ts";
import { issueToken } from "../../sandbox/kit/tokens.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { isEndedByLogIn, noteLogIn } from "./last-log-in.ts";
import { find, put, type Stored } from "./model.ts";
import { scopesOf } from "./scopes.ts";
import { settingsOf } from "./settings.ts";

const REFRESH_SECONDS = 31_536_000;
const PREFIX = "AQ";

/**
 * Codes and tokens. A refresh token ends a year after the log-in that it came from, however often it is used, and access tokens end
 * no later.
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens (2024-08)
 */
export function tokenRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  scope.post("/www/oauth/v2/accessToken", async (request, reply) => {
    const field = fieldsOf(request.body);
    const clientId = field("client_id");
    if (!isSecretOf(network, { clientId, clientSecret: field("client_secret") })) {
      return refuse(reply, { status: 401, error: "invalid_client", description: "Client authentication failed" });
    }
    const grantType = field("grant_type");
    if (grantType === "refresh_token") return refresh(world, reply, { clientId, refreshToken: field("refresh_token") });
    if (grantType !== "authorization_code") {
      return refuse(reply, { error: "invalid_request", description: "A required parameter grant_type is missing or not supported" });
    }
    const exchange = { code: field("code"), clientId, redirectUri: field("redirect_uri"), verifier: "" };
    const outcome = await exchangeCode(world, exchange);
    if (outcome.kind === "refused") return refuse(reply, { error: "invalid_request", description: REFUSED_CODE });
    const { grant, scopes } = outcome;
    const { access_seconds, refresh_tokens } = await settingsOf(world);
    await noteLogIn(world, { grant: grant.id, scopes });
    const token = await accessToken(world, { grant, scopes, lifetimeSeconds: access_seconds });
    if (!refresh_tokens) return token;
    const refreshToken = await issueRefreshToken(world, { grant, scopes, lifetimeSeconds: REFRESH_SECONDS });
    const serial = Number(await world.objects.nextId());
    await put(world, "log_in_end", refreshToken, { at: addSeconds(world.now(), REFRESH_SECONDS), grant: grant.id, serial });
    return { ...token, refresh_token: refreshToken, refresh_token_expires_in: REFRESH_SECONDS };
  });
}

/** A token as the developer portal gives it to people for themselves, with every scope of the application. */
export async function grantedToken(world: SandboxWorld, person: Stored<"person">): Promise<string> {
  const settings = await settingsOf(world);
  const scopes = scopesOf(settings);
  const everything = { scopes, accountIds: [] };
  const { clientId } = SANDBOX_APPLICATION;
  const grant = await allow(world, { clientId, personId: person.id, offered: everything, given: everything });
  return (await accessToken(world, { grant, scopes, lifetimeSeconds: settings.access_seconds })).access_token;
}

/** One text for everything that can be wrong with a code, as seen. */
const REFUSED_CODE =
  "Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists";

async function refresh(world: SandboxWorld, reply: FastifyReply, given: { readonly clientId: string; readonly refreshToken: string }) {
  const { refresh_tokens, rotation, access_seconds } = await settingsOf(world);
  const end = await find(world, "log_in_end", given.refreshToken);
  const isDead = !refresh_tokens || end === null || (await isEndedByLogIn(world, end));
  const restSeconds = end === null ? 0 : secondsUntil(world, end.at);
  const outcome = isDead ? null : await useRefreshToken(world, { ...given, rotation, lifetimeSeconds: restSeconds });
  if (outcome?.kind !== "refreshed" || end === null) {
    const description = "The provided authorization grant or refresh token is invalid, expired or revoked.";
    return refuse(reply, { error: "invalid_grant", description });
  }
  await put(world, "log_in_end", outcome.refreshToken, { at: end.at, grant: end.grant, serial: end.serial });
  const { grant, scopes } = outcome;
  const token = await accessToken(world, { grant, scopes, lifetimeSeconds: Math.min(access_seconds, restSeconds) });
  return { ...token, refresh_token: outcome.refreshToken, refresh_token_expires_in: restSeconds };
}

function secondsUntil(world: SandboxWorld, end: string): number {
  return Math.max(0, Math.floor((toEpochMilliseconds(toInstant(end)) - toEpochMilliseconds(world.now())) / 1000));
}

interface NewAccess {
  readonly grant: Grant;
  readonly scopes: readonly string[];
  readonly lifetimeSeconds: number;
}

async function accessToken(world: SandboxWorld, { grant, scopes, lifetimeSeconds }: NewAccess) {
  const access_token = await issueToken(world, { grant, kind: "member", scopes, lifetimeSeconds, prefix: PREFIX });
  return { access_token, expires_in: lifetimeSeconds, scope: scopes.join(","), token_type: "Bearer" };
}

/** Empty if a field was not given exactly once. */
function fieldsOf(body: unknown): (name: string) => string {
  const fields = new Map<string, unknown>(typeof body === "object" && body !== null ? Object.entries(body) : []);
  return (name) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
}

function refuse(reply: FastifyReply, { status = 400, error, description }: { status?: number; error: string; description: string }) {
  return reply.status(status).send({ error, error_description: description });
}
