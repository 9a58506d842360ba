import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { instagram } from "./index.ts";
import { delivery, drive } from "./testing/deliver.ts";
import { aPost, openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const deliver = (fields: Parameters<typeof aPost>[0]) => drive(stage, delivery(stage, aPost(fields)));

/** The container's parameters as they were sent, with the addresses of files shortened to their names. */
const sent = () =>
  stage
    .requests("POST", /\/media$/)
    .map(({ request }) => Object.fromEntries(new URLSearchParams(String(request.body))))
    .map((fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.replace(/^http.*\//, "")])));

// Shows Instagram: picture, own options, alternative text, address of the post
test("an image is published with its caption, alternative text, collaborators and location", async () => {
  const outcome = await deliver({
    text: "Fresh bread with @flourmill",
    alt: "A loaf",
    media: [await stage.files.image()],
    options: { collab: "@flourmill", location: { id: "106377336067638", name: "Berlin" }, shareToFeed: false },
  });
  const [post, ...others] = await stage.seen();
  assert.ok(post);
  assert.deepEqual(outcome, { kind: "published", remoteId: post.id, url: post.url });
  assert.equal(others.length, 0);
  assert.deepEqual([post.text, post.media[0]?.alt], ["Fresh bread with @flourmill", "A loaf"]);
  assert.deepEqual(sent(), [
    {
      image_url: "bread.jpg",
      alt_text: "A loaf",
      caption: "Fresh bread with @flourmill",
      collaborators: '["flourmill"]',
      location_id: "106377336067638",
    },
  ]);
});

test("a version of the API that has ended holds the channel, and nothing is sent", async () => {
  const old = { ...stage.call(), apiVersion: "v20.0" };
  const outcome = await instagram.publish(aPost({ media: [await stage.files.image()] }), stage.account, old);
  assert.deepEqual(outcome, {
    kind: "busy",
    reason: "The version v20.0 of Meta's API is set; version v22.0 or a later one is needed.",
    retryAfterSeconds: 3600,
    scope: "channel",
  });
  assert.deepEqual(sent(), []);
});

test("an image without caption is published without one", async () => {
  assert.equal((await deliver({ text: "", media: [await stage.files.image()] })).kind, "published");
  assert.deepEqual(sent(), [{ image_url: "bread.jpg" }]);
});

// Shows Instagram: several pictures, video
test("images and videos together make a carousel, whose images have the alternative text", async () => {
  const outcome = await deliver({
    type: "MULTIMEDIA",
    text: "All of it",
    alt: "Bread",
    media: [await stage.files.image(), stage.files.video(), await stage.files.image()],
    options: { collab: ["one", "@two"] },
  });
  const [post, ...others] = await stage.seen();
  assert.deepEqual(outcome, { kind: "published", remoteId: post?.id, url: post?.url });
  assert.equal(others.length, 0);
  assert.deepEqual(
    post?.media.map(({ mime, alt }) => [mime, alt]),
    [
      ["image/jpeg", "Bread"],
      ["video/mp4", ""],
      ["image/jpeg", "Bread"],
    ],
  );
  const [first, second, third, parent] = sent();
  assert.deepEqual(first, { image_url: "bread.jpg", is_carousel_item: "true", alt_text: "Bread" });
  assert.deepEqual(second, { media_type: "VIDEO", video_url: "oven.mp4", is_carousel_item: "true" });
  assert.deepEqual(third, first);
  assert.deepEqual(
    { ...parent, children: parent?.children?.split(",").length },
    { media_type: "CAROUSEL", caption: "All of it", collaborators: '["one","two"]', children: 3 },
  );
});

// Shows Instagram: reel or short, own options
test("a lone video is a reel, and readers see it as one", async () => {
  const outcome = await deliver({ type: "VIDEO", media: [stage.files.video()], options: { shareToFeed: false } });
  const [post] = await stage.seen();
  assert.deepEqual(outcome, { kind: "published", remoteId: post?.id, url: post?.url, postType: "REEL" });
  assert.match(post?.url ?? "", /\/reel\//);
  assert.deepEqual(sent(), [
    { media_type: "REELS", video_url: "oven.mp4", caption: "Fresh croissants from 7 a.m.", share_to_feed: "false" },
  ]);
});

// Shows Instagram: own options
test("a trial reel says how it graduates", async () => {
  const outcome = await deliver({
    type: "REEL",
    media: [stage.files.video()],
    options: { trialReel: "SS_PERFORMANCE", shareToFeed: true },
  });
  assert.equal(outcome.kind, "published");
  assert.equal(Object.hasOwn(outcome, "postType"), false);
  assert.equal(sent()[0]?.trial_params, '{"graduation_strategy":"SS_PERFORMANCE"}');
  assert.equal(sent()[0]?.share_to_feed, "true");
});

test("an account that cannot publish trial reels gets the network's reason", async () => {
  await stage.changeAccount({ takes_trial_reels: false });
  assert.deepEqual(await deliver({ type: "REEL", media: [stage.files.video()], options: { trialReel: "MANUAL" } }), {
    kind: "rejected",
    reason:
      "Instagram: Trial reels not available: This account cannot publish trial reels. (code 100/2207081). This account cannot publish trial reels.",
  });
});

// Shows Instagram: story
test("each file of a story is a story of its own, without the caption", async () => {
  const media = [await stage.files.image({ width: 400, height: 900 }), stage.files.video()];
  const outcome = await deliver({ type: "STORY", asStory: true, text: "Now", alt: "Bread", media, options: { collab: "flourmill" } });
  const [first, second, ...others] = await stage.seen();
  assert.deepEqual(outcome, {
    kind: "published",
    remoteId: first?.id,
    url: first?.url,
    note: "Published as 2 stories. Stories have no caption. Stories have neither collaborators nor a location.",
  });
  assert.match(first?.url ?? "", /\/stories\//);
  assert.deepEqual([second?.media[0]?.mime, others.length], ["video/mp4", 0]);
  assert.deepEqual(sent(), [
    { media_type: "STORIES", image_url: "bread.jpg" },
    { media_type: "STORIES", video_url: "oven.mp4" },
  ]);
});

test("all files of several stories are ready before the first is visible", async () => {
  await stage.settings({ video_seconds: 60 });
  const one = delivery(stage, aPost({ type: "STORY", asStory: true, media: [await stage.files.image(), stage.files.video()] }));
  const outcome = await one.publish();
  assert.deepEqual(outcome, { kind: "pending", live: "no", checkAfterSeconds: 3 });
  assert.deepEqual(await stage.seen(), []);
  stage.pass(60);
  assert.equal((await one.publish()).kind, "published");
  assert.equal((await stage.seen()).length, 2);
});

test("a thread becomes one caption", async () => {
  await deliver({ type: "THREAD", text: "One\n\n\nTwo", segments: ["One", "Two"], media: [await stage.files.image()] });
  assert.equal((await stage.seen())[0]?.text, "One\n\nTwo");
});

test("a video is asked about more and more rarely while it is processed, which uses no try", async () => {
  await stage.settings({ video_seconds: 7200 });
  const one = delivery(stage, aPost({ type: "VIDEO", media: [stage.files.video()] }));
  const waits: unknown[] = [];
  let outcome = await one.publish();
  while (outcome.kind === "pending") {
    assert.equal(outcome.live, "no");
    waits.push(outcome.checkAfterSeconds);
    stage.pass(outcome.checkAfterSeconds);
    outcome = await one.publish();
  }
  assert.equal(outcome.kind, "published");
  assert.deepEqual([...new Set(waits)], [3, 10, 30, 60, 600]);
  assert.equal(stage.requests("POST", /\/media$/).length, 1);
});

test("a permalink that cannot be read does not make a published post a failed one", async () => {
  stage.fault({ method: "GET", path: /fields=permalink/, act: { status: 500, body: "" } });
  const outcome = await deliver({ media: [await stage.files.image()] });
  assert.deepEqual(outcome, { kind: "published", remoteId: (await stage.seen())[0]?.id, url: null });
});

test("publishing a published delivery again returns the same and publishes nothing", async () => {
  const one = delivery(stage, aPost({ media: [await stage.files.image()] }));
  const first = await one.publish();
  assert.deepEqual(await one.publish(), first);
  assert.equal((await stage.seen()).length, 1);
});

test("more than five hashtags are published with a note", async () => {
  const outcome = await deliver({ text: "#a #b #c #d #e #f", media: [await stage.files.image()] });
  assert.equal(outcome.kind === "published" && outcome.note, "It has 6 hashtags; Instagram asks for at most 5.");
});
