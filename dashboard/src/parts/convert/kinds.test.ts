import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { foreignKind, isMoving } from "./kinds.ts";

const frame = { width: 8, height: 8, channels: 3, background: "#c80" } as const;

/** Of different colours: equal ones would be kept as one. */
async function moving() {
  const made = ["#c80", "#08c", "#8c0"].map((background) =>
    sharp({ create: { ...frame, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(made), { join: { animated: true } });
}

test("what networks do not take is known by its first bytes", async () => {
  const made = sharp({ create: frame });
  assert.equal(foreignKind(await made.clone().webp().toBuffer()), "webp");
  assert.equal(foreignKind(await made.clone().gif().toBuffer()), "gif");
  assert.equal(foreignKind(await made.clone().avif().toBuffer()), "avif");
  assert.equal(foreignKind(Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")), "heic");
});

test("what they take is sent as it is", async () => {
  const made = sharp({ create: frame });
  assert.equal(foreignKind(await made.clone().jpeg().toBuffer()), null);
  assert.equal(foreignKind(await made.clone().png().toBuffer()), null);
  assert.equal(foreignKind(Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isom", "latin1")), null);
  assert.equal(foreignKind(new Uint8Array()), null);
});

test("a picture that moves is told from one that does not", async () => {
  const still = sharp({ create: frame });
  const moves = await moving();
  for (const [made, expected] of [
    [still, false],
    [moves, true],
  ] as const) {
    assert.equal(isMoving(await made.clone().gif().toBuffer(), "gif"), expected);
    assert.equal(isMoving(await made.clone().webp().toBuffer(), "webp"), expected);
  }
  const avif = (brand: string) => Buffer.from(`\0\0\0\x1cftyp${brand}\0\0\0\0avifavismif1`, "latin1");
  assert.deepEqual([isMoving(avif("avif"), "avif"), isMoving(avif("avis"), "avif")], [false, true]);
});
