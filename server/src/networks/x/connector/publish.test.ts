import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { deliver } from "./testing/delivery.ts";
import { aGif, aVideo } from "./testing/posts.ts";
import { creations, lines } from "./testing/requests.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  stage.exchanges.length = 0;
  stage.spent.length = 0;
});
afterEach(() => stage[Symbol.asyncDispose]());

async function published(fields: Partial<OutgoingPost>) {
  const delivery = deliver(stage, aPost(fields));
  const outcome = await delivery.toEnd();
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  return { outcome, path: delivery.outcomes.map(({ kind }) => kind) };
}

const ALREADY_HELD = { kind: "held", reason: "used up", retryAfterSeconds: 600, scope: "application", budget: "spending" } as const;

// Shows X: text alone, address of the post
test("a text becomes a post, and its address names the account", async () => {
  const { outcome } = await published({ text: "Fresh bread!" });
  const [seen] = await stage.seen();
  assert.deepEqual(outcome, { kind: "published", remoteId: seen?.id, url: `${stage.baseUrl}/www/corner_bakery/status/${seen?.id}` });
  assert.equal(seen?.text, "Fresh bread!");
  assert.equal(seen?.url, outcome.url);
  assert.deepEqual(creations(stage), [{ text: "Fresh bread!" }]);
});

// Shows X: picture, alternative text
test("a picture is uploaded and described before the post is made", async () => {
  await published({ text: "Bread", alt: "A loaf", media: [await anImage()] });
  const [seen] = await stage.seen();
  assert.deepEqual(
    seen?.media.map(({ mime, alt }) => [mime, alt]),
    [["image/png", "A loaf"]],
  );
  assert.deepEqual(lines(stage), ["POST /2/media/upload", "POST /2/media/metadata", "POST /2/tweets"]);
});

test("a picture of a type that X does not take is converted", async () => {
  await published({ media: [await anImage({ mime: "image/bmp" })] });
  assert.equal((await stage.seen())[0]?.media[0]?.mime, "image/jpeg");
});

// Shows X: several pictures
test("four pictures go into one post; more follow in replies, and none is dropped", async () => {
  const media = await Promise.all(Array.from({ length: 6 }, () => anImage()));
  const { outcome } = await published({ text: "Bread", media });
  const [first, second] = await stage.seen();
  assert.deepEqual([first?.media.length, second?.media.length, second?.replyTo], [4, 2, first?.id]);
  assert.equal(outcome.note, "Continued in 1 reply below the post.");
  assert.equal(outcome.remoteId, first?.id);
});

// Shows X: video
test("a video is uploaded in parts, and published once X has processed it", async () => {
  await stage.settings({ video_seconds: 7, check_after_seconds: 3 });
  const { path } = await published({ text: "Oven", alt: "Not for videos", media: [await aVideo(75_000)] });
  assert.equal(path.at(0), "pending");
  const made = lines(stage);
  assert.deepEqual(made.slice(0, 5), [
    "POST /2/media/upload/initialize",
    ...Array.from({ length: 3 }, () => "POST /2/media/upload/{id}/append"),
    "POST /2/media/upload/{id}/finalize",
  ]);
  assert.ok(made.includes("GET /2/media/upload") && made.at(-1) === "POST /2/tweets");
  assert.equal((await stage.seen())[0]?.media[0]?.mime, "video/mp4");
});

test("a part that X takes with 204 is not sent again, and the upload ends with a JSON object", async () => {
  await stage.settings({ append_answers: "nothing" });
  await published({ media: [await aVideo(75_000)] });
  assert.equal(lines(stage).filter((line) => line.endsWith("/append")).length, 3);
  assert.equal(lines(stage).filter((line) => line.endsWith("/initialize")).length, 1);
});

test("the longer X processes a video, the more rarely it is asked, and after a quarter of an hour the video is sent again", async () => {
  await stage.settings({ video_seconds: 600, check_after_seconds: 1 });
  await published({ media: [await aVideo()] });
  const checks = lines(stage).filter((line) => line === "GET /2/media/upload").length;
  assert.ok(checks < 40, String(checks));
  await stage.settings({ video_seconds: 10_000 });
  stage.exchanges.length = 0;
  const delivery = deliver(stage, aPost({ media: [await aVideo()] }));
  while (delivery.path.at(-1) !== "busy") stage.pass(Object(await delivery.publish()).checkAfterSeconds ?? 60);
  assert.deepEqual(delivery.outcomes.at(-1), { kind: "busy", reason: "X is still processing the file oven.mp4.", retryAfterSeconds: 60 });
  await stage.settings({ video_seconds: 10 });
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.equal(lines(stage).filter((line) => line.endsWith("/initialize")).length, 2);
});

test("a GIF keeps its movement, alone in its post and with its alternative text", async () => {
  await published({ text: "Oven", alt: "An oven", media: [await aGif(), await anImage()] });
  const [first, second] = await stage.seen();
  assert.deepEqual([first?.media[0]?.mime, first?.media[0]?.alt, second?.replyTo], ["image/gif", "An oven", first?.id]);
});

// Shows X: poll
test("a poll is published with its question and period", async () => {
  await published({ type: "POLL", text: "", poll: { question: "Which bread?", options: ["Rye", "Oat"], period: "3d" } });
  assert.deepEqual(creations(stage), [{ text: "Which bread?", poll: { options: ["Rye", "Oat"], duration_minutes: 4320 } }]);
  assert.deepEqual((await stage.seen())[0]?.poll?.options, ["Rye", "Oat"]);
});

// Shows X: thread
test("a thread is a chain of replies, each to the one before and five seconds after it", async () => {
  await stage.settings({ parent_ready_seconds: 5 });
  const { outcome, path } = await published({ type: "THREAD", segments: ["One", "Two", "Three"] });
  const seen = await stage.seen();
  assert.deepEqual(
    seen.map(({ text, replyTo }) => [text, replyTo]),
    [
      ["One", null],
      ["Two", seen[0]?.id],
      ["Three", seen[1]?.id],
    ],
  );
  assert.equal(outcome.remoteId, seen[0]?.id);
  assert.deepEqual(path, ["pending", "pending", "published"]);
});

test("while X does not see the part before, the next one waits longer and longer, and then the thread stops with what stands", async () => {
  await stage.settings({ parent_ready_seconds: 1000 });
  const delivery = deliver(stage, aPost({ type: "THREAD", segments: ["One", "Two"] }));
  const outcome = await delivery.toEnd();
  const [first, ...others] = await stage.seen();
  assert.ok(outcome.kind === "rejected" && first !== undefined);
  assert.match(delivery.firstPart()?.url ?? "", new RegExp(`/status/${first.id}$`));
  assert.deepEqual(others, []);
  const waits = delivery.outcomes.flatMap((one) => (one.kind === "pending" ? [one.checkAfterSeconds] : []));
  assert.deepEqual(waits, [5, 5, 15, 60]);
});

// Shows X: first comment
test("a comment is a reply to the post", async () => {
  const { outcome } = await published({ text: "Bread" });
  const order = { key: "c", dueAt: aPost().dueAt, text: "And cake", remoteId: outcome.remoteId };
  const commented = await deliver(stage, order).toEnd();
  const [, reply] = await stage.seen();
  assert.ok(commented.kind === "published");
  assert.deepEqual([commented.remoteId, reply?.text, reply?.replyTo], [reply?.id, "And cake", outcome.remoteId]);
});

test("a comment that X's rule of replies refuses has failed, and the log-in goes on", async () => {
  const { outcome } = await published({ text: "Bread" });
  await stage.settings({ replies: "nobody" });
  const order = { key: "c", dueAt: aPost().dueAt, text: "And cake", remoteId: outcome.remoteId };
  const commented = await deliver(stage, order).toEnd();
  assert.ok(commented.kind === "rejected");
  assert.match(commented.reason, /takes replies only where the author asked for one/);
});

test("a premium account posts a long text as one", async () => {
  await stage.settings({ subscription: "Premium" });
  const account = await stage.reconnected();
  const text = "Bread, cake and more. ".repeat(40).trim();
  const outcome = await deliver(stage, aPost({ text }), { account }).toEnd();
  assert.equal(outcome.kind, "published");
  assert.equal((await stage.seen())[0]?.text, text);
  assert.equal((await deliver(stage, aPost({ text })).toEnd()).kind, "rejected");
});

test("every paid call is reserved at its price before it is made", async () => {
  await published({ text: "Bread", alt: "A loaf", media: [await anImage()] });
  await published({ text: "See shop.com" });
  assert.deepEqual(stage.spent, [{ spending: 5 }, { spending: 15 }, { spending: 200 }]);
});

test("without a budget nothing is sent, and the post is held until there is one", async () => {
  stage.exhaust(ALREADY_HELD);
  const delivery = deliver(stage, aPost());
  assert.deepEqual(await delivery.publish(), ALREADY_HELD);
  assert.deepEqual(lines(stage), []);
  stage.exhaust(null);
  assert.equal((await delivery.publish()).kind, "published");
});

test("a description that X does not take does not stop the post, and the entry says so", async () => {
  stage.fault({ method: "POST", path: /metadata/, act: { status: 400, body: { title: "Invalid Request" } } });
  const { outcome } = await published({ alt: "A loaf", media: [await anImage()] });
  assert.equal(outcome.note, "X did not take the alternative text.");
});

test("without the permission to upload, a post with files is refused before anything is sent, and a text is not", async () => {
  const { grant } = stage.account;
  assert.ok(grant !== null);
  const account = { ...stage.account, grant: { ...grant, scopes: ["tweet.read", "tweet.write", "users.read"] } };
  const outcome = await deliver(stage, aPost({ media: [await anImage()] }), { account }).publish();
  assert.equal(outcome.kind, "rejected");
  assert.deepEqual(lines(stage), []);
  assert.equal((await deliver(stage, aPost(), { account }).publish()).kind, "published");
});
