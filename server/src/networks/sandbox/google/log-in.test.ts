import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";
import { SANDBOX_APPLICATION } from "../kit/applications.ts";
import { type Ground, openGround } from "../kit/testing/ground.ts";
import type { SandboxNetwork } from "../network.ts";
import { googleCaller, requireOneScope } from "./caller.ts";
import { googlePurpose, grantedGoogleTokens, mountGoogleLogIn } from "./log-in.ts";
import { answerGoogleRefusals } from "./refusals.ts";
import { type GoogleService, IDENTITY_SCOPES } from "./service.ts";
import { type ConsentWish, consent, exchangeOf, tokenCall, tokensOf } from "./testing/consent.ts";

const MANAGE = "https://www.googleapis.com/auth/manage";
const DAY_SECONDS = 86_400;

/** Ada has two channels; whoever is typed in is Bob. */
const persons = [
  { id: "ada", name: "Ada" },
  { id: "bakery", name: "Ada's Bakery" },
  { id: "bob", name: "Bob" },
];
const network: SandboxNetwork = {
  type: "YouTube",
  slug: "youtube",
  application: SANDBOX_APPLICATION,
  routes(scope, world) {
    answerGoogleRefusals(scope, "reasons");
    mountGoogleLogIn(scope, service, world);
    scope.get("/v1/me", async (request) => {
      const caller = await googleCaller(world, request);
      requireOneScope(caller, [MANAGE]);
      return caller;
    });
  },
  account: async (_name, world) => ({ credentials: { ...(await grantedGoogleTokens(world, service, "bob")) } }),
  feed: async () => [],
  react: async () => {},
  faults: {
    supports: ["token-ended", "access-revoked"],
    purpose: ({ path }) => googlePurpose(path) ?? (path.startsWith("/v1/") ? "other" : null),
    refusal: () => null,
  },
};
const service: GoogleService = {
  network,
  scopes: [{ name: MANAGE, label: "Manage your things", isRequired: false }, ...IDENTITY_SCOPES],
  persons: async () => persons,
  personNamed: async () => ({ id: "bob", name: "Bob" }),
  profileOf: async (_world, id) =>
    id === "bob" ? { sub: "2", email: "bob@example.com", name: "Bob" } : { sub: "1", email: "ada@example.com", name: "Ada" },
};

let ground: Ground;
beforeEach(async () => {
  ground = await openGround(network);
});
afterEach(() => ground[Symbol.asyncDispose]());

const wish = (changes: Partial<ConsentWish> = {}): ConsentWish => ({ scopes: [MANAGE], who: { person: "ada" }, ...changes });
const logIn = (changes: Partial<ConsentWish> = {}) => consent(ground.world, wish(changes));
const tokens = (changes: Partial<ConsentWish> = {}) => tokensOf(ground.world, wish(changes));
const exchange = (target: URL, changes?: Record<string, string>) => exchangeOf(ground.world, target, changes);
const refresh = (token: string) => tokenCall(ground.world, { grant_type: "refresh_token", refresh_token: token });
const revoke = (token: string) => tokenCall(ground.world, { token }, "revoke");
const set = (settings: Record<string, unknown>) => ground.world.objects.put("settings", "google", settings);
const over = { status: 400, body: { error: "invalid_grant", error_description: "Token has been expired or revoked." } };

async function me(token: string | null): Promise<{ status: number; body: unknown }> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const reply = await fetch(`${ground.world.baseUrl}/v1/me`, { headers });
  return { status: reply.status, body: await reply.json() };
}

test("a code gives an access token of 3599 seconds and a refresh token", async () => {
  const target = await logIn();
  assert.equal(target.searchParams.get("state"), "s");
  const { access_token, refresh_token, ...rest } = (await exchange(target)).body;
  assert.deepEqual(rest, { expires_in: 3599, scope: MANAGE, token_type: "Bearer" });
  assert.match(String(access_token), /^ya29\./);
  assert.equal(typeof refresh_token, "string");
  assert.deepEqual(await me(String(access_token)), { status: 200, body: { clientId: "sandbox", personId: "ada", scopes: [MANAGE] } });
  ground.pass(3599);
  assert.equal((await me(String(access_token))).status, 401);
});

test("without access_type=offline there is no refresh token", async () => {
  assert.equal((await exchange(await logIn({ query: { access_type: "online" } }))).body.refresh_token, undefined);
});

test("without prompt=consent only the first consent gives a refresh token", async () => {
  const query = { prompt: "select_account" };
  assert.equal(typeof (await exchange(await logIn({ query }))).body.refresh_token, "string");
  assert.equal((await exchange(await logIn({ query }))).body.refresh_token, undefined);
  assert.equal(typeof (await exchange(await logIn())).body.refresh_token, "string");
});

test("a person who declines is sent back with access_denied", async () => {
  const target = await logIn({ decision: "cancel" });
  assert.equal(target.search, "?error=access_denied&state=s");
});

test("scopes can be unticked, and a call without its scope is refused with both words for it", async () => {
  const { accessToken } = await tokens({ scopes: [MANAGE, "openid"], given: ["openid"] });
  const message = "Request had insufficient authentication scopes.";
  assert.deepEqual(await me(accessToken), {
    status: 403,
    body: {
      error: {
        code: 403,
        message,
        errors: [{ message, domain: "global", reason: "insufficientPermissions" }],
        status: "PERMISSION_DENIED",
        details: [
          { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", domain: "googleapis.com" },
        ],
      },
    },
  });
});

test("no token and a wrong token are refused in two ways", async () => {
  const reasonOf = async (token: string | null) => {
    const { status, body } = await me(token);
    return [status, /"reason":"(\w+)"/.exec(JSON.stringify(body))?.[1]];
  };
  assert.deepEqual(await reasonOf(null), [401, "required"]);
  assert.deepEqual(await reasonOf("x"), [401, "authError"]);
});

test("a code with a challenge needs its verifier", async () => {
  const verifier = "a-verifier-of-the-application-that-is-long-enough";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const query = { code_challenge: challenge, code_challenge_method: "S256" };
  const wrong = await exchange(await logIn({ query }), { code_verifier: "x" });
  assert.deepEqual(wrong, { status: 400, body: { error: "invalid_grant", error_description: "Invalid code verifier." } });
  assert.equal((await exchange(await logIn({ query }), { code_verifier: verifier })).status, 200);
});

test("a code is good once, for its application at its address", async () => {
  const target = await logIn();
  const client = await exchange(target, { client_secret: "wrong" });
  assert.deepEqual(client, { status: 401, body: { error: "invalid_client", error_description: "Unauthorized" } });
  const elsewhere = await exchange(target, { redirect_uri: "http://127.0.0.1:9/other" });
  assert.deepEqual(elsewhere, { status: 400, body: { error: "redirect_uri_mismatch", error_description: "Bad Request" } });
  assert.equal((await exchange(target)).status, 200);
  assert.equal((await exchange(target)).body.error, "invalid_grant");
});

test("refreshing gives an access token alone, again and again", async () => {
  const { refreshToken } = await tokens();
  for (let round = 0; round < 2; round += 1) {
    const { status, body } = await refresh(refreshToken);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body).sort(), ["access_token", "expires_in", "scope", "token_type"]);
    assert.equal((await me(String(body.access_token))).status, 200);
  }
  assert.deepEqual(await refresh("x"), over);
});

test("in testing mode a refresh token ends after seven days", async () => {
  await set({ testing_mode: true });
  const { refreshToken } = await tokens();
  ground.pass(7 * DAY_SECONDS - 1);
  assert.equal((await refresh(refreshToken)).status, 200);
  ground.pass(1);
  assert.deepEqual(await refresh(refreshToken), over);
});

test("a refresh token ends when it is not used for half a year", async () => {
  const { refreshToken } = await tokens();
  ground.pass(181 * DAY_SECONDS);
  assert.equal((await refresh(refreshToken)).status, 200);
  ground.pass(181 * DAY_SECONDS);
  assert.equal((await refresh(refreshToken)).status, 200);
  ground.pass(182 * DAY_SECONDS);
  assert.deepEqual(await refresh(refreshToken), over);
});

test("above the limit of live refresh tokens the account's oldest ends, whichever channel it was for", async () => {
  await set({ refresh_tokens_max: 2 });
  const first = await tokens();
  const bob = await tokens({ who: { name: "Bob" } });
  const second = await tokens({ who: { person: "bakery" } });
  const third = await tokens();
  assert.deepEqual(await refresh(first.refreshToken), over);
  for (const { refreshToken } of [bob, second, third]) assert.equal((await refresh(refreshToken)).status, 200);
});

test("revoking a token ends all that the application has of the Google account", async () => {
  const ada = await tokens();
  const bakery = await tokens({ who: { person: "bakery" } });
  const bob = await tokens({ who: { name: "Bob" } });
  assert.deepEqual(await revoke(ada.refreshToken), { status: 200, body: {} });
  assert.equal((await me(ada.accessToken)).status, 401);
  assert.deepEqual([await refresh(ada.refreshToken), await refresh(bakery.refreshToken)], [over, over]);
  assert.equal((await refresh(bob.refreshToken)).status, 200);
  const again = await revoke(ada.refreshToken);
  assert.deepEqual(again, { status: 400, body: { error: "invalid_token", error_description: "Token expired or revoked" } });
});

test("set so, revoking ends only what was chosen in that consent", async () => {
  await set({ revoking_ends: "choice" });
  const ada = await tokens();
  const bakery = await tokens({ who: { person: "bakery" } });
  assert.equal((await revoke(ada.accessToken)).status, 200);
  assert.deepEqual(await refresh(ada.refreshToken), over);
  assert.equal((await refresh(bakery.refreshToken)).status, 200);
});

test("with openid the answer says who logged in", async () => {
  const { body } = await exchange(await logIn({ scopes: ["openid", "email", "profile"] }));
  const [, claims = ""] = String(body.id_token).split(".");
  const now = Date.parse("2026-11-21T09:00:00Z") / 1000;
  assert.deepEqual(JSON.parse(Buffer.from(claims, "base64url").toString()), {
    iss: "https://accounts.google.com",
    azp: "sandbox",
    aud: "sandbox",
    sub: "1",
    email: "ada@example.com",
    email_verified: true,
    name: "Ada",
    iat: now,
    exp: now + 3599,
  });
});

test("with the fault token-ended a refresh helps, with access-revoked only a new log-in", async () => {
  const { accessToken, refreshToken } = await tokens();
  await ground.fault("token-ended");
  assert.equal((await me(accessToken)).status, 401);
  const renewed = await refresh(refreshToken);
  assert.equal((await me(String(renewed.body.access_token))).status, 200);
  await ground.fault("access-revoked");
  assert.deepEqual(await refresh(refreshToken), over);
  assert.equal((await me((await tokens()).accessToken)).status, 200);
});

test("pasted credentials work like those of a log-in", async () => {
  const { accessToken = "", refreshToken = "" } = (await network.account("Bob", ground.world)).credentials;
  assert.equal((await me(accessToken)).status, 200);
  assert.equal((await refresh(refreshToken)).status, 200);
});

test("an unknown path is answered with a page", async () => {
  const reply = await fetch(`${ground.world.baseUrl}/v4/nothing`);
  assert.deepEqual([reply.status, reply.headers.get("content-type")], [404, "text/html; charset=UTF-8"]);
});

test("a request without an application or a grant type is refused in OAuth's words", async () => {
  const reply = await fetch(`${ground.world.baseUrl}/oauth/token`, { method: "POST" });
  assert.deepEqual(await reply.json(), { error: "invalid_request", error_description: "Could not determine client ID from request." });
  const mistake = { error: "invalid_request", error_description: "Missing required parameter: grant_type" };
  assert.deepEqual(await tokenCall(ground.world, {}), { status: 400, body: mistake });
  assert.equal((await tokenCall(ground.world, { grant_type: "password" })).body.error, "unsupported_grant_type");
  assert.equal((await tokenCall(ground.world, { client_id: "x" })).body.error, "invalid_client");
});
