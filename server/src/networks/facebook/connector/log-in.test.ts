import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { anAccount } from "../../connectors/testing/call.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { ALL_TASKS, businessNamed, giveRole, pageNamed, personNamed } from "../sandbox/people.ts";
import { demandCheck, endTokens } from "../sandbox/tokens.ts";
import { facebook } from "./index.ts";
import { loggedIn, logInOf, REDIRECT, walkThrough } from "./testing/log-in.ts";
import { OUTAGE, openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const finish = (parameters: Record<string, string>, call = stage.logInCall()) =>
  logInOf().finish({ parameters, redirectUri: REDIRECT, verifier: "unused", memory: null }, call);

test("the person is sent to the dialog of the version in use, with the scopes and the state", async () => {
  const outcome = await logInOf().begin(
    { state: "s-1", redirectUri: REDIRECT, challenge: "c", asked: "", publicUrl: "https://rostrum.example" },
    stage.logInCall(),
  );
  assert.ok(outcome.kind === "open");
  const url = new URL(outcome.url);
  assert.equal(url.pathname, "/sandbox/facebook/www/v25.0/dialog/oauth");
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    client_id: "sandbox",
    redirect_uri: REDIRECT,
    state: "s-1",
    response_type: "code",
    scope: "pages_show_list,pages_read_engagement,pages_manage_posts,pages_manage_engagement,pages_read_user_content,business_management",
    auth_type: "rerequest",
  });
});

// Shows Facebook: log-in
test("an answer is exchanged for the long-lived token, whose Pages have tokens of their own", async () => {
  const grant = await loggedIn(stage, "Anna Berg");
  const { remoteId, name, ends, credentials, application, scopes } = grant;
  assert.equal(application, "facebook");
  assert.deepEqual(scopes.toSorted(), [
    "business_management",
    "pages_manage_engagement",
    "pages_manage_posts",
    "pages_read_engagement",
    "pages_read_user_content",
    "pages_show_list",
    "public_profile",
  ]);
  assert.match(remoteId, /^\d+$/);
  assert.equal(name, "Anna Berg");
  // The Pages' tokens are what publishes, and they have no end.
  assert.deepEqual(ends, { accessEndsAt: null, renewAt: null, endsAt: null });
  const outcome = await logInOf().accounts(grant, stage.logInCall());
  assert.ok(outcome.kind === "listed");
  assert.deepEqual(
    outcome.accounts.map(({ type, name, handle, problem, limits }) => ({ type, name, handle, problem, limits })),
    [
      { type: "Facebook", name: "Anna Berg Shop", handle: "@anna.berg.shop", problem: null, limits: [] },
      { type: "Facebook", name: "Anna Berg Studio", handle: "@anna.berg.studio", problem: null, limits: [] },
      {
        type: "Facebook",
        name: "Anna Berg Club",
        handle: "@anna.berg.club",
        problem: "You may not publish on this Page. Ask its administrator to let you create content.",
        limits: ["Comments cannot be written: you may not moderate this Page."],
      },
    ],
  );
  const [shop] = outcome.accounts;
  assert.ok(shop?.pictureUrl?.startsWith("http"));
  stage.pass(61 * 86_400);
  assert.ok(shop !== undefined);
  const account = anAccount(shop);
  assert.equal((await facebook.publish(aPost(), account, stage.call())).kind, "published");
  assert.deepEqual(await logInOf().probe({ ...grant, credentials }, stage.logInCall()), {
    kind: "unknown",
    reason: "Facebook: Error validating access token: Session has expired. (code 190/463)",
  });
});

test("Pages of a business are listed too, each once, over several pages of the list", async () => {
  const person = await personNamed(stage.world, "Bo Lind");
  const business = await businessNamed(stage.world, person, "Lind Group");
  for (const via of ["owned", "client"] as const) {
    const page = await pageNamed(stage.world, `Lind ${via}`);
    await giveRole(stage.world, person, { page, tasks: ALL_TASKS, business: { id: business.id, via } });
  }
  for (let index = 0; index < 103; index += 1) {
    await giveRole(stage.world, person, { page: await pageNamed(stage.world, `Lind ${index}`), tasks: ALL_TASKS });
  }
  const grant = await loggedIn(stage, "Bo Lind");
  const outcome = await logInOf().accounts(grant, stage.logInCall());
  assert.ok(outcome.kind === "listed");
  const names = outcome.accounts.map(({ name }) => name);
  assert.deepEqual([names.length, new Set(names).size], [105, 105]);
  assert.ok(names.includes("Lind owned") && names.includes("Lind client"));
  const without = await logInOf().accounts(
    { ...grant, scopes: grant.scopes.filter((name) => name !== "business_management") },
    stage.logInCall(),
  );
  assert.ok(without.kind === "listed");
  assert.deepEqual(
    [without.accounts.length, without.accounts[0]?.limits],
    [105, ["Pages that are managed through a business portfolio may be missing."]],
    "what the lists leave out is read from the token",
  );
});

test("a scope that was unticked is said: as a problem if nothing can be published, else as a limit", async () => {
  const scopes = ["pages_show_list", "pages_read_engagement"];
  const outcome = await logInOf().accounts(await loggedIn(stage, "Anna Berg", { scopes }), stage.logInCall());
  assert.ok(outcome.kind === "listed");
  assert.equal(outcome.accounts[0]?.problem, "Nothing can be published on the Page. Log in again and allow it.");
  assert.ok(outcome.accounts[0]?.limits.includes("Comments cannot be written."));
});

test("a Page that was not ticked is not listed; without any, the person is told to tick some", async () => {
  const everything = await logInOf().accounts(await loggedIn(stage, "Anna Berg"), stage.logInCall());
  assert.ok(everything.kind === "listed");
  const [shop, studio] = everything.accounts;
  assert.ok(shop && studio);
  const fewer = await logInOf().accounts(await loggedIn(stage, "Anna Berg", { accounts: [studio.remoteId] }), stage.logInCall());
  assert.deepEqual(fewer.kind === "listed" && fewer.accounts.map(({ name }) => name), ["Anna Berg Studio"]);
  // What was unticked is taken from a channel that is connected.
  assert.equal((await facebook.publish(aPost(), anAccount(shop), stage.call())).kind, "unauthorized");
  const none = await logInOf().accounts(await loggedIn(stage, "Anna Berg", { accounts: [] }), stage.logInCall());
  assert.ok(none.kind === "refused");
  assert.match(none.reason, /tick the Pages/);
});

test("who declines, comes back twice, or whose application is set up wrongly is told what to do", async () => {
  assert.deepEqual(await finish(await walkThrough(stage, "Anna Berg", { decision: "cancel" })), { kind: "declined" });
  const reason = async (parameters: Record<string, string>, call = stage.logInCall()) => {
    const outcome = await finish(parameters, call);
    return "reason" in outcome ? `${outcome.kind}: ${outcome.reason}` : outcome.kind;
  };
  const parameters = await walkThrough(stage, "Anna Berg");
  assert.equal(await reason(parameters), "granted");
  assert.match(await reason(parameters), /^refused: Facebook: This authorization code has been used.*Please start again\.$/);
  const code = () => walkThrough(stage, "Anna Berg");
  const wrong = (application: { clientId: string; clientSecret: string }) => ({ ...stage.logInCall(), application });
  assert.match(await reason(await code(), wrong({ clientId: "other", clientSecret: "x" })), /^refused: .*Check the id and the secret/);
  assert.match(await reason(await code(), wrong({ clientId: "sandbox", clientSecret: "x" })), /^refused: .*Check the id and the secret/);
  assert.match(
    await reason({ state: "s-1", error: "server_error", error_message: "Try later" }),
    /^refused: Facebook ended the log-in: Try later\.$/,
  );
  const other = await logInOf().finish(
    { parameters: await code(), redirectUri: "https://other.example/", verifier: "", memory: null },
    stage.logInCall(),
  );
  assert.ok(other.kind === "refused");
  assert.match(other.reason, /Add https:\/\/other\.example\/ to the valid OAuth redirect URIs/);
});

test("a fault after the code was used costs no second log-in, a lasting one does", async () => {
  const exchange = /fb_exchange_token/;
  const parameters = await walkThrough(stage, "Anna Berg");
  stage.fault({ path: exchange, act: { when: "before", ...OUTAGE } });
  assert.equal((await finish(parameters)).kind, "granted");
  const others = await walkThrough(stage, "Anna Berg");
  stage.fault({ path: exchange, act: { when: "before", ...OUTAGE }, times: 2 });
  assert.equal((await finish(others)).kind, "unreachable");
});

test("a grant that was taken back has ended; one behind a security check has not", async () => {
  const grant = await loggedIn(stage, "Anna Berg");
  const probe = () => logInOf().probe(grant, stage.logInCall());
  assert.deepEqual(await probe(), { kind: "works", scopes: grant.scopes });
  stage.fault({ path: /\/me\?/, act: { when: "before", ...OUTAGE } });
  assert.equal((await probe()).kind, "unknown");
  stage.fault({ path: /\/me\/permissions/, act: { when: "before", status: 400, body: refusal(10) } });
  assert.equal((await probe()).kind, "unknown", "what may not be read ends nothing that may be done");
  await demandCheck(stage.world, grant.remoteId);
  assert.equal((await probe()).kind, "unknown");
  await stage.world.objects.delete("trouble", grant.remoteId);
  await endTokens(stage.world, grant.remoteId, 460);
  const ended = await probe();
  assert.ok(ended.kind === "ended");
  assert.match(ended.reason, /code 190\/460\)\. Reconnect the channel\.$/);
});

test("giving a grant back removes the application; an unreachable network is asked again", async () => {
  const grant = await loggedIn(stage, "Anna Berg");
  const revoke = () => logInOf().revoke?.(grant, stage.logInCall());
  stage.fault({ method: "DELETE", path: /./, act: { when: "before", ...OUTAGE } });
  assert.equal(await revoke(), "unreachable");
  assert.equal(await revoke(), "revoked");
  assert.equal((await logInOf().probe(grant, stage.logInCall())).kind, "ended");
  assert.equal(await revoke(), "revoked");
});

test("an API version that has ended stops the log-in before it begins", async () => {
  const outcome = await logInOf().begin(
    { state: "s", redirectUri: REDIRECT, challenge: "c", asked: "", publicUrl: "https://rostrum.example" },
    { ...stage.logInCall(), apiVersion: "21.0" },
  );
  assert.ok(outcome.kind === "refused");
  assert.match(outcome.reason, /v21\.0 .* v22\.0 or a later one/);
});

test("a list of Pages that is refused or not reached says why", async () => {
  const grant = await loggedIn(stage, "Anna Berg");
  stage.fault({ path: /me\/accounts/, act: { when: "before", status: 400, body: refusal(190, 460) } });
  assert.equal((await logInOf().accounts(grant, stage.logInCall())).kind, "refused");
  stage.fault({ path: /me\/accounts/, act: { when: "before", ...OUTAGE } });
  assert.equal((await logInOf().accounts(grant, stage.logInCall())).kind, "unreachable");
});

test("with Facebook Login for Business, the configuration asks, and Pages that no list names are read from the token", async () => {
  const application = { clientId: "sandbox", clientSecret: "sandbox-secret", configId: "4711" };
  const call = { ...stage.logInCall(), application };
  const order = { state: "s-1", redirectUri: REDIRECT, challenge: "c", asked: "", publicUrl: "https://rostrum.example" };
  const begun = await logInOf().begin(order, call);
  assert.ok(begun.kind === "open");
  const asked = new URL(begun.url).searchParams;
  assert.deepEqual([asked.get("config_id"), asked.get("scope"), asked.get("auth_type")], ["4711", null, null]);
  await stage.settings({ lists_pages: "none" });
  const grant = await loggedIn(stage, "Anna Berg", {}, call);
  const outcome = await logInOf().accounts(grant, call);
  assert.ok(outcome.kind === "listed");
  assert.deepEqual(
    outcome.accounts.map(({ name, problem }) => [name, problem]),
    [
      ["Anna Berg Shop", null],
      ["Anna Berg Studio", null],
      ["Anna Berg Club", null],
    ],
  );
  assert.equal(outcome.isWhole, true);
  const [shop] = outcome.accounts;
  assert.equal((await facebook.publish(aPost(), anAccount(shop ?? assert.fail()), stage.call())).kind, "published");
  stage.fault({ path: /debug_token/, act: { when: "before", ...OUTAGE } });
  assert.equal((await logInOf().accounts(grant, call)).kind, "unreachable", "without any list, nobody is told that there is nothing");
});
