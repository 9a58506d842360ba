import type { FastifyInstance, FastifyRequest } from "fastify";
import { isSecretOf, SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { type Grant, grantAll } from "../../sandbox/kit/grants.ts";
import { mountLogIn } from "../../sandbox/kit/log-in-page.ts";
import type { LogInPerson } from "../../sandbox/kit/log-in-request.ts";
import { scopesNamed } from "../../sandbox/kit/log-in-request.ts";
import { ageSeconds, checkToken, issueToken, lookUpToken, revokeToken, type TokenOutcome } from "../../sandbox/kit/tokens.ts";
import { deadToken, GraphRefusal, invalidParameter, refusedFlat } from "../../sandbox/meta/refusal.ts";
import { checkProof, exchangedFlat, type GraphCall, readCall, requiredText, textIn } from "../../sandbox/meta/request.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { accountNamed, accountsOldestFirst, type Visit } from "./accounts.ts";
import { find, type Stored } from "./model.ts";
import { denied } from "./refusals.ts";
import { settingsOf } from "./settings.ts";

/** https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/business-login (2025-07) */
const CODE_SECONDS = 3600;
const REFRESH_AGE_SECONDS_MIN = 24 * 3600;

/** Logging in with Instagram: the page, the code's exchange, and tokens that are exchanged and refreshed. */
export function logInRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  mountLogIn(scope, {
    network,
    world,
    page: {
      path: "/www/oauth/authorize",
      scopes: SCOPES,
      pkce: "ignored",
      codeSeconds: CODE_SECONDS,
      // Facebook's sign-in appends it, and Instagram with it.
      fragment: "#_",
      declined: { error: "access_denied", error_reason: "user_denied", error_description: "The user denied your request" },
      persons: () => personsOf(world),
      personNamed: async (name) => personOf(await accountNamed(world, name)),
    },
  });

  scope.post("/login/oauth/access_token", async (request) => {
    const { grant, scopes } = await exchangedFlat(world, await readCall(request), network);
    const { testers } = await settingsOf(world);
    const account = await find(world, "account", grant.person_id);
    if (testers !== null && !testers.includes(account?.username ?? "")) {
      throw refusedFlat("Insufficient Developer Role: Insufficient developer role");
    }
    return { access_token: await issueShort(world, grant, scopes), user_id: grant.person_id, permissions: scopes.join(",") };
  });

  scope.get("/access_token", async (request) => {
    const call = await readCall(request);
    if (requiredText(call, "grant_type") !== "ig_exchange_token") throw invalidParameter("Invalid grant_type");
    const { token, grant, scopes } = await tokenOf(world, call, "short");
    if (!isSecretOf(network, { clientId: token.client_id, clientSecret: requiredText(call, "client_secret") })) {
      throw new GraphRefusal({ code: 1, message: "Error validating client secret." });
    }
    return longAnswer(await issueLong(world, grant, scopes));
  });

  scope.get("/refresh_access_token", async (request) => {
    const call = await readCall(request);
    if (requiredText(call, "grant_type") !== "ig_refresh_token") throw invalidParameter("Invalid grant_type");
    const { token, grant, scopes } = await tokenOf(world, call, "long");
    if (ageSeconds(world, token) < REFRESH_AGE_SECONDS_MIN) throw invalidParameter("The access token must be at least 24 hours old");
    if (!scopes.includes("instagram_business_basic")) throw denied("Application does not have permission for this action");
    const answer = longAnswer(await issueLong(world, grant, scopes));
    if ((await settingsOf(world)).refresh_ends_old_token) await revokeToken(world, token.id);
    return answer;
  });
}

async function tokenOf(world: SandboxWorld, call: GraphCall, kind: "short" | "long") {
  const valid = requireValid(await lookUpToken(world, requiredText(call, "access_token")));
  if (valid.token.kind !== kind) throw new GraphRefusal({ code: 452, message: "Session key invalid" });
  return valid;
}

function longAnswer(accessToken: string): Record<string, unknown> {
  return { access_token: accessToken, token_type: "bearer", expires_in: LONG_SECONDS };
}

/** Professional accounts first. There is always a creator's among them, and a personal one, to try what comes of that. */
async function personsOf(world: SandboxWorld): Promise<LogInPerson[]> {
  await accountNamed(world, "Lou Creates", "MEDIA_CREATOR");
  await accountNamed(world, "Sam Private", "PERSONAL");
  const accounts = await accountsOldestFirst(world);
  const [personal, professional] = [true, false].map((is) => accounts.filter((one) => (one.account_type === "PERSONAL") === is));
  return [...(professional ?? []), ...(personal ?? [])].map(personOf);
}

const TYPES = {
  BUSINESS: "business account",
  MEDIA_CREATOR: "creator account",
  PERSONAL: "personal account, which cannot publish",
} as const;

function personOf({ id, username, account_type }: Stored<"account">): LogInPerson {
  return { id, name: `@${username} (${TYPES[account_type]})` };
}

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
