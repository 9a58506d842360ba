import assert from "node:assert/strict";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ANY_VIDEO, type VideoRules } from "@rostrum/contract/media-rules.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import { videoCourse } from "@rostrum/contract/preflight-files.ts";
import { aVideo } from "@rostrum/contract/testing/media.ts";
import { temporaryFolder } from "../database/testing.ts";
import { aMotionJpeg } from "../testing/boxes.ts";
import { convertVideo, findFfmpeg, optionsFor } from "./ffmpeg.ts";
import { contentOf } from "./testing/content.ts";

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

test("a real video in another format is converted for each platform", async (t) => {
  const program = await findFfmpeg(process.env.PATH ?? "");
  if (program === null) {
    const message = "!!! SKIPPED: converting a real video, because there is no ffmpeg on this machine's PATH.";
    console.warn(`\n${message}\n`);
    t.diagnostic(message);
    return;
  }
  await using folder = await temporaryFolder();
  const [from, to] = [join(folder.path, "from"), join(folder.path, "to")];
  await writeFile(from, await aMotionJpeg(4, 10));
  const source = {
    name: "film.mov",
    mime: "video/quicktime",
    sizeBytes: (await stat(from)).size,
    ...(await contentOf(from, "video/quicktime")),
  };
  for (const type of ["Instagram", "Threads", "Facebook", "Pinterest", "X"] as const) {
    const { video: rules } = platforms[type].media;
    assert.equal(videoCourse(source, rules, { type, convertsVideos: true }).kind, "converted");
    assert.equal(await convertVideo({ program, from, to, video: source, rules }, new AbortController().signal), null);
    const made = await contentOf(to, "video/mp4");
    const result = { name: "film.mp4", mime: "video/mp4", sizeBytes: (await stat(to)).size, ...made };
    assert.deepEqual(videoCourse(result, rules, { type, convertsVideos: false }), { kind: "as it is" });
    assert.deepEqual([made.facts?.videoCodec, made.width, made.height, Math.round(made.durationSeconds ?? 0)], ["avc", 320, 240, 4]);
  }
  await writeFile(from, "not a video");
  const failure = await convertVideo({ program, from, to, video: source, rules: ANY_VIDEO }, new AbortController().signal);
  assert.ok(typeof failure === "string" && failure !== "" && !failure.includes(folder.path), JSON.stringify(failure));
});
