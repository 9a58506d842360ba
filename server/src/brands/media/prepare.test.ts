import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { NO_LIMITS } from "@rostrum/contract/channel-limits.ts";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import sharp from "sharp";
import { temporaryFolder } from "../../ground/database/testing.ts";
import { aPerson, aPost, must, type Place } from "../../testing/builders.ts";
import { eventually } from "../../testing/eventually.ts";
import { type FakeFfmpeg, fakeFfmpeg } from "../../testing/fake-ffmpeg.ts";
import { type KeptMedium, type KeptPost, keepingConnectors } from "../../testing/keeping-connector.ts";
import { uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { storedBytes } from "../../testing/stored.ts";
import { aVideoFile } from "../../testing/videos.ts";
import { findFfmpeg } from "./ffmpeg.ts";
import { prepareMedia } from "./prepare.ts";
import { findStoredMedia } from "./stored.ts";

let stage: Stage;
let ffmpeg: FakeFfmpeg;
let kept: KeptPost[];
const opened = new AsyncDisposableStack();

before(async () => {
  ffmpeg = await fakeFfmpeg(opened.use(await temporaryFolder()).path);
  const keeping = keepingConnectors();
  kept = keeping.kept;
  const settings = { PATH: `/nowhere:${ffmpeg.folder}`, ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "100" };
  stage = opened.use(await openStage(settings, "2026-11-21T09:00:00Z", keeping.connectors));
});
after(() => opened.disposeAsync());
beforeEach(() => kept.splice(0));

async function aPlaceOn(...types: ChannelType[]): Promise<Place> {
  const person = await aPerson(stage);
  const brand = await must(stage.admin("POST", "/brands", { owner: person.email, title: "Bakery" }));
  const channelIds: number[] = [];
  for (const type of types) {
    channelIds.push((await must(stage.admin("POST", `/brands/${brand.id}/channels`, { type, name: type, credentials: {} }))).id);
  }
  const api: Place["api"] = (method, path, body) => person.api(method, `/brands/${brand.id}${path}`, body);
  const { id } = await must(api("POST", "/collections", { title: "Bread", channels: channelIds }));
  return { person, brandId: brand.id, channelIds, collectionId: id, api };
}

/** Publishes immediately and returns the first entry. */
async function publish(place: Place, mediaIds: readonly string[]) {
  const id = await aPost(place, { publishMode: "IMMEDIATE", media: mediaIds.map((id) => ({ id })) });
  await stage.settle();
  const { deliveries } = await must(stage.admin("GET", `/posts/${id}/explanation`));
  const { status, reason, message } = deliveries[0];
  return { status, reason, message };
}

const PUBLISHED = { status: "PUBLISHED", reason: "published", message: null };
const vp9 = () => aVideoFile({ codec: "vp9", audio: "opus" });

async function storageKey(id: string): Promise<string> {
  const { rows } = await stage.app.db.query("select storage_key from media where id = $1", [id]);
  return rows[0].storage_key;
}

async function derivedOf(id: string): Promise<{ variant: string; mime: string; width: number }[]> {
  return (await stage.app.db.query("select variant, mime, width from derived_media where media_id = $1", [id])).rows;
}

function only(): KeptMedium {
  const [medium] = kept.at(-1)?.media ?? [];
  return medium ?? assert.fail("nothing was published");
}

test("a video in another format is converted once before publishing, and sent as MP4 by bytes and by URL", async () => {
  const place = await aPlaceOn("Instagram");
  const result = await aVideoFile({ width: 320, height: 240, seconds: 4 });
  await ffmpeg.behave("ok", result);
  const id = await uploaded(stage, place, { bytes: await vp9(), name: "oven.webm.mov" });
  const before = (await ffmpeg.calls()).length;
  assert.deepEqual(await publish(place, [id]), PUBLISHED);
  assert.deepEqual(await publish(place, [id]), PUBLISHED);
  const calls = (await ffmpeg.calls()).slice(before);
  assert.equal(calls.length, 1);
  const { name, mime, sizeBytes, width, height, bytes, url } = only();
  assert.deepEqual([name, mime, sizeBytes, width, height], ["oven.webm.mp4", "video/mp4", result.length, 320, 240]);
  assert.deepEqual(Buffer.from(bytes), result);
  const fetched = await fetch(url);
  assert.equal(fetched.headers.get("content-type"), "video/mp4");
  assert.deepEqual(Buffer.from(await fetched.arrayBuffer()), result);
  const [derived] = await derivedOf(id);
  assert.ok(derived && /^[0-9a-f]{16}$/.test(derived.variant));
  assert.deepEqual(await storedBytes(stage.app.storage, `${await storageKey(id)}.${derived.variant}`), result);
  // Only stored files are left.
  assert.deepEqual(await readdir(stage.app.storage.incoming), []);
});

test("ffmpeg is told the container and to use no network", async () => {
  const argv = (await ffmpeg.calls()).at(-1)?.argv ?? [];
  const after = (option: string) => argv[argv.indexOf(option) + 1];
  assert.deepEqual([after("-protocol_whitelist"), after("-f"), after("-c:v"), after("-c:a")], ["file", "mov", "libx264", "aac"]);
  assert.ok(argv.includes("-nostdin") && argv.includes("+faststart"));
});

test("a converted file that is missing, as after a restore, is made again", async () => {
  const place = await aPlaceOn("Instagram");
  await ffmpeg.behave("ok", await aVideoFile());
  const id = await uploaded(stage, place, { bytes: await vp9(), name: "oven.mp4" });
  await publish(place, [id]);
  const [derived] = await derivedOf(id);
  await stage.app.storage.delete(`${await storageKey(id)}.${derived?.variant}`);
  const before = (await ffmpeg.calls()).length;
  assert.deepEqual(await publish(place, [id]), PUBLISHED);
  assert.equal((await ffmpeg.calls()).length, before + 1);
});

test("a video within the limits is not converted", async () => {
  const place = await aPlaceOn("Instagram");
  const before = (await ffmpeg.calls()).length;
  const bytes = await aVideoFile();
  assert.deepEqual(await publish(place, [await uploaded(stage, place, { bytes, name: "oven.mp4" })]), PUBLISHED);
  assert.equal((await ffmpeg.calls()).length, before);
  assert.deepEqual(Buffer.from(only().bytes), bytes);
});

test("if ffmpeg fails, the entry quotes it without local paths, and nothing is published", async () => {
  const place = await aPlaceOn("Instagram");
  await ffmpeg.behave("fail");
  const id = await uploaded(stage, place, { bytes: await vp9(), name: "oven.mp4" });
  assert.deepEqual(await publish(place, [id]), {
    status: "FAILED",
    reason: "conversion_failed",
    message: "The file oven.mp4 could not be converted: the file: Invalid data found when processing input.",
  });
  assert.deepEqual([kept, await derivedOf(id)], [[], []]);
});

test("a video that gets ffmpeg killed is tried three times, then given up, for every post that needs it", async () => {
  const place = await aPlaceOn("Instagram");
  await ffmpeg.behave("die");
  const id = await uploaded(stage, place, { bytes: await vp9(), name: "oven.mp4" });
  const before = (await ffmpeg.calls()).length;
  const failed = {
    status: "FAILED",
    reason: "conversion_failed",
    message: "The file oven.mp4 could not be converted: reading it took too much time or memory, three times.",
  };
  assert.deepEqual([await publish(place, [id]), await publish(place, [id])], [failed, failed]);
  assert.equal((await ffmpeg.calls()).length, before + 3);
});

test("the kernel limits ffmpeg's memory and CPU time, and kills it first when memory runs out", async () => {
  const place = await aPlaceOn("Instagram");
  const id = await uploaded(stage, place, { bytes: await vp9(), name: "oven.mp4" });
  await ffmpeg.behave("hang");
  const media = await findStoredMedia(stage.app.db, { brandId: place.brandId, ids: [id] });
  const stop = new AbortController();
  const channel = { type: "Instagram", limits: NO_LIMITS, elsewhere: false, measure: null } as const;
  const before = (await ffmpeg.calls()).length;
  const preparing = prepareMedia(stage.app, { brandId: place.brandId, media, channel, asStory: false }, stop.signal);
  const outcome = assert.rejects(preparing, { name: "AbortError" });
  await eventually("the program runs", async () => (await ffmpeg.calls()).length > before);
  const pid = (await ffmpeg.calls()).at(-1)?.pid ?? 0;
  const limits = readFileSync(`/proc/${pid}/limits`, "utf8");
  assert.match(limits, /Max data size +3145728000 +3145728000/);
  assert.match(limits, /Max cpu time +2400 +2400/);
  assert.equal(readFileSync(`/proc/${pid}/oom_score_adj`, "utf8").trim(), "1000");
  stop.abort();
  await outcome;
});

test("a result that is still over the limits is not sent", async () => {
  const place = await aPlaceOn("Instagram");
  const id = await uploaded(stage, place, { bytes: await vp9(), name: "oven.mp4" });
  await ffmpeg.behave("ok", await aVideoFile({ seconds: 2 }));
  const { reason, message } = await publish(place, [id]);
  assert.equal(reason, "conversion_failed");
  assert.match(
    message,
    /^The file oven\.mp4 could not be converted: the result is not accepted \(.* is 2 s long; Instagram takes at least 3 s\)\.$/,
  );
  await ffmpeg.behave("ok", Buffer.from("nothing"));
  assert.match((await publish(place, [id])).message, /the result is not a video/);
});

test("a stop kills ffmpeg immediately, and the post is published after the next start", async () => {
  const place = await aPlaceOn("Instagram");
  const id = await uploaded(stage, place, { bytes: await vp9(), name: "oven.mp4" });
  await ffmpeg.behave("hang");
  const media = await findStoredMedia(stage.app.db, { brandId: place.brandId, ids: [id] });
  const stop = new AbortController();
  const channel = { type: "Instagram", limits: NO_LIMITS, elsewhere: false, measure: null } as const;
  const before = (await ffmpeg.calls()).length;
  const preparing = prepareMedia(stage.app, { brandId: place.brandId, media, channel, asStory: false }, stop.signal);
  const outcome = assert.rejects(preparing, { name: "AbortError" });
  await eventually("the program runs", async () => (await ffmpeg.calls()).length > before);
  const pid = (await ffmpeg.calls()).at(-1)?.pid ?? 0;
  process.kill(pid, 0);
  stop.abort();
  await outcome;
  assert.throws(() => process.kill(pid, 0), { code: "ESRCH" });
  assert.deepEqual(await readdir(stage.app.storage.incoming), []);
  await ffmpeg.behave("ok", await aVideoFile());
  assert.deepEqual(await publish(place, [id]), PUBLISHED);
});

test("without ffmpeg the reason says what the video is, what is accepted, and what would help", async () => {
  await using bare = await openStage({ PATH: "/nowhere" }, "2026-11-21T09:00:00Z", keepingConnectors().connectors);
  assert.equal(await findFfmpeg(bare.app.config.path), null);
  const usual = stage;
  stage = bare;
  try {
    const place = await aPlaceOn("Instagram");
    assert.deepEqual(await publish(place, [await uploaded(bare, place, { bytes: await vp9(), name: "oven.mp4" })]), {
      status: "FAILED",
      reason: "video_format",
      message:
        "The video oven.mp4 is VP9 with Opus in MP4; Instagram takes H.264 or H.265 with AAC in MP4 or MOV. With ffmpeg installed it is converted.",
    });
  } finally {
    stage = usual;
  }
});

test("temporarily unreadable files are retried, and nothing is reported as published", async () => {
  const place = await aPlaceOn("Instagram");
  await ffmpeg.behave("ok", await aVideoFile());
  const id = await uploaded(stage, place, { bytes: await vp9(), name: "oven.mp4" });
  const key = await storageKey(id);
  const bytes = await storedBytes(stage.app.storage, key);
  await stage.app.storage.delete(key);
  const first = await publish(place, [id]);
  assert.deepEqual(first, { status: "RETRYING", reason: "retry_later", message: "The post's files could not be read." });
  const path = join(stage.app.storage.incoming, "again");
  await writeFile(path, bytes);
  await stage.app.storage.adopt(key, path);
  stage.pass(120);
  await stage.settle();
  assert.equal(only().mime, "video/mp4");
});

async function aTurnedPicture(type: "jpeg" | "png", alpha = false): Promise<Buffer<ArrayBuffer>> {
  const made = sharp({ create: { width: 900, height: 700, channels: alpha ? 4 : 3, background: alpha ? "#0000" : "#c80" } }).withMetadata({
    orientation: 6,
  });
  return Buffer.from(await (type === "jpeg" ? made.jpeg() : made.png()).toBuffer());
}

test("a platform that fetches images gets them as it accepts them: rotated, without EXIF, on white, as JPEG", async () => {
  const place = await aPlaceOn("Threads", "Instagram");
  for (const type of ["jpeg", "png"] as const) {
    const id = await uploaded(stage, place, { bytes: await aTurnedPicture(type, type === "png"), name: `bread.${type}` });
    kept.splice(0);
    // Threads accepts the ratio of 7:9 that Instagram refuses; its post is the first and only one.
    assert.deepEqual(await publish(place, [id]), PUBLISHED);
    const { name, mime, url, width, height } = only();
    const expected = type === "png" ? "image/png" : "image/jpeg";
    assert.deepEqual([mime, name, width, height], [expected, `bread.${type === "png" ? "png" : "jpg"}`, 700, 900]);
    const fetched = await fetch(url);
    const facts = await sharp(Buffer.from(await fetched.arrayBuffer())).metadata();
    assert.deepEqual([facts.format, facts.width, facts.height, facts.exif], [type, 700, 900, undefined]);
  }
});

test("a picture within the limits is sent unchanged", async () => {
  const place = await aPlaceOn("Instagram");
  const bytes = Buffer.from(
    await sharp({ create: { width: 800, height: 800, channels: 3, background: "#c80" } })
      .jpeg()
      .toBuffer(),
  );
  const id = await uploaded(stage, place, { bytes, name: "bread.jpg" });
  assert.deepEqual(await publish(place, [id]), PUBLISHED);
  assert.deepEqual([Buffer.from(only().bytes), await derivedOf(id)], [bytes, []]);
});

test("a bitmap becomes a JPEG for Instagram, and a large picture fits TikTok's 1080 × 1920", async () => {
  const bitmap = Buffer.alloc(54 + 400 * 400 * 4, 0x80);
  bitmap.write("BM");
  bitmap.writeUInt32LE(bitmap.length, 2);
  bitmap.writeUInt32LE(0, 6);
  bitmap.writeUInt32LE(54, 10);
  bitmap.writeUInt32LE(40, 14);
  bitmap.writeInt32LE(400, 18);
  bitmap.writeInt32LE(400, 22);
  bitmap.writeUInt16LE(1, 26);
  bitmap.writeUInt16LE(32, 28);
  bitmap.fill(0, 30, 54);
  const instagram = await aPlaceOn("Instagram");
  assert.deepEqual(await publish(instagram, [await uploaded(stage, instagram, { bytes: bitmap, name: "bread.bmp" })]), PUBLISHED);
  assert.deepEqual([only().name, only().mime, only().width], ["bread.jpg", "image/jpeg", 400]);
  const tiktok = await aPlaceOn("TikTok");
  const large = Buffer.from(
    await sharp({ create: { width: 3000, height: 3000, channels: 3, background: "#c80" } })
      .png()
      .toBuffer(),
  );
  assert.deepEqual(await publish(tiktok, [await uploaded(stage, tiktok, { bytes: large, name: "bread.png" })]), PUBLISHED);
  assert.deepEqual([only().mime, only().width, only().height], ["image/jpeg", 1080, 1080]);
});

test("the pictures of a Pinterest carousel all have the first one's size", async () => {
  const place = await aPlaceOn("Pinterest");
  const make = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#c80" } })
      .jpeg()
      .toBuffer();
  const ids: string[] = [];
  for (const [width, height] of [
    [600, 900],
    [900, 600],
    [600, 900],
  ] as const) {
    ids.push(await uploaded(stage, place, { bytes: Buffer.from(await make(width, height)), name: "bread.jpg" }));
  }
  assert.deepEqual(await publish(place, ids), PUBLISHED);
  const sizes = (kept.at(-1)?.media ?? []).map(({ width, height }) => [width, height]);
  assert.deepEqual(sizes, [
    [600, 900],
    [600, 900],
    [600, 900],
  ]);
  assert.deepEqual(await derivedOf(ids[0] as string), []);
});

test("an unreadable picture fails with its reason", async () => {
  const place = await aPlaceOn("Instagram");
  const whole = await sharp({ create: { width: 800, height: 800, channels: 3, background: "#c80" } })
    .png()
    .toBuffer();
  const id = await uploaded(stage, place, { bytes: Buffer.from(whole.subarray(0, 60)), name: "bread.png" });
  assert.deepEqual(await publish(place, [id]), {
    status: "FAILED",
    reason: "conversion_failed",
    message: "The file bread.png could not be converted: it cannot be read, or not be made small enough.",
  });
});

test("a plain picture stays above the least size that a network takes, however small it could be made", async () => {
  const place = await aPlaceOn("Google Business");
  const plain = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#c80" } })
    .jpeg({ quality: 100 })
    .withExif({ IFD0: { ImageDescription: "x".repeat(20_000) } })
    .toBuffer();
  const id = await uploaded(stage, place, { bytes: new Uint8Array(plain), name: "plain.jpg" });
  assert.deepEqual(await publish(place, [id]), PUBLISHED);
  assert.ok(only().bytes.length >= 10_000, `${only().bytes.length}`);
});
