import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { instagramLogIn as logIn } from "./instagram-log-in.ts";
import { answer, CALLBACK, granted, visit } from "./testing/log-in.ts";
import { openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const DAY = 86_400;
const renew = (grant: Parameters<NonNullable<typeof logIn.renew>>[0]) => logIn.renew?.(grant, stage.logInCall()) ?? assert.fail();

// Shows Instagram: log-in
test("a log-in gives a token of 60 days that is renewed weekly, and one account", async () => {
  const grant = await granted(stage, logIn, { name: "Corner Bakery" });
  assert.deepEqual(
    { ...grant, credentials: null },
    {
      application: "instagram",
      remoteId: stage.account.remoteId,
      name: "Corner Bakery",
      scopes: logIn.scopes.map(({ name }) => name),
      credentials: null,
      ends: {
        accessEndsAt: addSeconds(stage.now(), 60 * DAY),
        renewAt: addSeconds(stage.now(), 7 * DAY),
        endsAt: addSeconds(stage.now(), 60 * DAY),
      },
    },
  );
  assert.deepEqual(await logIn.accounts(grant, stage.logInCall()), {
    kind: "listed",
    accounts: [
      {
        type: "Instagram",
        remoteId: stage.account.remoteId,
        handle: "@corner_bakery",
        credentials: {},
        settings: { via: "instagram" },
        name: "Corner Bakery",
        pictureUrl: null,
        problem: null,
        limits: [],
      },
    ],
  });
  assert.deepEqual(await logIn.probe(grant, stage.logInCall()), { kind: "works" });
});

test("an account without a role in the Meta application is told who can do what, not to log in again", async () => {
  await stage.world.objects.put("settings", "instagram", { testers: ["lou_creates"] });
  const call = stage.logInCall();
  const outcome = await logIn.finish(answer(await visit(logIn, call, { name: "Corner Bakery" })), call);
  assert.ok(outcome.kind === "refused");
  assert.match(outcome.reason, /add it as a tester .*Advanced Access/);
  assert.doesNotMatch(outcome.reason, /log in again/i);
  const told = await logIn.finish(answer({ error: "server_error", error_description: "Insufficient developer role" }), call);
  assert.ok(told.kind === "refused");
  assert.match(told.reason, /add it as a tester/);
});

test("permissions that were left out are said, and one without which nothing works is a problem", async () => {
  const few = ["instagram_business_basic", "instagram_business_content_publish"];
  const some = await logIn.accounts(await granted(stage, logIn, { name: "Corner Bakery", scopes: few }), stage.logInCall());
  assert.deepEqual(some.kind === "listed" && [some.accounts[0]?.problem, some.accounts[0]?.limits], [
    null,
    [
      "Comments below posts cannot be published: the permission for comments was not given.",
      "Shares are not counted: the permission for insights was not given.",
    ],
  ]);
  const none = await logIn.accounts(await granted(stage, logIn, { name: "Corner Bakery", scopes: [] }), stage.logInCall());
  assert.equal(
    none.kind === "listed" && none.accounts[0]?.problem,
    "Without this permission nothing can be published. Log in again and allow it.",
  );
});

test("a personal account says how it becomes one that can publish", async () => {
  await stage.changeAccount({ account_type: "PERSONAL" });
  const call = stage.logInCall();
  const outcome = await logIn.finish(answer(await visit(logIn, call, { name: "Corner Bakery" })), call);
  const told = outcome.kind === "granted" ? await logIn.accounts(outcome.grant, call) : outcome;
  assert.match(JSON.stringify(told), /Switch to a professional account/);
});

test("a person who cancels has declined", async () => {
  const call = stage.logInCall();
  const parameters = await visit(logIn, call, { name: "Corner Bakery", decision: "cancel" });
  assert.deepEqual(await logIn.finish(answer(parameters), call), { kind: "declined" });
});

test("an answer without a code, a code used twice, and a wrong secret say what to do", async () => {
  const call = stage.logInCall();
  assert.deepEqual(await logIn.finish(answer({ error: "server_error", error_description: "Try later" }), call), {
    kind: "refused",
    reason: "Instagram ended the log-in: Try later.",
  });
  const parameters = await visit(logIn, call, { name: "Corner Bakery" });
  assert.equal((await logIn.finish(answer({ ...parameters, code: `${parameters.code}#_` }), call)).kind, "granted");
  const twice = await logIn.finish(answer(parameters), call);
  assert.equal(twice.kind, "refused");
  const wrong = stage.logInCall({ application: { clientId: "sandbox", clientSecret: "wrong" } });
  const refused = await logIn.finish(answer(await visit(logIn, wrong, { name: "Corner Bakery" })), wrong);
  assert.match(JSON.stringify(refused), /Check the Instagram app id and secret in the operator's settings/);
});

test("a redirect address that is not registered is named", async () => {
  stage.fault({ method: "POST", path: /oauth\/access_token/, act: { status: 400, body: refusal(191, undefined, "Invalid redirect_uri") } });
  assert.deepEqual(await logIn.finish(answer({ code: "c" }), stage.logInCall()), {
    kind: "refused",
    reason: `Instagram: Invalid redirect_uri (code 191). Add ${CALLBACK} to the OAuth redirect URIs of the business login at developers.facebook.com.`,
  });
});

test("the older form of the answer, with a list around it and numbers as ids, is read as well", async () => {
  const parameters = await visit(logIn, stage.logInCall(), { name: "Corner Bakery" });
  const short = await logIn.finish(answer(parameters), stage.logInCall());
  assert.ok(short.kind === "granted");
  const { accessToken } = Object(short.grant.credentials);
  const body = { data: [{ access_token: "short", user_id: 178, permissions: ["instagram_business_basic"] }] };
  stage.fault(
    { method: "POST", path: /oauth\/access_token/, act: { status: 200, body } },
    { method: "GET", path: /\/access_token/, act: { status: 200, body: { access_token: accessToken, token_type: "bearer" } } },
  );
  const outcome = await logIn.finish(answer({ code: "c" }), stage.logInCall());
  assert.deepEqual(outcome.kind === "granted" && outcome.grant.scopes, ["instagram_business_basic"]);
});

test("the exchange for a long-lived token is tried twice, since the code is used up", async () => {
  stage.fault({ method: "GET", path: /\/access_token/, act: { status: 500, body: "" } });
  assert.equal((await granted(stage, logIn, { name: "Corner Bakery" })).remoteId, stage.account.remoteId);
});

test("a token is renewed when it is a day old, not before, and the new one works", async () => {
  const grant = await granted(stage, logIn, { name: "Corner Bakery" });
  const early = await renew(grant);
  assert.deepEqual(early, { kind: "busy", reason: "Instagram renews a token only when it is a day old", retryAfterSeconds: DAY });
  stage.pass(DAY);
  const renewed = await renew(grant);
  assert.ok(renewed.kind === "renewed");
  assert.deepEqual(renewed.ends.renewAt, addSeconds(stage.now(), 7 * DAY));
  assert.notEqual(Object(renewed.credentials).accessToken, Object(grant.credentials).accessToken);
  assert.deepEqual(await logIn.probe({ ...grant, credentials: renewed.credentials }, stage.logInCall()), { kind: "works" });
});

test("a token that has ended or was taken back cannot be renewed; an outage ends nothing", async () => {
  const grant = await granted(stage, logIn, { name: "Corner Bakery" });
  stage.pass(2 * DAY);
  stage.fault({ method: "GET", path: /refresh_access_token/, act: { status: 503, body: "" } });
  assert.deepEqual(await renew(grant), { kind: "busy", reason: "Instagram answered with status 503", retryAfterSeconds: 3600 });
  stage.pass(60 * DAY);
  assert.equal((await renew(grant)).kind, "ended");
  assert.equal((await logIn.probe(grant, stage.logInCall())).kind, "ended");
});

test("a security check at the network is not the end of a log-in", async () => {
  const grant = await granted(stage, logIn, { name: "Corner Bakery" });
  const check = { method: "GET", path: /\/me\?/, act: { status: 400, body: refusal(190, 459, "Checkpoint") } } as const;
  stage.fault(check);
  assert.equal((await logIn.probe(grant, stage.logInCall())).kind, "unknown");
});
