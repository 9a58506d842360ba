import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { createChance } from "../../testing/chance.ts";
import { fitted } from "./testing/fitted.ts";

test("a picture that is scaled has never more pixels than the limit, and hardly fewer", async () => {
  const chance = createChance(9504);
  for (let round = 0; round < 15; round += 1) {
    const [width, height] = [chance.number(200, 900), chance.number(200, 900)];
    const maxPixels = chance.number(10_000, 39_000);
    const picture = await sharp({ create: { width, height, channels: 3, background: "#c80" } })
      .png()
      .toBuffer();
    const made = await fitted(picture, "image/png", { types: ["image/png"], maxBytes: 1_000_000, maxPixels });
    if (made === null || made === "ended") assert.fail(`${width} × ${height} to ${maxPixels}: ${made}`);
    const pixels = made.width * made.height;
    assert.ok(
      pixels <= maxPixels && pixels > maxPixels * 0.95,
      `${width} × ${height} became ${made.width} × ${made.height}, of ${maxPixels}`,
    );
  }
});
