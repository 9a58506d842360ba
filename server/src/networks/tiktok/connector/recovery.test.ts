import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { aPhotoPost, aVideoPost, bodies, deliver, INIT, LIST, openStage, refusal, STATUS, type Stage, UPLOAD } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const DOWN = refusal(503, "internal_error");
const CONTENT = { method: "POST", path: /\/content\/init\// } as const;
const VIDEO = { method: "POST", path: /\/video\/init\// } as const;
const seen = async (text: string) => (await stage.seen()).filter((post) => post.text === text).length;
const inits = () => bodies(stage, INIT).length;
const uploads = () => stage.exchanges.filter(({ request }) => UPLOAD.test(request.url)).length;

test("an order of an upload without an answer is made anew, three times at most", async () => {
  for (const act of ["cut", "drop", DOWN, refusal(200, "internal_error")] satisfies FaultAct[]) {
    stage.fault({ ...VIDEO, act });
    const delivery = deliver(stage, aVideoPost(stage));
    assert.equal((await delivery.toEnd()).kind, "published");
    const [first] = delivery.outcomes;
    assert.ok(first?.kind === "busy" && first.retryAfterSeconds === 60, JSON.stringify(first));
  }
  assert.equal(await seen("Fresh rolls #bread"), 4);
  stage.fault({ ...VIDEO, act: DOWN, times: 4 });
  const delivery = deliver(stage, aVideoPost(stage));
  const outcome = await delivery.toEnd();
  assert.ok(outcome.kind === "rejected");
  assert.match(outcome.reason, /No upload could be ordered, 4 times\.$/);
  assert.deepEqual(
    delivery.outcomes.map((one) => (one.kind === "busy" ? one.retryAfterSeconds : one.kind)),
    [60, 3600, 14_400, "rejected"],
  );
  stage.fault({ ...VIDEO, act: DOWN });
  assert.equal((await delivery.tryAgain()).kind, "busy", "tried again by a person, it counts anew");
});

for (const [what, act, found, sends] of [
  ["arrives without an answer", "cut", "undecided", 1],
  ["does not arrive", "drop", "notAsked", 2],
  ["arrives and is answered as an outage", { ...DOWN, when: "after" }, "undecided", 1],
  ["arrives and is answered as timed out", { ...refusal(408, "none"), when: "after" }, "undecided", 1],
  ["arrives and is answered as refused", { ...refusal(400, "none"), when: "after" }, "undecided", 1],
] as const) {
  // Shows TikTok: look-up after a lost answer
  test(`a last part that ${what} is sent ${sends === 1 ? "once" : "again"}, and leads to one post of one order`, async () => {
    await stage.settings({ repeated_ranges: "refused", video_seconds: 60 });
    stage.fault({ path: UPLOAD, act });
    const delivery = deliver(stage, aVideoPost(stage));
    assert.equal((await delivery.publish()).kind, "unknown");
    assert.equal((await delivery.find()).kind, found);
    assert.equal((await delivery.toEnd("find")).kind, "published");
    assert.deepEqual([await seen("Fresh rolls #bread"), inits(), uploads()], [1, 1, sends]);
  });
}

test("a last part that is refused each time is ordered anew once TikTok still counts fewer bytes long after", async () => {
  stage.fault({ path: UPLOAD, act: refusal(403, "gone"), times: 4 });
  const delivery = deliver(stage, aVideoPost(stage));
  const begun = Date.parse(stage.now());
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual([await seen("Fresh rolls #bread"), inits(), uploads()], [1, 2, 5]);
  assert.ok(Date.parse(stage.now()) - begun >= 300_000);
});

test("a last part of which one sending got no answer is never ordered anew, however TikTok counts", async () => {
  stage.fault({ path: UPLOAD, act: "drop" }, { path: UPLOAD, act: refusal(403, "gone"), times: 9 });
  const delivery = deliver(stage, aVideoPost(stage));
  assert.equal((await delivery.publish()).kind, "unknown");
  for (let sent = 0; sent < 3; sent += 1) {
    stage.pass(30);
    assert.equal((await delivery.find()).kind, "absent", "the same address gets the bytes again");
    assert.equal((await delivery.publish()).kind, "unknown");
  }
  for (const seconds of [30, 400, 3700]) {
    stage.pass(seconds);
    assert.deepEqual([(await delivery.find()).kind, (await delivery.publish()).kind], ["undecided", "unknown"]);
  }
  assert.deepEqual([inits(), uploads()], [1, 4]);
});

test("a state that cannot be read settles nothing", async () => {
  const delivery = deliver(stage, aVideoPost(stage));
  await delivery.publish();
  const page = { status: 502, body: "<html>" };
  const refusals = [refusal(429, "rate_limit_exceeded"), refusal(401, "access_token_invalid")];
  for (const act of ["drop", DOWN, page, ...refusals] satisfies FaultAct[]) {
    stage.fault({ path: STATUS, act });
    assert.equal((await delivery.publish()).kind, "notAsked");
  }
  stage.fault({ path: STATUS, act: refusal(200, "invalid_publish_id") });
  const unknown = await delivery.publish();
  assert.ok(unknown.kind === "pending" && unknown.live === "maybe");
  stage.pass(60);
  assert.equal((await delivery.publish()).kind, "published");
  assert.equal(inits(), 1);
});

test("a post that stays in processing is never ordered anew, and is looked for in the list at the end of the day", async () => {
  await stage.settings({ stuck: true });
  const delivery = deliver(stage, aVideoPost(stage));
  await delivery.publish();
  stage.pass(3600);
  const outcome = await delivery.publish();
  assert.ok(outcome.kind === "pending" && outcome.live === "maybe");
  assert.equal(outcome.checkAfterSeconds, 600);
  assert.equal(bodies(stage, LIST).length, 0);
  stage.pass(23 * 3600);
  assert.equal((await delivery.publish()).kind, "pending");
  assert.deepEqual([bodies(stage, LIST).length, inits()], [1, 1]);
});

test("an order of photos whose answer names nothing is found in the list, and not repeated", async () => {
  await stage.settings({ listed_after_seconds: 200 });
  stage.fault({ ...CONTENT, act: { status: 200, body: { data: {}, error: { code: "ok", message: "", log_id: "" } }, when: "after" } });
  const delivery = deliver(stage, await aPhotoPost(stage, { title: "Rolls" }));
  assert.equal((await delivery.publish()).kind, "unknown");
  const outcome = await delivery.toEnd("find");
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  assert.deepEqual([outcome.remoteId, inits()], [(await stage.seen())[0]?.id, 1]);
});

test("an order of photos that is not in the list after an hour is settled by a person", async () => {
  stage.fault({ ...CONTENT, act: "drop" });
  const delivery = deliver(stage, await aPhotoPost(stage));
  const begun = Date.parse(stage.now());
  const outcome = await delivery.toEnd();
  assert.deepEqual(outcome, {
    kind: "undecidable",
    reason: "TikTok did not answer, and does not list it. Look in the TikTok app, then say that it was published, or send it again.",
  });
  assert.ok(Date.parse(stage.now()) - begun >= 3_600_000);
  assert.deepEqual([bodies(stage, LIST).length, inits()], [4, 1]);
});

test("photos that the list cannot show are settled by a person at once", async () => {
  const lost = async (fields: Parameters<typeof aPhotoPost>[1], preferences = {}) => {
    stage.fault({ ...CONTENT, act: "cut" });
    const outcome = await deliver(stage, await aPhotoPost(stage, fields), { preferences }).toEnd();
    return outcome.kind === "undecidable" ? outcome.reason : outcome.kind;
  };
  assert.match(await lost({}, { privacy: "SELF_ONLY" }), /TikTok tells of public posts only/);
  assert.match(await lost({ options: { sendToInbox: true } }), /TikTok tells of public posts only/);
  assert.match(await lost({ text: "" }), /a post without a text cannot be told from others/);
  assert.equal(inits(), 3);
});

test("a list that cannot be read is no look-up", async () => {
  stage.fault({ ...CONTENT, act: "cut" });
  const delivery = deliver(stage, await aPhotoPost(stage));
  await delivery.publish();
  stage.pass(60);
  for (const act of [DOWN, "drop", refusal(401, "scope_not_authorized")] satisfies FaultAct[]) {
    stage.fault({ path: LIST, act });
    assert.equal((await delivery.find()).kind, "notAsked");
  }
  assert.equal((await delivery.find()).kind, "published");
});
