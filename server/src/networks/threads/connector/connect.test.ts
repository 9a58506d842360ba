import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { threads } from "./index.ts";
import { SCOPES } from "./scopes.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const ME = { method: "GET", path: /\/me\?/ } as const;
const DEBUG = { method: "GET", path: /\/debug_token/ } as const;
const DAY = 86_400;
const debug = (data: object) => ({ ...DEBUG, act: { status: 200, body: { data } } });
const refusing = (status: number, code: number) => ({ status, body: { error: { message: "No", type: "OAuthException", code } } });
const epoch = (seconds: number) => Math.floor(toEpochMilliseconds(addSeconds(stage.now(), seconds)) / 1000);
const connect = (given: unknown = stage.credentials) => threads.connect(given, stage.call());

// Shows Threads: token or address
test("connecting returns who it is, and keeps the token as a grant that is renewed weekly", async () => {
  const outcome = await connect();
  assert.ok(outcome.kind === "connected" && outcome.grant !== undefined);
  const { grant, ...rest } = outcome;
  assert.deepEqual(rest, {
    kind: "connected",
    remoteId: stage.account.remoteId,
    handle: "@corner_bakery",
    pictureUrl: null,
    credentials: {},
    settings: {},
  });
  const { credentials, ends, scopes, ...facts } = grant;
  assert.deepEqual(facts, { application: "threads", remoteId: stage.account.remoteId, name: "@corner_bakery" });
  assert.equal(Object(credentials).accessToken, Object(stage.credentials).accessToken);
  for (const { name } of SCOPES) assert.ok(scopes.includes(name));
  const daysUntil = (at: unknown) => Math.round((Date.parse(String(at)) - Date.parse(stage.now())) / 1000 / DAY);
  assert.deepEqual([daysUntil(ends.accessEndsAt), daysUntil(ends.renewAt), daysUntil(ends.endsAt)], [60, 7, 60]);
});

test("an old token is renewed at once, one that ends soon before its end, and a new one not within its first day", async () => {
  const renewsAfterDays = async (issued: number, expires: number) => {
    stage.fault(debug({ scopes: [], issued_at: epoch(issued), expires_at: epoch(expires) }));
    const outcome = await connect();
    assert.ok(outcome.kind === "connected");
    return Math.round((Date.parse(String(outcome.grant?.ends.renewAt)) - Date.parse(stage.now())) / 1000 / DAY);
  };
  // A millisecond ago rounds to -0, which is not the same as 0.
  assert.equal(Math.abs(await renewsAfterDays(-30 * DAY, 30 * DAY)), 0);
  assert.equal(await renewsAfterDays(-2 * DAY, 4 * DAY), 2);
  assert.equal(await renewsAfterDays(0, 2 * DAY), 1);
});

test("a token of which Threads tells nothing is kept with the end that was given, if any", async () => {
  stage.fault({ ...DEBUG, act: refusing(400, 100) }, { ...DEBUG, act: refusing(400, 100) });
  const given = { ...Object(stage.credentials), expiresAt: "2031-01-01T00:00:00Z" };
  const [with_, without] = [await connect(given), await connect()];
  assert.ok(with_.kind === "connected" && without.kind === "connected");
  assert.equal(with_.grant?.ends.endsAt, "2031-01-01T00:00:00.000000Z");
  assert.deepEqual([without.grant?.ends.endsAt, without.grant?.scopes], [null, []]);
});

for (const [given, reason] of [
  [{}, /need "accessToken"/],
  ["text", /need "accessToken"/],
  [{ accessToken: "  " }, /need "accessToken"/],
  [{ accessToken: "a\nb" }, /invalid characters/],
  [{ accessToken: "wrong" }, /code 190/],
] as const) {
  test(`the credentials ${JSON.stringify(given)} are refused`, async () => {
    const outcome = await connect(given);
    assert.ok(outcome.kind === "refused");
    assert.match(outcome.reason, reason);
  });
}

test("a token of another profile than the one named is refused", async () => {
  const outcome = await connect({ ...Object(stage.credentials), accountId: "123" });
  assert.ok(outcome.kind === "refused");
  assert.match(outcome.reason, /belongs to @corner_bakery \(\d+\), not to the profile 123/);
});

test("a token for an hour is refused with what to do instead", async () => {
  stage.fault(debug({ scopes: ["threads_basic", "threads_content_publish"], expires_at: epoch(3000) }));
  const outcome = await connect();
  assert.ok(outcome.kind === "refused");
  assert.match(outcome.reason, /^The token ends at \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Exchange it for a long-lived one, or log in\.$/);
});

test("a token that may not publish is refused by the name of what it lacks", async () => {
  stage.fault(debug({ scopes: ["threads_basic"], expires_at: epoch(DAY) }));
  assert.deepEqual(await connect(), {
    kind: "refused",
    reason: "The token lacks the permission threads_content_publish. Nothing can be published.",
  });
});

test("a network that does not answer is unreachable, and refuses nothing", async () => {
  stage.fault(
    { ...ME, act: refusing(503, 2) },
    { ...ME, act: "drop" },
    { ...ME, act: { status: 200, body: { id: 1 } } },
    { ...ME, act: refusing(400, 4) },
  );
  for (const _ of [1, 2, 3, 4]) assert.equal((await connect()).kind, "unreachable");
});
