import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { FindOutcome, OutgoingPost } from "../../connectors/connector.ts";
import { deliverBy } from "../../connectors/testing/delivery.ts";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { googleBusiness } from "./index.ts";
import { CREATE, deliver, LIST, openStage, type Stage, sent } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const DOWN: FaultAct = { status: 503, body: { error: { code: 503, message: "Down", status: "UNAVAILABLE" } } };
const texts = async () => (await stage.seen()).map(({ text }) => text);
const reasonIn = (outcome: object) => String(Object(outcome).reason ?? JSON.stringify(outcome));

/** A delivery whose call has just got no answer. */
async function lost(act: FaultAct, post: OutgoingPost = aPost({ text: "Only once" })) {
  const delivery = deliver(stage, post);
  stage.fault({ ...CREATE, act });
  assert.equal((await delivery.publish()).kind, "unknown");
  return delivery;
}

test("a post with picture and button is published exactly once, wherever the process is killed", async () => {
  let at = 1;
  for (let wasKilled = true; wasKilled; at += 1) {
    const text = `Killed at ${at}`;
    const kill = { at, steps: 0 };
    const delivery = deliver(stage, aPost({ text, media: [await stage.picture()], link: "https://shop.example" }), kill);
    const outcome = await delivery.toEnd();
    const trace = `killed at ${at}: ${delivery.path.join(" ")}: ${reasonIn(outcome)}`;
    assert.equal(outcome.kind, "published", trace);
    assert.equal((await texts()).filter((shown) => shown === text).length, 1, trace);
    wasKilled = kill.steps >= at;
  }
  assert.ok(at > 8);
});

test("its photos are added exactly once each, wherever the process is killed", async () => {
  for (let at = 1, wasKilled = true; wasKilled; at += 1) {
    await using own = await openStage();
    const [wide, tall] = [await own.picture({ width: 800 }), await own.picture({ height: 800 })];
    const image = async () => ({ bytes: await (await tall.file()).bytes(), mime: "image/jpeg", width: 640, height: 800 });
    const post = aPost({ media: [wide, { ...tall, image }], options: { uploadToPhotosSection: true } });
    const kill = { at, steps: 0 };
    const delivery = deliver(own, post, kill);
    const outcome = await delivery.toEnd();
    const trace = `killed at ${at}: ${delivery.path.join(" ")}: ${reasonIn(outcome)}`;
    assert.equal(outcome.kind, "published", trace);
    const photos = Object(await own.byHand("GET", "/media?pageSize=100")).mediaItems?.length;
    const posts = (await own.seen()).filter(({ id }) => id.includes("/localPosts/"));
    assert.deepEqual([posts.length, photos], [1, 2], trace);
    wasKilled = kill.steps >= at;
  }
});

// Shows Google Business: look-up after a lost answer
test("a post that its answer does not name is found among the location's posts, and not made again", async () => {
  const delivery = await lost({ status: 200, body: {}, when: "after" });
  const outcome = await delivery.toEnd("find");
  const [seen] = await stage.seen();
  assert.ok(outcome.kind === "published", reasonIn(outcome));
  assert.deepEqual([outcome.remoteId, outcome.url, sent(stage, CREATE).length], [seen?.id, seen?.url, 1]);
});

test("a post that is found while Google looks at it is waited for", async () => {
  await stage.settings({ review_seconds: 600 });
  const delivery = await lost("cut");
  stage.pass(31);
  const found = await delivery.find();
  assert.deepEqual([found.kind, reasonIn(found)], ["undecided", "Google is processing the post."]);
  assert.equal((await delivery.toEnd("find")).kind, "published");
  assert.equal(sent(stage, CREATE).length, 1);
});

test("a post that is found rejected has failed, and is not sent again", async () => {
  const delivery = await lost("cut", aPost({ text: "Call +49 30 1234567 now" }));
  const outcome = await delivery.toEnd("find");
  assert.equal(outcome.kind, "rejected", reasonIn(outcome));
  assert.equal(sent(stage, CREATE).length, 1);
});

test("a post is found on the last of several pages in no order", async () => {
  await stage.settings({ list_order: "shuffled" });
  for (let number = 0; number < 230; number += 1) {
    await stage.byHand("POST", "/localPosts", { summary: `Older ${number}`, topicType: "STANDARD" });
  }
  const delivery = await lost("cut");
  assert.equal((await delivery.toEnd("find")).kind, "published");
  assert.equal(sent(stage, CREATE).length, 1);
});

test("old pages are not taken for the end of a list in no order: what is not found there is left to a person", async () => {
  await stage.settings({ list_order: "shuffled" });
  for (let number = 0; number < 620; number += 1) {
    await stage.byHand("POST", "/localPosts", { summary: `Older ${number}`, topicType: "STANDARD" });
    stage.pass(1);
  }
  stage.pass(600);
  const delivery = await lost("drop");
  assert.equal((await delivery.toEnd("find")).kind, "undecidable");
  assert.equal(sent(stage, CREATE).length, 1);
});

test("pages are read until two in a row are older than the call", async () => {
  for (let number = 0; number < 310; number += 1) {
    await stage.byHand("POST", "/localPosts", { summary: `Older ${number}`, topicType: "STANDARD" });
  }
  stage.pass(600);
  const delivery = await lost("drop");
  stage.pass(31);
  await delivery.find();
  assert.equal(sent(stage, LIST).length, 2);
});

test("a list without an end decides nothing", async () => {
  const delivery = await lost("drop");
  const pages = Array.from({ length: 20 }, (_, page) => ({
    ...LIST,
    act: {
      status: 200,
      headers: { date: new Date(stage.now()).toUTCString() },
      body: { localPosts: [{ name: `other/${page}`, summary: "Other", createTime: stage.now() }], nextPageToken: `page ${page}` },
    },
  }));
  stage.fault(...pages);
  const outcome = await delivery.toEnd("find");
  assert.equal(outcome.kind, "undecidable");
  assert.match(reasonIn(outcome), /lists too many posts to find this one/);
  assert.equal(sent(stage, CREATE).length, 1);
});

test("a search that Google refuses is none", async () => {
  const delivery = await lost("drop");
  stage.pass(900);
  stage.fault({ ...LIST, act: DOWN, times: 3 });
  for (let look = 0; look < 3; look += 1) {
    const outcome: FindOutcome = await delivery.find();
    assert.deepEqual([outcome.kind, Object(outcome).retryAfterSeconds], ["notAsked", 60]);
  }
  assert.equal((await delivery.find()).kind, "undecided");
});

test("a text that Google keeps in its own form is recognized by its beginning", async () => {
  await stage.settings({ text_kept: 85 });
  const text = `${"Fresh bread every day. ".repeat(4)}  Come  and   see!  `;
  const delivery = await lost("cut", aPost({ text }));
  assert.equal((await delivery.toEnd("find")).kind, "published");
  assert.equal(sent(stage, CREATE).length, 1);
});

for (const [what, seconds] of [
  ["ahead", 600],
  ["behind", -600],
] as const) {
  test(`a post is found also if this service's clock is ten minutes ${what}`, async () => {
    // Equal, but of long before.
    await stage.byHand("POST", "/localPosts", { summary: "Only once", topicType: "STANDARD" });
    stage.pass(300);
    const call: Stage["call"] = (checkpoint) => ({ ...stage.call(checkpoint), now: () => addSeconds(stage.now(), seconds) });
    const delivery = deliverBy(googleBusiness, aPost({ text: "Only once" }), { ...stage, call });
    stage.fault({ ...CREATE, act: "cut" });
    const outcome = await delivery.toEnd();
    const newest = (await stage.seen()).at(-1);
    assert.ok(outcome.kind === "published", reasonIn(outcome));
    assert.deepEqual([outcome.remoteId, sent(stage, CREATE).length], [newest?.id, 1]);
  });
}

test("a location that can no longer be read leaves it to a person", async () => {
  const delivery = await lost("cut");
  stage.pass(31);
  stage.fault({ ...LIST, act: { status: 404, body: { error: { code: 404, message: "Not found.", status: "NOT_FOUND" } } } });
  assert.equal((await delivery.find()).kind, "undecidable");
});
