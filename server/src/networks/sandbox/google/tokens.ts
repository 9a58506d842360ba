import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { isKnownClient, isSecretOf } from "../kit/applications.ts";
import { type Grant, grantOf, revokeGrant } from "../kit/grants.ts";
import { model } from "../kit/model.ts";
import { grantOfRefreshToken, issueRefreshToken, revokeRefreshToken } from "../kit/refresh-tokens.ts";
import { answerRefusals, Refusal } from "../kit/refusals.ts";
import { basicIn, textsIn } from "../kit/requests.ts";
import { type Granted, granted, type TokenCall, type TokenReach } from "../kit/token-calls.ts";
import { issueToken, lookUpToken } from "../kit/tokens.ts";
import type { SandboxRefusal, SandboxWorld } from "../network.ts";
import type { GoogleService } from "./service.ts";
import { type GoogleProfile, googleSettingsOf } from "./service.ts";

/** Google says 3599 where its pages speak of an hour. */
const ACCESS_SECONDS = 3599;

/**
 * oauth2.googleapis.com: codes and refresh tokens for access tokens, and their end.
 * https://developers.google.com/identity/protocols/oauth2/web-server (2026-11)
 */
export function tokenRoutes(parent: FastifyInstance, service: GoogleService, world: SandboxWorld): void {
  parent.register(async (scope) => {
    answerRefusals(scope, { failed });
    scope.post("/oauth/token", async (request) => {
      const fields = textsIn(request.body);
      return tokensFor(service, world, { clientId: requireClient(service, request), fields });
    });
    scope.post("/oauth/revoke", async (request) => revoked(service, world, tokenIn(request)));
  });
}

export function issueGoogleToken(world: SandboxWorld, { grant, scopes }: TokenReach): Promise<string> {
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
function tokenIn({ query, body }: FastifyRequest): string {
  const token = textsIn(query).token ?? textsIn(body).token;
  if (token === undefined) throw missing("token");
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

export interface IdTokenFacts {
  readonly audience: string;
  readonly scopes: readonly string[];
  readonly lifetimeSeconds: number;
}

/**
 * Who logged in, as a JWT. Its signature is none: whoever gets it straight from the token endpoint need not check one.
 * https://developers.google.com/identity/openid-connect/openid-connect#obtainuserinfo (2026-11)
 */
export function idTokenOf(world: SandboxWorld, { sub, email, name }: GoogleProfile, facts: IdTokenFacts): string {
  const now = Math.floor(toEpochMilliseconds(world.now()) / 1000);
  const header = { alg: "RS256", kid: "sandbox", typ: "JWT" };
  const claims = {
    iss: "https://accounts.google.com",
    azp: facts.audience,
    aud: facts.audience,
    sub,
    ...(facts.scopes.includes("email") ? { email, email_verified: true } : {}),
    ...(facts.scopes.includes("profile") ? { name } : {}),
    iat: now,
    exp: now + facts.lifetimeSeconds,
  };
  return [header, claims, "sandbox"].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
}

const DAY_SECONDS = 86_400;
const TESTING_SECONDS = 7 * DAY_SECONDS;
const LIST_MAX = 1000;

const kinds = {
  /** By refresh token. `owner` is the application and the Google account. */
  google_refresh: z.object({ owner: z.string(), used_at: z.string() }),
  /** By grant and epoch: a refresh token was given for it. */
  google_offline: z.object({}),
} as const;
const { change, find, insert, known, list, remove } = model(kinds);

export interface NewGoogleRefreshToken {
  readonly grant: Grant;
  readonly scopes: readonly string[];
  /** Of the Google account. */
  readonly sub: string;
}

/** Whether nobody was given a refresh token since the person first consented. */
export async function isFirstOffline(world: SandboxWorld, { id, epoch }: Grant): Promise<boolean> {
  return (await find(world, "google_offline", `${id} ${epoch}`)) === null;
}

/**
 * A refresh token, which ends one day by not being used, and in testing mode by itself. Too many end the oldest.
 * https://developers.google.com/identity/protocols/oauth2#expiration (2026-11)
 */
export async function issueGoogleRefreshToken(world: SandboxWorld, { grant, scopes, sub }: NewGoogleRefreshToken): Promise<string> {
  const { testing_mode, refresh_tokens_max } = await googleSettingsOf(world);
  const token = await issueRefreshToken(world, { grant, scopes, lifetimeSeconds: testing_mode ? TESTING_SECONDS : null });
  const owner = `${grant.client_id} ${sub}`;
  await insert(world, "google_refresh", token, { owner, used_at: world.now() });
  await insert(world, "google_offline", `${grant.id} ${grant.epoch}`, {});
  const live = await list(world, "google_refresh", { where: { owner }, limit: LIST_MAX });
  for (const { id } of live.slice(refresh_tokens_max)) {
    await revokeRefreshToken(world, id);
    await remove(world, "google_refresh", id);
  }
  return token;
}

/** Whether it was used lately: it is used again and again, and a refresh does not give another. */
export async function isGoogleRefreshTokenLive(world: SandboxWorld, token: string): Promise<boolean> {
  const { unused_days_max } = await googleSettingsOf(world);
  const held = await find(world, "google_refresh", token);
  return held !== null && held.used_at > addSeconds(world.now(), -unused_days_max * DAY_SECONDS);
}

export async function noteGoogleRefresh(world: SandboxWorld, token: string): Promise<void> {
  await change(world, "google_refresh", await known(world, "google_refresh", token), { used_at: world.now() });
}
