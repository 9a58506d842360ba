import assert from "node:assert/strict";
import { test } from "node:test";
import { bluesky } from "./index.ts";
import { startGround } from "./testing/ground.ts";
import { postsOf } from "./testing/network.ts";
import { aPost } from "./testing/posts.ts";

// Shows Bluesky: text alone, address of the post
test("A text becomes one record with its links, mentions and tags, and its address has the DID form", async (context) => {
  const ground = await startGround(context);
  const text = "Käse 🧀 from @corner-bakery.bluesky.test (and @nobody.bluesky.test): https://shop.example/cheese, see example.com #käse";
  const outcome = await bluesky.publish(aPost({ text }), ground.account, ground.call());

  const [post, ...others] = await postsOf(ground);
  assert.equal(others.length, 0);
  assert.ok(post);
  const rkey = post.uri.split("/").at(-1);
  assert.deepEqual(outcome, {
    kind: "published",
    remoteId: post.uri,
    url: `${ground.baseUrl}/profile/${ground.account.remoteId}/post/${rkey}`,
  });
  const bytes = Buffer.from(text);
  const range = (words: string) => ({ byteStart: bytes.indexOf(words), byteEnd: bytes.indexOf(words) + Buffer.byteLength(words) });
  assert.deepEqual(post.value, {
    $type: "app.bsky.feed.post",
    text,
    createdAt: "2030-05-01T07:00:00.000Z",
    facets: [
      {
        index: range("@corner-bakery.bluesky.test"),
        features: [{ $type: "app.bsky.richtext.facet#mention", did: ground.account.remoteId }],
      },
      {
        index: range("https://shop.example/cheese"),
        features: [{ $type: "app.bsky.richtext.facet#link", uri: "https://shop.example/cheese" }],
      },
      {
        index: range("example.com"),
        features: [{ $type: "app.bsky.richtext.facet#link", uri: "https://example.com" }],
      },
      { index: range("#käse"), features: [{ $type: "app.bsky.richtext.facet#tag", tag: "käse" }] },
    ],
  });
});

test("A text of 300 characters is published and one of 301 is rejected with the count and the limit", async (context) => {
  const ground = await startGround(context);
  const fits = "👨‍👩‍👧".repeat(120) + "a".repeat(180);
  assert.equal((await bluesky.publish(aPost({ text: fits }), ground.account, ground.call())).kind, "published");
  const over = await bluesky.publish(aPost({ text: `${"é".repeat(300)}!` }), ground.account, ground.call());
  assert.deepEqual(over, { kind: "rejected", reason: "The text has 301 characters; Bluesky takes at most 300." });
  const heavy = await bluesky.publish(aPost({ text: "👨‍👩‍👧‍👦".repeat(121) }), ground.account, ground.call());
  assert.deepEqual(heavy, { kind: "rejected", reason: "The text has 3025 bytes; Bluesky takes at most 3000." });
  assert.equal((await postsOf(ground)).length, 1);
});

test("A long link is shown shortened, does not count in full, and leads to the whole address", async (context) => {
  const ground = await startGround(context);
  const address = `https://shop.example/bread/${"x".repeat(400)}`;
  const outcome = await bluesky.publish(aPost({ text: `Fresh: ${address}.` }), ground.account, ground.call());
  assert.equal(outcome.kind === "published" && outcome.text, "Fresh: shop.example/bread/xxxxxx….");
  const [post] = await postsOf(ground);
  assert.deepEqual(post?.value.facets, [
    { index: { byteStart: 7, byteEnd: 35 }, features: [{ $type: "app.bsky.richtext.facet#link", uri: address }] },
  ]);
});

// Shows Bluesky: thread
test("A thread's parts reply to each other and name the first as their root", async (context) => {
  const ground = await startGround(context);
  const segments = ["One", "Two", "Three"];
  const outcome = await bluesky.publish(aPost({ text: segments.join("\n\n\n"), segments, type: "THREAD" }), ground.account, ground.call());
  const [one, two, three] = await postsOf(ground);
  assert.ok(one && two && three);
  assert.equal(outcome.kind === "published" && outcome.remoteId, one.uri);
  const ref = ({ uri, cid }: { uri: string; cid: string }) => ({ uri, cid });
  assert.deepEqual(
    [one, two, three].map(({ value }) => [value.text, value.reply, value.createdAt]),
    [
      ["One", undefined, "2030-05-01T07:00:00.000Z"],
      ["Two", { root: ref(one), parent: ref(one) }, "2030-05-01T07:00:00.001Z"],
      ["Three", { root: ref(one), parent: ref(two) }, "2030-05-01T07:00:00.002Z"],
    ],
  );
});

test("A thread with one part too long is rejected before any part is published", async (context) => {
  const ground = await startGround(context);
  const segments = ["Short", "x".repeat(301)];
  const outcome = await bluesky.publish(aPost({ text: segments.join("\n\n\n"), segments, type: "THREAD" }), ground.account, ground.call());
  assert.deepEqual(outcome, { kind: "rejected", reason: "Part 2 of 2: The text has 301 characters; Bluesky takes at most 300." });
  assert.deepEqual(await postsOf(ground), []);
});

// Shows Bluesky: poll
test("A poll becomes text with numbered options, and the entry says so", async (context) => {
  const ground = await startGround(context);
  const poll = { question: "Which cake next?", options: ["Cherry", "Plum"], period: "3d" as const };
  const outcome = await bluesky.publish(aPost({ text: "Tell us!", type: "POLL", poll }), ground.account, ground.call());
  const text = "Tell us!\n\nWhich cake next?\n\n1️⃣ Cherry\n2️⃣ Plum\n\nVote in the replies.";
  assert.equal((await postsOf(ground))[0]?.value.text, text);
  assert.deepEqual(outcome, {
    ...outcome,
    kind: "published",
    text,
    note: "Bluesky has no polls: published as text, readers vote in the replies.",
  });
});

test("A thread's poll stands below its last part", async (context) => {
  const ground = await startGround(context);
  const poll = { question: "Which cake next?", options: ["Cherry", "Plum"], period: "3d" as const };
  const segments = ["One", "Two"];
  await bluesky.publish(aPost({ text: "One\n\n\nTwo", segments, type: "POLL", poll }), ground.account, ground.call());
  assert.deepEqual(
    (await postsOf(ground)).map(({ value }) => value.text),
    ["One", "Two\n\nWhich cake next?\n\n1️⃣ Cherry\n2️⃣ Plum\n\nVote in the replies."],
  );
});

test("A caption and a poll's question of many bytes stay apart, though their characters would fit", async (context) => {
  const ground = await startGround(context);
  const family = "👨‍👩‍👧‍👦";
  const poll = { question: family.repeat(25), options: ["Cherry", "Plum"], period: "3d" as const };
  const outcome = await bluesky.publish(aPost({ text: family.repeat(100), type: "POLL", poll }), ground.account, ground.call());
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
});

test("A poll that does not fit continues in a reply", async (context) => {
  const ground = await startGround(context);
  const poll = { question: "q".repeat(280), options: ["a".repeat(30), "b".repeat(30)], period: "1d" as const, correctOptionIndex: 1 };
  const outcome = await bluesky.publish(aPost({ text: "", type: "POLL", poll }), ground.account, ground.call());
  const texts = (await postsOf(ground)).map(({ value }) => value.text);
  assert.deepEqual(texts, [poll.question, `1️⃣ ${"a".repeat(30)}\n2️⃣ ${"b".repeat(30)}\n\nVote in the replies.`]);
  assert.equal(
    outcome.kind === "published" && outcome.note,
    "Bluesky has no polls: published as text, readers vote in the replies. The quiz answer is not shown.",
  );
});

test("A document is unsuitable and an empty post is rejected, without a call", async (context) => {
  const ground = await startGround(context);
  const media = [
    {
      id: "m_1",
      name: "menu.pdf",
      mime: "application/pdf",
      sizeBytes: 9,
      width: null,
      height: null,
      durationSeconds: null,
      alt: null,
      file: async () => new File([], "none"),
      url: () => "https://media.example/menu.pdf",
      image: async () => null,
    },
  ];
  assert.deepEqual(await bluesky.publish(aPost({ text: "Menu", type: "DOCUMENT", media }), ground.account, ground.call()), {
    kind: "unsuitable",
    reason: "Bluesky takes pictures, MP4 and MOV videos, not menu.pdf (application/pdf).",
  });
  assert.deepEqual(await bluesky.publish(aPost({ text: " " }), ground.account, ground.call()), {
    kind: "rejected",
    reason: "There is neither text nor media.",
  });
  assert.deepEqual(ground.called, []);
});

test("every part and comment says the language that was chosen, and nothing where none was", async (context) => {
  const ground = await startGround(context);
  const account = { ...ground.account, preferences: { language: "de" } };
  const thread = aPost({ type: "THREAD", text: "", segments: ["Brot", "Kuchen"] });
  assert.equal((await bluesky.publish(thread, account, ground.call())).kind, "published");
  const silent = { ...ground.account, preferences: { language: "auto" } };
  assert.equal((await bluesky.publish(aPost({ text: "Bread" }), silent, ground.call())).kind, "published");
  const said = (await postsOf(ground)).map(({ value }) => [Reflect.get(Object(value), "text"), Reflect.get(Object(value), "langs")]);
  assert.deepEqual(
    new Map(said as [string, unknown][]),
    new Map<string, unknown>([
      ["Brot", ["de"]],
      ["Kuchen", ["de"]],
      ["Bread", undefined],
    ]),
  );
});
