import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { connect } from "./connect.ts";
import { profileLogIn } from "./log-in.ts";
import { granted, openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const refusal = async (given: unknown) => {
  const outcome = await connect(given, stage.call());
  assert.ok(outcome.kind === "refused", JSON.stringify(outcome));
  return outcome.reason;
};
const memberToken = (): string => Object(stage.member.grant?.credentials).accessToken;

// Shows LinkedIn: token or address
test("a Page is connected by a token of somebody who may post for it, as a grant of its own", async () => {
  const { accessToken, author } = stage.credentials;
  const endsAt = addSeconds(stage.now(), 30 * 86_400);
  const outcome = await connect({ accessToken, author, expiresAt: endsAt }, stage.call());
  assert.ok(outcome.kind === "connected");
  const ends = outcome.grant?.ends;
  assert.deepEqual(outcome, {
    kind: "connected",
    remoteId: author,
    handle: "corner-bakery",
    credentials: {},
    settings: {},
    grant: {
      application: "linkedin",
      remoteId: author,
      name: "Corner Bakery",
      scopes: [],
      credentials: { accessToken, refreshToken: null, refreshEndsAt: null },
      ends,
    },
  });
  assert.deepEqual([ends?.endsAt?.slice(0, 19), ends?.renewAt], [endsAt.slice(0, 19), null]);
});

test("a profile is connected by a token alone, with either of the scopes that tell whose it is", async () => {
  const byOpenId = await granted(profileLogIn, stage.logInCall());
  for (const accessToken of [memberToken(), Object(byOpenId.credentials).accessToken]) {
    const outcome = await connect({ accessToken }, stage.call());
    assert.ok(outcome.kind === "connected");
    assert.deepEqual([outcome.remoteId, outcome.handle], [stage.member.remoteId, "Ada Lovelace"]);
  }
});

test("credentials that cannot connect are refused in words", async () => {
  const { accessToken } = stage.credentials;
  const needs =
    'The credentials need "accessToken"; for a Page also "author", such as "urn:li:organization:2414183". "expiresAt" says when the token ends.';
  for (const given of [null, {}, { accessToken: " " }, { accessToken, author: "Corner Bakery" }, { accessToken, expiresAt: "soon" }]) {
    assert.equal(await refusal(given), needs);
  }
  assert.equal(await refusal({ accessToken: "a b" }), "The access token contains invalid characters.");
  assert.match(await refusal({ accessToken, expiresAt: stage.now() }), /^The token ends on \d{4}-\d\d-\d\d\. Make a new one, or log in\.$/);
  assert.match(await refusal({ accessToken: "nonsense" }), /status 401, INVALID_ACCESS_TOKEN/);
  assert.match(
    await refusal({ accessToken: memberToken(), author: "urn:li:person:other" }),
    /^The token belongs to Ada Lovelace \(urn:li:person:[\w-]+\), not to urn:li:person:other\.$/,
  );
});

test("a Page for which the token's owner may not post is refused, and so is one that they do not say", async () => {
  assert.equal(
    await refusal({ accessToken: memberToken(), author: stage.page.remoteId }),
    `The token's owner may not post for ${stage.page.remoteId}: an administrator of the Page can change that.`,
  );
  const { credentials } = await granted(profileLogIn, stage.logInCall());
  assert.match(
    await refusal({ accessToken: Object(credentials).accessToken, author: stage.page.remoteId }),
    /The token needs the permission rw_organization_admin, to show that its owner may post\.$/,
  );
});

test("a network that does not answer is unreachable", async () => {
  const { accessToken, author } = stage.credentials;
  for (const path of [/userinfo/, /organizationAcls/]) {
    for (const act of ["drop", { status: 503, body: {} }, { status: 200, body: { odd: true } }] as const) {
      stage.fault({ method: "GET", path, act });
      const given = path.source === "userinfo" ? { accessToken } : { accessToken, author };
      assert.equal((await connect(given, stage.call())).kind, "unreachable", `${path} ${JSON.stringify(act)}`);
    }
  }
});

test("a Page whose name may not be read is connected under its number", async () => {
  const denied = { status: 403, body: { status: 403, code: "ACCESS_DENIED" } };
  for (let call = 0; call < 2; call += 1) stage.fault({ method: "GET", path: /\/rest\/organizations\b/, act: denied });
  const outcome = await connect(stage.credentials, stage.call());
  assert.ok(outcome.kind === "connected");
  assert.match(outcome.handle, /^Page \d+$/);
});
