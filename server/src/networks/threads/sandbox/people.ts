import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance } from "fastify";
import { isSecretOf, SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { grantAll } from "../../sandbox/kit/grants.ts";
import type { LogInPage } from "../../sandbox/kit/log-in-request.ts";
import { scopesNamed } from "../../sandbox/kit/log-in-request.ts";
import { userNameOf } from "../../sandbox/kit/names.ts";
import { ageSeconds, issueToken, lookUpToken, revokeToken, type TokenOutcome } from "../../sandbox/kit/tokens.ts";
import { newGraphId } from "../../sandbox/meta/ids.ts";
import { GraphRefusal, invalidParameter } from "../../sandbox/meta/refusal.ts";
import { exchangedFlat, type GraphCall, readCall, requiredText } from "../../sandbox/meta/request.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { ACCOUNT_FAMILY, findOrInsert, LIST_MAX, list, type Stored } from "./model.ts";
import { expiredToken, missingScope, noToken, revokedToken, unknownToken } from "./refusals.ts";
import { settingsOf } from "./settings.ts";

/** Of a code, of the token it is exchanged for, and of the one that is exchanged for. */
const CODE_SECONDS = 3600;
export const SHORT_SECONDS = 3600;
export const LONG_SECONDS = 5_184_000;
export const TOKEN_PREFIX = "TH";

/** https://developers.facebook.com/documentation/threads/overview (2025-12) */
const SCOPES = scopesNamed(
  {
    threads_basic: "See your profile and posts",
    threads_content_publish: "Post for you",
    threads_manage_replies: "Reply for you",
    threads_read_replies: "Read replies",
    threads_manage_insights: "See how your posts do",
    threads_location_tagging: "Tag locations",
    threads_delete: "Delete your posts",
  },
  ["threads_basic"],
);

/** The log-in: a person has one profile. */
export function logInPage(world: SandboxWorld): LogInPage {
  return {
    path: "/www/oauth/authorize",
    scopes: SCOPES,
    pkce: "ignored",
    codeSeconds: CODE_SECONDS,
    fragment: "#_",
    declined: { error: "access_denied", error_reason: "user_denied" },
    persons: async () => (await list(world, "account", { limit: LIST_MAX })).reverse(),
    personNamed: (name) => accountNamed(world, name),
  };
}

/** Creates or finds the profile with this name. Concurrent calls get the same one: the user name is claimed first. */
export async function accountNamed(world: SandboxWorld, name: string): Promise<Stored<"account">> {
  const username = userNameOf(name);
  const claim = await findOrInsert(world, "username", username, { account_id: await newGraphId(world, ACCOUNT_FAMILY) });
  return findOrInsert(world, "account", claim.account_id, { username, name: name.trim() || username });
}

/** A long-lived token of somebody who gave the sandbox's application everything that it may ask for. */
export async function grantedToken(world: SandboxWorld, personId: string): Promise<string> {
  const { grant } = await grantAll(world, { personId, scopes: SCOPES });
  return issueToken(world, { grant, kind: "long", lifetimeSeconds: LONG_SECONDS, prefix: TOKEN_PREFIX });
}

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
