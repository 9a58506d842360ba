import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_LIMITS } from "./channel-limits.ts";
import type { ChannelType } from "./channels.ts";
import type { MediumFacts, MediumOutline } from "./medium-facts.ts";
import { obstacleOf } from "./preflight.ts";
import type { ObstacleReason } from "./reasons.ts";
import { anImage, aVideo } from "./testing/media.ts";

function why(type: ChannelType, medium: MediumOutline, convertsVideos = false) {
  const post = { text: "bread", thread: false, asStory: false, poll: null, media: [medium] };
  return obstacleOf(post, { type, limits: NO_LIMITS, elsewhere: false, measure: null }, { convertsVideos });
}

function said(facts: Partial<MediumFacts>): MediumOutline["facts"] {
  const { facts: usual } = aVideo();
  assert.ok(usual);
  return { ...usual, ...facts };
}

const long = (durationSeconds: number) => aVideo({ durationSeconds });
const sized = (width: number, height: number) => aVideo({ width, height });

/** The largest value accepted, the smallest refused, and whether a conversion helps. */
const LIMITS: readonly [ChannelType, ObstacleReason, MediumOutline, MediumOutline, boolean][] = [
  ["Instagram", "video_too_long", long(900), long(901), false],
  ["Instagram", "video_too_short", long(3), long(2.5), false],
  ["Instagram", "dimensions", sized(1920, 1080), sized(2560, 1440), true],
  ["Instagram", "frame_rate", aVideo({ facts: said({ framesPerSecond: 59.94 }) }), aVideo({ facts: said({ framesPerSecond: 120 }) }), true],
  ["Instagram", "frame_rate", aVideo({ facts: said({ framesPerSecond: 23.976 }) }), aVideo({ facts: said({ framesPerSecond: 15 }) }), true],
  ["Instagram", "bit_rate", aVideo({ facts: said({ bitsPerSecond: 25e6 }) }), aVideo({ facts: said({ bitsPerSecond: 30e6 }) }), true],
  ["Instagram", "video_format", aVideo({ facts: said({ videoCodec: "hevc" }) }), aVideo({ facts: said({ videoCodec: "vp9" }) }), true],
  ["Instagram", "video_format", aVideo(), aVideo({ facts: said({ audioCodec: "opus" }) }), true],
  ["Threads", "video_too_long", long(300), long(301), false],
  ["Threads", "bit_rate", aVideo({ facts: said({ bitsPerSecond: 90e6 }) }), aVideo({ facts: said({ bitsPerSecond: 110e6 }) }), true],
  ["LinkedIn", "video_too_long", long(1800), long(1801), false],
  ["LinkedIn", "file_too_small", aVideo({ sizeBytes: 75_000 }), aVideo({ sizeBytes: 74_999 }), false],
  ["LinkedIn", "video_format", aVideo(), aVideo({ mime: "video/quicktime" }), true],
  ["YouTube", "video_too_long", long(43_200), long(43_201), false],
  ["TikTok", "video_too_long", long(600), long(601), false],
  ["TikTok", "dimensions", sized(360, 640), sized(320, 640), false],
  ["TikTok", "dimensions", sized(4096, 2160), sized(5120, 2880), true],
  [
    "TikTok",
    "video_format",
    aVideo({ facts: said({ videoCodec: "vp9" }), mime: "video/webm" }),
    aVideo({ facts: said({ videoCodec: "av1" }) }),
    true,
  ],
  ["Pinterest", "video_too_short", long(4), long(3), false],
  ["Pinterest", "aspect_ratio", sized(1000, 2000), sized(1000, 2100), false],
  ["X", "video_too_long", long(140), long(141), false],
  ["X", "video_too_short", long(0.5), long(0.3), false],
  ["X", "aspect_ratio", sized(1800, 600), sized(1900, 600), false],
  ["X", "video_format", aVideo(), aVideo({ facts: said({ videoCodec: "hevc" }) }), true],
  ["Mastodon", "file_too_large", aVideo({ sizeBytes: 103_809_024 }), aVideo({ sizeBytes: 103_809_025 }), true],
  ["Mastodon", "dimensions", sized(3840, 2160), sized(4096, 2160), true],
  ["Bluesky", "video_format", aVideo({ mime: "video/quicktime" }), aVideo({ mime: "video/webm" }), true],
  ["Facebook", "video_format", aVideo({ facts: said({ videoCodec: "vp9" }) }), aVideo({ facts: said({ videoCodec: "prores" }) }), true],
];

for (const [type, reason, last, first, mends] of LIMITS) {
  test(`${type}, ${reason}: ${mends ? "fixed by a conversion" : "nothing fixes it"}`, () => {
    assert.equal(why(type, last), null);
    const found = why(type, first);
    assert.equal(found?.reason, reason);
    assert.ok(found.message.includes("oven.mp4") && found.message.includes(type), found.message);
    assert.equal(found.message.endsWith("With ffmpeg installed it is converted."), mends, found.message);
    assert.equal(why(type, first, true)?.reason ?? null, mends ? null : reason);
  });
}

test("a video that is too long to be made small enough is not fixed by a conversion", () => {
  const sized = (seconds: number) => aVideo({ sizeBytes: 60_000_000, durationSeconds: seconds });
  assert.equal(why("Telegram", sized(20 * 60), true), null);
  const found = why("Telegram", sized(25 * 60), true);
  assert.equal(found?.message, "The video oven.mp4 has 60 MB; Telegram takes 52.43 MB.");
});

test("obstacles that cannot be fixed are reported before those that can", () => {
  assert.equal(why("Instagram", aVideo({ facts: said({ videoCodec: "vp9" }), durationSeconds: 1000 }))?.reason, "video_too_long");
});

test("the message says what the video is, what the platform accepts, and what would help", () => {
  const clip = aVideo({ name: "clip.webm", mime: "video/webm", facts: said({ videoCodec: "vp9", audioCodec: "opus" }) });
  assert.equal(
    why("Instagram", clip)?.message,
    "The video clip.webm is VP9 with Opus in WebM; Instagram takes H.264 or H.265 with AAC in MP4 or MOV. With ffmpeg installed it is converted.",
  );
  const silent = aVideo({ name: "clip.webm", mime: "video/webm", facts: said({ videoCodec: "vp9", audioCodec: null, hasAudio: false }) });
  assert.equal(
    why("Instagram", silent)?.message,
    "The video clip.webm is VP9 in WebM; Instagram takes H.264 or H.265 in MP4 or MOV. With ffmpeg installed it is converted.",
  );
  assert.equal(why("X", long(1205))?.message, "The video oven.mp4 is 20 min 5 s long; X takes at most 2 min 20 s.");
  assert.equal(
    why("Mastodon", aVideo({ sizeBytes: 104_000_000 }))?.message,
    "The video oven.mp4 has 104 MB; Mastodon takes 103.81 MB. With ffmpeg installed it is converted.",
  );
});

test("an image's ratio is checked against Instagram's limits, in a carousel only the first one's", () => {
  const wide = anImage({ width: 2000, height: 1000 });
  assert.deepEqual(why("Instagram", wide), {
    reason: "aspect_ratio",
    message: "The image bread.jpg is 2000 × 1000, a ratio of 2:1; Instagram takes 0.75:1 to 1.91:1.",
  });
  assert.equal(why("Instagram", anImage({ width: 1440, height: 1920 })), null, "3:4, as phones take pictures");
  const carousel = (media: MediumOutline[]) =>
    obstacleOf(
      { text: "", thread: false, asStory: false, poll: null, media },
      { type: "Instagram", limits: NO_LIMITS, elsewhere: false, measure: null },
      { convertsVideos: false },
    )?.reason ?? null;
  assert.equal(carousel([anImage(), wide]), null);
  assert.equal(carousel([wide, anImage()]), "aspect_ratio");
  assert.equal(why("Threads", anImage({ width: 3000, height: 250 }))?.reason, "aspect_ratio");
});

test("Google needs an image of at least 250 × 250 pixels and 10 KB", () => {
  assert.equal(why("Google Business", anImage({ width: 250, height: 250, sizeBytes: 10_000 })), null);
  assert.equal(why("Google Business", anImage({ width: 249, height: 900 }))?.reason, "dimensions");
  assert.equal(why("Google Business", anImage({ sizeBytes: 9999 }))?.reason, "file_too_small");
});

test("an image that is too large or of another type is converted, and so is no obstacle", () => {
  for (const type of ["Instagram", "Threads", "LinkedIn", "X", "Mastodon", "Bluesky", "Telegram", "TikTok", "Facebook"] as const) {
    assert.equal(why(type, anImage({ mime: "image/bmp", sizeBytes: 90_000_000, width: 6000, height: 6000 })), null, type);
  }
});
