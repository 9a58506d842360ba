import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { blueskySandbox } from "../sandbox/index.ts";
import { bluesky } from "./index.ts";
import { type Ground, START, startGround } from "./testing/ground.ts";
import { postsOf } from "./testing/network.ts";
import { aComment, aPost } from "./testing/posts.ts";

async function published(ground: Ground, text: string, segments = [text]) {
  const outcome = await bluesky.publish(aPost({ text, segments, key: text }), ground.account, ground.call());
  assert.ok(outcome.kind === "published");
  return outcome.remoteId;
}

// Shows Bluesky: first comment
test("A comment replies to the post: root and parent are the post", async (context) => {
  const ground = await startGround(context);
  const remoteId = await published(ground, "Bread");
  const comment = aComment({ text: "Order by noon #bread", remoteId, dueAt: addSeconds(START, 60) });
  const outcome = await bluesky.comment?.(comment, ground.account, ground.call());
  const [post, answer] = await postsOf(ground);
  assert.ok(post && answer);
  const ref = { uri: post.uri, cid: post.cid };
  assert.deepEqual(answer.value.reply, { root: ref, parent: ref });
  const rkey = answer.uri.split("/").at(-1);
  assert.deepEqual(outcome, {
    kind: "published",
    remoteId: answer.uri,
    url: `${ground.baseUrl}/profile/${ground.account.remoteId}/post/${rkey}`,
  });
});

test("A comment whose response was lost appears once after it is published again, and is found", async (context) => {
  const ground = await startGround(context);
  const remoteId = await published(ground, "Bread");
  const comment = aComment({ text: "Order by noon", remoteId });
  const checkpoint = memoryCheckpoint();
  assert.deepEqual(await bluesky.findComment?.(comment, ground.account, ground.call(checkpoint)), { kind: "absent" });
  ground.fault({ method: "com.atproto.repo.putRecord", kind: "cutAfter" });
  assert.equal((await bluesky.comment?.(comment, ground.account, ground.call(checkpoint)))?.kind, "unknown");
  const found = await bluesky.findComment?.(comment, ground.account, ground.call(checkpoint));
  assert.equal(found?.kind, "published");
  assert.deepEqual(await bluesky.comment?.(comment, ground.account, ground.call(checkpoint)), found);
  assert.equal((await postsOf(ground)).length, 2);
});

test("A comment and its post may share one checkpoint", async (context) => {
  const ground = await startGround(context);
  const checkpoint = memoryCheckpoint();
  const post = await bluesky.publish(aPost({ text: "Bread" }), ground.account, ground.call(checkpoint));
  assert.ok(post.kind === "published");
  await bluesky.comment?.(aComment({ text: "Order by noon", remoteId: post.remoteId }), ground.account, ground.call(checkpoint));
  assert.deepEqual((await postsOf(ground)).map(({ value }) => value.text).sort(), ["Bread", "Order by noon"]);
});

test("A comment under a post that is gone, or one that is too long, is rejected", async (context) => {
  const ground = await startGround(context);
  const gone = `at://${ground.account.remoteId}/app.bsky.feed.post/3jzfcijpj2z2a`;
  assert.deepEqual(await bluesky.comment?.(aComment({ text: "Hello?", remoteId: gone }), ground.account, ground.call()), {
    kind: "rejected",
    reason: "The post is no longer on Bluesky.",
  });
  assert.deepEqual(await bluesky.comment?.(aComment({ text: "x".repeat(301), remoteId: gone }), ground.account, ground.call()), {
    kind: "rejected",
    reason: "The text has 301 characters; Bluesky takes at most 300.",
  });
});

// Shows Bluesky: counts
test("counts returns likes, comments and shares by id and leaves out what is gone", async (context) => {
  const ground = await startGround(context);
  const liked = await published(ground, "Bread");
  const quiet = await published(ground, "Cake");
  const gone = `at://${ground.account.remoteId}/app.bsky.feed.post/3jzfcijpj2z2a`;
  for (const kind of ["like", "like", "share"] as const) await blueskySandbox.react(ground.world, liked, { kind });
  await blueskySandbox.react(ground.world, liked, { kind: "comment", text: "Yum" });
  assert.deepEqual(await bluesky.counts?.([liked, quiet, gone], ground.account, ground.call()), {
    kind: "counted",
    counts: { [liked]: { likes: 2, comments: 1, shares: 1 }, [quiet]: { likes: 0, comments: 0, shares: 0 } },
  });
});

test("rate-limited counts are busy, and counts refused for any other reason are unavailable", async (context) => {
  const ground = await startGround(context);
  const counts = () => bluesky.counts?.(["at://did:plc:a/app.bsky.feed.post/3jzfcijpj2z2a"], ground.account, ground.call());
  ground.fault({
    method: "app.bsky.feed.getPosts",
    kind: "reply",
    status: 429,
    headers: { "retry-after": "7" },
    body: { error: "RateLimitExceeded" },
  });
  assert.deepEqual(await counts(), { kind: "busy", reason: "Bluesky: RateLimitExceeded", retryAfterSeconds: 7 });
  ground.fault({ method: "app.bsky.feed.getPosts", kind: "reply", status: 400, body: { error: "InvalidRequest", message: "no" } });
  assert.deepEqual(await counts(), { kind: "unavailable", reason: "Bluesky: no (InvalidRequest)" });
});
