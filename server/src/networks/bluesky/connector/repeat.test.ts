import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Call } from "../../connectors/connector.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { bluesky } from "./index.ts";
import { START, startGround } from "./testing/ground.ts";
import { postsOf } from "./testing/network.ts";
import { aPicture, aPost } from "./testing/posts.ts";
import { recordKey } from "./tid.ts";

const PUT = "com.atproto.repo.putRecord";
/** Nothing was done. */
const LATE = { method: PUT, kind: "reply", status: 504, body: { error: "UpstreamTimeout", message: "late" } } as const;

type Ground = Awaited<ReturnType<typeof startGround>>;

/** The call during which the network meets the fault as the second record is written. */
function faultyAtSecond(ground: Ground, plain: Call, fault: Parameters<Ground["fault"]>[0]): Call {
  let puts = 0;
  const net: Call["net"] = {
    ...plain.net,
    call: async (request) => {
      if (request.url.endsWith(PUT)) puts += 1;
      if (puts === 2) ground.fault(fault);
      return plain.net.call(request);
    },
  };
  return { ...plain, net };
}

test("A post whose response was lost is unknown, and publishing it again leaves exactly one record", async (context) => {
  const ground = await startGround(context);
  const checkpoint = memoryCheckpoint();
  const post = aPost({ text: "Once" });
  ground.fault({ method: PUT, kind: "cutAfter" });
  const first = await bluesky.publish(post, ground.account, ground.call(checkpoint));
  assert.equal(first.kind, "unknown");

  ground.advance(3600);
  const again = await bluesky.publish(post, ground.account, ground.call(checkpoint));
  const posts = await postsOf(ground);
  assert.equal(posts.length, 1);
  assert.equal(again.kind === "published" && again.remoteId, posts[0]?.uri);
});

test("A thread that was interrupted in its second part continues from there", async (context) => {
  const ground = await startGround(context);
  const checkpoint = memoryCheckpoint();
  const segments = ["One", "Two", "Three"];
  const post = aPost({ text: segments.join("\n\n\n"), segments });
  assert.equal((await bluesky.publish(aPost({ text: "Warm", key: "other" }), ground.account, ground.call())).kind, "published");
  const plain = ground.call(checkpoint);
  const faulty = faultyAtSecond(ground, plain, { method: PUT, kind: "cutAfter" });
  const first = await bluesky.publish(post, ground.account, faulty);
  assert.equal(first.kind, "unknown");
  assert.match("reason" in first ? first.reason : "", /^Part 2 of 3: /);
  // The second part is there, and the third was never sent.
  assert.deepEqual(await bluesky.find?.(post, ground.account, ground.call(checkpoint)), { kind: "absent" });
  assert.equal((await bluesky.publish(post, ground.account, ground.call(checkpoint))).kind, "published");
  assert.deepEqual(
    (await postsOf(ground)).map(({ value }) => value.text).filter((text) => text !== "Warm"),
    segments,
  );
});

test("After the second part of a thread is refused for now, the first is known", async (context) => {
  const ground = await startGround(context);
  const segments = ["One", "Two"];
  const plain = ground.call(memoryCheckpoint());
  const faulty = faultyAtSecond(ground, plain, { method: PUT, kind: "reply", status: 429 });
  const post = aPost({ text: segments.join("\n\n\n"), segments });
  const outcome = await bluesky.publish(post, ground.account, faulty);
  const [one, ...others] = await postsOf(ground);
  assert.equal(outcome.kind, "busy");
  assert.deepEqual([bluesky.firstPart?.(post, ground.account, plain)?.remoteId, others], [one?.uri, []]);
});

test("A thread whose uploads the server has dropped in the middle goes on with new ones", async (context) => {
  const ground = await startGround(context);
  const media = ["a", "b", "c", "d", "e"].map((name) => aPicture(name));
  const post = aPost({ text: "All", media, type: "SLIDES" });
  const plain = ground.call(memoryCheckpoint());
  const faulty = faultyAtSecond(ground, plain, {
    method: PUT,
    kind: "reply",
    status: 400,
    body: { error: "BlobNotFound", message: "gone" },
  });
  assert.equal((await bluesky.publish(post, ground.account, faulty)).kind, "busy");
  assert.deepEqual(await bluesky.find?.(post, ground.account, plain), { kind: "absent" });
  assert.equal((await bluesky.publish(post, ground.account, plain)).kind, "published");
  assert.equal((await postsOf(ground)).length, 2);
});

test("A crash between writing the record and noting it makes no second record", async (context) => {
  const ground = await startGround(context);
  const checkpoint = memoryCheckpoint();
  const post = aPost({ text: "Once", media: [aPicture("cake")], type: "IMAGE" });
  await bluesky.publish(post, ground.account, ground.call(checkpoint));
  for (const name of ["post-part-0", "post-made-0"]) await checkpoint.set(name, null);
  ground.called.length = 0;
  assert.equal((await bluesky.publish(post, ground.account, ground.call(checkpoint))).kind, "published");
  assert.equal((await postsOf(ground)).length, 1);
  assert.deepEqual(
    ground.called.filter((name) => name.startsWith("com.atproto.repo.") && name !== "com.atproto.repo.listRecords"),
    [PUT],
  );
});

// Shows Bluesky: look-up after a lost answer
test("An unknown post is found by its key, and is certainly absent if it never arrived", async (context) => {
  const ground = await startGround(context);
  const checkpoint = memoryCheckpoint();
  const post = aPost({ text: "Once" });
  assert.deepEqual(await bluesky.find?.(post, ground.account, ground.call()), { kind: "absent" });
  ground.fault(LATE);
  assert.deepEqual(await bluesky.publish(post, ground.account, ground.call(checkpoint)), {
    kind: "unknown",
    reason: "Bluesky: late (UpstreamTimeout)",
  });
  assert.deepEqual(await bluesky.find?.(post, ground.account, ground.call(checkpoint)), { kind: "absent" });

  ground.fault({ method: PUT, kind: "cutAfter" });
  await bluesky.publish(post, ground.account, ground.call(checkpoint));
  const [there] = await postsOf(ground);
  const found = await bluesky.find?.(post, ground.account, ground.call(checkpoint));
  assert.equal(found?.kind === "published" && found.remoteId, there?.uri);
});

test("A key that another record has is left alone, and the post uses the next one", async (context) => {
  const ground = await startGround(context);
  const post = aPost({ text: "Mine" });
  const taken = recordKey({ dueAt: post.dueAt, key: post.key, part: 0, salt: 0 });
  const { accessJwt } = JSON.parse(JSON.stringify(ground.account.credentials));
  const record = { $type: "app.bsky.feed.post", text: "Theirs", createdAt: "2030-05-01T07:00:00.000Z" };
  await fetch(`${ground.baseUrl}/xrpc/${PUT}`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessJwt}`, "content-type": "application/json" },
    body: JSON.stringify({ repo: ground.account.remoteId, collection: "app.bsky.feed.post", rkey: taken, record }),
  });
  const outcome = await bluesky.publish(post, ground.account, ground.call());
  const texts = (await postsOf(ground)).map(({ uri, value }) => [uri.endsWith(taken), value.text]);
  assert.deepEqual(texts.sort(), [
    [false, "Mine"],
    [true, "Theirs"],
  ]);
  const nextKey = recordKey({ dueAt: post.dueAt, key: post.key, part: 0, salt: 1 });
  assert.equal(outcome.kind === "published" && outcome.remoteId.endsWith(nextKey), true);
});

test("Pictures that the server has dropped are uploaded again", async (context) => {
  const ground = await startGround(context);
  const checkpoint = memoryCheckpoint();
  const post = aPost({ text: "Cake", media: [aPicture("cake")], type: "IMAGE" });
  ground.fault({
    method: PUT,
    kind: "reply",
    status: 429,
    headers: { "retry-after": "30" },
    body: { error: "RateLimitExceeded", message: "Rate Limit Exceeded" },
  });
  assert.equal((await bluesky.publish(post, ground.account, ground.call(checkpoint))).kind, "busy");
  for (const { id } of await ground.world.objects.list("blob")) await ground.world.objects.delete("blob", id);
  ground.called.length = 0;
  assert.deepEqual(await bluesky.publish(post, ground.account, ground.call(checkpoint)), {
    kind: "lost",
    reason: "Bluesky no longer has the uploaded media.",
  });
  assert.equal((await bluesky.publish(post, ground.account, ground.call(checkpoint))).kind, "published");
  assert.deepEqual(ground.called, [PUT, "com.atproto.repo.uploadBlob", PUT]);
  assert.equal((await postsOf(ground)).length, 1);
});

test("A republication has another key and becomes another record", async (context) => {
  const ground = await startGround(context);
  await bluesky.publish(aPost({ text: "Evergreen" }), ground.account, ground.call());
  await bluesky.publish(aPost({ text: "Evergreen", key: "delivery-2", dueAt: addSeconds(START, 60) }), ground.account, ground.call());
  assert.equal((await postsOf(ground)).length, 2);
});

for (const arrived of [true, false]) {
  test(`A record that the version before put without an answer is ${arrived ? "found" : "put once more"}, and there once`, async (context) => {
    const ground = await startGround(context);
    const post = aPost({ text: "In flight" });
    const earlier = memoryCheckpoint();
    ground.fault(arrived ? { method: PUT, kind: "cutAfter" } : LATE);
    assert.equal((await bluesky.publish(post, ground.account, ground.call(earlier))).kind, "unknown");
    // It stored what it was to put, and no call.
    const checkpoint = memoryCheckpoint();
    for (const name of ["post-plan", "post-createdAt"]) await checkpoint.set(name, earlier.get(name) ?? null);
    const found = await bluesky.find?.(post, ground.account, ground.call(checkpoint));
    assert.equal(found?.kind, arrived ? "published" : "absent");
    assert.equal((await bluesky.publish(post, ground.account, ground.call(checkpoint))).kind, "published");
    assert.equal((await postsOf(ground)).length, 1);
  });
}

test("A thread of which the version before put the first record goes on after it", async (context) => {
  const ground = await startGround(context);
  const segments = ["One", "Two"];
  const post = aPost({ text: segments.join("\n\n\n"), segments });
  const earlier = memoryCheckpoint();
  assert.equal((await bluesky.publish(post, ground.account, ground.call(earlier))).kind, "published");
  const [one, two] = await postsOf(ground);
  const checkpoint = memoryCheckpoint();
  for (const name of ["post-plan", "post-createdAt", "post-part-0"]) await checkpoint.set(name, earlier.get(name) ?? null);
  const call = ground.call(checkpoint);
  assert.equal(bluesky.firstPart?.(post, ground.account, call)?.remoteId, one?.uri);
  assert.equal((await bluesky.publish(post, ground.account, call)).kind, "published");
  assert.deepEqual(await postsOf(ground), [one, two]);
});

test("A record that was refused after an earlier one was lost is refused for good, as it is certainly not there", async (context) => {
  const ground = await startGround(context);
  const checkpoint = memoryCheckpoint();
  const post = aPost({ text: "Refused" });
  ground.fault(LATE);
  assert.equal((await bluesky.publish(post, ground.account, ground.call(checkpoint))).kind, "unknown");
  assert.deepEqual(await bluesky.find?.(post, ground.account, ground.call(checkpoint)), { kind: "absent" });
  ground.fault({ method: PUT, kind: "reply", status: 400, body: { error: "InvalidRecord", message: "No" } });
  assert.equal((await bluesky.publish(post, ground.account, ground.call(checkpoint))).kind, "rejected");
});
