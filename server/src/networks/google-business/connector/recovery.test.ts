import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { CREATE, deliver, LIST, openStage, type Stage, sent } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const reasonIn = (outcome: object) => String(Object(outcome).reason ?? JSON.stringify(outcome));

/** A delivery whose call has just got no answer. */
async function lost(act: FaultAct, post: OutgoingPost = aPost({ text: "Only once" })) {
  const delivery = deliver(stage, post);
  stage.fault({ ...CREATE, act });
  assert.equal((await delivery.publish()).kind, "unknown");
  return delivery;
}

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
  stage.fault({ ...LIST, act: { status: 503, body: {} }, times: 3 });
  const kinds = [await delivery.find(), await delivery.find(), await delivery.find(), await delivery.find()].map(({ kind }) => kind);
  assert.deepEqual(kinds, ["notAsked", "notAsked", "notAsked", "undecided"]);
});

test("a text that Google keeps in its own form is recognized by its beginning", async () => {
  await stage.settings({ text_kept: 85 });
  const text = `${"Fresh bread every day. ".repeat(4)}  Come  and   see!  `;
  const delivery = await lost("cut", aPost({ text }));
  assert.equal((await delivery.toEnd("find")).kind, "published");
  assert.equal(sent(stage, CREATE).length, 1);
});

test("a location that can no longer be read leaves it to a person", async () => {
  const delivery = await lost("cut");
  stage.pass(31);
  stage.fault({ ...LIST, act: { status: 404, body: { error: { code: 404, message: "Not found.", status: "NOT_FOUND" } } } });
  assert.equal((await delivery.find()).kind, "undecidable");
});
