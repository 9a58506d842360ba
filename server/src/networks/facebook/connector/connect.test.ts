import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { facebook } from "./index.ts";
import { loggedIn, logInOf } from "./testing/log-in.ts";
import { OUTAGE, openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const connect = (given: unknown) => facebook.connect(given, stage.call());

// Shows Facebook: token or address
test("a Page's token connects the Page, which is known by its id", async () => {
  const outcome = await connect(stage.credentials);
  assert.ok(outcome.kind === "connected");
  const { credentials, ...facts } = outcome;
  assert.deepEqual(facts, {
    kind: "connected",
    remoteId: stage.credentials.pageId,
    handle: "@corner.bakery",
    settings: { name: "Corner Bakery", username: "corner.bakery" },
  });
  assert.equal(typeof credentials === "object" && credentials !== null && "pageId" in credentials, true);
});

test("a person's token, or a system user's, is exchanged for the Page's own", async () => {
  const grant = await loggedIn(stage, "Anna Berg");
  const listed = await logInOf().accounts(grant, stage.logInCall());
  assert.ok(listed.kind === "listed");
  const [shop] = listed.accounts;
  const { accessToken } = grant.credentials as { accessToken: string };
  const outcome = await connect({ accountId: shop?.remoteId, accessToken });
  assert.ok(outcome.kind === "connected");
  assert.deepEqual(outcome.credentials, shop?.credentials);
});

test("credentials that are incomplete, of another Page, or refused say what is wrong", async () => {
  const { pageId, accessToken } = stage.credentials;
  const reason = async (given: unknown) => {
    const outcome = await connect(given);
    return "reason" in outcome ? `${outcome.kind}: ${outcome.reason}` : outcome.kind;
  };
  assert.match(await reason({ accessToken }), /^refused: The credentials need "pageId"/);
  assert.match(await reason({ pageId: "corner.bakery", accessToken }), /^refused: The credentials need "pageId"/);
  assert.match(await reason({ pageId, accessToken: "with space" }), /^refused: The access token contains invalid characters/);
  assert.match(await reason({ pageId, accessToken: "EAAwrong" }), /^refused: .*code 190\)\. Make a new token\.$/);
  assert.match(await reason({ pageId: "29999", accessToken }), /^refused: .*Check the Page's id/);
  const other = await loggedIn(stage, "Anna Berg");
  const { accessToken: theirs } = other.credentials as { accessToken: string };
  assert.match(await reason({ pageId, accessToken: theirs }), /^refused: The token is not the Page's/);
  stage.fault({ method: "GET", path: /./, act: { when: "before", ...OUTAGE } });
  assert.match(await reason({ pageId, accessToken }), /^unreachable: /);
  stage.fault({ method: "GET", path: /./, act: { when: "before", status: 400, body: refusal(100) } });
  assert.match(await reason({ pageId, accessToken }), /^refused: /);
});
