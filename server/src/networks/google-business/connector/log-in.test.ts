import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { OpenGrant } from "../../connectors/log-in.ts";
import { channelOf } from "../../connectors/oauth/testing/log-in.ts";
import { deliverBy } from "../../connectors/testing/delivery.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { googleBusiness } from "./index.ts";
import { logIn } from "./log-in.ts";
import { finished, granted } from "./testing/log-in.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const MANAGE = "https://www.googleapis.com/auth/business.manage";
const HOUR_SECONDS = 3600;

async function accountsOf(grant: OpenGrant) {
  const listed = await logIn.accounts(grant, stage.logInCall());
  assert.ok(listed.kind === "listed", JSON.stringify(listed));
  return listed.accounts;
}

// Shows Google Business: log-in
test("a person logs in, and each location of all accounts can be a channel to which posts go", async () => {
  const { url, outcome } = await finished(stage);
  const { state, code_challenge, ...asked } = Object.fromEntries(url.searchParams);
  assert.ok(state && code_challenge);
  assert.deepEqual(asked, {
    client_id: "sandbox",
    redirect_uri: "https://social.example/connect/google-business/callback",
    response_type: "code",
    scope: MANAGE,
    access_type: "offline",
    prompt: "consent",
    code_challenge_method: "S256",
  });
  assert.ok(outcome.kind === "granted", JSON.stringify(outcome));
  const { grant } = outcome;
  assert.deepEqual([grant.application, grant.name, grant.scopes], ["google-business", "Anna", [MANAGE]]);
  const accounts = await accountsOf(grant);
  assert.deepEqual(accounts.map(({ handle, problem }) => [handle, problem]).sort(), [
    ["Anna Market Street", null],
    ["Anna Pop-up", null],
    ["Anna Station", null],
  ]);
  for (const account of accounts) {
    const outcome = await deliverBy(googleBusiness, aPost({ text: account.handle }), {
      ...stage,
      account: channelOf(account, grant),
    }).toEnd();
    assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  }
});

test("a location that comes with several accounts is listed once, with the group by which others reach it too", async () => {
  const grant = await granted(stage);
  const shared = (await accountsOf(grant)).filter(({ handle }) => handle === "Anna Market Street");
  assert.equal(shared.length, 1);
  assert.match(shared[0]?.remoteId ?? "", /^accounts\/\w+\/locations\/\w+$/);
  assert.equal(shared[0]?.remoteId.startsWith(`${grant.remoteId}/`), false);
});

test("a location stays the same account, whichever of several accounts it is reached by", () => {
  assert.equal(googleBusiness.isSameAccount?.("accounts/1/locations/2", "accounts/9/locations/2"), true);
  assert.equal(googleBusiness.isSameAccount?.("accounts/1/locations/2", "accounts/1/locations/22"), false);
});

test("of several accounts, the one is taken by which the posts of a location can be read", async () => {
  const grant = await granted(stage);
  const refusal = { status: 403, body: { error: { code: 403, message: "No.", status: "PERMISSION_DENIED" } } };
  stage.fault({ method: "GET", path: /localPosts\?pageSize=1$/, act: refusal });
  const shared = (await accountsOf(grant)).find(({ handle }) => handle === "Anna Market Street");
  assert.equal(shared?.remoteId.startsWith(`${grant.remoteId}/`), true);
  stage.fault({ method: "GET", path: /localPosts\?pageSize=1$/, act: refusal, times: 2 });
  const [problem] = (await accountsOf(grant)).flatMap((account) => account.problem ?? []);
  assert.equal(problem, "Google: No (status 403, PERMISSION_DENIED).");
});

test("a location that Google has not verified is listed with a warning", async () => {
  const limits = (await accountsOf(await granted(stage))).map(({ handle, limits }) => [handle, limits.length]);
  assert.deepEqual(limits.sort(), [
    ["Anna Market Street", 0],
    ["Anna Pop-up", 1],
    ["Anna Station", 0],
  ]);
});

test("accounts and locations are read to the last page, and locations that take no posts are left out", async () => {
  const grant = await granted(stage);
  const accounts = Array.from({ length: 20 }, (_, index) => ({
    name: `accounts/g${index}`,
    accountName: `Group ${index}`,
    type: "LOCATION_GROUP",
  }));
  const locations = (page: number) =>
    Array.from({ length: 100 }, (_, index) => ({
      name: `locations/${page}${index}`,
      title: `Shop ${page}-${index}`,
      metadata: index === 0 ? { canOperateLocalPost: false } : {},
    }));
  const answer = (body: unknown) => ({ status: 200, body });
  stage.fault(
    { method: "GET", path: /\/v1\/accounts\?/, act: answer({ accounts, nextPageToken: "two" }) },
    { method: "GET", path: /\/v1\/accounts\?.*pageToken=two/, act: answer({ accounts: [{ name: "accounts/own", type: "PERSONAL" }] }) },
    { method: "GET", path: /g0\/locations\?/, act: answer({ locations: locations(1), nextPageToken: "b" }) },
    { method: "GET", path: /g0\/locations\?.*pageToken=b/, act: answer({ locations: locations(2) }) },
    { method: "GET", path: /\/locations\?/, act: answer({}), times: 20 },
    { method: "GET", path: /localPosts\?pageSize=1$/, act: answer({}) },
  );
  const listed = await accountsOf(grant);
  assert.equal(listed.length, 198);
  assert.equal(listed[0]?.remoteId, "accounts/g0/locations/11");
});

test("an account whose locations the person may not see is left out, and is told if it is the only one", async () => {
  const grant = await granted(stage);
  const refusal = { status: 403, body: { error: { code: 403, message: "No.", status: "PERMISSION_DENIED" } } };
  stage.fault({ method: "GET", path: /\/locations\?readMask/, act: refusal });
  assert.deepEqual(
    (await accountsOf(grant)).map(({ handle }) => handle),
    ["Anna Market Street"],
  );
  const only = { accounts: [{ name: grant.remoteId, type: "PERSONAL" }] };
  stage.fault({ method: "GET", path: /\/v1\/accounts\?/, act: { status: 200, body: only } });
  stage.fault({ method: "GET", path: /\/locations\?readMask/, act: refusal });
  const listed = await logIn.accounts(grant, stage.logInCall());
  assert.deepEqual(listed.kind === "refused" && listed.reason, "Google: No (status 403, PERMISSION_DENIED).");
});

test("a person without any business profile learns where to make one", async () => {
  const none = { method: "GET", path: /\/v1\/accounts\?/, act: { status: 200, body: {} } } as const;
  stage.fault(none);
  const { outcome } = await finished(stage);
  assert.deepEqual(outcome, {
    kind: "refused",
    reason: "This Google account has no business profile: make one at https://business.google.com.",
  });
});

test("an API for posts that is not switched on is found out before there is a channel", async () => {
  const grant = await granted(stage);
  await stage.settings({ services_off: ["mybusiness.googleapis.com"] });
  const listed = await logIn.accounts(grant, stage.logInCall());
  assert.ok(listed.kind === "refused", JSON.stringify(listed));
  assert.match(listed.reason, /SERVICE_DISABLED.*The operator of this service has to switch this API on in the Google Cloud project/);
});

test("a person who declines, or who unticks the scope, connects nothing", async () => {
  assert.deepEqual((await finished(stage, { decision: "cancel" })).outcome, { kind: "declined" });
  const { outcome } = await finished(stage, { scopes: [] });
  assert.equal(outcome.kind, "refused", JSON.stringify(outcome));
});

test("without an application nobody is sent to Google", async () => {
  const call = { ...stage.logInCall(), application: null };
  const request = { state: "s", redirectUri: "https://social.example", challenge: "c", asked: "", publicUrl: "https://social.example" };
  assert.equal((await logIn.begin(request, call)).kind, "refused");
});

test("the log-in lasts, its tokens are renewed every hour, and the old refresh token stays", async () => {
  const grant = await granted(stage);
  assert.equal(grant.ends.endsAt, null);
  stage.pass(HOUR_SECONDS);
  const renewed = await logIn.renew?.(grant, stage.logInCall());
  assert.ok(renewed?.kind === "renewed", JSON.stringify(renewed));
  assert.equal(Object(renewed.credentials).refreshToken, Object(grant.credentials).refreshToken);
  assert.ok((renewed.ends.accessEndsAt ?? "") > addSeconds(stage.now(), 3000));
  assert.equal((await logIn.probe({ ...grant, ...renewed }, stage.logInCall())).kind, "works");
});

test("access that the person took back ends the log-in", async () => {
  const grant = await granted(stage);
  await stage.networkFault("access-revoked", { count: 1 });
  assert.equal((await logIn.probe(grant, stage.logInCall())).kind, "ended");
});

test("a log-in is given back only when no other application at Google has one", async () => {
  const grant = await granted(stage);
  assert.deepEqual([...(logIn.revokesToo ?? [])].sort(), ["google-business", "youtube"]);
  assert.equal(await logIn.revoke?.(grant, stage.logInCall()), "revoked");
  assert.equal((await logIn.probe(grant, stage.logInCall())).kind, "ended");
});
