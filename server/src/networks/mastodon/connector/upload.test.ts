import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { anImage, aPost, aVideo } from "../../connectors/testing/posts.ts";
import { serverOf } from "./api.ts";
import { mastodon } from "./index.ts";
import { limitsFrom } from "./limits.ts";
import { progressOf } from "./progress.ts";
import { openStage, type Stage, stateAsked } from "./testing/stage.ts";
import { bringFiles } from "./upload.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const limited = { method: "POST", path: /\/api\/v1\/statuses$/, act: { status: 429, body: { error: "Too many requests" } } } as const;

/** Attempts of one delivery. */
function attempts(post: OutgoingPost): () => ReturnType<typeof mastodon.publish> {
  const checkpoint = memoryCheckpoint();
  return () => mastodon.publish(post, stage.account, stage.call(checkpoint));
}

test("files are uploaded once, even if the attempt then fails", async () => {
  const publish = attempts(aPost({ type: "SLIDES", media: [await anImage(), await anImage()] }));
  stage.fault(limited);
  assert.equal((await publish()).kind, "busy");
  assert.equal((await publish()).kind, "published");
  assert.equal(stage.exchanges.filter(({ request }) => request.url.endsWith("/api/v2/media")).length, 2);
});

test("a lost upload is harmless: it is busy and sent again", async () => {
  const publish = attempts(aPost({ type: "IMAGE", media: [await anImage()] }));
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
  assert.equal((await mastodon.publish(post, stage.account, call)).kind, "published");
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
  const publish = attempts(aPost({ type: "VIDEO", media: [aVideo()] }));
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
  const publish = attempts(aPost({ type: "IMAGE", media: [await anImage()] }));
  stage.fault(limited);
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
