import assert from "node:assert/strict";
import { test } from "node:test";
import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import { coverOf } from "./covers.ts";

const frame: DescribedMedium = {
  id: "frame",
  name: "frame.jpg",
  mime: "image/jpeg",
  sizeBytes: 1,
  width: 10,
  height: 10,
  durationSeconds: null,
  facts: null,
  description: null,
  path: "/media/frame.jpg",
  thumbnailUrl: "/media/frame.webp",
};
const pictures = (seconds: number | null) => ({
  own: [],
  covers: [{ mediaId: "film", ownId: "frame", seconds }],
  places: [],
  media: [frame],
});

test("a video has its cover where the network takes one, by a picture or by a moment alone", () => {
  assert.equal(coverOf({ id: "film" }, pictures(null)), frame);
  assert.equal(coverOf({ id: "film" }, pictures(null), "YouTube"), frame);
  assert.equal(coverOf({ id: "film" }, pictures(null), "TikTok"), undefined);
  assert.equal(coverOf({ id: "film" }, pictures(1.5), "TikTok"), frame);
  assert.equal(coverOf({ id: "film" }, pictures(1.5), "Bluesky"), undefined);
  assert.equal(coverOf({ id: "other" }, pictures(null)), undefined);
  assert.equal(coverOf({ id: "film" }, { ...pictures(null), media: [] }), undefined, "its file is gone");
});
