import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { xSandbox } from "./index.ts";
import { CALLBACK, logInQuery, type Network, openNetwork, SCOPES } from "./testing/network.ts";

const UNAUTHORIZED = { title: "Unauthorized", detail: "Unauthorized", type: "about:blank", status: 401 };
const DEAD_TOKEN = { error: "invalid_request", error_description: "Value passed for the token was invalid." };

let network: Network;
beforeEach(async () => {
  network = await openNetwork();
});
afterEach(() => network[Symbol.asyncDispose]());

const me = (token: string | null) => network.ask("GET", "/2/users/me", { token });
const refreshed = (refresh_token: string) => network.oauth("token", { grant_type: "refresh_token", refresh_token });
const codeFor = async (scopes: readonly string[] = SCOPES) => (await network.logIn({ scopes })).searchParams.get("code") ?? "";
const page = (changes = {}) => fetch(`${network.world.baseUrl}/www/i/oauth2/authorize?${logInQuery(changes)}`);

test("the log-in page offers the account, and refuses requests without PKCE, with unknown scopes or for unknown applications", async () => {
  const reply = await page();
  assert.equal(reply.status, 200);
  assert.match(await reply.text(), /Corner Bakery/);
  for (const wrong of [{ code_challenge_method: "plain" }, { scope: "tweet.read everything" }, { client_id: "x" }, { redirect_uri: "x" }]) {
    assert.equal((await page(wrong)).status, 400, JSON.stringify(wrong));
  }
});

test("a code gives a token of two hours and one to refresh it with, and is good once", async () => {
  const target = await network.logIn();
  const code = target.searchParams.get("code") ?? "";
  assert.equal(target.href, `${CALLBACK}?code=${code}&state=s`);
  const { status, body } = await network.exchange(code);
  assert.equal(status, 200);
  assert.deepEqual(
    { ...body, access_token: "", refresh_token: "" },
    { token_type: "bearer", expires_in: 7200, access_token: "", scope: SCOPES.join(" "), refresh_token: "" },
  );
  assert.equal((await me(body.access_token)).body.data.username, "corner_bakery");
  assert.equal((await network.exchange(code)).status, 400);
  network.pass(7199);
  assert.equal((await me(body.access_token)).status, 200);
  network.pass(1);
  const over = await me(body.access_token);
  assert.deepEqual([over.status, over.body], [401, UNAUTHORIZED]);
});

test("a code lives for 30 seconds", async () => {
  const code = await codeFor();
  network.pass(30);
  const { status, body } = await network.exchange(code);
  assert.deepEqual([status, body.error_description], [400, "Value passed for the authorization code was invalid."]);
});

test("the exchange refuses wrong addresses, verifiers, secrets and kinds of grants", async () => {
  const code = await codeFor();
  for (const wrong of [{ redirect_uri: `${CALLBACK}/x` }, { code_verifier: "w".repeat(43) }, { code_verifier: "" }, { grant_type: "x" }]) {
    assert.equal((await network.exchange(code, wrong)).status, 400, JSON.stringify(wrong));
  }
  const wrongSecret = `Basic ${Buffer.from("sandbox:wrong").toString("base64")}`;
  for (const authorization of [null, wrongSecret]) {
    const { status, body } = await network.oauth("token", { grant_type: "authorization_code", client_id: "sandbox", code }, authorization);
    assert.deepEqual([status, body.error_description], [401, "Missing valid authorization header"]);
  }
  assert.equal((await network.exchange(code)).status, 200);
});

test("a public client names itself in the body", async () => {
  await network.settings({ client: "public" });
  const fields = { grant_type: "refresh_token", refresh_token: network.tokens.refreshToken };
  assert.equal((await network.oauth("token", fields, null)).status, 400);
  assert.equal((await network.oauth("token", { ...fields, client_id: "sandbox" }, null)).status, 200);
});

test("a person who declines is sent back with the reason", async () => {
  assert.equal((await network.logIn({ decision: "cancel" })).search, "?error=access_denied&state=s");
});

test("without offline.access there is no refresh token, and what was not granted is refused", async () => {
  const { body } = await network.exchange(await codeFor(["tweet.read", "users.read"]));
  assert.equal(body.refresh_token, undefined);
  assert.equal((await me(body.access_token)).status, 200);
  const refused = await network.ask("POST", "/2/tweets", { token: body.access_token, body: { text: "Hi" } });
  assert.deepEqual([refused.status, refused.body.title], [403, "Forbidden"]);
});

test("a refresh token is good once; the older access token lives to its end", async () => {
  const { accessToken, refreshToken } = network.tokens;
  const first = await refreshed(refreshToken);
  assert.equal(first.status, 200);
  assert.notEqual(first.body.refresh_token, refreshToken);
  assert.equal((await me(accessToken)).status, 200);
  const again = await refreshed(refreshToken);
  assert.deepEqual([again.status, again.body], [400, DEAD_TOKEN]);
  assert.equal((await refreshed(first.body.refresh_token)).status, 200, "the family lives on");
});

test("set so, the old refresh token is taken until its successor is used, or its reuse ends everything", async () => {
  const { refreshToken } = network.tokens;
  await network.settings({ refresh_rotation: "after-use" });
  const first = await refreshed(refreshToken);
  assert.equal((await refreshed(refreshToken)).body.refresh_token, first.body.refresh_token);
  const second = await refreshed(first.body.refresh_token);
  await network.settings({ reuse_ends_grant: true });
  assert.equal((await refreshed(refreshToken)).status, 400);
  assert.equal((await refreshed(second.body.refresh_token)).status, 400);
  assert.equal((await me(second.body.access_token)).status, 401);
});

test("a revoked token ends alone", async () => {
  const { accessToken, refreshToken } = network.tokens;
  const reply = await network.oauth("revoke", { token: refreshToken });
  assert.deepEqual([reply.status, reply.body], [200, { revoked: true }]);
  assert.equal((await refreshed(refreshToken)).status, 400);
  assert.equal((await me(accessToken)).status, 200);
  await network.oauth("revoke", { token: accessToken });
  assert.equal((await me(accessToken)).status, 401);
  assert.equal((await network.oauth("revoke", { token: accessToken }, null)).status, 401);
});

test("with the fault token-ended a token is over until it is refreshed; with access-revoked only a new log-in helps", async () => {
  const { accessToken, refreshToken } = network.tokens;
  await network.fault("token-ended");
  assert.equal((await me(accessToken)).status, 401);
  const { body } = await refreshed(refreshToken);
  assert.equal((await me(body.access_token)).status, 200);
  await network.fault("access-revoked");
  assert.equal((await me(body.access_token)).status, 401);
  assert.equal((await refreshed(body.refresh_token)).status, 400);
  const fresh = await network.exchange(await codeFor());
  assert.equal((await me(fresh.body.access_token)).status, 200);
});

test("who one is comes with the fields that one asks for; all are refused without a token", async () => {
  const { body } = await network.get("/2/users/me", { "user.fields": "verified,verified_type,subscription_type,protected" });
  const { id } = body.data;
  assert.match(id, /^\d{18,19}$/);
  const named = { id, name: "Corner Bakery", username: "corner_bakery" };
  assert.deepEqual(body, { data: { ...named, protected: false, verified: false, verified_type: "none", subscription_type: "None" } });
  await network.settings({ subscription: "Premium" });
  const premium = await network.get("/2/users/me", { "user.fields": "verified_type,subscription_type" });
  assert.deepEqual(premium.body.data, { ...named, verified_type: "blue", subscription_type: "Premium" });
  await network.settings({ subscription: "Premium", subscriptions: { corner_bakery: "Basic" } });
  const basic = await network.get("/2/users/me", { "user.fields": "verified_type,subscription_type" });
  assert.deepEqual(basic.body.data, { ...named, verified_type: "none", subscription_type: "Basic" });
  assert.equal((await me(null)).status, 401);
  assert.equal((await me("nonsense")).status, 401);
});

test("names that are long differ in what is cut off", async () => {
  const names = ["Corner Bakery Berlin", "Corner Bakery Bonn", "corner bakery bonn"];
  const users = await Promise.all(
    names.map(async (name) => {
      const { accessToken = "" } = (await xSandbox.account(name, network.world)).credentials;
      return String((await me(accessToken)).body.data.username);
    }),
  );
  assert.ok(users.every((name) => /^\w{1,15}$/.test(name)));
  assert.equal(new Set(users).size, 2);
});
