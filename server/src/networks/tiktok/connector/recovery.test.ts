import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import type { Delivery } from "../../connectors/testing/delivery.ts";
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

const KINDS: Readonly<Record<string, (text: string) => Promise<OutgoingPost>>> = {
  "a video": async (text) => aVideoPost(stage, { text }),
  photos: (text) => aPhotoPost(stage, { text }),
};

for (const [what, post] of Object.entries(KINDS)) {
  test(`${what} are published exactly once, wherever the process is killed`, async () => {
    let at = 1;
    for (let wasKilled = true; wasKilled; at += 1) {
      const text = `Rolls ${at}`;
      const kill = { at, steps: 0 };
      const delivery = deliver(stage, await post(text), { kill });
      const outcome = await delivery.toEnd();
      const trace = `killed at ${at}: ${delivery.path.join(" ")} ${JSON.stringify(outcome)}`;
      // Photos that were about to be ordered are not ordered again: nobody can tell whether that had happened.
      const isOpen = what === "photos" && outcome.kind === "undecidable";
      assert.ok(outcome.kind === "published" || isOpen, trace);
      assert.equal(await seen(text), outcome.kind === "published" ? 1 : 0, trace);
      wasKilled = kill.steps >= at;
    }
    assert.ok(at > 12, `${at}`);
  });
}

test("photos that TikTok took and could not fetch have failed with its words, wherever the process is killed after the order", async () => {
  await stage.settings({ fail_reason: "photo_pull_failed", everything_fails: true });
  let seenOrders = 0;
  for (let at = 1, wasKilled = true; wasKilled; at += 1) {
    const kill = { at, steps: 0 };
    const delivery = deliver(stage, await aPhotoPost(stage, { text: `Away ${at}` }), { kill });
    await delivery.publish().catch(() => undefined);
    const isOrdered = typeof delivery.checkpoint.get("order") === "object" && kill.steps >= at;
    const outcome = await delivery.toEnd("find");
    wasKilled = kill.steps >= at;
    if (!isOrdered || !wasKilled) continue;
    seenOrders += 1;
    assert.ok(outcome.kind === "rejected", `killed at ${at}: ${JSON.stringify(outcome)}`);
    if (seenOrders > 1) break;
  }
  await stage.settings({});
  assert.ok(seenOrders > 0);
});

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
    [60, 300, 900, "rejected"],
  );
  stage.fault({ ...VIDEO, act: DOWN });
  assert.equal((await delivery.tryAgain()).kind, "busy", "tried again by a person, it counts anew");
});

for (const [what, act] of [
  ["is cut after it took effect", "cut"],
  ["does not arrive", "drop"],
  ["is answered with an outage after it took effect", { ...DOWN, when: "after" }],
] as const) {
  // Shows TikTok: look-up after a lost answer
  test(`the last part of a video that ${what} leads to one post, and never to another order`, async () => {
    stage.fault({ path: UPLOAD, act });
    const delivery = deliver(stage, aVideoPost(stage));
    assert.equal((await delivery.publish()).kind, "unknown");
    assert.equal((await delivery.toEnd("find")).kind, "published");
    assert.deepEqual([await seen("Fresh rolls #bread"), inits()], [1, 1]);
  });
}

for (const [what, status] of [
  ["timed out", 408],
  ["refused", 400],
] as const) {
  test(`a last part that arrives and is answered as ${what} is not sent again, and leads to no other order`, async () => {
    await stage.settings({ repeated_ranges: "refused", video_seconds: 60 });
    stage.fault({ path: UPLOAD, act: { ...refusal(status, "none"), when: "after" } });
    const delivery = deliver(stage, aVideoPost(stage));
    assert.equal((await delivery.publish()).kind, "unknown");
    const counted = await delivery.find();
    assert.ok(counted.kind === "undecided", JSON.stringify(counted));
    assert.equal((await delivery.toEnd("find")).kind, "published");
    assert.deepEqual([await seen("Fresh rolls #bread"), inits(), uploads()], [1, 1, 1]);
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

test("a token that ends between the upload and the state is asked with again, and leads to no other order", async () => {
  await stage.settings({ video_seconds: 5 });
  const delivery = deliver(stage, aVideoPost(stage));
  assert.equal((await delivery.publish()).kind, "pending");
  stage.fault({ path: STATUS, act: refusal(401, "access_token_invalid"), times: 3 });
  for (let asked = 0; asked < 3; asked += 1) assert.equal((await delivery.check()).kind, "notAsked");
  stage.pass(600);
  assert.equal((await delivery.check()).kind, "published");
  assert.equal(inits(), 1);
});

test("a state that cannot be read settles nothing", async () => {
  const delivery = deliver(stage, aVideoPost(stage));
  await delivery.publish();
  for (const act of ["drop", DOWN, { status: 502, body: "<html>" }, refusal(429, "rate_limit_exceeded")] satisfies FaultAct[]) {
    stage.fault({ path: STATUS, act });
    assert.equal((await delivery.check()).kind, "notAsked");
  }
  stage.fault({ path: STATUS, act: refusal(200, "invalid_publish_id") });
  const unknown = await delivery.check();
  assert.ok(unknown.kind === "pending" && unknown.live === "maybe");
  stage.pass(60);
  assert.equal((await delivery.check()).kind, "published");
  assert.equal(inits(), 1);
});

test("a post that stays in processing is never ordered anew, and is looked for in the list at the end of the day", async () => {
  await stage.settings({ stuck: true });
  const delivery = deliver(stage, aVideoPost(stage));
  await delivery.publish();
  stage.pass(3600);
  const outcome = await delivery.check();
  assert.ok(outcome.kind === "pending" && outcome.live === "maybe");
  assert.equal(outcome.checkAfterSeconds, 600);
  assert.equal(bodies(stage, LIST).length, 0);
  stage.pass(23 * 3600);
  assert.equal((await delivery.check()).kind, "pending");
  assert.deepEqual([bodies(stage, LIST).length, inits()], [1, 1]);
});

for (const [what, act] of [
  ["is cut", "cut"],
  ["is an outage", { ...DOWN, when: "after" }],
  ["names nothing", { status: 200, body: { data: {}, error: { code: "ok", message: "", log_id: "" } }, when: "after" }],
] as const) {
  test(`an order of photos whose answer ${what} is found in the list, and not repeated`, async () => {
    await stage.settings({ listed_after_seconds: 200 });
    stage.fault({ ...CONTENT, act });
    const delivery = deliver(stage, await aPhotoPost(stage, { title: "Rolls" }));
    assert.equal((await delivery.publish()).kind, "unknown");
    assert.equal((await delivery.publish()).kind, "unknown");
    const outcome = await delivery.toEnd("find");
    assert.ok(outcome.kind === "published", JSON.stringify(outcome));
    assert.deepEqual([outcome.remoteId, inits()], [(await stage.seen())[0]?.id, 1]);
  });
}

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

test("posts of other deliveries are not claimed, and of several others the earliest is it; nothing is sent again", async () => {
  stage.fault({ ...CONTENT, act: "drop" });
  const mine = deliver(stage, await aPhotoPost(stage, { text: "Same" }));
  await mine.publish();
  const other = await deliver(stage, await aPhotoPost(stage, { text: "Same" })).toEnd();
  assert.ok(other.kind === "published");
  stage.owned.add(other.remoteId);
  stage.pass(60);
  assert.equal((await mine.find()).kind, "undecided");
  stage.owned.clear();
  await deliver(stage, await aPhotoPost(stage, { text: "Same" })).toEnd();
  const outcome = await mine.toEnd("find");
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  assert.deepEqual([outcome.remoteId, inits()], [other.remoteId, 3]);
});

/** The delivery as the version before stored it. */
async function asBefore({ checkpoint }: Delivery, more: Readonly<Record<string, Json>> = {}) {
  const before = memoryCheckpoint();
  for (const name of ["begun", "audience", "order", "upload", "parts"]) await before.set(name, checkpoint.get(name) ?? null);
  for (const [name, value] of Object.entries(more)) await before.set(name, value);
  return before;
}

for (const [what, act, sends] of [
  ["arrived without an answer", "cut", 1],
  ["did not arrive", "drop", 2],
  ["arrived", null, 1],
] as const) {
  test(`a last part that ${what} before the upgrade leads to one post after it, of one order`, async () => {
    if (act !== null) stage.fault({ path: UPLOAD, act });
    const post = aVideoPost(stage);
    const begun = deliver(stage, post);
    await begun.publish();
    const delivery = deliver(stage, post, { checkpoint: await asBefore(begun) });
    assert.equal((await delivery.check()).kind, "unknown");
    stage.pass(31);
    assert.equal((await delivery.toEnd("find")).kind, "published");
    assert.deepEqual([await seen("Fresh rolls #bread"), inits(), uploads()], [1, 1, sends]);
  });
}

for (const [what, act] of [
  ["got no answer", "cut"],
  ["was taken", null],
] as const) {
  test(`an order of photos that ${what} before the upgrade leads to one post after it`, async () => {
    if (act !== null) stage.fault({ ...CONTENT, act });
    const post = await aPhotoPost(stage);
    const begun = deliver(stage, post);
    const call = { firstAt: stage.now(), isAnswered: act === null, looks: 0 };
    await begun.publish();
    const delivery = deliver(stage, post, { checkpoint: await asBefore(begun, { call }) });
    assert.equal((await delivery.check()).kind, "unknown");
    assert.equal((await delivery.toEnd("find")).kind, "published");
    assert.deepEqual([await seen("Fresh rolls #bread"), inits()], [1, 1]);
  });
}

test("the version before finds the order and the call in its own form", async () => {
  stage.fault({ path: UPLOAD, act: "cut" });
  const video = deliver(stage, aVideoPost(stage));
  await video.publish();
  const { lastAt, sends, isComplete } = Object(video.checkpoint.get("order"));
  assert.deepEqual([typeof lastAt, sends, isComplete], ["string", 1, false]);
  stage.fault({ ...CONTENT, act: "cut" });
  const photos = deliver(stage, await aPhotoPost(stage));
  await photos.publish();
  const { firstAt, isAnswered, looks } = Object(photos.checkpoint.get("call"));
  assert.deepEqual([typeof firstAt, isAnswered, looks], ["string", false, 0]);
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

test("a published post is never made anew", async () => {
  const delivery = deliver(stage, aVideoPost(stage));
  const outcome = await delivery.toEnd();
  stage.exchanges.length = 0;
  assert.deepEqual([await delivery.publish(), await delivery.check(), await delivery.find()], [outcome, outcome, outcome]);
  assert.deepEqual(stage.exchanges, []);
});
