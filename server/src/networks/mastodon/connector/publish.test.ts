import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import sharp from "sharp";
import { fitted } from "../../../brands/media/testing/fitted.ts";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { anImage, aPost, aVideo } from "../../connectors/testing/posts.ts";
import { mastodon } from "./index.ts";
import { plainText } from "./plain-text.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

const publish = (post: Parameters<typeof mastodon.publish>[0], checkpoint = memoryCheckpoint()) =>
  mastodon.publish(post, stage.account, stage.call(checkpoint));

/** The latest `count` statuses of the account. */
async function latest(count: number) {
  return (await stage.statuses()).slice(-count);
}

async function published(post: Parameters<typeof mastodon.publish>[0]) {
  const outcome = await publish(post);
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  return outcome.kind === "published" ? outcome : assert.fail();
}

// Shows Mastodon: text alone, address of the post
test("a text is published publicly and its entry gets the address that the instance returns", async () => {
  const outcome = await published(aPost({ text: "Fresh croissants!\nToday & tomorrow <3\n\nhttps://shop.example/a?b=1&c=2" }));
  const [status] = await latest(1);
  assert.ok(status);
  assert.deepEqual(outcome, { kind: "published", remoteId: status.id, url: status.url });
  assert.equal(status.visibility, "public");
  assert.equal(plainText(status.content), "Fresh croissants!\nToday & tomorrow <3\n\nhttps://shop.example/a?b=1&c=2");
});

// Shows Mastodon: several pictures, alternative text
test("images are uploaded with the alternative text", async () => {
  await published(aPost({ type: "SLIDES", alt: "A tray of croissants", media: [await anImage(), await anImage()] }));
  const [status] = await latest(1);
  assert.deepEqual(
    status?.media_attachments.map(({ type, description }) => ({ type, description })),
    [
      { type: "image", description: "A tray of croissants" },
      { type: "image", description: "A tray of croissants" },
    ],
  );
});

// Shows Mastodon: picture
test("an image of a type that the instance does not accept is converted", async () => {
  await published(aPost({ type: "IMAGE", media: [await anImage({ name: "old.bmp", mime: "image/bmp" })] }));
  const upload = stage.exchanges.findLast(({ request }) => request.url.endsWith("/api/v2/media"));
  const file = upload?.request.body instanceof FormData ? upload.request.body.get("file") : null;
  assert.ok(file instanceof File);
  assert.equal(file.type, "image/jpeg");
  const [status] = await latest(1);
  assert.deepEqual(
    status?.media_attachments.map(({ type }) => type),
    ["image"],
  );
});

test("an image that cannot be made to fit is rejected before anything is posted", async () => {
  const count = (await stage.statuses()).length;
  const outcome = await publish(aPost({ type: "IMAGE", media: [await anImage({ fits: false })] }));
  assert.deepEqual(outcome, {
    kind: "rejected",
    reason: "The image croissant.png cannot be made to fit the 16777216 bytes that this Mastodon instance takes.",
  });
  assert.equal((await stage.statuses()).length, count);
});

test("more images than a status can hold continue in replies, and none is dropped", async () => {
  const media = await Promise.all(Array.from({ length: 9 }, () => anImage()));
  const outcome = await published(aPost({ type: "SLIDES", text: "Nine of them", media }));
  const [first, second, third] = await latest(3);
  assert.deepEqual(
    [first, second, third].map((status) => [status?.media_attachments.length, status?.visibility, status?.in_reply_to_id]),
    [
      [4, "public", null],
      [4, "unlisted", first?.id],
      [1, "unlisted", second?.id],
    ],
  );
  assert.equal(outcome.remoteId, first?.id);
  assert.equal(outcome.note, "Continued in 2 replies below the post.");
});

// Shows Mastodon: video
test("a video is waited for until the instance has transcoded it", async () => {
  await published(aPost({ type: "VIDEO", text: "The oven", alt: "Bread rising", media: [aVideo()] }));
  const [status] = await latest(1);
  assert.deepEqual(
    status?.media_attachments.map(({ type, description }) => ({ type, description })),
    [{ type: "video", description: "Bread rising" }],
  );
});

test("a video has the cover that was chosen, as readers see it before they play it", async () => {
  await published(aPost({ type: "VIDEO", text: "The oven", media: [aVideo({ cover: { picture: await anImage(), seconds: null } })] }));
  const [status] = await latest(1);
  const [file] = status?.media_attachments ?? [];
  const cover = await fetch(file?.preview_url ?? "");
  assert.deepEqual([file?.type, cover.headers.get("content-type")], ["video", "image/png"]);
  await published(aPost({ type: "VIDEO", media: [aVideo({ cover: { picture: await anImage({ fits: false }), seconds: null } })] }));
  assert.equal((await latest(1))[0]?.media_attachments[0]?.preview_url, null, "the instance chooses it");
});

test("a video among images comes first and alone, and the images follow in a reply", async () => {
  await published(aPost({ type: "MULTIMEDIA", text: "Oven and bread", media: [await anImage(), aVideo(), await anImage()] }));
  const [first, second] = await latest(2);
  assert.deepEqual(
    first?.media_attachments.map(({ type }) => type),
    ["video"],
  );
  assert.deepEqual(
    second?.media_attachments.map(({ type }) => type),
    ["image", "image"],
  );
  assert.equal(second?.in_reply_to_id, first?.id);
});

// Shows Mastodon: thread
test("a thread is a chain of replies, the first public, the others unlisted", async () => {
  const segments = ["One", "Two", "Three"];
  const outcome = await published(aPost({ type: "THREAD", text: segments.join("\n\n\n"), segments }));
  const [first, second, third] = await latest(3);
  assert.deepEqual(
    [first, second, third].map((status) => [plainText(status?.content ?? ""), status?.visibility, status?.in_reply_to_id]),
    [
      ["One", "public", null],
      ["Two", "unlisted", first?.id],
      ["Three", "unlisted", second?.id],
    ],
  );
  assert.deepEqual(outcome, { kind: "published", remoteId: first?.id, url: first?.url });
});

// Shows Mastodon: poll
test("a poll is posted with caption and question; its explanation is a later reply and the note says that the quiz mark is missing", async () => {
  const poll = {
    question: "Which cake next?",
    options: ["Cherry", "Plum"],
    period: "3d",
    correctOptionIndex: 1,
    explanation: "Plums are in season.",
  } as const;
  const outcome = await published(aPost({ type: "POLL", text: "You decide.", poll: { ...poll, options: [...poll.options] } }));
  const [question, explanation] = await latest(2);
  assert.equal(plainText(question?.content ?? ""), "You decide.\n\nWhich cake next?");
  assert.deepEqual(
    question?.poll?.options.map(({ title }) => title),
    ["Cherry", "Plum"],
  );
  const secondsLeft = (Date.parse(question?.poll?.expires_at ?? "") - Date.parse(stage.world.now())) / 1000;
  assert.ok(secondsLeft > 259_000 && secondsLeft <= 259_200, String(secondsLeft));
  assert.equal(plainText(explanation?.content ?? ""), "Plums are in season.");
  assert.equal(explanation?.in_reply_to_id, question?.id);
  assert.equal(outcome.note, "Continued in 1 reply below the post. Mastodon has no quizzes, so the correct option is not marked.");
});

test("the question of a thread's poll goes in front if the first part has no room for it", async () => {
  const poll = { question: "Which cake next?", options: ["Cherry", "Plum"], period: "1d" as const };
  const segments = ["x".repeat(490), "And more."];
  await published(aPost({ type: "THREAD", text: segments.join(" "), segments, poll }));
  const statuses = await latest(3);
  assert.deepEqual(
    statuses.map((status) => [plainText(status.content), status.poll !== null]),
    [
      ["Which cake next?", true],
      [segments[0], false],
      [segments[1], false],
    ],
  );
});

test("a poll without caption is its question, and its files follow in a reply", async () => {
  const poll = { question: "Which cake next?", options: ["Cherry", "Plum"], period: "1d" as const };
  await published(aPost({ type: "POLL", text: "", poll, media: [await anImage()] }));
  const [question, files] = await latest(2);
  assert.equal(plainText(question?.content ?? ""), "Which cake next?");
  assert.equal(question?.media_attachments.length, 0);
  assert.equal(files?.media_attachments.length, 1);
});

test("a text above the limit is rejected with count and limit, and nothing is posted", async () => {
  const count = (await stage.statuses()).length;
  const outcome = await publish(aPost({ text: `${"👨‍👩‍👧‍👦".repeat(478)} https://shop.example/${"a".repeat(200)}` }));
  assert.deepEqual(outcome, { kind: "rejected", reason: "The text has 502 characters; this Mastodon instance takes 500." });
  assert.equal((await stage.statuses()).length, count);
  const fits = await publish(aPost({ text: `${"👨‍👩‍👧‍👦".repeat(476)} https://shop.example/${"a".repeat(200)}` }));
  assert.equal(fits.kind, "published");
});

test("a part of a thread that is too long stops the whole thread", async () => {
  const count = (await stage.statuses()).length;
  const outcome = await publish(aPost({ type: "THREAD", segments: ["One", "x".repeat(501)] }));
  assert.deepEqual(outcome, { kind: "rejected", reason: "Part 2 of the thread has 501 characters; this Mastodon instance takes 500." });
  assert.equal((await stage.statuses()).length, count);
});

test("limits are those of the instance and are refreshed before they refuse a post", async () => {
  await using roomy = await openStage();
  await roomy.settings({ max_characters: 600, max_media_attachments: 2 });
  const outcome = await mastodon.publish(aPost({ text: "x".repeat(600) }), roomy.account, roomy.call());
  assert.equal(outcome.kind, "published");
  const account = await roomy.reconnect();
  const media = [await anImage(), await anImage(), await anImage()];
  assert.equal((await mastodon.publish(aPost({ type: "SLIDES", media }), account, roomy.call())).kind, "published");
  const [first, second] = (await roomy.statuses()).slice(-2);
  assert.deepEqual([first?.media_attachments.length, second?.media_attachments.length], [2, 1]);
});

test("poll durations are clamped to the instance's bounds", async () => {
  await using narrow = await openStage();
  await narrow.settings({ max_expiration: 200_000 });
  const poll = { question: "Which?", options: ["A", "B"], period: "7d" as const };
  const outcome = await mastodon.publish(aPost({ type: "POLL", text: "", poll }), await narrow.reconnect(), narrow.call());
  assert.equal(outcome.kind, "published");
});

test("a PDF is not for this platform", async () => {
  const pdf = aVideo({ name: "menu.pdf", mime: "application/pdf" });
  assert.deepEqual(await publish(aPost({ type: "DOCUMENT", media: [pdf] })), {
    kind: "unsuitable",
    reason: "Mastodon takes no application/pdf files.",
  });
});

test("a video above the instance's size is rejected with both numbers", async () => {
  assert.deepEqual(await publish(aPost({ type: "VIDEO", media: [aVideo({ sizeBytes: 104_857_600 })] })), {
    kind: "rejected",
    reason: "The video oven.mp4 has 104857600 bytes; this Mastodon instance takes 103809024.",
  });
});

test("a poll whose options are the same is rejected", async () => {
  const poll = { question: "Which?", options: ["A", "A "], period: "1d" as const };
  assert.deepEqual(await publish(aPost({ type: "POLL", text: "", poll })), {
    kind: "rejected",
    reason: "Mastodon refuses polls in which two options are the same.",
  });
});

test("every part says the language that was chosen; else the server takes the account's own", async () => {
  const account = { ...stage.account, preferences: { language: "de" } };
  const thread = aPost({ type: "THREAD", segments: ["Brot", "Kuchen"] });
  assert.equal((await mastodon.publish(thread, account, stage.call(memoryCheckpoint()))).kind, "published");
  await published(aPost({ text: "Bread" }));
  assert.deepEqual(
    (await latest(3)).map(({ content, language }) => [plainText(content), language]),
    [
      ["Brot", "de"],
      ["Kuchen", "de"],
      ["Bread", "en"],
    ],
  );
});

for (const [why, act] of [
  ["the instance", null],
  ["a proxy before it", { when: "before", status: 413, body: "<html>413 Request Entity Too Large</html>" }],
] as const) {
  test(`a picture that is too large for ${why} is sent once more, half as large`, async () => {
    const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#c80" } })
      .png()
      .toBuffer();
    const asked: (number | undefined)[] = [];
    const picture = await anImage();
    const image: OutgoingMedia["image"] = async (wanted) => {
      asked.push(wanted.maxPixels);
      const made = await fitted(bytes, "image/png", { ...wanted, maxBytes: 1_000_000 });
      return made === "ended" ? null : made;
    };
    await using own = await openStage();
    if (act === null) await own.world.objects.put("settings", "instance", { image_matrix_taken: 200_000 });
    else own.fault({ method: "POST", path: /\/api\/v2\/media/, act });
    const order = aPost({ type: "IMAGE", media: [{ ...picture, image }] });
    const outcome = await mastodon.publish(order, own.account, own.call(memoryCheckpoint()));
    assert.equal(outcome.kind, "published", JSON.stringify(outcome));
    assert.deepEqual([asked.length, asked[1]], [2, (640 * 480) / 2]);
  });
}

// Shows Mastodon: first comment
test("a comment replies to the post", async () => {
  const post = await published(aPost({ text: "Post" }));
  const order = { key: "comment-key", dueAt: aPost().dueAt, text: "Order by noon & <soon>", remoteId: post.remoteId };
  const outcome = await mastodon.comment?.(order, stage.account, stage.call(memoryCheckpoint()));
  const [answer] = await latest(1);
  assert.deepEqual(outcome, { kind: "published", remoteId: answer?.id, url: answer?.url });
  assert.deepEqual([answer?.in_reply_to_id, plainText(answer?.content ?? "")], [post.remoteId, order.text]);
});

test("a comment under a deleted post is rejected; so is one that is too long, with count and limit", async () => {
  const order = { key: "k", dueAt: aPost().dueAt, text: "Hello", remoteId: "1" };
  assert.deepEqual(await mastodon.comment?.(order, stage.account, stage.call()), {
    kind: "rejected",
    reason: "Mastodon: Record not found (status 404)",
  });
  assert.deepEqual(await mastodon.comment?.({ ...order, text: "x".repeat(501) }, stage.account, stage.call()), {
    kind: "rejected",
    reason: "The comment has 501 characters; this Mastodon instance takes 500.",
  });
  assert.deepEqual(await mastodon.findComment?.(order, stage.account, stage.call()), { kind: "absent" });
});
