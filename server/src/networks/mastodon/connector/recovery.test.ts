import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { anImage, aPost, aVideo } from "../../connectors/testing/posts.ts";
import { setFault } from "../../sandbox/faults.ts";
import { serverOf } from "./api.ts";
import { mastodon } from "./index.ts";
import { limitsFrom } from "./limits.ts";
import { plainText } from "./plain-text.ts";
import { progressOf } from "./progress.ts";
import { openStage, type Stage, stateAsked } from "./testing/stage.ts";
import { bringFiles } from "./upload.ts";

const { find, findComment, comment, check } = mastodon;
assert.ok(find && findComment && comment && check);

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const CREATE = { method: "POST", path: /\/api\/v1\/statuses$/ } as const;
const cut = { ...CREATE, act: "cut" } as const;
const answering = (status: number, error: string) => ({ ...CREATE, act: { status, body: { error } } }) as const;

/** One delivery, whose checkpoint outlives its attempts. */
function delivery(post: OutgoingPost) {
  const checkpoint = memoryCheckpoint();
  return {
    publish: () => mastodon.publish(post, stage.account, stage.call(checkpoint)),
    find: () => find?.(post, stage.account, stage.call(checkpoint)),
    checkpoint,
  };
}

const texts = async () => (await stage.statuses()).map(({ content }) => plainText(content));

test("a republication has a new key and is a new status even with the same text", async () => {
  await delivery(aPost({ text: "Again" })).publish();
  await delivery(aPost({ text: "Again" })).publish();
  assert.deepEqual(await texts(), ["Again", "Again"]);
});

test("files are uploaded once, even if the attempt then fails", async () => {
  const { publish } = delivery(aPost({ type: "SLIDES", media: [await anImage(), await anImage()] }));
  stage.fault({ ...CREATE, act: { status: 429, body: { error: "Too many requests" } } });
  assert.equal((await publish()).kind, "busy");
  assert.equal((await publish()).kind, "published");
  assert.equal(stage.exchanges.filter(({ request }) => request.url.endsWith("/api/v2/media")).length, 2);
});

test("a lost upload is harmless: it is busy and sent again", async () => {
  const { publish } = delivery(aPost({ type: "IMAGE", media: [await anImage()] }));
  stage.fault({ method: "POST", path: /media$/, act: "cut" });
  const outcome = await publish();
  assert.deepEqual([outcome.kind, "retryAfterSeconds" in outcome && outcome.retryAfterSeconds], ["busy", 30]);
  assert.equal((await publish()).kind, "published");
});

test("a file that keeps processing makes the attempt pending, and check continues from there", async () => {
  await stage.settings({ processing_seconds: 3600 });
  const post = aPost({ type: "VIDEO", media: [aVideo()] });
  const checkpoint = memoryCheckpoint();
  const call = stage.call(checkpoint);
  const progress = progressOf(checkpoint);
  const limits = limitsFrom(stage.account.settings);
  const part = { text: post.text, media: post.media, poll: null, visibility: "public" } as const;
  const outcome = await bringFiles({ server: serverOf(stage.account, call), progress, limits, part, name: "0" }, [0.01]);
  assert.ok(outcome?.kind === "processing");
  stage.pass(3600);
  assert.equal((await check(post, stage.account, call)).kind, "published");
  assert.equal(stage.exchanges.filter(({ request }) => request.url.endsWith("/api/v2/media")).length, 1);
});

test("a service that stops while a file is processed leaves the attempt pending", async () => {
  await stage.settings({ processing_seconds: 3600 });
  const stop = new AbortController();
  const attempt = mastodon.publish(aPost({ type: "VIDEO", media: [aVideo()] }), stage.account, { ...stage.call(), signal: stop.signal });
  await stateAsked(stage);
  stop.abort();
  const outcome = await attempt;
  assert.ok(outcome.kind === "pending");
  assert.equal(outcome.live, "no");
});

test("a file whose processing failed is rejected", async () => {
  const { publish } = delivery(aPost({ type: "VIDEO", media: [aVideo()] }));
  stage.fault({
    method: "GET",
    path: /api\/v1\/media\//,
    act: { status: 422, body: { error: "Error processing thumbnail for uploaded media" } },
  });
  assert.deepEqual(await publish(), { kind: "rejected", reason: "Mastodon: Error processing thumbnail for uploaded media (status 422)" });
  // Somebody has it tried again.
  assert.notEqual((await publish()).kind, "rejected");
  assert.equal((await stage.world.objects.list("media")).length, 2);
});

test("uploaded files that are gone before any status had them are uploaded again", async () => {
  const { publish } = delivery(aPost({ type: "IMAGE", media: [await anImage()] }));
  stage.fault({ ...CREATE, act: { status: 429, body: { error: "Too many requests" } } });
  await publish();
  for (const { id } of await stage.world.objects.list("media")) await stage.world.objects.delete("media", id);
  const outcome = await publish();
  assert.deepEqual(outcome, {
    kind: "busy",
    reason: "Mastodon: the uploaded files are gone and will be uploaded again",
    retryAfterSeconds: 5,
  });
  assert.equal((await publish()).kind, "published");
});

// Shows Mastodon: look-up after a lost answer
test("files already attached after a lost request are unknown, and find returns the status", async () => {
  const { publish, find } = delivery(aPost({ type: "IMAGE", text: "With a picture", media: [await anImage()] }));
  stage.fault(cut);
  assert.equal((await publish()).kind, "unknown");
  // A server without idempotency keys.
  for (const { id } of await stage.world.objects.list("idempotency")) await stage.world.objects.delete("idempotency", id);
  const again = await publish();
  assert.equal(again.kind, "unknown");
  const [status, ...others] = await stage.statuses();
  assert.deepEqual(await find(), { kind: "published", remoteId: status?.id, url: status?.url });
  assert.equal(others.length, 0);
});

// Shows Mastodon: look-up after a lost answer
test("once its key has expired, a request is never repeated: find decides", async () => {
  const { publish, find } = delivery(aPost({ text: "Hello @anna@remote.example, see https://shop.example/a/very/long/path?q=1 #bread" }));
  stage.fault(cut);
  assert.equal((await publish()).kind, "unknown");
  stage.pass(3700);
  assert.deepEqual(await publish(), {
    kind: "unknown",
    reason: "The outcome of an earlier request is unknown; it is looked up before anything is sent again.",
  });
  const found = await find();
  assert.equal(found?.kind, "published");
  assert.equal((await stage.statuses()).length, 1);
});

test("where keys are kept one lookup is enough, because the repeat that follows cannot post twice", async () => {
  await setFault(stage.world, { network: "mastodon", kind: "late-lists", seconds: 600, requests: "posts", seed: 1 });
  const { publish, find } = delivery(aPost({ type: "IMAGE", text: "Late", media: [await anImage()] }));
  stage.fault(cut);
  assert.equal((await publish()).kind, "unknown");
  assert.deepEqual(await find(), { kind: "absent" });
  const outcome = await publish();
  stage.pass(600);
  const [status, ...others] = await stage.statuses();
  assert.deepEqual(outcome, { kind: "published", remoteId: status?.id, url: status?.url });
  assert.equal(others.length, 0);
});

test("find ignores a status with the same text that is older, has other files or replies to another", async () => {
  await delivery(aPost({ text: "Same" })).publish();
  stage.pass(3600);
  const { publish, find } = delivery(aPost({ text: "Same" }));
  stage.fault(answering(500, "broken"));
  assert.equal((await publish()).kind, "unknown");
  await delivery(aPost({ type: "IMAGE", text: "Same", media: [await anImage()] })).publish();
  await comment?.(
    { key: "c", dueAt: aPost().dueAt, text: "Same", remoteId: (await stage.statuses())[0]?.id ?? "" },
    stage.account,
    stage.call(),
  );
  assert.deepEqual(await find(), { kind: "absent" });
});

test("find could not ask while the instance does not respond", async () => {
  const { publish, find } = delivery(aPost());
  stage.fault(answering(500, "broken"));
  await publish();
  stage.fault({ method: "GET", path: /accounts\/\d+\/statuses/, act: { status: 503, body: "" } });
  const reason = "Mastodon: the instance answered with status 503";
  assert.deepEqual(await find(), { kind: "notAsked", reason, retryAfterSeconds: 60 });
});

test("find searches several pages of later posts", async () => {
  const { publish, find } = delivery(aPost({ text: "Deep down" }));
  stage.fault(cut);
  await publish();
  for (let index = 0; index < 45; index += 1) await delivery(aPost({ text: `Later ${index}` })).publish();
  assert.equal((await find())?.kind, "published");
});

test("find works with a token without read:statuses, because the posts are public", async () => {
  const { publish, find } = delivery(aPost({ text: "Found anyway" }));
  stage.fault(cut);
  await publish();
  stage.fault({
    method: "GET",
    path: /accounts\/\d+\/statuses/,
    act: { status: 403, body: { error: "This action is outside the authorized scopes" } },
  });
  assert.equal((await find())?.kind, "published");
});

// Shows Mastodon: first comment
test("a comment replies to the post, is repeated by its key and found by its text", async () => {
  const published = await delivery(aPost({ text: "Post" })).publish();
  assert.ok(published.kind === "published");
  const order = { key: "comment-key", dueAt: aPost().dueAt, text: "Order by noon & <soon>", remoteId: published.remoteId };
  const checkpoint = memoryCheckpoint();
  stage.fault(cut);
  assert.equal((await comment(order, stage.account, stage.call(checkpoint))).kind, "unknown");
  const found = await findComment(order, stage.account, stage.call(checkpoint));
  const [, answer, ...others] = await stage.statuses();
  assert.deepEqual(found, { kind: "published", remoteId: answer?.id, url: answer?.url });
  assert.equal(answer?.in_reply_to_id, published.remoteId);
  assert.deepEqual(await comment(order, stage.account, stage.call(checkpoint)), found);
  assert.equal(others.length, 0);
});

test("a comment under a deleted post is rejected; so is one that is too long, with count and limit", async () => {
  const order = { key: "k", dueAt: aPost().dueAt, text: "Hello", remoteId: "1" };
  assert.deepEqual(await comment(order, stage.account, stage.call()), {
    kind: "rejected",
    reason: "Mastodon: Record not found (status 404)",
  });
  assert.deepEqual(await comment({ ...order, text: "x".repeat(501) }, stage.account, stage.call()), {
    kind: "rejected",
    reason: "The comment has 501 characters; this Mastodon instance takes 500.",
  });
  assert.deepEqual(await findComment(order, stage.account, stage.call()), { kind: "absent" });
});

test("a revoked token is unauthorized", async () => {
  for (const { id } of await stage.world.objects.list("token")) await stage.world.objects.delete("token", id);
  assert.deepEqual(await delivery(aPost()).publish(), {
    kind: "unauthorized",
    reason: "Mastodon: The access token is invalid (status 401)",
  });
});

test("the instance's rate limit is waited for until its reset", async () => {
  await stage.settings({ requests_per_5_minutes: 3 });
  const outcomes = [];
  for (let index = 0; index < 4; index += 1) outcomes.push(await delivery(aPost()).publish());
  const last = outcomes.at(-1);
  assert.ok(last?.kind === "busy", JSON.stringify(last));
  assert.equal(last.scope, "channel");
  assert.ok(last.retryAfterSeconds >= 1 && last.retryAfterSeconds <= 300);
  stage.pass(last.retryAfterSeconds);
  assert.equal((await delivery(aPost()).publish()).kind, "published");
});

test("a status whose text cannot be read leaves the lookup undecided, and nothing is sent again", async () => {
  const { publish, find } = delivery(aPost({ text: "Once" }));
  stage.fault(cut);
  assert.equal((await publish()).kind, "unknown");
  const [status] = await stage.statuses();
  const body = [{ ...status, content: "<div>".repeat(30_000) }];
  stage.fault({ method: "GET", path: /\/api\/v1\/accounts\/.*\/statuses/, act: { status: 200, body } });
  assert.deepEqual(await find(), {
    kind: "undecided",
    reason: "Mastodon: a status took too much time or memory to read.",
    retryAfterSeconds: 60,
  });
});
