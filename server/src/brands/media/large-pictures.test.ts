import assert from "node:assert/strict";
import { before, test } from "node:test";
import sharp from "sharp";
import { fitted } from "./testing/fitted.ts";

/** What a phone with 200 megapixels writes when it is held upright. */
const SIDES = { width: 16_320, height: 12_240 };
const LYING = 6;

let photo: Buffer;
before(async () => {
  photo = await sharp({ create: { ...SIDES, channels: 3, background: "#c80" } })
    .withMetadata({ orientation: LYING })
    .jpeg()
    .toBuffer();
});

test("a photo of 200 million pixels is read, turned upright and made smaller", async () => {
  const made = await fitted(photo, "image/jpeg", { types: ["image/jpeg"], maxBytes: 20_000_000 });
  if (made === null || made === "ended") assert.fail(`not read: ${made}`);
  assert.deepEqual([made.width < made.height, made.width * made.height < 26_000_000], [true, true]);
  assert.deepEqual(Math.round((made.height / made.width) * 1000), Math.round((SIDES.width / SIDES.height) * 1000));
});

test("a photo of 200 million pixels is read for a small picture", async () => {
  const made = await fitted(photo, "image/jpeg", { types: ["image/webp"], maxBytes: 1_000_000, sidesMax: [480, 480] });
  if (made === null || made === "ended") assert.fail(`not read: ${made}`);
  assert.deepEqual([made.width, made.height], [360, 480]);
});
