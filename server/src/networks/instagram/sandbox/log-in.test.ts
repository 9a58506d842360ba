import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";
import { z } from "zod";
import { type Parameters, refusalIn } from "../../sandbox/meta/testing/answers.ts";
import { openStage, type Stage } from "./testing/stage.ts";

const CALLBACK = "http://127.0.0.1:9/connect/instagram/callback";
const SCOPES = "instagram_business_basic,instagram_business_content_publish,instagram_business_manage_comments";
const QUERY = { client_id: "sandbox", redirect_uri: CALLBACK, response_type: "code", scope: SCOPES, state: "s 1" };
const DAY = 24 * 3600;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

interface Decision {
  readonly scopes?: readonly string[];
  readonly name?: string;
  readonly decision?: string;
}

/** Logs in in one call and returns where the person is sent. */
async function logIn(given: Decision = {}): Promise<string> {
  const { scopes = SCOPES.split(","), name = "Corner Bakery", decision = "allow" } = given;
  const fields = new URLSearchParams({ asked: new URLSearchParams(QUERY).toString(), name, decision });
  for (const scope of scopes) fields.append("given_scope", scope);
  const reply = await fetch(`${stage.world.baseUrl}/www/oauth/authorize`, { method: "POST", redirect: "manual", body: fields });
  assert.equal(reply.status, 302);
  return reply.headers.get("location") ?? "";
}

const codeIn = (location: string) => new URL(location).searchParams.get("code") ?? "";
const exchange = (code: string, changes: Parameters = {}) =>
  stage.ask("POST", "/login/oauth/access_token", {
    client_id: "sandbox",
    client_secret: "sandbox-secret",
    grant_type: "authorization_code",
    redirect_uri: CALLBACK,
    code,
    ...changes,
  });
const Token = z.object({ access_token: z.string() });
const tokenIn = ({ body }: { readonly body: unknown }) => Token.parse(body).access_token;
const shortToken = async (given: Decision = {}) => tokenIn(await exchange(codeIn(await logIn(given))));
const lengthen = (token: string, secret = "sandbox-secret") =>
  stage.ask("GET", "/access_token", { grant_type: "ig_exchange_token", client_secret: secret, access_token: token });
const refresh = (token: string) => stage.ask("GET", "/refresh_access_token", { grant_type: "ig_refresh_token", access_token: token });
const me = (token: string) => stage.ask("GET", "/v25.0/me", { access_token: token, fields: "username" });
const longToken = async () => tokenIn(await lengthen(await shortToken()));

test("the page offers the accounts with what they are, and personal ones last", async () => {
  const page = await (await logInPage()).text();
  const names = [...page.matchAll(/<span>(@[^<]+)<\/span>/g)].map(([, name]) => name);
  assert.deepEqual(names, [
    "@corner_bakery (business account)",
    "@lou_creates (creator account)",
    "@sam_private (personal account, which cannot publish)",
  ]);
});

test("a log-in ends with a code, the state and the fragment that Instagram appends", async () => {
  const location = await logIn();
  assert.match(location, /^http:\/\/127\.0\.0\.1:9\/connect\/instagram\/callback\?code=[\w-]+&state=s\+1#_$/);
  assert.equal(
    await logIn({ decision: "cancel" }),
    `${CALLBACK}?error=access_denied&error_reason=user_denied&error_description=The+user+denied+your+request&state=s+1`,
  );
});

test("a code is exchanged once, within an hour, with the application's secret and the same address", async () => {
  const code = codeIn(await logIn());
  const wrong = [
    { client_secret: "guess" },
    { client_id: "other" },
    { redirect_uri: `${CALLBACK}/` },
    { grant_type: "password" },
    { code: "guess" },
  ];
  for (const changes of wrong) {
    const { status, body } = await exchange(code, changes);
    assert.deepEqual([status, Object(body).error_type, Object(body).code], [400, "OAuthException", 400], JSON.stringify(changes));
  }
  const { status, body } = await exchange(code);
  const { access_token: token, ...rest } = Object(body);
  assert.deepEqual([status, rest], [200, { user_id: stage.accountId, permissions: SCOPES }]);
  assert.deepEqual((await me(token)).status, 200);
  assert.equal((await exchange(code)).status, 400);
  const late = codeIn(await logIn());
  stage.pass(3600);
  assert.equal((await exchange(late)).status, 400);
});

test("a short token lasts an hour and is exchanged for one that lasts 60 days", async () => {
  const short = await shortToken();
  assert.deepEqual(refusalIn(await lengthen(short, "guess")), [400, 1]);
  const { status, body } = await lengthen(short);
  const { access_token: long, ...rest } = Object(body);
  assert.deepEqual([status, rest], [200, { token_type: "bearer", expires_in: 5_184_000 }]);
  assert.deepEqual(refusalIn(await lengthen(long)), [400, 452]);
  stage.pass(3600);
  assert.deepEqual(refusalIn(await me(short)), [400, 190, 463]);
  assert.deepEqual(refusalIn(await lengthen(short)), [400, 190, 463]);
  stage.pass(60 * DAY - 3601);
  assert.equal((await me(long)).status, 200);
  stage.pass(1);
  assert.deepEqual(refusalIn(await me(long)), [400, 190, 463]);
});

test("a long token is refreshed when it is a day old and not over; the older one lives on", async () => {
  const long = await longToken();
  assert.deepEqual(refusalIn(await refresh(await shortToken())), [400, 452]);
  stage.pass(DAY - 1);
  assert.deepEqual(refusalIn(await refresh(long)), [400, 100]);
  stage.pass(1);
  const { status, body } = await refresh(long);
  const { access_token: next, ...rest } = Object(body);
  assert.deepEqual([status, rest], [200, { token_type: "bearer", expires_in: 5_184_000 }]);
  assert.deepEqual([(await me(long)).status, (await me(next)).status], [200, 200]);
  stage.pass(59 * DAY);
  assert.deepEqual(refusalIn(await refresh(long)), [400, 190, 463]);
  assert.equal((await me(next)).status, 200);
});

test("the older token can be made to die when it is refreshed", async () => {
  await stage.set({ refresh_ends_old_token: true });
  const long = await longToken();
  stage.pass(DAY);
  const next = tokenIn(await refresh(long));
  assert.deepEqual(refusalIn(await me(long)), [400, 190]);
  assert.equal((await me(next)).status, 200);
});

test("scopes that the person refused do not work, and publishing needs its own", async () => {
  const id = await stage.post({ image_url: stage.link("a.jpg") });
  const token = await shortToken({ scopes: [] });
  assert.equal((await me(token)).status, 200);
  const image = { access_token: token, image_url: stage.link("a.jpg") };
  assert.deepEqual(refusalIn(await stage.ask("POST", `/v25.0/${stage.accountId}/media`, image)), [400, 10]);
  const comment = { access_token: token, message: "Hi" };
  assert.deepEqual(refusalIn(await stage.ask("POST", `/v25.0/${id}/comments`, comment)), [400, 10]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/v25.0/${id}/insights`, { access_token: token, metric: "likes" })), [400, 10]);
});

test("a person with a personal account can log in, and cannot publish", async () => {
  await logInPage();
  const token = await shortToken({ name: "Sam Private" });
  const { body } = await stage.ask("GET", "/v25.0/me", { access_token: token, fields: "user_id,account_type" });
  const { user_id: id, account_type: type } = Object(body);
  assert.equal(type, "PERSONAL");
  const image = { access_token: token, image_url: stage.link("a.jpg") };
  assert.deepEqual(refusalIn(await stage.ask("POST", `/v25.0/${id}/media`, image)), [400, 10]);
});

test("a token can come as a parameter or as a header, and must be one of this network", async () => {
  const path = `${stage.world.baseUrl}/v25.0/me?fields=username`;
  const reply = await fetch(path, { headers: { authorization: `Bearer ${stage.token}` } });
  assert.equal(Object(await reply.json()).username, "corner_bakery");
  assert.equal((await fetch(path)).status, 400);
  assert.deepEqual(refusalIn(await me("guess")), [400, 190]);
});

test("a proof of the application's secret is checked where there is one", async () => {
  const proof = createHmac("sha256", "sandbox-secret").update(stage.token).digest("hex");
  assert.equal((await stage.ask("GET", "/v25.0/me", { appsecret_proof: proof })).status, 200);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/v25.0/me", { appsecret_proof: "0" })), [400, 100]);
});

/** Opens the log-in page, which has some accounts of every type. */
const logInPage = () => fetch(`${stage.world.baseUrl}/www/oauth/authorize?${new URLSearchParams(QUERY)}`);
