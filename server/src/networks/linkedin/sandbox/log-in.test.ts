import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { z } from "zod";
import { ALL_SCOPES, CALLBACK, elementsIn, fieldsIn, MEMBER_SCOPES, openStage, queryOf, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const DAY = 86_400;
const open = (scopes: readonly string[]) =>
  fetch(`${stage.world.baseUrl}/www/oauth/v2/authorization?${queryOf(scopes)}`, { redirect: "manual" });
const redeem = (code: string) => stage.exchange({ grant_type: "authorization_code", code, redirect_uri: CALLBACK });
const renew = (refreshToken: unknown) => stage.exchange({ grant_type: "refresh_token", refresh_token: z.string().parse(refreshToken) });
const whoIs = (token: unknown) => stage.ask("GET", "/v2/userinfo", { token: z.string().parse(token) });

test("A member logs in, and the code is exchanged once for a token of sixty days without a refresh token", async () => {
  const target = await stage.logIn("Ada Lovelace", MEMBER_SCOPES);
  assert.equal(target.searchParams.get("state"), "s");
  const code = target.searchParams.get("code") ?? "";
  const { access_token: token, ...rest } = fieldsIn(await redeem(code));
  assert.deepEqual(rest, { expires_in: 60 * DAY, scope: "openid,profile,w_member_social", token_type: "Bearer" });
  const { sub, ...profile } = fieldsIn(await whoIs(token));
  assert.match(String(sub), /^[\w-]{10}$/);
  assert.deepEqual(profile, {
    name: "Ada Lovelace",
    given_name: "Ada",
    family_name: "Lovelace",
    picture: `${stage.world.baseUrl}/www/picture.png`,
    locale: { country: "US", language: "en" },
  });
  assert.equal((await fetch(String(profile.picture))).headers.get("content-type"), "image/png");
  const { status, body } = await redeem(code);
  assert.equal(status, 400);
  assert.equal(z.object({ error: z.string() }).parse(body).error, "invalid_request");
});

test("A token is refused after sixty days, and an unknown one at once", async () => {
  const { access_token: token } = await stage.grant("Ada", MEMBER_SCOPES);
  stage.pass(60 * DAY - 1);
  assert.equal((await whoIs(token)).status, 200);
  stage.pass(1);
  assert.deepEqual(refusalIn(await whoIs(token)), [401, "EXPIRED_ACCESS_TOKEN"]);
  assert.deepEqual(refusalIn(await whoIs("nonsense")), [401, "INVALID_ACCESS_TOKEN"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/v2/userinfo", { token: null })), [401, "EMPTY_ACCESS_TOKEN"]);
});

test("A scope of a product that the application lacks sends the person back with unauthorized_scope_error", async () => {
  await stage.set({ products: ["member"] });
  const reply = await open(["openid", "w_organization_social"]);
  assert.equal(reply.status, 302);
  assert.deepEqual(Object.fromEntries(new URL(reply.headers.get("location") ?? "").searchParams), {
    error: "unauthorized_scope_error",
    error_description: "Scope &quot;w_organization_social&quot; is not authorized for your application",
    state: "s",
  });
  const form = new URLSearchParams({ asked: queryOf(["w_organization_social"]), name: "Ada", decision: "allow" });
  const sent = await fetch(`${stage.world.baseUrl}/www/oauth/v2/authorization`, { method: "POST", redirect: "manual", body: form });
  assert.equal(new URL(sent.headers.get("location") ?? "").searchParams.get("code"), null);
  const page = await open(MEMBER_SCOPES);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Log in to LinkedIn/);
  await stage.set({ products: ["organization"] });
  assert.equal((await open(["openid"])).status, 302);
  assert.equal((await open(["r_basicprofile", "w_organization_social"])).status, 200);
  const { access_token: token } = await stage.grant("Ada Lovelace", ["r_basicprofile", "w_organization_social"]);
  assert.deepEqual(refusalIn(await whoIs(token)), [403, "ACCESS_DENIED"]);
  const { id: _id, ...me } = fieldsIn(await stage.ask("GET", "/v2/me", { token: String(token) }));
  assert.deepEqual(me, { localizedFirstName: "Ada", localizedLastName: "Lovelace", vanityName: "ada-lovelace" });
});

test("Members give all scopes that are asked for, or none: the page lets them refuse no single one", async () => {
  const form = new URLSearchParams({ asked: queryOf(MEMBER_SCOPES), name: "Ada", decision: "allow" });
  const reply = await fetch(`${stage.world.baseUrl}/www/oauth/v2/authorization`, { method: "POST", redirect: "manual", body: form });
  const code = new URL(reply.headers.get("location") ?? "").searchParams.get("code") ?? "";
  assert.equal(fieldsIn(await redeem(code)).scope, "openid,profile,w_member_social");
});

test("A log-in for other scopes ends the earlier tokens if the network is set to, and one for the same never does", async () => {
  await stage.set({ other_scopes_end_tokens: true, refresh_tokens: true });
  const first = await stage.grant("Ada", MEMBER_SCOPES);
  const second = await stage.grant("Ada", MEMBER_SCOPES);
  for (const { access_token: token } of [first, second]) assert.equal((await whoIs(token)).status, 200);
  const third = await stage.grant("Ada", ["openid"]);
  for (const { access_token: token } of [first, second]) assert.deepEqual(refusalIn(await whoIs(token)), [401, "REVOKED_ACCESS_TOKEN"]);
  assert.equal((await renew(second.refresh_token)).status, 400);
  assert.equal((await renew(third.refresh_token)).status, 200);
  assert.equal((await whoIs(third.access_token)).status, 200);
});

test("Whoever declines is sent back with the reason", async () => {
  const form = new URLSearchParams({ asked: queryOf(ALL_SCOPES), decision: "cancel" });
  const reply = await fetch(`${stage.world.baseUrl}/www/oauth/v2/authorization`, { method: "POST", redirect: "manual", body: form });
  assert.equal(new URL(reply.headers.get("location") ?? "").searchParams.get("error"), "user_cancelled_authorize");
});

test("Partners get a refresh token that ends a year after the log-in, and access tokens end with it", async () => {
  await stage.set({ refresh_tokens: true });
  const first = await stage.grant("Ada");
  assert.equal(first.refresh_token_expires_in, 365 * DAY);
  stage.pass(100 * DAY);
  const second = fieldsIn(await renew(first.refresh_token));
  assert.equal(second.refresh_token, first.refresh_token);
  assert.deepEqual([second.expires_in, second.refresh_token_expires_in], [60 * DAY, 265 * DAY]);
  stage.pass(215 * DAY);
  const third = fieldsIn(await renew(second.refresh_token));
  assert.deepEqual([third.expires_in, third.refresh_token_expires_in], [50 * DAY, 50 * DAY]);
  stage.pass(50 * DAY);
  const { status, body } = await renew(third.refresh_token);
  assert.deepEqual([status, z.object({ error: z.string() }).parse(body).error], [400, "invalid_grant"]);
});

test("Refresh tokens rotate if the network is set to, and the successor ends with the same log-in", async () => {
  await stage.set({ refresh_tokens: true, rotation: "strict" });
  const first = await stage.grant("Ada");
  stage.pass(10 * DAY);
  const second = fieldsIn(await renew(first.refresh_token));
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal((await renew(first.refresh_token)).status, 400);
  stage.pass(10 * DAY);
  assert.equal(fieldsIn(await renew(second.refresh_token)).refresh_token_expires_in, 345 * DAY);
});

test("Tokens want the application's secret, and a code the address that it was made for", async () => {
  const code = (await stage.logIn("Ada")).searchParams.get("code") ?? "";
  const given = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
  assert.equal((await stage.exchange({ ...given, client_secret: "wrong" })).status, 401);
  assert.equal((await stage.exchange({ ...given, redirect_uri: `${CALLBACK}/else` })).status, 400);
  assert.equal((await stage.exchange(given)).status, 200);
});

test("A new person has a role in three organizations, and may read what they are called", async () => {
  const ada = await stage.member("Ada");
  const list = (query: string) => stage.ask("GET", `/rest/organizationAcls?q=roleAssignee${query}`, { token: ada.token });
  const all = elementsIn(await list("&state=APPROVED"));
  assert.deepEqual(
    all.map(({ role }) => role),
    ["ADMINISTRATOR", "CONTENT_ADMINISTRATOR", "ANALYST"],
  );
  const [first, ...none] = elementsIn(await list("&role=ADMINISTRATOR&state=APPROVED"));
  assert.deepEqual(none, []);
  const organization = ada.organizations.ADMINISTRATOR ?? "";
  assert.deepEqual(first, { organization, role: "ADMINISTRATOR", state: "APPROVED", roleAssignee: ada.urn });
  assert.deepEqual(
    elementsIn(await list("&start=2&count=1")).map(({ role }) => role),
    ["ANALYST"],
  );
  const id = organization.split(":").at(-1) ?? "";
  const { localizedName, vanityName } = fieldsIn(await stage.ask("GET", `/rest/organizations/${id}`, { token: ada.token }));
  assert.deepEqual([localizedName, vanityName], ["Ada Company", "ada-company"]);
  const bakery = stage.author.split(":").at(-1) ?? "";
  assert.deepEqual(refusalIn(await stage.ask("GET", `/rest/organizations/${bakery}`, { token: ada.token })), [403, "ACCESS_DENIED"]);
  const { token } = await stage.member("Ada", MEMBER_SCOPES);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/rest/organizationAcls?q=roleAssignee", { token })), [403, "ACCESS_DENIED"]);
});
