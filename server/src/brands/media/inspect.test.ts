import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { NO_FACTS } from "@rostrum/contract/medium-facts.ts";
import sharp from "sharp";
import { temporaryFolder } from "../../ground/database/testing.ts";
import { aMotionJpeg } from "../../testing/boxes.ts";
import { aVideoFile, type VideoWish } from "../../testing/videos.ts";
import { inspectFile } from "./inspect.ts";
import { contentOf } from "./testing/content.ts";

// A process of its own: it measures the processor's time, of which collecting what other files left behind is a part.

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
before(async () => {
  folder = await temporaryFolder();
});
after(() => folder[Symbol.asyncDispose]());

test("a file whose turn does not come in time is not taken for one of a wrong type", async () => {
  const path = join(folder.path, "photo.png");
  await sharp({ create: { width: 2, height: 2, channels: 3, background: "white" } })
    .png()
    .toFile(path);
  // Two are read at a time, whichever come first, and each has to wait for its process to start.
  const read = await Promise.allSettled([1, 2, 3].map(() => inspectFile(path, { typePatienceSeconds: 0.001 })));
  assert.deepEqual(read.map((one) => (one.status === "fulfilled" ? one.value?.mime : one.reason.message)).toSorted(), [
    "There was no time to find out the type of a file: too many others are being read",
    "image/png",
    "image/png",
  ]);
});

async function file(bytes: Uint8Array): Promise<string> {
  const path = join(folder.path, "file");
  await writeFile(path, bytes);
  return path;
}

const MP4 = { rotation: 0, hasAudio: true, videoCodec: "avc", audioCodec: "aac", framesPerSecond: 30 };

const VIDEOS: readonly [string, Partial<VideoWish>, string, object, object][] = [
  ["an MP4 with its index in front", {}, "video/mp4", { width: 640, height: 360, durationSeconds: 4 }, MP4],
  ["an MP4 with its index at the end", { index: "end" }, "video/mp4", { width: 640, height: 360, durationSeconds: 4 }, MP4],
  ["a fragmented MP4", { index: "fragmented" }, "video/mp4", { width: 640, height: 360, durationSeconds: 4 }, MP4],
  [
    "a MOV rotated by 90 degrees, with its displayed dimensions",
    { container: "mov", rotation: 90, index: "end", seconds: 1 },
    "video/quicktime",
    { width: 360, height: 640, durationSeconds: 1 },
    { ...MP4, rotation: 90 },
  ],
  [
    "a silent MP4 of 60 frames a second",
    { audio: null, framesPerSecond: 60, seconds: 2 },
    "video/mp4",
    { width: 640, height: 360, durationSeconds: 2 },
    { ...MP4, hasAudio: false, audioCodec: null, framesPerSecond: 60 },
  ],
  [
    "VP9 and Opus in MP4",
    { codec: "vp9", audio: "opus" },
    "video/mp4",
    { width: 640, height: 360, durationSeconds: 4 },
    { ...MP4, videoCodec: "vp9", audioCodec: "opus" },
  ],
];

for (const [what, wish, mime, extent, said] of VIDEOS) {
  test(`the facts of ${what}`, async () => {
    const bytes = await aVideoFile(wish);
    const { sha256, sizeBytes, facts, mime: found, ...rest } = (await inspectFile(await file(bytes))) ?? assert.fail("not accepted");
    assert.deepEqual([found, sizeBytes, sha256.length], [mime, bytes.length, 64]);
    assert.deepEqual(rest, extent);
    const seconds = rest.durationSeconds ?? 0;
    assert.deepEqual(facts, { ...NO_FACTS, ...said, bitsPerSecond: Math.round((bytes.length * 8) / seconds) });
  });
}

test("a WebM stored in another way has facts, but cannot be uploaded", async () => {
  const path = await file(await aVideoFile({ container: "webm", codec: "vp9", audio: "opus" }));
  assert.equal(await inspectFile(path), null);
  const { facts, width, height, durationSeconds } = await contentOf(path, "video/webm");
  assert.deepEqual([facts?.videoCodec, facts?.audioCodec, facts?.framesPerSecond], ["vp9", "opus", 30]);
  assert.deepEqual([width, height, Math.round(durationSeconds ?? 0)], [640, 360, 4]);
});

test("an unknown codec gets the file's own name for it", async () => {
  const found = await inspectFile(await file(await aMotionJpeg(2, 10)));
  assert.deepEqual(
    [found?.mime, found?.width, found?.height, found?.durationSeconds, found?.facts?.videoCodec, found?.facts?.hasAudio],
    ["video/quicktime", 320, 240, 2, "jpeg", false],
  );
});

const still = { ...NO_FACTS, animated: false, tagged: false, rotation: 0 };

test("a picture's dimensions are as displayed, after rotation", async () => {
  const make = (orientation: number) =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: "#abc" } })
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
  for (const [orientation, width, height, rotation] of [
    [1, 40, 20, 0],
    [3, 40, 20, 180],
    [6, 20, 40, 90],
    [8, 20, 40, 270],
  ] as const) {
    const found = await inspectFile(await file(await make(orientation)));
    assert.deepEqual([found?.width, found?.height], [width, height]);
    assert.deepEqual(found?.facts, { ...still, tagged: true, rotation });
  }
});

test("a picture without EXIF, a bitmap and a top-down bitmap have their dimensions", async () => {
  const png = await sharp({ create: { width: 30, height: 50, channels: 4, background: "#abcd" } })
    .png()
    .toBuffer();
  const found = await inspectFile(await file(png));
  assert.deepEqual([found?.mime, found?.width, found?.height, found?.facts], ["image/png", 30, 50, still]);
  const bitmap = Buffer.alloc(54);
  bitmap.write("BM");
  bitmap.writeUInt32LE(40, 14);
  bitmap.writeInt32LE(7, 18);
  bitmap.writeInt32LE(-9, 22);
  const bmp = await inspectFile(await file(bitmap));
  assert.deepEqual([bmp?.mime, bmp?.width, bmp?.height, bmp?.facts], ["image/bmp", 7, 9, still]);
});

test("a file is what its own signature says, whatever else is in it, and two letters make no bitmap", async () => {
  assert.equal(
    (await inspectFile(await file(Buffer.from("BM is short for bakery manager, and this is a text.\n".repeat(20)))))?.mime,
    undefined,
  );
  const png = await sharp({ create: { width: 3, height: 5, channels: 3, background: "#123" } })
    .png()
    .toBuffer();
  assert.equal((await inspectFile(await file(Buffer.concat([png, Buffer.from("%PDF-1.7")]))))?.mime, "image/png");
  assert.equal((await inspectFile(await file(Buffer.concat([Buffer.from("\n\n"), Buffer.from("%PDF-1.7\n")]))))?.mime, "application/pdf");
});

test("animated pictures are recognised: GIF with its frame size, PNG", async () => {
  const frames = Buffer.alloc(20 * 10 * 3 * 3, 200).fill(30, 0, 600);
  const gif = await sharp(frames, { raw: { width: 20, height: 30, channels: 3, pageHeight: 10 } })
    .gif()
    .toBuffer();
  const found = await contentOf(await file(gif), "image/gif");
  assert.deepEqual([found.width, found.height, found.facts?.animated], [20, 10, true]);
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: "#123" } })
    .png()
    .toBuffer();
  const control = Buffer.concat([
    Buffer.from([0, 0, 0, 8]),
    Buffer.from("acTL"),
    Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]),
    Buffer.from([0xf3, 0x8d, 0x93, 0x70]),
  ]);
  const moving = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
  const apng = await inspectFile(await file(moving));
  assert.deepEqual([apng?.mime, apng?.facts?.animated], ["image/png", true]);
});

const PDF = "%PDF-1.7\n";
const DOCUMENTS: readonly [string, string, number | null][] = [
  ["a page tree", `${PDF}1 0 obj\n<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 12 >>\nendobj`, 12],
  ["a page tree whose count comes first", `${PDF}1 0 obj\n<</Count 7/Kids[3 0 R]/Type/Pages>>\nendobj`, 7],
  [
    "a tree of trees: the largest is the root",
    `${PDF}<< /Type /Pages /Count 3 >> << /Type /Pages /Count 300 >> << /Type /Pages /Count 5 >>`,
    300,
  ],
  ["a linearized file", `${PDF}1 0 obj\n<</Linearized 1/L 9000/O 5/E 800/N 41/T 8000>>\nendobj`, 41],
  ["an outline, which has a count too", `${PDF}<< /Type /Outlines /Count 99 >>`, null],
  ["compressed objects", `${PDF}1 0 obj\n<< /Type /ObjStm /N 3 >>`, null],
  ["an implausible count", `${PDF}<< /Type /Pages /Count 9999999 >>`, null],
];

for (const [what, text, pages] of DOCUMENTS) {
  test(`the pages of a PDF with ${what}: ${pages ?? "not known"}`, async () => {
    const found = await inspectFile(await file(Buffer.from(text, "latin1")));
    assert.deepEqual([found?.mime, found?.facts], ["application/pdf", { ...NO_FACTS, pages }]);
  });
}

test("a PDF consisting only of page tree nodes is given up, without blocking anybody", async () => {
  for (const node of ["/Count /Type/Pages ", "/Type/Pages /Count 5 "]) {
    const bytes = Buffer.concat([Buffer.from(PDF), Buffer.alloc(20_000_000, node)]);
    const used = process.cpuUsage();
    assert.equal((await inspectFile(await file(bytes)))?.facts?.pages, null);
    assert.ok(process.cpuUsage(used).user < 3_000_000, "less than three seconds of the processor");
  }
});

test("a page tree across a chunk boundary is found", async () => {
  const tree = Buffer.from("<< /Type /Pages /Count 77 >>");
  for (const before of [262_144 - 14, 262_144 - 3, 262_144]) {
    const bytes = Buffer.concat([Buffer.from(PDF), Buffer.alloc(before - PDF.length, 0x20), tree, Buffer.alloc(300_000, 0x20)]);
    assert.equal((await inspectFile(await file(bytes)))?.facts?.pages, 77);
  }
});
