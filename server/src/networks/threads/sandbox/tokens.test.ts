import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { type Network, openNetwork, type Parameters } from "./testing/network.ts";

const CALLBACK = "http://127.0.0.1:9/connect/threads/callback";
const DAY_SECONDS = 86_400;
const ALL = ["threads_basic", "threads_content_publish", "threads_manage_replies", "threads_read_replies"];

let network: Network;
beforeEach(async () => {
  network = await openNetwork();
});
afterEach(() => network[Symbol.asyncDispose]());

const query = () =>
  new URLSearchParams({ client_id: "sandbox", redirect_uri: CALLBACK, response_type: "code", state: "s", scope: ALL.join(",") }).toString();

/** Logs in on the page, as a browser would submit it, and returns where it leads. */
async function logIn(fields: { scopes?: readonly string[]; decision?: string } = {}): Promise<URL> {
  const { scopes = ALL, decision = "allow" } = fields;
  const form = new URLSearchParams({ asked: query(), name: "Corner Bakery", decision });
  for (const scope of scopes) form.append("given_scope", scope);
  const reply = await fetch(`${network.world.baseUrl}/www/oauth/authorize`, { method: "POST", body: form, redirect: "manual" });
  assert.equal(reply.status, 302);
  return new URL(reply.headers.get("location") ?? "");
}

async function exchange(code: string, changes: Parameters = {}) {
  const given = { client_id: "sandbox", client_secret: "sandbox-secret", grant_type: "authorization_code", redirect_uri: CALLBACK, code };
  const reply = await fetch(`${network.world.baseUrl}/oauth/access_token`, {
    method: "POST",
    body: new URLSearchParams({ ...given, ...changes }),
  });
  return { status: reply.status, text: await reply.text() };
}

async function shortToken(scopes?: readonly string[]): Promise<string> {
  const target = await logIn(scopes === undefined ? {} : { scopes });
  const { text } = await exchange(target.searchParams.get("code") ?? "");
  return /"access_token":"([^"]+)"/.exec(text)?.[1] ?? assert.fail(text);
}

const lengthened = (token: string, secret = "sandbox-secret") =>
  network.ask("GET", "/access_token", { token, parameters: { grant_type: "th_exchange_token", client_secret: secret } });
const refreshed = (token: string) =>
  network.ask("GET", "/refresh_access_token", { token: null, parameters: { grant_type: "th_refresh_token", access_token: token } });
const me = (token: string | null) => network.ask("GET", "/v1.0/me", { token, parameters: { fields: "id,username,name" } });

test("the log-in page offers the profile and what the application asks for", async () => {
  const reply = await fetch(`${network.world.baseUrl}/www/oauth/authorize?${query()}`);
  assert.equal(reply.status, 200);
  assert.match(await reply.text(), /Corner Bakery/);
});

test("a code gives a token of one hour, whose user id is a number, and is good once", async () => {
  const target = await logIn();
  assert.equal(target.href.replace(/code=[^&]+/, "code=x"), `${CALLBACK}?code=x&state=s#_`);
  const code = target.searchParams.get("code") ?? "";
  const { status, text } = await exchange(code);
  assert.equal(status, 200);
  const [, token = ""] = /^\{"access_token":"(TH[^"]+)","user_id":\d{18}\}$/.exec(text) ?? [];
  assert.equal((await me(token)).status, 200);
  assert.deepEqual(await exchange(code), {
    status: 400,
    text: JSON.stringify({ error_type: "OAuthException", code: 400, error_message: "This authorization code has been used" }),
  });
  network.pass(3600);
  assert.deepEqual((await me(token)).body.error.code, 190);
});

test("the exchange refuses wrong secrets, addresses and codes", async () => {
  const code = (await logIn()).searchParams.get("code") ?? "";
  for (const wrong of [{ client_secret: "x" }, { client_id: "x" }, { redirect_uri: `${CALLBACK}/x` }, { grant_type: "x" }, { code: "x" }]) {
    assert.equal((await exchange(code, wrong)).status, 400, JSON.stringify(wrong));
  }
  assert.equal((await exchange(code)).status, 200);
});

test("a person who declines is sent back with the reason", async () => {
  assert.equal((await logIn({ decision: "cancel" })).search, "?error=access_denied&error_reason=user_denied&state=s");
});

test("a short-lived token is exchanged for one of 60 days, with the secret", async () => {
  const short = await shortToken();
  assert.equal((await lengthened(short, "wrong")).status, 400);
  const { body } = await lengthened(short);
  assert.deepEqual({ ...body, access_token: "" }, { access_token: "", token_type: "bearer", expires_in: 5_184_000 });
  network.pass(60 * DAY_SECONDS - 1);
  assert.equal((await me(body.access_token)).status, 200);
  network.pass(1);
  assert.equal((await me(body.access_token)).body.error.code, 190);
  assert.equal((await refreshed(body.access_token)).body.error.code, 190, "too late");
});

test("a long-lived token is refreshed once it is a day old", async () => {
  assert.equal((await refreshed(network.token)).body.error.code, 100);
  network.pass(DAY_SECONDS);
  const { status, body } = await refreshed(network.token);
  assert.equal(status, 200);
  assert.notEqual(body.access_token, network.token);
  assert.equal((await me(network.token)).status, 200, "by default the old one lives on");
  network.pass(59 * DAY_SECONDS);
  assert.equal((await me(network.token)).body.error.code, 190);
  assert.equal((await me(body.access_token)).status, 200);
});

test("set so, a refreshed token dies at once; a short-lived one is never refreshed", async () => {
  await network.settings({ refresh_ends_old_token: true });
  network.pass(DAY_SECONDS);
  assert.equal((await refreshed(network.token)).status, 200);
  assert.equal((await me(network.token)).body.error.code, 190);
  assert.equal((await refreshed(await shortToken())).body.error.code, 100);
});

test("tokens are taken from the header and as a parameter; calls without one are refused", async () => {
  assert.equal((await network.ask("GET", "/v1.0/me", { token: null, parameters: { access_token: network.token } })).status, 200);
  assert.equal((await me(null)).body.error.code, 2500);
  assert.equal((await me("THnonsense")).body.error.code, 190);
});

test("scopes that were not given are missing, and debug_token tells which there are", async () => {
  const token = await shortToken(["threads_content_publish"]);
  const { body } = await network.ask("GET", "/debug_token", { token, parameters: { input_token: token } });
  assert.deepEqual(Object(body.data).scopes, ["threads_basic", "threads_content_publish"]);
  const replies = await network.ask("GET", "/v1.0/me/replies", { token });
  assert.deepEqual([replies.status, replies.body.error.code], [403, 10]);
  assert.equal((await network.ask("POST", "/v1.0/me/threads", { token, parameters: { media_type: "TEXT", text: "Hi" } })).status, 200);
});

test("with the fault token-ended a token is expired until it is renewed; with access-revoked only a new log-in helps", async () => {
  network.pass(DAY_SECONDS);
  await network.fault("token-ended");
  assert.equal((await me(network.token)).body.error.code, 190);
  const { body } = await refreshed(network.token);
  assert.equal((await me(body.access_token)).status, 200);
  await network.fault("access-revoked");
  assert.equal((await me(body.access_token)).body.error.code, 190);
  assert.equal((await refreshed(body.access_token)).body.error.code, 190);
  assert.equal((await me(await shortToken())).status, 200);
});
