import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { aBitmap, type BitmapWish } from "../../testing/bitmaps.ts";
import { fitted } from "./testing/fitted.ts";

const RED = [255, 0, 0] as const;
const GREEN = [0, 255, 0] as const;
const BLUE = [0, 0, 255] as const;
const WHITE = [255, 255, 255] as const;
const palette = [RED, GREEN, BLUE, WHITE];
/** Top row blue and white, bottom row red and green. Files store the bottom row first. */
const PIXELS = [...BLUE, ...WHITE, ...RED, ...GREEN];
const ROWS_24 = [0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0];

const KINDS: Readonly<Record<string, Omit<BitmapWish, "width" | "height" | "data"> & { readonly data: readonly number[] }>> = {
  "24 bits": { bits: 24, data: ROWS_24 },
  "24 bits with a gap before them": { bits: 24, gap: 10, data: ROWS_24 },
  "a palette of 8 bits": { bits: 8, palette, data: [0, 1, 0, 0, 2, 3, 0, 0] },
  "a palette of 4 bits": { bits: 4, palette, data: [0x01, 0, 0, 0, 0x23, 0, 0, 0] },
  "run lengths of 8 bits": { bits: 8, compression: 1, palette, data: [1, 0, 1, 1, 0, 0, 1, 2, 1, 3, 0, 1] },
  "run lengths of 4 bits": { bits: 4, compression: 2, palette, data: [2, 0x01, 0, 0, 2, 0x23, 0, 1] },
  "32 bits": { bits: 32, data: [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0] },
};

const AS_PNG = { types: ["image/png"], maxBytes: 1_000_000 };

for (const [what, kind] of Object.entries(KINDS)) {
  test(`a bitmap with ${what} is decoded correctly`, async () => {
    const made = await fitted(aBitmap({ width: 2, height: 2, ...kind, data: Buffer.from(kind.data) }), "image/bmp", AS_PNG);
    if (made === null || made === "ended") assert.fail("not read");
    const shown = await sharp(made.bytes).flatten({ background: "#ffffff" }).raw().toBuffer();
    assert.deepEqual([...shown], PIXELS);
  });
}

test("a top-down bitmap is decoded top-down", async () => {
  const made = await fitted(aBitmap({ width: 2, height: -2, bits: 24, data: Buffer.from(ROWS_24) }), "image/bmp", AS_PNG);
  if (made === null || made === "ended") assert.fail("not read");
  assert.deepEqual([...(await sharp(made.bytes).flatten().raw().toBuffer())], [...RED, ...GREEN, ...BLUE, ...WHITE]);
});

const HOSTILE: Readonly<Record<string, () => Buffer>> = {
  "a palette of four billion colours, in a file of 105 MB": () =>
    aBitmap({ width: 100, height: 100, bits: 8, palette, colours: 0xffffffff, data: Buffer.alloc(104_857_000) }),
  "a palette of four billion colours, in few bytes": () =>
    aBitmap({ width: 2, height: 2, bits: 8, palette, colours: 0xffffffff, data: Buffer.alloc(8) }),
  "a needless palette of four billion colours with 24 bits": () =>
    aBitmap({ width: 2, height: 2, bits: 24, colours: 0xffffffff, data: Buffer.from(ROWS_24) }),
  "more pixels than it has bytes for": () => aBitmap({ width: 6000, height: 6000, bits: 24, data: Buffer.alloc(100) }),
  "more pixels than allowed": () => aBitmap({ width: 60_000, height: 60_000, bits: 1, palette: [RED, GREEN], data: Buffer.alloc(1000) }),
  "the smallest possible height": () => aBitmap({ width: 1, height: -0x80000000, bits: 24, data: Buffer.alloc(1000) }),
  "run lengths that jump about for 105 MB": () =>
    aBitmap({ width: 6000, height: 6000, bits: 8, compression: 1, palette, data: Buffer.alloc(104_000_000, Buffer.from([0, 2, 0, 0])) }),
  "run lengths that end the line for 105 MB": () =>
    aBitmap({ width: 6000, height: 6000, bits: 8, compression: 1, palette, data: Buffer.alloc(104_000_000, Buffer.from([0, 0])) }),
  "run lengths that overflow every line": () =>
    aBitmap({ width: 6000, height: 6000, bits: 4, compression: 2, palette, data: Buffer.alloc(1_000_000, Buffer.from([255, 0x11])) }),
  "masks of every bit": () =>
    aBitmap({ width: 2, height: 2, bits: 32, compression: 3, masks: [0xffffffff, 0xffffffff, 0xffffffff], data: Buffer.alloc(16, 0xff) }),
  "colours outside its palette": () => aBitmap({ width: 2, height: 2, bits: 8, palette, data: Buffer.alloc(8, 0xff) }),
  "nothing behind its header": () => aBitmap({ width: 2, height: 2, bits: 24, data: Buffer.alloc(0) }),
};

for (const [what, make] of Object.entries(HOSTILE)) {
  test(`a bitmap with ${what} is decoded or refused in time, and its decoder survives`, async () => {
    const bytes = make();
    const made = await fitted(bytes, "image/bmp", { types: ["image/jpeg"], maxBytes: 1_000_000 });
    assert.notEqual(made, "ended");
  });
}
