import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { bluesky } from "./index.ts";
import { startGround } from "./testing/ground.ts";
import { postsOf } from "./testing/network.ts";
import { aPicture, aPost, aVideo } from "./testing/posts.ts";

const UPLOAD = "com.atproto.repo.uploadBlob";
const VIDEO = "app.bsky.video.uploadVideo";

// Shows Bluesky: several pictures, alternative text
test("Four pictures make one post, with alt texts and aspect ratios", async (context) => {
  const ground = await startGround(context);
  const media = ["a", "b", "c", "d"].map((name) => aPicture(name));
  assert.equal(
    (await bluesky.publish(aPost({ text: "Cakes", media, alt: "A tray", type: "SLIDES" }), ground.account, ground.call())).kind,
    "published",
  );
  const [post, ...others] = await postsOf(ground);
  assert.equal(others.length, 0);
  const { embed } = JSON.parse(JSON.stringify(post?.value));
  assert.equal(embed.$type, "app.bsky.embed.images");
  assert.deepEqual(
    embed.images.map(({ alt, aspectRatio, image }: Record<string, { mimeType: string }>) => [alt, aspectRatio, image?.mimeType]),
    media.map(() => ["A tray", { width: 1200, height: 800 }, "image/png"]),
  );
  assert.equal(new Set(embed.images.map(({ image }: { image: { ref: { $link: string } } }) => image.ref.$link)).size, 4);
});

test("Pictures beyond four and a video beside pictures go into replies; none is dropped", async (context) => {
  const ground = await startGround(context);
  const media = [...["a", "b", "c", "d", "e"].map((name) => aPicture(name)), aVideo("clip")];
  const checkpoint = memoryCheckpoint();
  const post = aPost({ text: "All", media, type: "MULTIMEDIA" });
  const pending = await bluesky.publish(post, ground.account, ground.call(checkpoint));
  assert.equal(pending.kind, "pending");
  assert.deepEqual(await postsOf(ground), []);
  ground.advance(3);
  assert.equal((await bluesky.publish(post, ground.account, ground.call(checkpoint)))?.kind, "published");
  const records = JSON.parse(JSON.stringify(await postsOf(ground)));
  assert.deepEqual(
    records.map(({ value }: { value: { text: string; embed: { $type: string; images?: unknown[] } } }) => [
      value.text,
      value.embed.$type,
      value.embed.images?.length,
    ]),
    [
      ["All", "app.bsky.embed.video", undefined],
      ["", "app.bsky.embed.images", 4],
      ["", "app.bsky.embed.images", 1],
    ],
  );
});

// Shows Bluesky: picture
test("A picture is requested in a size that every server accepts; without alt text its alt is empty", async (context) => {
  const ground = await startGround(context);
  const asked: unknown[] = [];
  const picture = aPicture("cake");
  const media = [
    {
      ...picture,
      mime: "image/bmp",
      image: async (wanted: Parameters<typeof picture.image>[0]) => {
        asked.push(wanted);
        return picture.image(wanted);
      },
    },
  ];
  await bluesky.publish(aPost({ text: "", media, type: "IMAGE" }), ground.account, ground.call());
  assert.deepEqual(asked, [{ types: ["image/jpeg", "image/png", "image/webp"], maxBytes: 976_000 }]);
  assert.equal(JSON.parse(JSON.stringify(await postsOf(ground)))[0].value.embed.images[0].alt, "");
});

test("A picture that cannot be made to fit is rejected before anything is published", async (context) => {
  const ground = await startGround(context);
  const media = [aPicture("huge", { image: async () => null })];
  assert.deepEqual(await bluesky.publish(aPost({ text: "Huge", media, type: "IMAGE" }), ground.account, ground.call()), {
    kind: "rejected",
    reason: "The image huge.png cannot be made to fit the 976000 bytes that Bluesky takes.",
  });
  assert.deepEqual(await postsOf(ground), []);
});

test("Media of an attempt that stopped are not uploaded again", async (context) => {
  const ground = await startGround(context);
  const checkpoint = memoryCheckpoint();
  const post = aPost({ text: "Two", media: [aPicture("a"), aPicture("b")], type: "SLIDES" });
  ground.fault({ method: "com.atproto.repo.putRecord", kind: "reply", status: 429 });
  await bluesky.publish(post, ground.account, ground.call(checkpoint));
  await bluesky.publish(post, ground.account, ground.call(checkpoint));
  assert.equal(ground.called.filter((name) => name === UPLOAD).length, 2);
});

// Shows Bluesky: video, alternative text
test("A video goes through the video service and is published once that is done", async (context) => {
  const ground = await startGround(context);
  const checkpoint = memoryCheckpoint();
  const post = aPost({ text: "Clip", media: [aVideo("clip")], type: "VIDEO", alt: "Dough" });
  const pending = await bluesky.publish(post, ground.account, ground.call(checkpoint));
  assert.ok(pending.kind === "pending");
  assert.equal(pending.checkAfterSeconds, 3);
  assert.equal((await bluesky.publish(post, ground.account, ground.call(checkpoint)))?.kind, "pending");
  ground.advance(3);
  assert.equal((await bluesky.publish(post, ground.account, ground.call(checkpoint)))?.kind, "published");
  const [record] = JSON.parse(JSON.stringify(await postsOf(ground)));
  const { video, ...embed } = record.value.embed;
  assert.deepEqual(embed, { $type: "app.bsky.embed.video", alt: "Dough", aspectRatio: { width: 720, height: 1280 } });
  assert.equal(video.mimeType, "video/mp4");
  assert.equal(ground.called.filter((name) => name === VIDEO).length, 1);
  assert.equal(ground.called.includes(UPLOAD), false);
});

test("Without a video service, the account's server gets the video", async (context) => {
  const ground = await startGround(context);
  ground.fault({ method: VIDEO, kind: "reply", status: 501, body: { error: "MethodNotImplemented", message: "Method Not Implemented" } });
  const outcome = await bluesky.publish(aPost({ text: "Clip", media: [aVideo("clip")], type: "VIDEO" }), ground.account, ground.call());
  assert.equal(outcome.kind, "published");
  assert.equal(ground.called.includes(UPLOAD), true);
});

test("A video that the service cannot read is rejected; one beyond the daily limit waits", async (context) => {
  const ground = await startGround(context);
  const checkpoint = memoryCheckpoint();
  const broken = aPost({ text: "Clip", media: [aVideo("broken", { file: async () => new File(["no video"], "broken") })], type: "VIDEO" });
  assert.equal((await bluesky.publish(broken, ground.account, ground.call(checkpoint))).kind, "pending");
  ground.advance(3);
  assert.deepEqual(await bluesky.publish(broken, ground.account, ground.call(checkpoint)), {
    kind: "rejected",
    reason: "Bluesky could not process the video broken.mp4: The file is not a video",
  });
  // Whoever has it tried again sends it again.
  await bluesky.publish(broken, ground.account, ground.call(checkpoint));
  assert.equal(ground.called.filter((name) => name === VIDEO).length, 2);
  ground.fault({ method: VIDEO, kind: "reply", status: 400, body: { error: "DailyLimitExceeded", message: "Enough for today" } });
  assert.deepEqual(await bluesky.publish(aPost({ text: "Clip", media: [aVideo("more")], type: "VIDEO" }), ground.account, ground.call()), {
    kind: "busy",
    reason: "Bluesky: Enough for today",
    retryAfterSeconds: 3600,
  });
});

test("A video that the service already has counts as uploaded", async (context) => {
  const ground = await startGround(context);
  const blob = { $type: "blob", ref: { $link: "bafkreiabc" }, mimeType: "video/mp4", size: 3 };
  ground.fault({
    method: VIDEO,
    kind: "reply",
    status: 409,
    body: { error: "already_exists", message: "exists", jobId: "1", state: "JOB_STATE_COMPLETED", blob },
  });
  ground.fault({ method: "com.atproto.repo.putRecord", kind: "reply", status: 429 });
  const checkpoint = memoryCheckpoint();
  await bluesky.publish(aPost({ text: "Clip", media: [aVideo("clip")], type: "VIDEO" }), ground.account, ground.call(checkpoint));
  assert.deepEqual(checkpoint.get("media-m_clip"), { blob });
});

test("A phone's MOV goes to the video service, which makes an MP4 of it; without that service it cannot be published", async (context) => {
  const ground = await startGround(context);
  const file = async () => new File([Buffer.from("\0\0\0\x14ftypqt  ", "latin1"), "the rest"], "clip.mov");
  const post = aPost({ text: "Clip", media: [aVideo("clip", { mime: "video/quicktime", name: "clip.mov", file })], type: "VIDEO" });
  const checkpoint = memoryCheckpoint();
  assert.equal((await bluesky.publish(post, ground.account, ground.call(checkpoint))).kind, "pending");
  ground.advance(3);
  const done = await bluesky.publish(post, ground.account, ground.call(checkpoint));
  assert.equal(done.kind, "published", JSON.stringify(done));
  const [record] = JSON.parse(JSON.stringify(await postsOf(ground)));
  assert.equal(record.value.embed.video.mimeType, "video/mp4");
  ground.fault({ method: VIDEO, kind: "reply", status: 501, body: { error: "MethodNotImplemented", message: "Method Not Implemented" } });
  assert.deepEqual(await bluesky.publish(post, ground.account, ground.call()), {
    kind: "rejected",
    reason: "Bluesky's video service is not there for this account, and without it clip.mov has to be an MP4.",
  });
  assert.equal(ground.called.includes(UPLOAD), false);
});
