import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { tiktokSandbox } from "./index.ts";
import { SCOPES } from "./people.ts";
import { type Answer, CALLBACK, dataIn, logInQuery, openStage, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const NAMES = "/user/info/?fields=open_id,display_name";
const page = (changes = {}) => fetch(`${stage.world.baseUrl}/www/v2/auth/authorize/?${logInQuery(changes)}`);
const codeFor = async (name: string) => (await stage.logIn(name)).searchParams.get("code") ?? "";
const exchange = (code: string, changes = {}) =>
  stage.oauth("token", { grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...changes });
const refresh = (refresh_token: unknown) => stage.oauth("token", { grant_type: "refresh_token", refresh_token: String(refresh_token) });
const isAlive = async (token: unknown) => (await stage.get(NAMES, String(token))).status === 200;

function assertOauthRefused({ status, body }: Answer, error: string, wanted = 200): void {
  assert.deepEqual([status, body.error, typeof body.error_description, typeof body.log_id], [wanted, error, "string", "string"]);
}

test("the page offers who can log in, and refuses unknown applications, scopes and addresses", async () => {
  const reply = await page();
  assert.equal(reply.status, 200);
  assert.match(await reply.text(), /Corner Bakery/);
  for (const wrong of [{ client_key: "x" }, { scope: "user.info.basic,everything" }, { redirect_uri: "x" }, { response_type: "token" }]) {
    assert.equal((await page(wrong)).status, 400, JSON.stringify(wrong));
  }
});

test("a code gives a token of two hours and one of 180 days to refresh it with, and is good once", async () => {
  const target = await stage.logIn("Ada");
  const code = target.searchParams.get("code") ?? "";
  assert.equal(target.href, `${CALLBACK}?code=${code}&state=s`);
  const { status, body } = await exchange(code);
  const { access_token, refresh_token, open_id, ...rest } = body;
  assert.equal(status, 200);
  assert.deepEqual(rest, {
    expires_in: 7200,
    refresh_expires_in: 15_552_000,
    scope: SCOPES.map(({ name }) => name).join(","),
    token_type: "Bearer",
  });
  assert.deepEqual(dataIn(await stage.get(NAMES, String(access_token))), { user: { open_id, display_name: "Ada" } });
  assertOauthRefused(await exchange(code), "invalid_grant");
  stage.pass(7199);
  assert.ok(await isAlive(access_token));
  stage.pass(1);
  assert.deepEqual(refusalIn(await stage.get(NAMES, String(access_token))), [401, "access_token_invalid"]);
  assert.ok(await isAlive((await refresh(refresh_token)).body.access_token));
});

test("errors of the token endpoint come with 200, or set so with 400", async () => {
  const code = await codeFor("Ada");
  assertOauthRefused(await exchange(code, { redirect_uri: `${CALLBACK}/x` }), "invalid_grant");
  assertOauthRefused(await exchange(code, { client_secret: "wrong" }), "invalid_client");
  assertOauthRefused(await exchange(code, { grant_type: "password" }), "unsupported_grant_type");
  const json = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ client_key: "sandbox" }) };
  const reply = await fetch(`${stage.world.baseUrl}/v2/oauth/token/`, json);
  assert.match(await reply.text(), /"error":"invalid_request"/);
  await stage.set({ oauth_error_status: 400 });
  assertOauthRefused(await exchange("nothing"), "invalid_grant", 400);
  assert.ok(await isAlive((await exchange(code)).body.access_token));
});

test("a person who declines is sent back with the reason", async () => {
  const { searchParams } = await stage.logIn("Ada", { decision: "cancel" });
  assert.deepEqual([searchParams.get("error"), searchParams.get("state"), searchParams.get("code")], ["access_denied", "s", null]);
});

test("what a person unticks is missing in the scope, and refused", async () => {
  const code = (await stage.logIn("Ada", { scopes: ["video.upload"] })).searchParams.get("code") ?? "";
  const { scope, access_token } = (await exchange(code)).body;
  assert.equal(scope, "user.info.basic,video.upload");
  const token = String(access_token);
  assert.deepEqual(refusalIn(await stage.get("/user/info/?fields=open_id,username", token)), [401, "scope_not_authorized"]);
  assert.deepEqual(refusalIn(await stage.post("/post/publish/creator_info/query/", {}, token)), [401, "scope_not_authorized"]);
  assert.deepEqual(refusalIn(await stage.post("/video/list/?fields=id", {}, token)), [401, "scope_not_authorized"]);
  assert.ok(await isAlive(token));
});

test("a refresh token is good once, even for two that use it together", async () => {
  const both = await Promise.all([refresh(stage.refreshToken), refresh(stage.refreshToken)]);
  const [given, refused] = both.toSorted((a) => ("access_token" in a.body ? -1 : 1));
  assert.ok(given !== undefined && refused !== undefined);
  assertOauthRefused(refused, "invalid_grant");
  assertOauthRefused(await refresh(stage.refreshToken), "invalid_grant");
  assert.notEqual(given.body.refresh_token, stage.refreshToken);
  stage.pass(180 * 86_400 - 1);
  const last = await refresh(given.body.refresh_token);
  assert.ok(await isAlive(last.body.access_token));
  stage.pass(180 * 86_400);
  assertOauthRefused(await refresh(last.body.refresh_token), "invalid_grant");
});

test("set so, every refresh is refused and the token lives on", async () => {
  await stage.set({ refreshes: false });
  assertOauthRefused(await refresh(stage.refreshToken), "invalid_grant");
  await stage.set({});
  assert.ok(await isAlive((await refresh(stage.refreshToken)).body.access_token));
});

test("revoking one token ends everything that the person granted, until they log in again", async () => {
  const token = await stage.tokenOf("Corner Bakery");
  assert.deepEqual((await stage.oauth("revoke", { token })).body, {});
  assert.deepEqual(await Promise.all([isAlive(token), isAlive(stage.token)]), [false, false]);
  assertOauthRefused(await refresh(stage.refreshToken), "invalid_grant");
  assertOauthRefused(await stage.oauth("revoke", { token }), "invalid_request");
  assert.ok(await isAlive(await stage.tokenOf("Corner Bakery")));
});

test("the faults token-ended and access-revoked end what was given before", async () => {
  await stage.fault("token-ended");
  assert.equal(await isAlive(stage.token), false);
  const renewed = await refresh(stage.refreshToken);
  assert.ok(await isAlive(renewed.body.access_token));
  await stage.fault("access-revoked");
  assertOauthRefused(await refresh(renewed.body.refresh_token), "invalid_grant");
  assert.ok(await isAlive(await stage.tokenOf("Corner Bakery")));
});

test("an account has an id of its own, and only fields that are asked for and known", async () => {
  const { user } = dataIn(await stage.get("/user/info/?fields=open_id,union_id,avatar_url,display_name,username"));
  const { open_id, union_id, ...rest } = Object(user);
  assert.match(open_id, /^-000[\w-]{32}$/);
  assert.notEqual(open_id, union_id);
  const { baseUrl } = stage.world;
  assert.deepEqual(rest, { avatar_url: `${baseUrl}/www/portrait.png`, display_name: "Corner Bakery", username: "corner_bakery" });
  assert.equal((await fetch(rest.avatar_url)).headers.get("content-type"), "image/png");
  for (const query of ["", "?fields=", "?fields=open_id,secrets"]) {
    assert.deepEqual(refusalIn(await stage.get(`/user/info/${query}`)), [400, "invalid_params"], query);
  }
});

test("names that differ have accounts that differ, however long they are", async () => {
  const long = "The Very Long Name of a Corner Bakery in";
  const tokens = await Promise.all(["Bern", "Basel", "Bern"].map((town) => stage.tokenOf(`${long} ${town}`)));
  const names = await Promise.all(tokens.map(async (token) => dataIn(await stage.get("/user/info/?fields=open_id,username", token)).user));
  assert.deepEqual(names[0], names[2]);
  assert.notDeepEqual(names[0], names[1]);
  assert.match(String(Object(names[0]).username), /^\w{1,24}$/);
  assert.deepEqual(Object.keys((await tiktokSandbox.account("Ada", stage.world)).credentials), ["accessToken", "refreshToken"]);
});
