import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance } from "fastify";
import { isSecretOf, SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { ageSeconds, issueToken, lookUpToken, revokeToken, type TokenOutcome } from "../../sandbox/kit/tokens.ts";
import { exchangedFlat, requireFlat } from "../../sandbox/meta/flat.ts";
import { GraphRefusal, invalidParameter } from "../../sandbox/meta/refusal.ts";
import { type GraphCall, readCall, requiredText } from "../../sandbox/meta/request.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { LONG_SECONDS, SHORT_SECONDS, TOKEN_PREFIX } from "./people.ts";
import { expiredToken, missingScope, noToken, revokedToken, unknownToken } from "./refusals.ts";
import { settingsOf } from "./settings.ts";

const REFRESH_AGE_SECONDS = 24 * 3600;
const APP_TOKEN = `TH|${SANDBOX_APPLICATION.clientId}|${SANDBOX_APPLICATION.clientSecret}`;

/**
 * Codes and tokens.
 * https://developers.facebook.com/documentation/threads/get-started/long-lived-tokens (2026-04)
 */
export function tokenRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  scope.post("/oauth/access_token", async (request, reply) => {
    const { grant, scopes } = await exchangedFlat(world, await readCall(request), network);
    const token = await issueToken(world, { grant, kind: "short", scopes, lifetimeSeconds: SHORT_SECONDS, prefix: TOKEN_PREFIX });
    // The real id is a number beyond 2^53, which `JSON.stringify` cannot write.
    return reply.type("application/json; charset=utf-8").send(`{"access_token":${JSON.stringify(token)},"user_id":${grant.person_id}}`);
  });

  scope.get("/oauth/access_token", async (request) => {
    requireFlat(await readCall(request), network, "client_credentials");
    return { access_token: APP_TOKEN, token_type: "bearer" };
  });

  scope.get("/access_token", async (request) => {
    const call = await readCall(request);
    if (requiredText(call, "grant_type") !== "th_exchange_token") throw invalidParameter("Invalid grant_type");
    const { clientId } = SANDBOX_APPLICATION;
    if (!isSecretOf(network, { clientId, clientSecret: requiredText(call, "client_secret") })) {
      throw new GraphRefusal({ code: 1, message: "Error validating client secret." });
    }
    const { token, grant } = requireValid(await lookUpToken(world, requireToken(call)));
    if (token.kind !== "short") throw invalidParameter("Only a short-lived token can be exchanged");
    return longLived(world, { grant, scopes: token.scopes });
  });

  scope.get("/refresh_access_token", async (request) => {
    const call = await readCall(request);
    if (requiredText(call, "grant_type") !== "th_refresh_token") throw invalidParameter("Invalid grant_type");
    const { token, grant, scopes } = requireValid(await lookUpToken(world, requireToken(call)));
    if (token.kind !== "long") throw invalidParameter("Only a long-lived token can be refreshed");
    if (ageSeconds(world, token) < REFRESH_AGE_SECONDS) throw invalidParameter("The token must be at least 24 hours old");
    if (!scopes.includes("threads_basic")) throw missingScope("threads_basic");
    const refreshed = await longLived(world, { grant, scopes: token.scopes });
    if ((await settingsOf(world)).refresh_ends_old_token) await revokeToken(world, token.id);
    return refreshed;
  });

  for (const path of ["/debug_token", "/v1.0/debug_token"]) {
    scope.get(path, async (request) => {
      const call = await readCall(request);
      const own = requireToken(call);
      if (own !== APP_TOKEN) requireValid(await lookUpToken(world, own));
      return { data: factsOf(await lookUpToken(world, requiredText(call, "input_token"))) };
    });
  }
}

async function longLived(world: SandboxWorld, from: { grant: Valid["grant"]; scopes: readonly string[] | null }) {
  const { grant, scopes } = from;
  const given = { grant, kind: "long", lifetimeSeconds: LONG_SECONDS, prefix: TOKEN_PREFIX };
  const token = await issueToken(world, scopes === null ? given : { ...given, scopes });
  return { access_token: token, token_type: "bearer", expires_in: LONG_SECONDS };
}

type Valid = Extract<TokenOutcome, { kind: "valid" }>;

function requireToken(call: GraphCall): string {
  if (call.token === null) throw noToken();
  return call.token;
}

function requireValid(outcome: TokenOutcome): Valid {
  if (outcome.kind === "unknown") throw unknownToken();
  if (outcome.kind === "expired") throw expiredToken();
  if (outcome.kind === "revoked") throw revokedToken();
  return outcome;
}

function factsOf(outcome: TokenOutcome): Record<string, unknown> {
  if (outcome.kind === "unknown") return { is_valid: false, error: { code: 190, message: unknownToken().message } };
  const { token } = outcome;
  return {
    type: "USER",
    application: "Rostrum",
    is_valid: outcome.kind === "valid",
    issued_at: Math.floor(toEpochMilliseconds(token.createdAt) / 1000),
    expires_at: Math.floor(Date.parse(token.ends_at ?? "") / 1000),
    user_id: token.person_id,
    scopes: outcome.kind === "valid" ? outcome.scopes : [],
  };
}
