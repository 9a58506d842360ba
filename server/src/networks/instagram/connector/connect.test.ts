import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { instagram } from "./index.ts";
import { openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

// Shows Instagram: token or address
test("the token of an Instagram log-in becomes a grant that is renewed", async () => {
  const { accessToken } = stage;
  const now = stage.now();
  assert.deepEqual(await instagram.connect({ accessToken: ` ${accessToken} ` }, stage.call()), {
    kind: "connected",
    remoteId: stage.account.remoteId,
    handle: "@corner_bakery",
    pictureUrl: null,
    credentials: {},
    settings: { via: "instagram" },
    grant: {
      application: "instagram",
      remoteId: stage.account.remoteId,
      name: "Corner Bakery",
      scopes: [],
      credentials: { accessToken, refreshToken: null, refreshEndsAt: null, obtainedAt: now },
      ends: { accessEndsAt: addSeconds(now, 60 * 86_400), renewAt: addSeconds(now, 86_400), endsAt: addSeconds(now, 60 * 86_400) },
    },
  });
});

test("credentials without a token, or with an id that is none, are refused", async () => {
  for (const given of [null, {}, { accessToken: "" }, { accessToken: "with space" }, { accessToken: "t", userId: "@shop" }]) {
    assert.equal((await instagram.connect(given, stage.call())).kind, "refused");
  }
});

test("a dead token is refused, and one of Facebook without an id says what is missing", async () => {
  const dead = await instagram.connect({ accessToken: "wrong" }, stage.call());
  assert.deepEqual(dead, { kind: "refused", reason: "Instagram: Invalid OAuth access token - Cannot parse access token (code 190)" });
  const facebook = await instagram.connect({ accessToken: "EAAwrong" }, stage.call());
  assert.match(facebook.kind === "refused" ? facebook.reason : "", /This looks like a token of Facebook: add "userId"\.$/);
});

test("a personal account is refused with the way out", async () => {
  stage.fault({ method: "GET", path: /\/me\?/, act: { status: 200, body: { user_id: 1784, username: "me", account_type: "PERSONAL" } } });
  const outcome = await instagram.connect({ accessToken: stage.accessToken }, stage.call());
  assert.match(outcome.kind === "refused" ? outcome.reason : "", /^This is a personal account/);
});

test("an outage is unreachable, not refused", async () => {
  stage.fault({ method: "GET", path: /\/me\?/, act: { status: 500, body: refusal(2) } });
  assert.equal((await instagram.connect({ accessToken: stage.accessToken }, stage.call())).kind, "unreachable");
});

test("versions of the API that are about to end are refused, and the one that is set is used", async () => {
  const old = await instagram.connect({ accessToken: stage.accessToken }, { ...stage.call(), apiVersion: "v20.0" });
  assert.equal(old.kind, "refused");
  await instagram.connect({ accessToken: stage.accessToken }, { ...stage.call(), apiVersion: "v26.0" });
  assert.match(stage.exchanges.at(-1)?.request.url ?? "", /\/v26\.0\/me\?/);
});
