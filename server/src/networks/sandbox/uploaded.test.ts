import assert from "node:assert/strict";
import { test } from "node:test";
import { aVideoFile } from "../../testing/videos.ts";
import { mimeOf, videoOf } from "./uploaded.ts";

test("a video is measured however large it is", async () => {
  const wish = { seconds: 4, width: 360, height: 640, framesPerSecond: 30, audio: null };
  for (const frameBytes of [40, 870_000]) {
    const bytes = await aVideoFile({ ...wish, frameBytes });
    assert.ok(bytes.byteLength > 120 * frameBytes);
    assert.deepEqual(await videoOf(bytes), { width: 360, height: 640, seconds: 4, framesPerSecond: 30 });
  }
});

test("what is no video has no measures", async () => {
  const text = Buffer.from("no video");
  assert.deepEqual([await mimeOf(text), await videoOf(text)], ["application/octet-stream", null]);
});
