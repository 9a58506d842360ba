import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { channelLimits } from "@rostrum/contract/channel-limits.ts";
import { obstacleOf } from "@rostrum/contract/preflight.ts";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { x } from "./index.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  stage.spent.length = 0;
});
afterEach(() => stage[Symbol.asyncDispose]());

const ME = { method: "GET", path: /\/2\/users\/me/ } as const;
const LIST = { method: "GET", path: /\/2\/users\/\d+\/tweets/ } as const;
const given = () => Object(stage.credentials);
const connect = (credentials: unknown = stage.credentials) => x.connect(credentials, stage.call());

// Shows X: token or address
test("pasted tokens connect their account; they are kept as a grant, and renewed at once, since nobody knows their age", async () => {
  const outcome = await connect();
  assert.ok(outcome.kind === "connected" && outcome.grant !== undefined);
  const { grant, ...channel } = outcome;
  assert.deepEqual(channel, {
    kind: "connected",
    remoteId: channel.remoteId,
    handle: "@corner_bakery",
    pictureUrl: null,
    credentials: {},
    settings: { premium: false, videoSeconds: null, protected: false, canLookUp: true, spelling: "tweet" },
  });
  assert.deepEqual(
    [grant.application, grant.remoteId, grant.credentials],
    ["x", channel.remoteId, { ...stage.credentials, refreshEndsAt: null }],
  );
  assert.ok(grant.ends.renewAt !== null && grant.ends.renewAt <= stage.now());
  assert.deepEqual(stage.spent, [{ spending: 35, reads: 5 }]);
});

test("an access token alone ends after two hours", async () => {
  const outcome = await connect({ accessToken: given().accessToken });
  assert.ok(outcome.kind === "connected" && outcome.grant !== undefined);
  const { renewAt, endsAt, accessEndsAt } = outcome.grant.ends;
  assert.deepEqual([renewAt, endsAt], [null, accessEndsAt]);
  assert.equal(Math.round((Date.parse(String(endsAt)) - Date.parse(stage.now())) / 60_000), 120);
});

for (const [account, said, premium, longVideos] of [
  ["with the subscription None", { subscription: "None" }, false, false],
  ["with the subscription Basic", { subscription: "Basic" }, true, true],
  ["with the subscription Premium", { subscription: "Premium" }, true, true],
  ["with the subscription PremiumPlus", { subscription: "PremiumPlus" }, true, true],
  ["with a gold tick", { tick: "business" }, true, true],
  ["with a grey tick", { tick: "government" }, true, true],
  ["whose subscription X does not say", { tells_subscriptions: false }, false, true],
] as const) {
  const [texts, videos] = [
    premium ? "may write long posts" : "is held to 280",
    longVideos ? "is not refused a long video" : "is refused one",
  ];
  test(`an account ${account} ${texts}, and ${videos} in advance`, async () => {
    await stage.settings(said);
    const outcome = await connect();
    assert.ok(outcome.kind === "connected");
    assert.equal(Object(outcome.settings).premium, premium);
    assert.equal(x.textMeasure?.(outcome.settings)("Bread")[0]?.max, premium ? 25_000 : 280);
    const channel = { type: "X", limits: channelLimits(outcome.settings), elsewhere: true, measure: null } as const;
    const video = {
      name: "oven.mp4",
      mime: "video/mp4",
      sizeBytes: 9_000_000,
      width: 1280,
      height: 720,
      durationSeconds: 200,
      facts: null,
    };
    const post = { text: "Bread", thread: false, asStory: false, poll: null, media: [video] };
    const obstacle = obstacleOf(post, channel, { convertsVideos: false });
    assert.equal(obstacle?.reason ?? null, longVideos ? null : "video_too_long");
  });
}

test("the spelling of fields that X takes is kept with the channel", async () => {
  await stage.settings({ names: "new" });
  const outcome = await connect();
  assert.ok(outcome.kind === "connected");
  assert.equal(Object(outcome.settings).spelling, "post");
});

for (const [what, act, canLookUp] of [
  ["denies", { status: 403, body: { title: "Client Forbidden", type: "client-forbidden" } }, false],
  ["denies as if the token were wrong", { status: 401, body: { title: "Unauthorized", type: "about:blank" } }, false],
  ["does not answer", { status: 503, body: {} }, null],
  ["limits", { status: 429, body: {} }, null],
  ["wants money for", { status: 402, body: { title: "CreditsDepleted" } }, null],
] as const satisfies readonly (readonly [string, FaultAct, boolean | null])[]) {
  test(`an account is connected whose list X ${what}, and it is known whether it can be looked up: ${canLookUp}`, async () => {
    stage.fault({ ...LIST, act });
    const outcome = await connect();
    assert.ok(outcome.kind === "connected");
    assert.equal(Object(outcome.settings).canLookUp, canLookUp);
  });
}

test("wrong tokens are refused, and an outage is none of their fault", async () => {
  assert.deepEqual(await connect({}), {
    kind: "refused",
    reason: 'The credentials need "accessToken", and "refreshToken" to last longer than two hours.',
  });
  assert.equal((await connect({ accessToken: "wörd" })).kind, "refused");
  assert.equal((await connect({ accessToken: "wrong" })).kind, "refused");
  stage.fault({ ...ME, act: { status: 503, body: {} } });
  assert.equal((await connect()).kind, "unreachable");
  stage.fault({ ...ME, act: { status: 200, body: { data: {} } } });
  assert.equal((await connect()).kind, "unreachable");
});

test("without a budget nothing is asked", async () => {
  stage.exhaust({ kind: "held", reason: "used up", retryAfterSeconds: 600, scope: "application", budget: "spending" });
  stage.exchanges.length = 0;
  assert.deepEqual(await connect(), { kind: "unreachable", reason: "used up" });
  assert.equal(stage.exchanges.length, 0);
});

test("posts of an account that is known to be protected are not for everybody", () => {
  const of = (settings: object) => x.isOpen?.({ url: "https://x.com/i/status/1", note: null, preferences: {}, settings: { ...settings } });
  assert.deepEqual([of({ protected: true }), of({ protected: false }), of({ premium: true })], [false, true, true]);
});
