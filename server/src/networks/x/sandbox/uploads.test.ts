import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import sharp from "sharp";
import { aVideoFile } from "../../../testing/videos.ts";
import { clearFaults } from "../../sandbox/faults.ts";
import { xSandbox } from "./index.ts";
import { formOf, type Network, openNetwork } from "./testing/network.ts";

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#080" } });
const PNG = await picture(80, 60).png().toBuffer();
const GIF = await sharp(
  await Promise.all(
    [1, 2].map((shade) =>
      picture(8, 8)
        .tint({ r: shade * 90, g: 0, b: 0 })
        .png()
        .toBuffer(),
    ),
  ),
  {
    join: { animated: true },
  },
)
  .gif()
  .toBuffer();
const FILM = await aVideoFile({ seconds: 4 });
const VIDEO = { category: "tweet_video", type: "video/mp4", size: 1000 };

let network: Network;
beforeEach(async () => {
  network = await openNetwork();
});
afterEach(() => network[Symbol.asyncDispose]());

const feed = () => xSandbox.feed(network.world, { limit: 100 });
const statusOf = (media_id: string) => network.get("/2/media/upload", { command: "STATUS", media_id });
const describe = (id: string, text: string) => network.ask("POST", "/2/media/metadata", { body: { id, metadata: { alt_text: { text } } } });
const initialize = (fields: Readonly<Record<string, unknown>>) =>
  network.ask("POST", "/2/media/upload/initialize", {
    body: { media_type: "video/mp4", media_category: "tweet_video", total_bytes: 6, ...fields },
  });
const append = (id: string, segment_index: string, words: string) =>
  network.ask("POST", `/2/media/upload/${id}/append`, { body: formOf({ segment_index, media: Buffer.from(words) }) });
const post = (...media_ids: string[]) => network.ask("POST", "/2/tweets", { body: { text: "Look", media: { media_ids } } });

async function assertRefused(...ids: string[]): Promise<void> {
  const { status, body } = await post(...ids);
  assert.deepEqual(
    [status, body],
    [
      400,
      {
        errors: [{ parameters: { "media.media_ids": ids }, message: "Your media IDs are invalid." }],
        title: "Invalid Request",
        detail: "One or more parameters to your request was invalid.",
        type: "https://api.twitter.com/2/problems/invalid-request",
      },
    ],
  );
}

test("an image is uploaded in one piece, as a form or as JSON, and posted with its alt text", async () => {
  const form = formOf({ media_category: "tweet_image", media: PNG });
  const { status, body } = await network.ask("POST", "/2/media/upload", { body: form });
  const { id } = body.data;
  assert.equal(status, 200);
  assert.deepEqual(body.data, {
    id,
    media_key: `3_${id}`,
    size: PNG.byteLength,
    expires_after_secs: 86_400,
    image: { image_type: "image/png", w: 80, h: 60 },
  });
  const json = { media_category: "tweet_image", media: PNG.toString("base64") };
  const second = (await network.ask("POST", "/2/media/upload", { body: json })).body.data.id;
  assert.deepEqual((await describe(id, "A loaf")).body, { data: { id, associated_metadata: { alt_text: { text: "A loaf" } } } });
  assert.equal((await describe(id, "x".repeat(1001))).status, 400);
  const created = await post(id, second);
  assert.match(String(created.body.data.text), /^Look https:\/\/t\.co\/\w{10}$/);
  const query = { ids: created.body.data.id, "tweet.fields": "attachments,entities", expansions: "attachments.media_keys" };
  const data = Object((await network.get("/2/tweets", query)).posts[0]);
  assert.deepEqual(data.attachments, { media_keys: [`3_${id}`, `3_${second}`] });
  assert.equal(Object(data.entities).urls[1].media_key, `3_${second}`);
  const [seen] = await feed();
  assert.deepEqual(
    seen?.media.map(({ mime, alt }) => [mime, alt]),
    [
      ["image/png", "A loaf"],
      ["image/png", ""],
    ],
  );
  assert.deepEqual(Buffer.from(await (await fetch(seen?.media[0]?.url ?? "")).bytes()), PNG);
});

test("a post with media needs no text", async () => {
  const id = await network.uploaded(PNG);
  const { status, body } = await network.ask("POST", "/2/tweets", { body: { media: { media_ids: [id] } } });
  assert.equal(status, 201);
  assert.match(String(body.data.text), /^https:\/\/t\.co\/\w{10}$/);
});

test("a video is uploaded in four steps and processed by the clock", async () => {
  const { status, body } = await network.uploadedInSegments(FILM, VIDEO);
  const { id } = body.data;
  const pending = { state: "pending", check_after_secs: 1, progress_percent: 0 };
  assert.equal(status, 200);
  assert.deepEqual(body.data, { id, media_key: `7_${id}`, size: FILM.byteLength, expires_after_secs: 86_400, processing_info: pending });
  await assertRefused(id);
  network.pass(1);
  const halfway = { state: "in_progress", check_after_secs: 1, progress_percent: 50 };
  assert.deepEqual((await statusOf(id)).body.data.processing_info, halfway);
  network.pass(1);
  assert.deepEqual((await statusOf(id)).body.data.processing_info, { state: "succeeded", progress_percent: 100 });
  assert.equal((await post(id)).status, 201);
  assert.deepEqual(
    (await feed())[0]?.media.map(({ mime }) => mime),
    ["video/mp4"],
  );
});

test("an animated GIF has a category of its own", async () => {
  const { body } = await network.uploadedInSegments(GIF, { category: "tweet_gif", type: "image/gif", size: 1000 });
  assert.equal(body.data.media_key, `16_${body.data.id}`);
  network.pass(2);
  assert.equal((await post(body.data.id)).status, 201);
});

test("segments come in any order and may be sent again; the whole must have the announced size", async () => {
  const { id } = (await initialize({ media_category: "tweet_image", media_type: "image/png", total_bytes: PNG.byteLength })).body.data;
  const halves = [PNG.subarray(0, 40), PNG.subarray(40)];
  const send = (index: number) =>
    network.ask("POST", `/2/media/upload/${id}/append`, { body: formOf({ segment_index: String(index), media: halves[index] ?? PNG }) });
  const finalize = () => network.ask("POST", `/2/media/upload/${id}/finalize`, { body: {} });
  assert.deepEqual((await send(1)).body, { data: { expires_at: Date.parse("2026-11-22T09:00:00Z") / 1000 } });
  assert.equal((await finalize()).body.errors[0]?.message, "Segments do not add up to provided total file size.");
  await send(1);
  await send(0);
  const { body } = await finalize();
  assert.equal(body.data.size, PNG.byteLength);
  assert.deepEqual((await finalize()).body, body, "a repeated call gets the same answer");
  assert.equal((await post(id)).status, 201);
});

test("uploads of the wrong type, size or owner are refused", async () => {
  assert.equal((await initialize({ media_category: "story" })).status, 400);
  assert.equal((await initialize({ media_type: "text/vtt" })).status, 400);
  assert.equal((await initialize({ media_category: "tweet_image", total_bytes: 6_000_000 })).status, 400);
  assert.equal((await initialize({ unknown: 1 })).status, 400);
  const { id } = (await initialize({})).body.data;
  for (const index of ["1000", "-1", ""]) assert.equal((await append(id, index, "x")).status, 400, index);
  assert.equal((await append(id, "0", "x".repeat(5 * 1024 * 1024 + 1))).status, 413);
  assert.equal((await append("17", "0", "x")).status, 404);
  const { accessToken: token = "" } = (await xSandbox.account("Somebody", network.world)).credentials;
  assert.equal((await network.ask("POST", `/2/media/upload/${id}/finalize`, { token, body: {} })).status, 404);
  const text = formOf({ media_category: "tweet_image", media: Buffer.from("words") });
  assert.equal((await network.ask("POST", "/2/media/upload", { body: text })).body.errors[0]?.message, "media type unrecognized.");
  const own = await network.uploaded(PNG);
  const theirs = await network.ask("POST", "/2/tweets", { token, body: { media: { media_ids: [own] } } });
  assert.equal(theirs.status, 400);
});

test("a post has up to four images, or one GIF, or one video", async () => {
  const images = await Promise.all([1, 2, 3, 4].map(() => network.uploaded(PNG)));
  const film = (await network.uploadedInSegments(FILM, VIDEO)).body.data.id;
  network.pass(2);
  assert.equal((await post(...images)).status, 201);
  await assertRefused(film, images[0] ?? "");
  await assertRefused(images[0] ?? "", images[0] ?? "");
  await assertRefused("17");
  assert.equal((await post(...images, film)).status, 400);
});

test("a video out of bounds passes processing and is refused by posting; one that cannot be read fails", async () => {
  const fast = (await network.uploadedInSegments(await aVideoFile({ seconds: 1, framesPerSecond: 120 }), VIDEO)).body.data.id;
  const broken = Buffer.concat([Buffer.from("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41", "latin1"), Buffer.alloc(2048)]);
  const unreadable = (await network.uploadedInSegments(broken, VIDEO)).body.data.id;
  network.pass(2);
  assert.deepEqual((await statusOf(fast)).body.data.processing_info, { state: "succeeded", progress_percent: 100 });
  await assertRefused(fast);
  assert.deepEqual((await statusOf(unreadable)).body.data.processing_info, { state: "failed", progress_percent: 100 });
  await assertRefused(unreadable);
});

test("media ids end by the clock, by the fault container-ends, and set so with their first post", async () => {
  const aged = await network.uploaded(PNG);
  await network.settings({ media_seconds: 600 });
  const short = await network.uploaded(PNG);
  await network.fault("container-ends");
  const ended = await network.uploaded(PNG);
  await assertRefused(ended);
  network.pass(600);
  await assertRefused(short);
  assert.equal((await statusOf(short)).status, 404);
  assert.equal((await post(aged)).status, 201);
  assert.equal((await post(aged)).status, 201);
  await network.settings({ media_used_once: true });
  await assertRefused(aged);
});

test("processing takes long or fails, and sessions are lost, with the kit's faults", async () => {
  await network.fault("processing", { seconds: 100, count: 10 });
  const slow = (await network.uploadedInSegments(FILM, VIDEO)).body.data.id;
  network.pass(99);
  assert.equal(Object((await statusOf(slow)).body.data.processing_info).state, "in_progress");
  network.pass(1);
  assert.equal((await post(slow)).status, 201);
  await clearFaults(network.world, "processing");
  await network.fault("processing-fails");
  const failed = await network.uploaded(PNG);
  network.pass(30);
  assert.deepEqual((await statusOf(failed)).body.data.processing_info, { state: "failed", progress_percent: 100 });
  await network.fault("upload-lost");
  const { id } = (await initialize({})).body.data;
  assert.equal((await append(id, "0", "123456")).status, 404);
});

test("alt texts are for images, unless the network is set so", async () => {
  const { id } = (await network.uploadedInSegments(FILM, VIDEO)).body.data;
  assert.equal((await describe(id, "A loaf")).status, 400);
  await network.settings({ video_alt_texts: true });
  assert.equal((await describe(id, "A loaf")).status, 200);
  assert.equal((await describe("17", "A loaf")).status, 400);
});
