import assert from "node:assert/strict";
import { test } from "node:test";
import { ANY_VIDEO, type VideoRules } from "@rostrum/contract/media-rules.ts";
import { aVideo } from "@rostrum/contract/testing/media.ts";
import { optionsFor } from "./ffmpeg.ts";

const filterOf = (video: Parameters<typeof optionsFor>[0], rules: Partial<VideoRules>) => {
  const argv = optionsFor(video, { ...ANY_VIDEO, ...rules }) ?? [];
  return argv[argv.indexOf("-vf") + 1];
};
const rateOf = (video: Parameters<typeof optionsFor>[0], rules: Partial<VideoRules>) => {
  const argv = optionsFor(video, { ...ANY_VIDEO, ...rules });
  return argv === null ? null : Number(argv[argv.indexOf("-maxrate") + 1]);
};

test("a video is scaled down to the platform's limits, to even sides, and never up", () => {
  const video = aVideo({ width: 2561, height: 1441 });
  assert.equal(filterOf(video, {}), "scale=2560:1440,setsar=1");
  assert.equal(filterOf(video, { width: { min: null, max: 1920 } }), "scale=1920:1080,setsar=1");
  assert.equal(filterOf(video, { side: { min: null, max: 1280 } }), "scale=1280:720,setsar=1");
  assert.equal(filterOf(video, { pixelsMax: 1_000_000 }), "scale=1332:750,setsar=1");
  assert.equal(filterOf(aVideo({ width: 64, height: 48 }), { width: { min: null, max: 1920 } }), "scale=64:48,setsar=1");
});

test("the frame rate is changed only if it is too high or too low", () => {
  const facts = (framesPerSecond: number) => {
    const video = aVideo();
    return { ...video, facts: video.facts && { ...video.facts, framesPerSecond } };
  };
  const bounds = { framesPerSecond: { min: 23, max: 60 } };
  assert.equal(filterOf(facts(25), bounds), "scale=1080:1920,setsar=1");
  for (const rate of [15, 120]) assert.equal(filterOf(facts(rate), bounds), "scale=1080:1920,setsar=1,fps=30");
});

test("the bit rate keeps the file within the size limit, and too low a bit rate is refused", () => {
  const bytes = { min: null, max: 10_000_000 };
  const rate = rateOf(aVideo({ durationSeconds: 60 }), { bytes }) ?? 0;
  assert.ok(((rate + 128_000) * 60) / 8 < 10_000_000 && rate > 1_000_000, `${rate}`);
  assert.equal(rateOf(aVideo({ durationSeconds: 3600 }), { bytes }), null);
  assert.ok((rateOf(aVideo(), { bitsPerSecondMax: 5_000_000 }) ?? 0) < 5_000_000);
});
