import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { OutgoingPost } from "../../connectors/connector.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { anImage, aPost, aTallVideo, aVideo } from "../../connectors/testing/posts.ts";
import { ALL_TASKS, giveRole, pageNamed, personNamed } from "../sandbox/people.ts";
import { storedCredentials } from "./credentials.ts";
import { facebook } from "./index.ts";
import { delivery, openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const publish = (fields: Partial<OutgoingPost>) => delivery(stage, aPost(fields)).published();
const tokenOf = ({ account }: Stage) => storedCredentials(account.credentials).accessToken;
const pageId = () => stage.account.remoteId;

// Shows Facebook: text alone, address of the post
test("a text is published in one call, with its address", async () => {
  const outcome = await publish({ text: "Fresh croissants & rye\nfrom 7 a.m." });
  const [post, ...others] = await stage.seen();
  assert.deepEqual(outcome, { kind: "published", remoteId: post?.id, url: post?.url });
  assert.equal(post?.text, "Fresh croissants & rye\nfrom 7 a.m.");
  assert.deepEqual([others.length, post?.card, stage.made(/POST/).length], [0, null, 1]);
});

// Shows Facebook: link card
test("a link has its card, whether it is the post's own or stands in the text", async () => {
  await publish({ text: "New hours", link: "https://shop.example/hours" });
  await publish({ text: "Read https://shop.example/rye today" });
  assert.deepEqual(
    (await stage.seen()).map(({ card }) => card?.url),
    ["https://shop.example/hours", "https://shop.example/rye"],
  );
});

test("a link in the text that has no preview is published without one, and says so", async () => {
  const outcome = await publish({ text: "Read https://shop.invalid/rye today" });
  assert.equal(outcome.kind === "published" && outcome.note, "Facebook shows no preview of the link.");
  assert.equal((await stage.seen()).length, 1);
});

test("the post's own link is tried once more if its page cannot be read, then refused", async () => {
  const { publish } = delivery(stage, aPost({ link: "https://shop.invalid/rye" }));
  assert.equal((await publish()).kind, "busy");
  assert.equal((await publish()).kind, "rejected");
  assert.equal((await stage.seen()).length, 0);
});

// Shows Facebook: picture, alternative text
test("one image is staged unpublished first and then taken into a post, with its alternative text", async () => {
  const outcome = await publish({ type: "IMAGE", text: "Rye", alt: "A loaf of rye", media: [await anImage()] });
  const [post, ...others] = await stage.seen();
  assert.ok(outcome.kind === "published" && outcome.remoteId === post?.id);
  assert.deepEqual(
    [others.length, post.text, post.media.map(({ alt, mime }) => [alt, mime])],
    [0, "Rye", [["A loaf of rye", "image/png"]]],
  );
  const [photo] = stage.made(/POST .*\/photos$/);
  assert.ok(photo?.body instanceof FormData);
  assert.equal(photo.body.get("published"), "false");
});

// Shows Facebook: several pictures
test("several images are one post, in their order", async () => {
  const media = await Promise.all(["a", "b", "c"].map((name) => anImage({ name: `${name}.png` })));
  assert.equal((await publish({ type: "SLIDES", media })).kind, "published");
  const [post, ...others] = await stage.seen();
  assert.deepEqual([others.length, post?.media.length], [0, 3]);
});

test("an image of another type is converted, and one that cannot be made to fit is refused before anything is sent", async () => {
  await publish({ media: [await anImage({ mime: "image/webp" })] });
  assert.equal((await stage.seen())[0]?.media[0]?.mime, "image/jpeg");
  const outcome = await publish({ media: [await anImage({ fits: false })] });
  assert.deepEqual(outcome, {
    kind: "rejected",
    reason: "The image croissant.png cannot be made to fit the 4000000 bytes that Facebook takes.",
  });
});

// Shows Facebook: own options
test("a place goes with a post", async () => {
  const place = await pageNamed(stage.world, "Market Square");
  await publish({ text: "Here", options: { location: { id: place.id, name: "Market Square" } } });
  assert.equal((await stage.seen())[0]?.label, "at Market Square");
});

// Shows Facebook: video
test("a video is sent in the parts that the network asks for, and published when it is processed", async () => {
  await stage.settings({ video_part_bytes: 4000, processing_seconds: 60 });
  const { publish, published } = delivery(stage, aPost({ type: "VIDEO", text: "The oven", title: "At five", media: [aVideo()] }));
  const first = await publish();
  assert.ok(first.kind === "pending");
  assert.equal(first.live, "maybe");
  const outcome = await published();
  const [post, ...others] = await stage.seen();
  assert.ok(outcome.kind === "published" && outcome.postType === undefined);
  assert.deepEqual([others.length, post?.text], [0, "At five\n\nThe oven"]);
  assert.equal(stage.made(/POST .*\/videos$/).length, 5);
  assert.match(outcome.url ?? "", /\/reel\/\d+\/$/);
});

test("a video has the cover that was chosen, and a reel says that Facebook chooses its own", async () => {
  const cover = { picture: await anImage(), seconds: null };
  const outcome = await delivery(stage, aPost({ type: "VIDEO", text: "The oven", media: [aVideo({ cover })] })).published();
  assert.equal(outcome.kind, "published");
  const [post] = await stage.seen();
  const shown = await fetch(post?.media[0]?.poster ?? "");
  assert.equal(shown.headers.get("content-type"), "image/png");
  const reel = await delivery(stage, aPost({ type: "REEL", text: "Tall", media: [aTallVideo({ cover })] })).published();
  assert.ok(reel.kind === "published");
  assert.equal(reel.note, "Facebook chooses the cover of a reel itself.");
  const tall = (await stage.seen()).find(({ text }) => text === "Tall");
  assert.deepEqual([tall?.media.length, tall?.media[0]?.poster], [1, undefined]);
});

// Shows Facebook: reel or short
test("a tall video becomes a reel", async () => {
  const outcome = await publish({ type: "VIDEO", text: "Kneading #bread", media: [aTallVideo()] });
  const [post, ...others] = await stage.seen();
  assert.ok(outcome.kind === "published");
  assert.deepEqual([outcome.postType, others.length, post?.label, post?.text], ["REEL", 0, "Reel", "Kneading #bread"]);
  const [upload] = stage.made(/\/upload\/video-upload\//);
  assert.equal(upload?.headers?.authorization, `OAuth ${tokenOf(stage)}`);
});

for (const [says_draft, minutes] of [
  [true, 10],
  [false, 40],
] as const) {
  test(`an upright video that is no reel waits as a draft for people, which they are told within ${minutes} minutes where the network ${says_draft ? "says so" : "is silent"}`, async () => {
    await stage.settings({ keeps_as_drafts: "all", says_draft });
    const { published } = delivery(stage, aPost({ type: "VIDEO", media: [aTallVideo({ durationSeconds: 120 })] }));
    const begun = stage.world.now();
    const outcome = await published();
    assert.equal(outcome.kind, "handedOver", JSON.stringify(outcome));
    assert.match(
      "note" in outcome ? (outcome.note ?? "") : "",
      /^Facebook made the video a draft instead of publishing it\. Publish it in Meta Business Suite/,
    );
    assert.ok(secondsBetween(begun, stage.world.now()) <= minutes * 60, String(secondsBetween(begun, stage.world.now())));
    assert.equal(stage.made(/POST .*\/videos$/).filter(({ body }) => String(body).includes("finish")).length, 1);
  });
}

// Shows Facebook: own options
test("a reel invites collaborators before it is published, each once; a refused invitation is only noted", async () => {
  const mill = await pageNamed(stage.world, "Flour Mill");
  await stage.settings({ processing_seconds: 60 });
  const outcome = await publish({ type: "VIDEO", media: [aTallVideo()], options: { collab: [mill.id, "29999"] } });
  assert.ok(outcome.kind === "published");
  assert.match(outcome.note ?? "", /^Not invited as collaborators: 29999 \(Facebook: .*\)\.$/);
  assert.equal((await stage.seen())[0]?.label, "Reel with Flour Mill");
  assert.equal(stage.made(/collaborators/).length, 2);
});

test("a video whose processing fails is refused with the network's reason, and nobody sees it", async () => {
  const notAVideo = { file: async () => new File([Buffer.alloc(9000, "no video")], "oven.mp4", { type: "video/mp4" }) };
  for (const post of [{ media: [aTallVideo(notAVideo)] }, { media: [aVideo(notAVideo)] }, { media: [aVideo(notAVideo)], asStory: true }]) {
    const outcome = await publish({ type: "VIDEO", ...post });
    assert.deepEqual(outcome, { kind: "rejected", reason: "Facebook could not process the video: The video could not be processed." });
  }
  assert.equal((await stage.seen()).length, 0);
});

// Shows Facebook: story
test("several files of a story are several stories, in their order", async () => {
  const outcome = await publish({ type: "STORY", asStory: true, text: "Good morning", media: [await anImage(), aVideo()] });
  const seen = await stage.seen();
  assert.deepEqual(
    seen.map(({ label, text, media }) => [label, text, media[0]?.mime]),
    [
      ["Story", "", "image/png"],
      ["Story", "", "video/mp4"],
    ],
  );
  assert.deepEqual(outcome, {
    kind: "published",
    remoteId: `story:${seen[0]?.id}`,
    url: seen[0]?.url,
    note: "Published as 2 stories. Stories on Facebook have no caption.",
  });
});

test("after a story is refused, the one before it is known", async () => {
  stage.fault({ method: "POST", path: /\/photo_stories/, act: { when: "before", status: 400, body: refusal(368, 1390008) } });
  const held = delivery(stage, aPost({ asStory: true, media: [await anImage(), await anImage()] }));
  assert.equal((await held.publish()).kind, "unknown");
  const { publish, firstPart } = delivery(stage, aPost({ asStory: true, media: [await anImage(), await anImage({ fits: false })] }));
  const outcome = await publish();
  assert.ok(outcome.kind === "rejected");
  assert.match(firstPart()?.remoteId ?? "", /^story:/);
});

// Shows Facebook: first comment
test("the first comment is the Page's; stories take none", async () => {
  const { comment } = facebook;
  assert.ok(comment);
  for (const media of [[], [aTallVideo()]]) {
    const outcome = await publish({ media });
    assert.ok(outcome.kind === "published");
    const order = { key: crypto.randomUUID(), dueAt: stage.world.now(), text: "Order by noon", remoteId: outcome.remoteId };
    assert.equal((await comment(order, stage.account, stage.call())).kind, "published");
  }
  const comments = (await stage.seen()).filter(({ replyTo }) => replyTo !== null);
  assert.deepEqual(
    comments.map(({ text, author }) => [text, author]),
    [
      ["Order by noon", "Corner Bakery"],
      ["Order by noon", "Corner Bakery"],
    ],
  );
  const order = { key: "c", dueAt: stage.world.now(), text: "Hello", remoteId: "story:70001" };
  assert.deepEqual(await comment(order, stage.account, stage.call()), {
    kind: "unsuitable",
    reason: "Stories on Facebook take no comments.",
  });
});

test("a comment on a post that the network does not know yet waits; on one that is gone it is refused", async () => {
  const { comment } = facebook;
  const remoteId = `${pageId()}_59999`;
  // Due long before the post became visible.
  const order = { key: "c", dueAt: stage.world.now(), text: "Hello", remoteId };
  stage.pass(3600);
  const checkpoint = memoryCheckpoint();
  const send = (startsOver = false) => comment?.(order, stage.account, { ...stage.call(checkpoint), startsOver });
  assert.equal((await send(true))?.kind, "busy");
  stage.pass(600);
  assert.equal((await send())?.kind, "busy");
  stage.pass(300);
  assert.equal((await send())?.kind, "rejected");
  assert.equal((await send(true))?.kind, "busy", "tried again by a person, it counts anew");
});

test("a permission that is missing ends the channel; a version that has ended holds it", async () => {
  const person = await personNamed(stage.world, "Reader of figures");
  const page = await pageNamed(stage.world, "Club");
  await giveRole(stage.world, person, { page, tasks: ALL_TASKS });
  stage.fault({ method: "POST", path: /\/feed/, act: { when: "before", status: 403, body: refusal(200) } });
  assert.equal((await publish({})).kind, "unauthorized");
  const old = { ...stage.call(), apiVersion: "v21.0" };
  assert.deepEqual(await facebook.publish(aPost(), stage.account, old), {
    kind: "busy",
    reason: "The version v21.0 of Meta's API is set; version v22.0 or a later one is needed.",
    retryAfterSeconds: 3600,
    scope: "channel",
  });
});
