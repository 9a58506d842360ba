import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { deliver } from "./testing/delivery.ts";
import { aPicture, aVideo } from "./testing/posts.ts";
import { writes } from "./testing/requests.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

async function published(fields: Partial<OutgoingPost>) {
  const delivery = deliver(stage, aPost(fields));
  const outcome = await delivery.toEnd();
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  return { outcome, delivery, seen: await stage.seen() };
}

/** Ids and addresses differ on each run. */
const anonymous = (lines: readonly string[]) => lines.map((line) => line.replace(/\d{5,}/g, "<id>").replace(/http:\/\/127\S+\//g, "…/"));

// Shows Threads: text alone, address of the post
test("a text is a container that is published half a minute later; nothing is live before", async () => {
  const delivery = deliver(stage, aPost({ text: "Fresh & warm" }));
  assert.deepEqual(await delivery.publish(), { kind: "pending", live: "no", checkAfterSeconds: 30 });
  assert.deepEqual(await stage.seen(), []);
  stage.pass(10);
  const early = await delivery.publish();
  assert.ok(early.kind === "pending" && early.live === "no" && early.checkAfterSeconds <= 20);
  stage.pass(21);
  const outcome = await delivery.publish();
  const [seen] = await stage.seen();
  assert.deepEqual(writes(stage), ["TEXT text=Fresh & warm", "publish"]);
  assert.deepEqual([seen?.text, seen?.replyTo], ["Fresh & warm", null]);
  assert.ok(outcome.kind === "published");
  assert.equal(outcome.remoteId, seen?.id);
  assert.match(outcome.url ?? "", /^http.*\/post\//);
});

// Shows Threads: link card
test("a link becomes the card of a text", async () => {
  const { seen } = await published({ text: "Hi", link: "https://shop.example/a?b=c" });
  assert.equal(seen[0]?.card?.url, "https://shop.example/a?b=c");
});

// Shows Threads: picture, video, alternative text
test("a picture and a video are fetched from their links, with the alternative text", async () => {
  await published({ text: "One", alt: "A croissant", media: [aPicture(stage.file)] });
  await published({ text: "", media: [aVideo(stage.film)] });
  assert.deepEqual(anonymous(writes(stage)), [
    "IMAGE image_url=…/croissant.jpg alt_text=A croissant text=One",
    "publish",
    "VIDEO video_url=…/oven.mp4",
    "publish",
  ]);
});

test("several files are a carousel, whose children are made first", async () => {
  const { seen } = await published({ text: "Both", alt: "Bread", media: [aPicture(stage.file), aVideo(stage.film)] });
  assert.deepEqual(anonymous(writes(stage)), [
    "IMAGE image_url=…/croissant.jpg alt_text=Bread is_carousel_item=true",
    "VIDEO video_url=…/oven.mp4 alt_text=Bread is_carousel_item=true",
    "CAROUSEL children=<id>,<id> text=Both",
    "publish",
  ]);
  assert.deepEqual([seen.length, seen[0]?.media.length, seen[0]?.text], [1, 2, "Both"]);
});

// Shows Threads: thread
test("each part of a thread replies to the one before, and files belong to the first", async () => {
  const { seen, outcome, delivery } = await published({ type: "THREAD", segments: ["One", "Two", "Three"], media: [aPicture(stage.file)] });
  const [one, two, three] = seen;
  assert.deepEqual([one?.replyTo, two?.replyTo, three?.replyTo], [null, one?.id, two?.id]);
  assert.deepEqual(
    seen.map(({ text, media }) => [text, media.length]),
    [
      ["One", 1],
      ["Two", 0],
      ["Three", 0],
    ],
  );
  assert.equal(outcome.remoteId, one?.id);
  const lives = delivery.outcomes.map((step) => (step.kind === "pending" ? step.live : step.kind));
  assert.deepEqual([lives[0], lives.at(-2), lives.at(-1)], ["no", "maybe", "published"]);
});

// Shows Threads: poll
test("a poll has its question as text", async () => {
  const poll = { question: "Tea or coffee?", options: ["Tea", "Coffee"], period: "3d" as const };
  const { seen, outcome } = await published({ type: "POLL", text: "", poll });
  assert.deepEqual([seen[0]?.text, seen[0]?.poll?.options], ["Tea or coffee?", ["Tea", "Coffee"]]);
  assert.equal(outcome.note, "Threads decides how long a poll runs: 24 hours.");
});

test("a thread is refused before anything is sent if the person did not allow replies", async () => {
  const { grant } = stage.account;
  assert.ok(grant !== null);
  const account = { ...stage.account, grant: { ...grant, scopes: ["threads_basic", "threads_content_publish"] } };
  const outcome = await deliver({ ...stage, account }, aPost({ segments: ["One", "Two"] })).publish();
  assert.ok(outcome.kind === "rejected");
  assert.match(outcome.reason, /permission to reply/);
  assert.deepEqual(writes(stage), []);
});

test("publishing a published delivery again returns the same without a request that readers could notice", async () => {
  const { delivery, outcome } = await published({ text: "Once" });
  assert.deepEqual(await delivery.publish(), outcome);
  assert.deepEqual(writes(stage), ["TEXT text=Once", "publish"]);
});

// Shows Threads: first comment
test("a comment replies to the published post", async () => {
  const { outcome } = await published({ text: "Post" });
  const order = { key: "c", dueAt: aPost().dueAt, text: "Order by noon", remoteId: outcome.remoteId };
  const commented = await deliver(stage, order).toEnd();
  assert.equal(commented.kind, "published");
  const [, reply] = await stage.seen();
  assert.deepEqual([reply?.text, reply?.replyTo], ["Order by noon", outcome.remoteId]);
});

test("an address that cannot be read does not fail the post", async () => {
  stage.fault({ method: "GET", path: /fields=id%2Cpermalink/, act: { status: 500, body: {} } });
  const { outcome } = await published({ text: "No address" });
  assert.equal(outcome.url, null);
});
