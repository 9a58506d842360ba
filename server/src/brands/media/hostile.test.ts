import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { temporaryFolder } from "../../ground/database/testing.ts";
import { box, FTYP_MP4, fullBox, inPieces, lyingBox, moov, u32 } from "../../testing/boxes.ts";
import { aVideoFile } from "../../testing/videos.ts";
import { type FileFacts, inspectFile } from "./inspect.ts";
import { fitted } from "./testing/fitted.ts";

// A process of its own: it measures memory.

/** Anything slower counts as hung: three seconds for the file, the rest for a busy machine. */
const SECONDS_MAX = 120;
const GROWTH_BYTES_MAX = 150_000_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
before(async () => {
  folder = await temporaryFolder();
  // One-time costs of the first run do not count as growth.
  await look(await aVideoFile());
});
after(() => folder[Symbol.asyncDispose]());

/** Examines a file, asserting bounded time and memory. */
async function look(bytes: Uint8Array): Promise<FileFacts | null> {
  const path = join(folder.path, "file");
  await writeFile(path, bytes);
  const [start, rss] = [performance.now(), process.memoryUsage.rss()];
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - rss);
  }, 20);
  const facts = await inspectFile(path);
  clearInterval(timer);
  const seconds = (performance.now() - start) / 1000;
  assert.ok(seconds < SECONDS_MAX, `${seconds} s`);
  assert.ok(most < GROWTH_BYTES_MAX, `${most} bytes more`);
  return facts;
}

const frames = (count: number) => Array.from({ length: count }, () => 10);
const tables = { codec: "avc1", width: 640, height: 360, frameTicks: 20, sizes: frames(60), offset: 48 };
const film = (index: Uint8Array) => Buffer.concat([FTYP_MP4, box("mdat", new Uint8Array(600)), index]);

/** Tables with arbitrary counts. */
function withTables(counts: {
  readonly stts?: readonly number[];
  readonly stsz?: readonly number[];
  readonly stsc?: readonly number[];
}): Buffer {
  const stbl = (described: Uint8Array) =>
    box(
      "stbl",
      described,
      fullBox("stts", u32(...(counts.stts ?? [1, 60, 20]))),
      fullBox("stsc", u32(...(counts.stsc ?? [1, 1, 60, 1]))),
      fullBox("stsz", u32(...(counts.stsz ?? [10, 60]))),
      fullBox("stco", u32(1, 48)),
    );
  return film(moov({ ...tables, stbl }));
}

function nested(depth: number): Buffer {
  let inner: Buffer = Buffer.alloc(0);
  for (let level = 0; level < depth; level += 1) inner = box(level % 2 === 0 ? "trak" : "mdia", inner);
  return box("moov", inner);
}

test("many hostile videos at once block nobody: those without a turn are examined later", async () => {
  const path = join(folder.path, "slow");
  await writeFile(path, inPieces(moov({ ...tables, sizes: [] }), 200_000));
  const start = performance.now();
  const found = await Promise.all(Array.from({ length: 8 }, () => inspectFile(path)));
  assert.ok((performance.now() - start) / 1000 < SECONDS_MAX, `${performance.now() - start} ms`);
  assert.ok(found.every((facts) => facts?.mime === "video/mp4"));
  assert.ok(found.some((facts) => facts?.facts === null));
});

const HOSTILE: Readonly<Record<string, () => Buffer>> = {
  "an index that claims to have four gigabytes": () => Buffer.concat([FTYP_MP4, lyingBox("moov", 0xffffffff, new Uint8Array(64))]),
  "a box of eight exabytes": () => Buffer.concat([FTYP_MP4, lyingBox("moov", 1, u32(0x7fffffff, 0xffffffff))]),
  "a box that reaches back before itself": () => Buffer.concat([FTYP_MP4, lyingBox("moov", 1, u32(0xffffffff, 0xffffffe8))]),
  "boxes of size zero and smaller than their headers": () =>
    Buffer.concat([FTYP_MP4, ...[0, 2, 7].map((size) => lyingBox("free", size)), lyingBox("moov", 4)]),
  "an inner box that is larger than its parent": () => film(box("moov", lyingBox("trak", 0x7fffffff, new Uint8Array(200)))),
  "four billion frames of one size": () => withTables({ stsz: [10, 0xffffffff], stts: [1, 0xffffffff, 1] }),
  "four billion frames without sizes": () => withTables({ stsz: [0, 0xffffffff] }),
  "four billion entries of times": () => withTables({ stts: [0xffffffff, 1, 1] }),
  "four billion chunks": () => withTables({ stsc: [0xffffffff, 1, 60, 1] }),
  "endless frames without duration": () => withTables({ stsz: [10, 0x7fffffff], stts: [1, 0x7fffffff, 0] }),
  "boxes in boxes, twenty thousand deep": () => film(nested(20_000)),
  "a hundred thousand empty movie fragments": () => inPieces(moov({ ...tables, sizes: [] }), 100_000),
  "an index of twenty megabytes of tables": () => {
    const sizes = Buffer.alloc(20_000_000, 1);
    const stbl = (described: Uint8Array) =>
      box(
        "stbl",
        described,
        fullBox("stts", u32(1, 5_000_000, 20)),
        fullBox("stsc", u32(1, 1, 5_000_000, 1)),
        fullBox("stsz", u32(0, 5_000_000), sizes),
        fullBox("stco", u32(1, 48)),
      );
    return film(moov({ ...tables, stbl }));
  },
};

for (const [what, make] of Object.entries(HOSTILE)) {
  test(`a video with ${what} is examined in bounded time and memory, and kept`, async () => {
    const facts = await look(make());
    assert.equal(facts?.mime, "video/mp4");
    assert.equal(facts.sha256.length, 64);
  });
}

test("a video truncated anywhere is kept, with the facts that can be read", async () => {
  for (const index of ["end", "front", "fragmented"] as const) {
    const whole = await aVideoFile({ index });
    for (let part = 1; part < 8; part += 1) {
      const facts = await look(whole.subarray(0, Math.floor((whole.length * part) / 8)));
      assert.equal(facts?.mime, "video/mp4", `${index}, ${part}/8`);
      assert.ok(facts.width === null || facts.width === 640);
    }
  }
});

test("a video with flipped bytes never takes long", async () => {
  const whole = await aVideoFile();
  for (let place = 40; place < 1200; place += 101) {
    const broken = Buffer.from(whole);
    broken.fill(0xff, place, place + 8);
    assert.equal((await look(broken))?.mime, "video/mp4");
  }
});

/** Black, eight bytes per pixel, interlaced so that it must be decompressed whole before the first row is available. */
function interlacedPng(width: number, height: number): Buffer {
  return png(
    Buffer.concat([u32(width, height), Buffer.from([16, 6, 0, 0, 1])]),
    deflateSync(Buffer.alloc(width * height * 8 + height * 4)),
  );
}

/** A PNG of one colour and any dimensions in few bytes. */
function hugePng(width: number, height: number): Buffer {
  return png(Buffer.concat([u32(width, height), Buffer.from([1, 0, 0, 0, 0])]), deflateSync(Buffer.alloc(1_000_000)));
}

function png(head: Uint8Array, rows: Uint8Array): Buffer {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", rows),
    chunk("IEND", new Uint8Array()),
  ]);
}

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum;
}

function bitmapHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(200);
  head.write("BM");
  head.writeUInt32LE(200, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  return head;
}

test("a picture of billions of pixels costs nothing: its dimensions are read without decoding it", async () => {
  const png = hugePng(60_000, 60_000);
  assert.ok(png.length < 10_000);
  const found = await look(png);
  assert.deepEqual([found?.mime, found?.width, found?.height], ["image/png", 60_000, 60_000]);
  const bitmap = bitmapHead(50_000, -50_000);
  const facts = await look(bitmap);
  assert.deepEqual([facts?.mime, facts?.width, facts?.height], ["image/bmp", 50_000, 50_000]);
  const rss = process.memoryUsage.rss();
  const wanted = { types: ["image/jpeg"], maxBytes: 1_000_000 };
  assert.equal(await fitted(png, "image/png", wanted), null);
  assert.equal(await fitted(bitmap, "image/bmp", wanted), null);
  assert.ok(process.memoryUsage.rss() - rss < GROWTH_BYTES_MAX);
});

/** The growth of the service's memory while a picture is fitted; it may be decoded, refused, or kill its decoder. */
async function growthWhile(work: () => Promise<unknown>): Promise<number> {
  const rss = process.memoryUsage.rss();
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - rss);
  }, 20);
  await work();
  clearInterval(timer);
  return most;
}

test("pictures that decompress to hundreds of megabytes use none of the service's memory", async () => {
  const wanted = { types: ["image/jpeg"], maxBytes: 1_000_000 };
  const small = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#c80" } })
    .jpeg()
    .toBuffer();
  const claiming = (width: number, height: number, progressive: boolean) => {
    const bytes = Buffer.from(small);
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    if (progressive) bytes[frame + 1] = 0xc2;
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
    return bytes;
  };
  const bombs = {
    "image/png": [hugePng(9900, 9900), interlacedPng(6000, 6000)],
    "image/jpeg": [claiming(65_500, 65_500, false), claiming(9990, 9990, false), claiming(9990, 9990, true)],
  };
  for (const [mime, files] of Object.entries(bombs)) {
    for (const bytes of files) assert.ok((await growthWhile(() => fitted(bytes, mime, wanted))) < GROWTH_BYTES_MAX);
  }
  const made = await fitted(small, "image/jpeg", wanted);
  assert.ok(made !== null && made !== "ended" && made.width === 64);
});

test("pictures truncated in the header have no dimensions and cause no error", async () => {
  for (const bytes of [hugePng(10, 10).subarray(0, 20), bitmapHead(10, 10).subarray(0, 20), Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])]) {
    const facts = await look(bytes);
    assert.ok(facts === null || (facts.width === null && facts.height === null), JSON.stringify(facts));
  }
});

test("a polyglot file gets the type of its first bytes", async () => {
  const video = await aVideoFile();
  const zip = Buffer.from("PK\x03\x04rest");
  assert.equal((await look(Buffer.concat([video, zip])))?.mime, "video/mp4");
  assert.equal(await look(Buffer.concat([zip, video])), null);
  assert.equal((await look(Buffer.concat([Buffer.from("<script>x</script>%PDF-1.7\n"), video])))?.mime, "application/pdf");
});

test("an unsupported type is refused, whatever it claims to be", async () => {
  for (const text of [
    "",
    "%!PS-Adobe",
    "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "GIF89a\x01\0\x01\0",
    "RIFF\x24\0\0\0WEBPVP8 ",
    "ftyp",
    "\0\0\0\x18ftypavif",
  ]) {
    assert.equal(await look(Buffer.from(text, "latin1")), null, text);
  }
});
