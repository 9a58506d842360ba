import assert from "node:assert/strict";
import { test } from "node:test";
import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import type { FileOfDraft } from "../pictures.ts";
import { coverOn, takingCovers } from "./covers.ts";

const [film, frame] = ["film", "frame"].map((id) => ({ id })) as [DescribedMedium, DescribedMedium];
const aFilm = (seconds: number | null): FileOfDraft => ({ kind: "file", alt: "", medium: film, cover: { medium: frame, seconds } });

test("networks that take a picture as a cover are told from those that take a moment alone, each once", () => {
  const types = ["YouTube", "TikTok", "Bluesky", "YouTube", "Pinterest"] as const;
  assert.deepEqual(takingCovers(types), { pictures: ["YouTube", "Pinterest"], moments: ["TikTok"] });
});

test("a cover is seen where the network takes it: a picture from elsewhere is no moment", () => {
  assert.equal(coverOn(aFilm(2), "YouTube"), frame);
  assert.equal(coverOn(aFilm(2), "TikTok"), frame);
  assert.equal(coverOn(aFilm(null), "YouTube"), frame);
  assert.equal(coverOn(aFilm(null), "TikTok"), null);
  assert.equal(coverOn(aFilm(2), "Bluesky"), null);
  assert.equal(coverOn({ kind: "file", alt: "", medium: film }, "YouTube"), null);
});
