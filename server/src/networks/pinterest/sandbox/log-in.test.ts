import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { CALLBACK, fieldsIn, openStage, pageIn, refusalIn, type Stage, textAt } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const DAY_SECONDS = 86_400;
const codeOf = async (name = "Ada") => (await stage.logIn(name)).searchParams.get("code") ?? "";
const byCode = (code: string, secret?: string) =>
  stage.exchange({ grant_type: "authorization_code", code, redirect_uri: CALLBACK }, secret);
const refresh = (token: string) => stage.exchange({ grant_type: "refresh_token", refresh_token: token });
const whoIs = async (token: string) => (await stage.ask("GET", "/user_account", { token })).status;
const namesIn = async (token: string, query = "") =>
  pageIn(await stage.ask("GET", `/boards${query}`, { token })).items.map(({ name }) => name);

test("a code gives an access token of 30 days and a refresh token of 60", async () => {
  const { access_token, refresh_token, ...rest } = fieldsIn(await byCode(await codeOf()));
  assert.match(String(access_token), /^pina_/);
  assert.equal(typeof refresh_token, "string");
  assert.deepEqual(rest, {
    response_type: "authorization_code",
    token_type: "bearer",
    expires_in: 2_592_000,
    scope:
      "user_accounts:read boards:read boards:read_secret boards:write boards:write_secret pins:read pins:read_secret pins:write pins:write_secret",
    refresh_token_expires_in: 5_184_000,
    refresh_token_expires_at: Date.parse("2026-11-21T09:00:00Z") / 1000 + 5_184_000,
  });
  stage.pass(30 * DAY_SECONDS - 1);
  assert.equal(await whoIs(String(access_token)), 200);
  stage.pass(1);
  assert.equal(await whoIs(String(access_token)), 401);
});

test("a code is good once, for the application with the right secret in the Basic header, at the address it was asked for", async () => {
  const code = await codeOf();
  assert.deepEqual(refusalIn(await byCode(code, "wrong")), [401, 2]);
  const elsewhere = { grant_type: "authorization_code", code, redirect_uri: `${CALLBACK}/x` };
  assert.deepEqual(refusalIn(await stage.exchange(elsewhere)), [400, 1]);
  assert.equal((await byCode(code)).status, 200);
  assert.deepEqual(refusalIn(await byCode(code)), [400, 1]);
});

test("the application's secret is not taken from the form, and JSON is no form", async () => {
  const address = `${stage.world.baseUrl}/v5/oauth/token`;
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: stage.refreshToken,
    client_id: "sandbox",
    client_secret: "sandbox-secret",
  });
  assert.equal((await fetch(address, { method: "POST", body })).status, 401);
  const authorization = `Basic ${Buffer.from("sandbox:sandbox-secret").toString("base64")}`;
  const json = {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(Object.fromEntries(body)),
  };
  assert.equal((await fetch(address, json)).status, 400);
});

test("a person who declines is sent back with the reason", async () => {
  assert.equal((await stage.logIn("Ada", { decision: "cancel" })).search, "?error=access_denied&state=s");
});

test("each refresh gives the next refresh token, and the old one is accepted until that has been used", async () => {
  const first = fieldsIn(await refresh(stage.refreshToken));
  assert.equal(first.response_type, "refresh_token");
  assert.equal(await whoIs(String(first.access_token)), 200);
  const next = String(first.refresh_token);
  assert.notEqual(next, stage.refreshToken);
  assert.equal(textAt(await refresh(stage.refreshToken), "refresh_token"), next, "the answer was lost");
  assert.equal((await refresh(next)).status, 200);
  assert.deepEqual(refusalIn(await refresh(stage.refreshToken)), [400, 1]);
});

test("set so, a refresh token dies at once, or never and no new one is given", async () => {
  await stage.set({ refresh_rotation: "strict" });
  const next = textAt(await refresh(stage.refreshToken), "refresh_token");
  assert.equal((await refresh(stage.refreshToken)).status, 400);
  await stage.set({ refresh_gives_refresh_token: false });
  for (let round = 0; round < 2; round += 1) assert.deepEqual(Object.keys(fieldsIn(await refresh(next))).sort(), ACCESS_FIELDS);
});
const ACCESS_FIELDS = ["access_token", "expires_in", "response_type", "scope", "token_type"];

test("a refresh token lives 60 days from its last renewal", async () => {
  stage.pass(59 * DAY_SECONDS);
  const next = textAt(await refresh(stage.refreshToken), "refresh_token");
  stage.pass(59 * DAY_SECONDS);
  const last = textAt(await refresh(next), "refresh_token");
  stage.pass(60 * DAY_SECONDS);
  assert.equal((await refresh(last)).status, 400);
});

test("a refresh may ask for fewer scopes, not for others", async () => {
  const token = await stage.exchange({ grant_type: "refresh_token", refresh_token: stage.refreshToken, scope: "boards:read,pins:read" });
  assert.equal(textAt(token, "scope"), "boards:read pins:read");
  const foreign = await stage.exchange({ grant_type: "refresh_token", refresh_token: textAt(token, "refresh_token"), scope: "ads:read" });
  assert.equal(foreign.status, 400);
});

test("set so, refusals of tokens are in OAuth's own words", async () => {
  await stage.set({ oauth_errors: "standard" });
  assert.deepEqual((await refresh("x")).body, { error: "invalid_grant", error_description: "The refresh token is unknown." });
  assert.deepEqual((await byCode("x", "x")).body, { error: "invalid_client", error_description: "Authentication failed." });
});

test("with the fault token-ended a refresh helps, with access-revoked only a new log-in", async () => {
  await stage.fault("token-ended");
  assert.deepEqual(refusalIn(await stage.ask("GET", "/user_account")), [401, 2]);
  const renewed = fieldsIn(await refresh(stage.refreshToken));
  assert.equal(await whoIs(String(renewed.access_token)), 200);
  await stage.fault("access-revoked");
  assert.equal(await whoIs(String(renewed.access_token)), 401);
  assert.equal((await refresh(String(renewed.refresh_token))).status, 400);
  assert.equal(await whoIs(await stage.tokenOf("Corner Bakery")), 200);
});

test("a new person has public, protected, secret and group boards", async () => {
  const token = await stage.tokenOf("Ada");
  const { items } = pageIn(await stage.ask("GET", "/boards", { token }));
  assert.deepEqual(
    items.map(({ name, privacy, owner }) => [name, privacy, owner]),
    [
      ["Ada Ideas", "PUBLIC", { username: "ada" }],
      ["Ada Partners", "PROTECTED", { username: "ada" }],
      ["Ada Drafts", "SECRET", { username: "ada" }],
      ["Made in the Village", "PUBLIC", { username: "village_market" }],
    ],
  );
  assert.deepEqual(await namesIn(token, "?privacy=PUBLIC_AND_SECRET"), ["Ada Ideas", "Ada Drafts", "Made in the Village"]);
  assert.deepEqual(await namesIn(await stage.tokenOf("Ada", ["boards:read"])), ["Ada Ideas", "Ada Partners", "Made in the Village"]);
});

test("a token without the scopes of a call is refused with code 3, and none at all with code 2", async () => {
  const token = await stage.tokenOf("Ada", ["boards:read", "pins:read"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/user_account", { token })), [401, 3]);
  assert.deepEqual(refusalIn(await stage.ask("POST", "/media", { token, body: { media_type: "video" } })), [401, 3]);
  assert.deepEqual(refusalIn(await stage.ask("POST", "/pins", { token, body: {} })), [401, 3]);
  assert.deepEqual((await stage.ask("GET", "/boards", { token: null })).body, { code: 2, message: "Authentication failed." });
});
