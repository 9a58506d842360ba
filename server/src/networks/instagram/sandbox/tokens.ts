import type { FastifyRequest } from "fastify";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { type Grant, grantAll } from "../../sandbox/kit/grants.ts";
import { scopesNamed } from "../../sandbox/kit/log-in-request.ts";
import { checkToken, issueToken, type TokenOutcome } from "../../sandbox/kit/tokens.ts";
import { checkProof } from "../../sandbox/meta/proof.ts";
import { deadToken, GraphRefusal } from "../../sandbox/meta/refusal.ts";
import { type GraphCall, textIn } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Visit } from "./visit.ts";

/** https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/business-login (2025-07) */
const SHORT_SECONDS = 3600;
export const LONG_SECONDS = 5_184_000;

/** What applications may ask for where people log in with Instagram. */
export const SCOPES = scopesNamed(
  {
    instagram_business_basic: "See your profile and posts",
    instagram_business_content_publish: "Create posts",
    instagram_business_manage_comments: "See comments and comment",
    instagram_business_manage_insights: "See how posts are doing",
    instagram_business_manage_messages: "See and send messages",
  },
  ["instagram_business_basic"],
);

export function issueShort(world: SandboxWorld, grant: Grant, scopes: readonly string[]): Promise<string> {
  return issueToken(world, { grant, kind: "short", scopes, lifetimeSeconds: SHORT_SECONDS, prefix: "IGS" });
}

export function issueLong(world: SandboxWorld, grant: Grant, scopes: readonly string[]): Promise<string> {
  return issueToken(world, { grant, kind: "long", scopes, lifetimeSeconds: LONG_SECONDS, prefix: "IGL" });
}

/** A long-lived token with all scopes, as if the account's owner had logged in. */
export async function grantEverything(world: SandboxWorld, personId: string): Promise<string> {
  const { grant, scopes } = await grantAll(world, { personId, scopes: SCOPES });
  return issueLong(world, grant, scopes);
}

/** The caller on the network's own host, where a token is for one account. */
export async function callerOf(world: SandboxWorld, request: FastifyRequest, call: GraphCall): Promise<Visit["caller"]> {
  if (call.token === null) throw new GraphRefusal({ code: 104, message: "An access token is required to request this resource." });
  checkProof(textIn(call, "appsecret_proof"), { token: call.token, secret: SANDBOX_APPLICATION.clientSecret });
  const { token, scopes } = requireValid(await checkToken(world, request, call.token));
  return { door: "instagram", scopes, accountIds: [token.person_id] };
}

export function requireValid(outcome: TokenOutcome): Extract<TokenOutcome, { kind: "valid" }> {
  if (outcome.kind === "unknown") throw deadToken("Invalid OAuth access token - Cannot parse access token");
  if (outcome.kind === "expired") throw deadToken("Error validating access token: Session has expired.", 463);
  if (outcome.kind === "revoked") throw deadToken("Error validating access token: The user has not authorized application.", 458);
  return outcome;
}
