import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";
import { listIn, refusalIn, textAt } from "../../sandbox/meta/testing/answers.ts";
import { businessNamed, giveRole, pageNamed, personNamed } from "./people.ts";
import { CALLBACK, fieldsIn, openStage, recordOf, type Stage } from "./testing/stage.ts";
import { demandCheck, endTokens } from "./tokens.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const APPLICATION = { client_id: "sandbox", client_secret: "sandbox-secret", access_token: "" };
const ADA = { name: "Ada" };
const PAGE_FIELDS = "id,name,username,access_token,tasks,picture.type(large),instagram_business_account{id,username}";

const accounts = async (token: string) => listIn(await stage.ask("GET", "/me/accounts", { access_token: token, fields: PAGE_FIELDS }));
const pageToken = async (token: string, name: string) => String((await accounts(token)).find((page) => page.name === name)?.access_token);

test("A person who is new has three Pages: an ordinary one, one with an Instagram account, and one where they may not publish", async () => {
  const pages = await accounts(await stage.personToken(ADA));
  assert.deepEqual(
    pages.map(({ name, tasks, instagram_business_account: linked }) => [name, tasks, linked !== undefined]),
    [
      ["Ada Shop", ["ADVERTISE", "ANALYZE", "CREATE_CONTENT", "MESSAGING", "MODERATE", "MANAGE"], false],
      ["Ada Studio", ["ADVERTISE", "ANALYZE", "CREATE_CONTENT", "MESSAGING", "MODERATE", "MANAGE"], true],
      ["Ada Club", ["ANALYZE"], false],
    ],
  );
});

test("The dialog sends people back with a code and the state, or says that they declined", async () => {
  const target = await stage.logIn(ADA);
  assert.equal(target.origin + target.pathname, CALLBACK);
  assert.deepEqual([...target.searchParams.keys()], ["code", "state"]);
  const asked = `client_id=sandbox&redirect_uri=${encodeURIComponent(CALLBACK)}&response_type=code&state=s&scope=pages_show_list`;
  const address = `${stage.world.baseUrl}/www/v25.0/dialog/oauth`;
  const reply = await fetch(address, { method: "POST", redirect: "manual", body: new URLSearchParams({ asked, decision: "cancel" }) });
  const declined = new URL(reply.headers.get("location") ?? "");
  assert.equal(declined.searchParams.get("error"), "access_denied");
  assert.equal(declined.searchParams.get("error_reason"), "user_denied");
  assert.equal(declined.searchParams.get("state"), "s");
});

test("The dialog refuses an unknown application and an unknown permission without a redirect", async () => {
  for (const query of ["client_id=other&scope=pages_show_list", "client_id=sandbox&scope=fly"]) {
    const reply = await fetch(`${stage.world.baseUrl}/www/v25.0/dialog/oauth?redirect_uri=${encodeURIComponent(CALLBACK)}&${query}`);
    assert.equal(reply.status, 400);
  }
});

test("A code is exchanged once, within ten minutes, at the same redirect address and with the right secret", async () => {
  const exchange = (fields: Record<string, string>) =>
    stage.ask("GET", "/oauth/access_token", { ...APPLICATION, redirect_uri: CALLBACK, ...fields });
  const code = (await stage.logIn(ADA)).searchParams.get("code") ?? "";
  assert.deepEqual(refusalIn(await exchange({ code, client_secret: "wrong" })), [400, 1]);
  assert.deepEqual(refusalIn(await exchange({ code, client_id: "other" })), [400, 101]);
  assert.deepEqual(refusalIn(await exchange({ code, redirect_uri: `${CALLBACK}/` })), [400, 100, 36008]);
  const { access_token, ...rest } = fieldsIn(await exchange({ code }));
  assert.equal(typeof access_token, "string");
  assert.deepEqual(rest, { token_type: "bearer", expires_in: 5400 });
  assert.deepEqual(refusalIn(await exchange({ code })), [400, 100, 36009]);
  const late = (await stage.logIn(ADA)).searchParams.get("code") ?? "";
  stage.pass(601);
  assert.deepEqual(refusalIn(await exchange({ code: late })), [400, 100, 36007]);
});

test("A person's long-lived token ends after sixty days; a Page's token from it does not", async () => {
  const token = await stage.personToken(ADA);
  const shop = await pageToken(token, "Ada Shop");
  stage.pass(60 * 86_400 + 1);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/me", { access_token: token })), [400, 190, 463]);
  assert.equal(textAt(await stage.ask("GET", "/me", { access_token: shop }), "name"), "Ada Shop");
  const facts = await stage.ask("GET", "/debug_token", { access_token: "sandbox|sandbox-secret", input_token: shop });
  const data = recordOf(fieldsIn(facts).data);
  assert.deepEqual([data.type, data.is_valid, data.expires_at], ["PAGE", true, 0]);
});

test("A Page that asks for its token gets the one that it asked with", async () => {
  const shop = await pageToken(await stage.personToken(ADA), "Ada Shop");
  assert.equal(textAt(await stage.ask("GET", "/me", { access_token: shop, fields: "access_token" }), "access_token"), shop);
});

test("A Page's token from a short-lived token ends with it", async () => {
  const code = (await stage.logIn(ADA)).searchParams.get("code") ?? "";
  const reply = await stage.ask("POST", "/oauth/access_token", { ...APPLICATION, redirect_uri: CALLBACK, code });
  const shop = await pageToken(textAt(reply, "access_token"), "Ada Shop");
  stage.pass(5401);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/me", { access_token: shop })), [400, 190, 463]);
});

test("What a person unticks is declined, and a call that needs it is refused", async () => {
  const token = await stage.personToken({ ...ADA, asked: ["pages_show_list", "pages_manage_posts"], scopes: ["pages_show_list"] });
  const permissions = listIn(await stage.ask("GET", "/me/permissions", { access_token: token }));
  assert.deepEqual(permissions, [
    { permission: "public_profile", status: "granted" },
    { permission: "pages_show_list", status: "granted" },
    { permission: "pages_manage_posts", status: "declined" },
  ]);
  const [shop] = await accounts(token);
  const post = { access_token: String(shop?.access_token), message: "Hello" };
  assert.deepEqual(refusalIn(await stage.ask("POST", `/${shop?.id}/feed`, post)), [403, 200]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/${shop?.id}/published_posts`, { access_token: post.access_token })), [403, 10]);
});

test("Without the permission to list them, no Page is listed", async () => {
  const token = await stage.personToken({ ...ADA, scopes: ["pages_manage_posts"] });
  assert.deepEqual(await accounts(token), []);
});

test("A Page that is unticked in a later log-in is lost, although its token was given out before", async () => {
  const shop = await pageToken(await stage.personToken(ADA), "Ada Shop");
  assert.equal((await stage.ask("GET", "/me", { access_token: shop })).status, 200);
  const later = await stage.personToken({ ...ADA, pages: ["Ada Studio"] });
  assert.deepEqual(
    (await accounts(later)).map(({ name }) => name),
    ["Ada Studio"],
  );
  assert.deepEqual(refusalIn(await stage.ask("GET", "/me", { access_token: shop })), [400, 190]);
  await stage.personToken({ ...ADA, pages: ["Ada Shop"] });
  assert.equal((await stage.ask("GET", "/me", { access_token: shop })).status, 200);
});

test("Removing the application ends the person's token and those of all Pages; a new log-in brings new ones", async () => {
  const token = await stage.personToken(ADA);
  const shop = await pageToken(token, "Ada Shop");
  const id = textAt(await stage.ask("GET", "/me", { access_token: token, fields: "id" }), "id");
  assert.deepEqual((await stage.ask("DELETE", `/${id}/permissions`, { access_token: token })).body, { success: true });
  assert.deepEqual(refusalIn(await stage.ask("GET", "/me", { access_token: token })), [400, 190, 458]);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/me", { access_token: shop })), [400, 190, 458]);
  const again = await stage.personToken(ADA);
  assert.equal((await accounts(again)).length, 3);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/me", { access_token: shop })), [400, 190, 458]);
});

test("A single permission can be withdrawn", async () => {
  const token = await stage.personToken(ADA);
  const withdrawn = await stage.ask("DELETE", "/me/permissions", { access_token: token, permission: "pages_manage_posts" });
  assert.deepEqual(withdrawn.body, { success: true });
  const [permission] = listIn(await stage.ask("GET", "/me/permissions", { access_token: token, permission: "pages_manage_posts" }));
  assert.deepEqual(permission, { permission: "pages_manage_posts", status: "declined" });
});

test("A changed password ends tokens for good, a security check only until it is passed", async () => {
  const token = await stage.personToken(ADA);
  const shop = await pageToken(token, "Ada Shop");
  const person = await personNamed(stage.world, "Ada");
  const asShop = () => stage.ask("GET", "/me", { access_token: shop });
  await demandCheck(stage.world, person.id);
  assert.deepEqual(refusalIn(await asShop()), [400, 190, 459]);
  await stage.world.objects.delete("trouble", person.id);
  assert.equal((await asShop()).status, 200);
  await endTokens(stage.world, person.id, 460);
  assert.deepEqual(refusalIn(await asShop()), [400, 190, 460]);
  assert.equal((await accounts(await stage.personToken(ADA))).length, 3);
  assert.deepEqual(refusalIn(await asShop()), [400, 190, 460]);
});

test("Who loses their role on a Page loses its token, and no other", async () => {
  const token = await stage.personToken(ADA);
  const [shop, studio] = await accounts(token);
  const person = await personNamed(stage.world, "Ada");
  await stage.world.objects.delete("role", `${person.id} ${shop?.id}`);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/me", { access_token: String(shop?.access_token) })), [400, 190, 492]);
  assert.equal((await stage.ask("GET", "/me", { access_token: String(studio?.access_token) })).status, 200);
});

test("Without the task to create content, nothing is published", async () => {
  const [, , club] = await accounts(await stage.personToken(ADA));
  const post = { access_token: String(club?.access_token), message: "Hello" };
  assert.deepEqual(refusalIn(await stage.ask("POST", `/${club?.id}/feed`, post)), [403, 200]);
});

test("Pages of a business are listed there, owned ones and those of its clients, with the permission for it", async () => {
  const person = await personNamed(stage.world, "Grace");
  const business = await businessNamed(stage.world, person, "Grace Group");
  for (const via of ["owned", "client"] as const) {
    const page = await pageNamed(stage.world, `Grace ${via}`);
    await giveRole(stage.world, person, { page, tasks: ["CREATE_CONTENT"], business: { id: business.id, via } });
  }
  const token = await stage.personToken({ name: "Grace" });
  assert.deepEqual(await accounts(token), []);
  const businesses = await stage.ask("GET", "/me/businesses", { access_token: token });
  assert.deepEqual(listIn(businesses), [{ id: business.id, name: "Grace Group" }]);
  for (const via of ["owned", "client"]) {
    const [page] = listIn(await stage.ask("GET", `/${business.id}/${via}_pages`, { access_token: token, fields: "name,access_token" }));
    assert.equal(page?.name, `Grace ${via}`);
    assert.equal((await stage.ask("POST", `/${page?.id}/feed`, { access_token: String(page?.access_token), message: via })).status, 200);
  }
  const unable = await stage.personToken({ name: "Grace", scopes: ["pages_show_list"] });
  assert.deepEqual(refusalIn(await stage.ask("GET", "/me/businesses", { access_token: unable })), [403, 10]);
});

test("Long lists of Pages come in pieces that are followed by their address", async () => {
  const token = await stage.personToken(ADA);
  const first = await stage.ask("GET", "/me/accounts", { access_token: token, fields: "name", limit: "2" });
  assert.equal(listIn(first).length, 2);
  const next = await fetch(String(recordOf(fieldsIn(first).paging).next));
  const second = { status: next.status, body: await next.json() };
  assert.deepEqual(
    listIn(second).map(({ name }) => name),
    ["Ada Club"],
  );
  assert.equal(recordOf(fieldsIn(second).paging).next, undefined);
});

test("The account that is linked with a Page is hidden without the permission to see it", async () => {
  const token = await stage.personToken({ ...ADA, scopes: ["pages_show_list"] });
  assert.deepEqual(
    (await accounts(token)).map((page) => page.instagram_business_account),
    [undefined, undefined, undefined],
  );
});

test("The linked account publishes on this host, with the Page's token", async () => {
  const [, studio] = await accounts(await stage.personToken(ADA));
  const { id } = recordOf(studio?.instagram_business_account);
  const asked = { access_token: String(studio?.access_token), fields: "username" };
  assert.equal((await stage.ask("GET", `/${id}`, asked)).status, 200);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/${id}`, { fields: "username" })).slice(0, 2), [400, 100]);
});

test("A token may be a parameter or a header; a proof of the secret must be right if it is there", async () => {
  const me = (headers: Record<string, string>, query = "") => fetch(`${stage.world.baseUrl}/v25.0/me${query}`, { headers });
  assert.equal((await me({ authorization: `Bearer ${stage.token}` })).status, 200);
  assert.equal((await me({ authorization: `Bearer ${stage.token}x` })).status, 400);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/me", { access_token: "" })), [400, 104]);
  const proof = createHmac("sha256", "sandbox-secret").update(stage.token).digest("hex");
  assert.equal((await stage.ask("GET", "/me", { appsecret_proof: proof })).status, 200);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/me", { appsecret_proof: `${proof}0` })), [400, 100]);
});

test("Versions that have ended are refused, and calls without one", async () => {
  for (const [path, code] of [
    ["/v21.0/me", 2635],
    ["/me", 2500],
    ["/latest/me", 2500],
  ] as const) {
    const reply = await fetch(`${stage.world.baseUrl}${path}?access_token=${stage.token}`);
    assert.deepEqual(refusalIn({ status: reply.status, body: await reply.json() }), [400, code]);
  }
  assert.equal((await fetch(`${stage.world.baseUrl}/v22.0/me?access_token=${stage.token}`)).status, 200);
});
