import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { pinterest } from "./index.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const connect = (given: unknown) => pinterest.connect(given, stage.call());

// Shows Pinterest: token or address
test("tokens and a board make a channel, and the account is the grant", async () => {
  const { accessToken, refreshToken, boardId } = stage.credentials;
  const outcome = await connect({ accessToken, refreshToken, boardId });
  assert.ok(outcome.kind === "connected");
  const { grant, ...channel } = outcome;
  assert.deepEqual(channel, { kind: "connected", remoteId: boardId, handle: "corner_bakery/Corner Bakery", credentials: {}, settings: {} });
  assert.ok(grant !== undefined);
  assert.match(grant.remoteId, /^\d+$/);
  assert.deepEqual([grant.application, grant.name, grant.scopes], ["pinterest", "corner_bakery", []]);
  assert.deepEqual(grant.credentials, { accessToken, refreshToken, refreshEndsAt: null });
  // When they end is known after a renewal alone.
  assert.deepEqual(grant.ends, { accessEndsAt: null, renewAt: addSeconds(stage.world.now(), 3600), endsAt: null });
});

test("an access token alone lasts thirty days at most", async () => {
  const { accessToken, boardId } = stage.credentials;
  const outcome = await connect({ accessToken, boardId });
  assert.ok(outcome.kind === "connected");
  assert.deepEqual(outcome.grant?.ends, { accessEndsAt: null, renewAt: null, endsAt: "2026-12-21T09:00:00.000000Z" });
});

test("credentials that lack something, or hold what no token does, are refused before anything is asked", async () => {
  const before = stage.exchanges.length;
  for (const given of [null, {}, { accessToken: "a" }, { accessToken: "a", boardId: "mugs" }]) {
    const outcome = await connect(given);
    assert.ok(outcome.kind === "refused");
    assert.match(outcome.reason, /^The credentials need "accessToken"/);
  }
  for (const [token, reason] of [
    ["accessToken", "The access token contains invalid characters."],
    ["refreshToken", "The tokens contain invalid characters."],
  ]) {
    assert.deepEqual(await connect({ accessToken: "a", boardId: "1", [`${token}`]: "a b" }), { kind: "refused", reason });
  }
  assert.equal(stage.exchanges.length, before);
});

test("a wrong token and a board that is not there are refused, in Pinterest's words", async () => {
  const { accessToken, boardId } = stage.credentials;
  assert.equal((await connect({ accessToken: "pina_wrong", boardId })).kind, "refused");
  const outcome = await connect({ accessToken, boardId: "123" });
  assert.ok(outcome.kind === "refused");
  assert.match(outcome.reason, /board/i);
});

test("a secret board is refused, since nobody would see its pins", async () => {
  const { id } = await stage.byHand("POST", "/boards", { name: "Drafts", privacy: "SECRET" });
  const outcome = await connect({ ...stage.credentials, boardId: id });
  assert.ok(outcome.kind === "refused");
  assert.match(outcome.reason, /^The board Drafts is secret/);
});

test("an outage is no refusal", async () => {
  stage.fault({ method: "GET", path: /user_account/, act: { status: 503, body: {} } });
  assert.equal((await connect(stage.credentials)).kind, "unreachable");
  stage.fault({ method: "GET", path: /\/boards\/\d+/, act: "drop" });
  assert.equal((await connect(stage.credentials)).kind, "unreachable");
});
