import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { instagram } from "./index.ts";
import { delivery, drive } from "./testing/deliver.ts";
import { aPost, openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const MEDIA_PUBLISH = { method: "POST", path: /\/media_publish$/ } as const;
const anImagePost = async (fields = {}) => aPost({ media: [await stage.files.image()], ...fields });
const STATE = { method: "GET", path: /fields=status_code/ } as const;
const HIDDEN = { status: 400, body: refusal(100, 33, "Object does not exist") } as const;
const FAILED = { status: 500, body: "" } as const;

/** A delivery whose request to publish has just got no answer that settles it. */
async function lost(act: FaultAct, post?: OutgoingPost) {
  const one = delivery(stage, post ?? (await anImagePost()));
  stage.fault({ ...MEDIA_PUBLISH, act });
  assert.equal((await one.publish()).kind, "unknown");
  return one;
}

const publishCalls = () => stage.requests("POST", /\/media_publish$/).length;
const containersMade = () => stage.requests("POST", /\/media$/).length;

for (const [what, act] of [
  ["that is lost", "cut"],
  ["that says that the account is blocked, although the post is live,", { status: 400, body: refusal(4, 2207051), when: "after" }],
] as const) {
  // Shows Instagram: look-up after a lost answer
  test(`an answer ${what} is settled by the container, and the account's list names the post`, async () => {
    const one = await lost(act);
    const [post, ...others] = await stage.seen();
    assert.deepEqual(await one.find(), { kind: "published", remoteId: post?.id, url: post?.url });
    assert.deepEqual([others.length, publishCalls()], [0, 1]);
  });
}

test("a request that did not arrive is sent again with the same container, once that has said twice that it is not published", async () => {
  const one = await lost(FAILED);
  assert.equal((await drive(stage, one)).kind, "published");
  assert.equal(stage.requests("GET", /fields=status_code/).length, 4);
  assert.deepEqual([containersMade(), publishCalls(), (await stage.seen()).length], [1, 2, 1]);
});

for (const [seconds, calls] of [
  [100, 1],
  [1000, 9],
] as const) {
  test(`a status that says ${seconds} seconds late that it was published does not lead to a second post`, async () => {
    await stage.settings({ published_shows_after_seconds: seconds });
    const outcome = await drive(stage, await lost("cut"));
    const [post, ...others] = await stage.seen();
    assert.deepEqual([outcome.kind === "published" && outcome.remoteId, others.length], [post?.id, 0]);
    // That a repetition is refused is not believed.
    assert.deepEqual([publishCalls(), containersMade()], [calls, 1]);
  });
}

test("a blocked account is asked again after 1, 4 and 12 hours with the same container, then once with another one", async () => {
  const post = await anImagePost();
  const one = delivery(stage, post);
  const blocked = { ...MEDIA_PUBLISH, act: { status: 400, body: refusal(4, 2207051) } } as const;
  stage.fault(blocked, blocked, blocked, blocked, blocked);
  const begun = Date.parse(stage.now());
  const calledAt: number[] = [];
  const publish = async () => {
    const before = publishCalls();
    const outcome = await one.publish();
    if (publishCalls() > before) calledAt.push(Math.round((Date.parse(stage.now()) - begun) / 3_600_000));
    return outcome;
  };
  const outcome = await drive(stage, { ...one, publish });
  const reason = "Instagram blocks what this account publishes. Open Instagram and see what it asks for.";
  assert.deepEqual(outcome, { kind: "rejected", reason });
  assert.deepEqual(calledAt, [0, 1, 5, 17, 24]);
  assert.equal(containersMade(), 2);
  // Tried again by a person: it is asked once more, even if the first step only waits for a container.
  stage.pass(25 * 3600);
  await instagram.publish(post, stage.account, { ...stage.call(one.checkpoint), startsOver: true });
  assert.equal((await drive(stage, one)).kind, "published");
});

test("a throttled request is looked up before the application is held", async () => {
  const usage = JSON.stringify({ "1": [{ estimated_time_to_regain_access: 30 }] });
  const one = await lost({ status: 400, body: refusal(4), headers: { "x-business-use-case-usage": usage } });
  let found = await one.find();
  while (found.kind === "undecided") {
    stage.pass(60);
    found = await one.find();
  }
  const held = { kind: "held", reason: "Instagram: Refused (code 4)", scope: "application", retryAfterSeconds: 1800 - 120 };
  assert.deepEqual(found, { kind: "absent", held });
});

test("a new container is made only after the old one has ended and the list has twice lacked the post", async () => {
  const one = await lost(FAILED);
  stage.pass(25 * 3600);
  assert.equal((await one.find()).kind, "undecided");
  stage.pass(59);
  assert.equal((await one.find()).kind, "undecided");
  assert.equal(containersMade(), 1);
  stage.pass(1);
  assert.deepEqual(await one.find(), { kind: "absent" });
  assert.equal((await one.publish()).kind, "published");
  assert.deepEqual([containersMade(), (await stage.seen()).length], [2, 1]);
});

test("a post of another kind, or of another delivery, is not taken for it", async () => {
  const one = await lost("cut", await anImagePost({ text: "Mine" }));
  await drive(stage, delivery(stage, aPost({ type: "REEL", text: "A reel", media: [stage.files.video()] })));
  const foreign = await drive(stage, delivery(stage, await anImagePost({ text: "Another delivery's" })));
  stage.owned.add(foreign.kind === "published" ? foreign.remoteId : assert.fail());
  const found = await one.find();
  assert.equal(found.kind === "published" && found.remoteId, (await stage.seen()).find(({ text }) => text === "Mine")?.id);
});

test("a live post that cannot be told from others is published without a link after 15 minutes", async () => {
  const one = await lost("cut", await anImagePost({ text: "Mine" }));
  await drive(stage, delivery(stage, await anImagePost({ text: "By hand" })));
  const reason = "Instagram: the post is live, but cannot be told from others yet";
  assert.deepEqual(await one.find(), { kind: "undecided", reason, retryAfterSeconds: 300 });
  stage.pass(900);
  const found = await one.find();
  assert.ok(found.kind === "published");
  assert.match(found.remoteId, /^container-\d+$/);
  assert.equal(found.url, null);
  assert.deepEqual(await instagram.counts?.([found.remoteId], stage.account, stage.call()), { kind: "counted", counts: {} });
});

test("captions tell posts apart where the network shows them", async () => {
  await stage.settings({ caption_needs_facebook: false });
  const one = await lost("cut", await anImagePost({ text: "Mine,\n\nas written" }));
  await drive(stage, delivery(stage, await anImagePost({ text: "By hand" })));
  const found = await one.find();
  assert.equal(found.kind === "published" && found.remoteId, (await stage.seen()).find(({ text }) => text.startsWith("Mine"))?.id);
});

test("a container that is not there any more a day after it was made is made anew, instead of being asked for for another day", async () => {
  await stage.settings({ video_seconds: 3600 });
  const one = delivery(stage, aPost({ type: "REEL", media: [stage.files.video()] }));
  assert.equal((await one.publish()).kind, "pending");
  stage.pass(25 * 3600);
  stage.fault({ ...STATE, act: { status: 400, body: refusal(24, 2207008) } });
  const outcome = await drive(stage, one);
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  assert.deepEqual([containersMade(), (await stage.seen()).length], [2, 1]);
});

test("what the account's owner has posted by hand is not taken for a post whose container has ended", async () => {
  const one = await lost(FAILED, await anImagePost({ text: "Mine" }));
  stage.pass(25 * 3600);
  await drive(stage, delivery(stage, await anImagePost({ text: "By hand" })));
  assert.equal((await one.find()).kind, "undecided");
  stage.pass(900);
  const reason = "Instagram: a post in the account's list may be the one that was sent";
  assert.deepEqual(await one.find(), { kind: "undecidable", reason });
  assert.equal((await one.publish()).kind, "unknown");
});

test("a story that is looked for when a day has passed is left to a person: the list has those of a day alone", async () => {
  const one = await lost(FAILED, aPost({ type: "STORY", asStory: true, media: [await stage.files.image()] }));
  stage.pass(25 * 3600);
  const found = await one.find();
  assert.ok(found.kind === "undecidable");
  assert.match(found.reason, /look at the account's archive/);
});

test("the files of a carousel that have ended together are made anew together, and not one a try", async () => {
  await stage.settings({ video_seconds: 3600 });
  const images = await Promise.all(Array.from({ length: 8 }, () => stage.files.image()));
  const one = delivery(stage, aPost({ type: "SLIDES", media: [...images, stage.files.video()] }));
  assert.equal((await one.publish()).kind, "pending");
  stage.pass(25 * 3600);
  let tries = 0;
  const counted = (step: typeof one.publish) => async () => {
    const outcome = await step();
    if (outcome.kind === "busy") tries += 1;
    return outcome;
  };
  const outcome = await drive(stage, { ...one, publish: counted(one.publish) });
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  assert.ok(tries <= 2, `${tries} tries`);
});

test("a container whose creation got no answer is made again, and only one is published", async () => {
  const one = delivery(stage, await anImagePost());
  stage.fault({ method: "POST", path: /\/media$/, act: "cut" });
  const outcome = await one.publish();
  assert.deepEqual([outcome.kind, "retryAfterSeconds" in outcome && outcome.retryAfterSeconds], ["busy", 60]);
  assert.equal((await one.publish()).kind, "published");
  assert.equal((await stage.seen()).length, 1);
});

test("reads that are refused for a day while publishing works cost a post a minute", async () => {
  const one = delivery(stage, await anImagePost());
  stage.fault({ ...STATE, act: HIDDEN, times: 1000 });
  const first = await one.publish();
  assert.ok(first.kind === "pending");
  assert.match(first.reason ?? "", /Object does not exist/);
  stage.pass(60);
  assert.equal((await one.publish()).kind, "published");
  assert.equal((await stage.seen()).length, 1);
});
