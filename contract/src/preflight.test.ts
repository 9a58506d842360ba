import assert from "node:assert/strict";
import { test } from "node:test";
import { channelLimits, NO_LIMITS } from "./channel-limits.ts";
import { CHANNEL_TYPES, type ChannelType } from "./channels.ts";
import { NO_FACTS } from "./medium-facts.ts";
import type { ChannelOutline, PostOutline } from "./outlines.ts";
import { platforms } from "./platforms.ts";
import { obstacleOf } from "./preflight.ts";
import { textLength } from "./preflight-text.ts";
import type { TextMeasure } from "./split-text.ts";
import { aDocument, anImage, aVideo } from "./testing/media.ts";

const post = (facts: Partial<PostOutline>): PostOutline => ({ text: "", thread: false, asStory: false, poll: null, media: [], ...facts });
const on = (type: ChannelType, facts: Partial<ChannelOutline> = {}): ChannelOutline => ({
  type,
  limits: NO_LIMITS,
  elsewhere: false,
  measure: null,
  ...facts,
});
const BARE = { convertsVideos: false };
const why = (facts: Partial<PostOutline>, type: ChannelType) => obstacleOf(post({ text: "bread", ...facts }), on(type), BARE);
const reason = (facts: Partial<PostOutline>, type: ChannelType) => why(facts, type)?.reason ?? null;

/** Media for an ordinary post on the platform. */
function fitting(type: ChannelType): Partial<PostOutline> {
  if (platforms[type].textAlone) return {};
  const { media, text } = platforms[type];
  return { media: [media.images.max > 0 && text.maxWithImages === undefined ? anImage() : aVideo()] };
}

test("text is counted in the platform's own unit", () => {
  const family = "👨‍👩‍👧‍👦";
  assert.deepEqual(
    (["graphemes", "codePoints", "utf16", "utf8Bytes", "weighted"] as const).map((unit) => textLength(family, unit)),
    [1, 7, 11, 25, 2],
  );
});

test("weighted, wide characters count twice, and an accent with its letter once", () => {
  assert.deepEqual(
    ["Bread", "日本語", "Hello, world! 👋", "cafe\u0301", "“a” – b", "a…"].map((text) => textLength(text, "weighted")),
    [5, 6, 16, 4, 7, 3],
  );
});

test("characters are graphemes, also when counted without segmenting", () => {
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  const check = (text: string) =>
    assert.equal(textLength(text, "graphemes"), Array.from(segmenter.segment(text)).length, JSON.stringify(text));
  for (let code = 1; code < 0xa000; code += 1) for (const neighbour of ["a", "パ"]) check(`${neighbour}${String.fromCharCode(code)}`);
  for (const text of ["a\r\nb", "か\u3099", "e\u0301", "©\ufe0f", "©\u200d©"]) check(text);
});

for (const type of CHANNEL_TYPES) {
  const { text, textAlone } = platforms[type];
  test(`${type} accepts ${text.max} ${text.unit} and not one more, unless its server reports another limit`, () => {
    assert.equal(reason({ text: "x".repeat(text.max), ...fitting(type) }, type), null);
    const long = post({ text: "x".repeat(text.max + 1), ...fitting(type) });
    assert.equal(obstacleOf(long, on(type), BARE)?.reason, "text_too_long");
    for (const [maxCharacters, expected] of [
      [text.max + 1, undefined],
      [text.max - 1, "text_too_long"],
    ] as const) {
      assert.equal(obstacleOf(long, on(type, { limits: { ...NO_LIMITS, maxCharacters } }), BARE)?.reason, expected);
    }
  });

  test(`${type} ${textAlone ? "takes" : "does not take"} text alone`, () => {
    assert.equal(reason({}, type), textAlone ? null : "unsuitable");
  });

  test(`${type} has no obstacle for an ordinary image, an ordinary video or a file without known facts`, () => {
    const { images, videos } = platforms[type].media;
    const unknown = { width: null, height: null, durationSeconds: null, facts: null };
    if (images.max > 0) assert.equal(why({ media: [anImage()] }, type), null);
    if (videos.max > 0) assert.equal(why({ media: [aVideo()] }, type), null);
    if (videos.max > 0) assert.equal(why({ media: [aVideo(unknown)] }, type), null);
    if (images.max > 0) assert.equal(why({ media: [anImage(unknown)] }, type), null);
  });
}

test("a poll without a caption is an obstacle on a platform without polls", () => {
  const poll = { question: "Which cake?" };
  assert.equal(reason({ text: "", poll }, "Facebook"), "unsuitable");
  assert.equal(reason({ text: "Vote", poll }, "Facebook"), null);
  assert.equal(reason({ text: "", poll }, "Mastodon"), null);
});

test("a long URL alone does not make a text too long", () => {
  assert.equal(reason({ text: `${"x".repeat(270)} https://example.org/${"y".repeat(200)}` }, "Bluesky"), null);
});

test("a long URL counts whole where the platform counts it so", () => {
  const text = `${"x".repeat(700)} https://example.org/${"y".repeat(111)}`;
  assert.equal(reason({ text, media: [anImage()] }, "Pinterest"), "text_too_long");
});

test("text that may be split is no obstacle if the platform has threads, ten parts suffice and no word is longer than a part", () => {
  const text = "Fresh bread. ".repeat(200);
  assert.equal(reason({ text, thread: true }, "Mastodon"), null);
  assert.equal(reason({ text, thread: true }, "Bluesky"), null);
  assert.equal(reason({ text: text.repeat(2), thread: true }, "Mastodon"), "text_too_long");
  assert.equal(reason({ text: "x".repeat(501), thread: true }, "Mastodon"), "text_too_long");
  assert.equal(reason({ text: text.repeat(2), thread: true }, "LinkedIn"), "text_too_long");
  assert.equal(
    obstacleOf(post({ text, thread: true }), on("Mastodon", { limits: { ...NO_LIMITS, maxCharacters: 200 } }), BARE)?.reason,
    "text_too_long",
  );
});

test("text is checked against the limits of the channel's connector", () => {
  const measure: TextMeasure = (text) => [
    { length: 0, max: 1, unit: "characters" },
    { length: text.length, max: 10, unit: "bytes" },
  ];
  const obstacle = (text: string, thread: boolean) =>
    obstacleOf(post({ text, thread }), on("Mastodon", { measure }), BARE)?.message ?? null;
  assert.equal(obstacle("0123456789", false), null);
  assert.equal(obstacle("01234 56789", false), "The text has 11 bytes; Mastodon takes at most 10.");
  assert.equal(obstacle("01234 56789", true), null);
});

test("a thread is measured by segment if the platform has threads, else as a whole", () => {
  const text = `${"x".repeat(400)}\n\n\n${"y".repeat(400)}`;
  assert.equal(reason({ text, thread: true }, "Mastodon"), null);
  assert.equal(reason({ text }, "Mastodon"), "text_too_long");
  const long = `${"x".repeat(2000)}\n\n\n${"y".repeat(1200)}`;
  assert.equal(reason({ text: long, thread: true }, "LinkedIn"), "text_too_long");
});

const KINDS: readonly [ChannelType, "documents" | "videos" | "images" | "both", string | null][] = [
  ["X", "documents", "X takes no documents."],
  ["Facebook", "documents", "Facebook takes no documents."],
  ["YouTube", "documents", "YouTube takes no documents."],
  ["YouTube", "images", "YouTube takes no images."],
  ["YouTube", "both", null],
  ["LinkedIn", "documents", null],
  ["Telegram", "documents", null],
  ["Google Business", "documents", null],
  ["Google Business", "videos", null],
  ["LinkedIn", "both", "LinkedIn takes images or a video in a post, not both."],
  ["TikTok", "both", "TikTok takes images or a video in a post, not both."],
  ["Facebook", "both", "Facebook takes images or a video in a post, not both."],
  ["Instagram", "both", null],
  ["Threads", "both", null],
  ["Pinterest", "both", null],
  ["X", "both", null],
  ["Mastodon", "both", null],
  ["Bluesky", "both", null],
  ["Telegram", "both", null],
];

for (const [type, kind, expected] of KINDS) {
  test(`${type} with ${kind === "both" ? "an image and a video" : kind}: ${expected ?? "nothing stands in the way"}`, () => {
    const media = { documents: [aDocument()], images: [anImage()], videos: [aVideo()], both: [anImage(), aVideo()] }[kind];
    const found = why({ media }, type);
    assert.deepEqual([found?.reason ?? null, found?.message ?? null], expected === null ? [null, null] : ["unsuitable", expected]);
  });
}

test("a post without a caption whose files are all left out has an obstacle", () => {
  assert.equal(reason({ text: " ", media: [aVideo()] }, "Google Business"), "unsuitable");
});

const COUNTS: readonly [ChannelType, "image" | "video", number | null][] = [
  ["Facebook", "image", 10],
  ["Facebook", "video", 1],
  ["Instagram", "image", 10],
  ["Threads", "image", 20],
  ["Threads", "video", 20],
  ["LinkedIn", "image", 20],
  ["LinkedIn", "video", 1],
  ["TikTok", "image", 35],
  ["TikTok", "video", 1],
  ["Pinterest", "image", 5],
  ["Google Business", "image", null],
  ["YouTube", "video", null],
  ["X", "image", null],
  ["Mastodon", "image", null],
  ["Bluesky", "image", null],
  ["Telegram", "image", null],
];

for (const [type, kind, max] of COUNTS) {
  test(`${type} takes ${max ?? "any number of"} ${kind}s in a post`, () => {
    const many = (count: number) => Array.from({ length: count }, () => (kind === "image" ? anImage() : aVideo()));
    assert.equal(reason({ media: many(max ?? 40) }, type), null);
    const found = max === null ? null : why({ media: many(max + 1) }, type);
    const message = `The post has ${(max ?? 0) + 1} ${kind}s; ${type} takes at most ${max}.`;
    assert.deepEqual(found, max === null ? null : { reason: "too_many_files", message });
  });
}

test("images and videos of a carousel count together", () => {
  const media = [...Array.from({ length: 6 }, () => anImage()), ...Array.from({ length: 5 }, () => aVideo())];
  assert.equal(why({ media }, "Instagram")?.message, "The post has 11 files; Instagram takes at most 10.");
});

test("only files that are sent are checked: of several videos YouTube gets the first", () => {
  const long = aVideo({ durationSeconds: 50_000 });
  assert.equal(reason({ media: [aVideo(), long] }, "YouTube"), null);
  assert.equal(reason({ media: [long, aVideo()] }, "YouTube"), "video_too_long");
});

test("an account's own limits override the platform's, whatever else its settings contain", () => {
  const mastodon = (settings: unknown, video = aVideo({ sizeBytes: 60_000_000 })) =>
    obstacleOf(post({ media: [video] }), on("Mastodon", { limits: channelLimits(settings) }), BARE)?.reason ?? null;
  assert.equal(mastodon({}), null);
  assert.equal(mastodon({ videoBytes: 40_000_000 }), "file_too_large");
  assert.equal(mastodon({ videoPixels: 1000 }), "dimensions");
  assert.equal(mastodon({ mimeTypes: ["image/png", "video/webm"] }), "video_format");
  assert.equal(mastodon({ videoSeconds: 5 }), "video_too_long");
  assert.equal(mastodon({ videoBytes: "many", mimeTypes: [], videoSeconds: -1 }), null);
  assert.equal(mastodon(null), null);
  assert.equal(mastodon({ videoBytes: 200_000_000 }, aVideo({ sizeBytes: 104_000_000 })), null);
});

test("TikTok takes longer texts with images than with a video", () => {
  const text = "x".repeat(3000);
  assert.equal(reason({ text, media: [anImage(), anImage()] }, "TikTok"), null);
  assert.equal(reason({ text, media: [aVideo()] }, "TikTok"), "text_too_long");
  assert.equal(
    why({ text: "x".repeat(4001), media: [anImage()] }, "TikTok")?.message,
    "The text has 4001 characters; TikTok takes at most 4000.",
  );
});

test("Telegram's 50 MB limit applies only at its own URL", () => {
  const large = post({ media: [aVideo({ sizeBytes: 60_000_000 })] });
  assert.equal(obstacleOf(large, on("Telegram"), BARE)?.reason, "file_too_large");
  assert.equal(obstacleOf(large, on("Telegram", { elsewhere: true }), BARE), null);
});

test("a story has its own limits if the platform has stories, and is a regular post elsewhere", () => {
  const video = aVideo({ durationSeconds: 100 });
  assert.equal(reason({ media: [video] }, "Instagram"), null);
  assert.equal(reason({ media: [video], asStory: true }, "Instagram"), "video_too_long");
  assert.equal(reason({ media: [video], asStory: true }, "Facebook"), "video_too_long");
  assert.equal(reason({ media: [video], asStory: true }, "LinkedIn"), null);
  const tall = anImage({ width: 1080, height: 1920 });
  assert.equal(reason({ media: [tall] }, "Instagram"), "aspect_ratio");
  assert.equal(reason({ media: [tall], asStory: true }, "Instagram"), null);
});

test("a document with too many pages or bytes is refused, one with an unknown number of pages is not", () => {
  const pages = (count: number | null) => aDocument({ facts: { ...NO_FACTS, pages: count } });
  assert.equal(reason({ media: [pages(300)] }, "LinkedIn"), null);
  assert.equal(reason({ media: [pages(null)] }, "LinkedIn"), null);
  assert.equal(why({ media: [pages(301)] }, "LinkedIn")?.message, "The document list.pdf has 301 pages; LinkedIn takes 300.");
  assert.equal(reason({ media: [aDocument({ sizeBytes: 60_000_000 })] }, "Telegram"), "file_too_large");
  assert.equal(reason({ media: [aDocument({ mime: "text/csv" })] }, "LinkedIn"), "unsuitable");
});

test("an undecodable image is an obstacle wherever images are converted, and none where files are sent unchanged", () => {
  const media = [anImage({ name: "bomb.png", width: null, height: null, facts: { ...NO_FACTS, undecodable: true } })];
  for (const type of CHANNEL_TYPES.filter((type) => platforms[type].media.image.types !== null)) {
    assert.deepEqual(why({ media }, type), {
      reason: "file_unreadable",
      message: "The image bomb.png cannot be opened: reading it took too much time or memory, three times.",
    });
  }
  assert.equal(why({ media }, "Social Media"), null);
});

test("a picture with more pixels than can be read is an obstacle wherever images are converted, at a limit of its type", () => {
  const tagged = { ...NO_FACTS, tagged: true, rotation: 0 };
  const square = (mime: string, side: number) => anImage({ name: "wall", mime, width: side, height: side, facts: tagged });
  for (const type of CHANNEL_TYPES.filter((type) => platforms[type].media.image.types !== null)) {
    assert.deepEqual(why({ media: [square("image/png", 10_001)] }, type), {
      reason: "file_unreadable",
      message: "The image wall cannot be opened: it has 10001 × 10001 pixels, and no more than 100 million can be read.",
    });
    assert.equal(reason({ media: [square("image/jpeg", 15_812)] }, type), "file_unreadable");
    assert.equal(reason({ media: [square("image/jpeg", 14_142)] }, type), null);
  }
  assert.equal(why({ media: [square("image/png", 10_001)] }, "Social Media"), null);
  // It fetches the file, and takes it as it is.
  const plain = { ...square("image/png", 10_001), sizeBytes: 1_000_000, facts: { ...NO_FACTS, tagged: false, rotation: 0 } };
  assert.equal(why({ media: [plain] }, "Pinterest"), null);
  assert.equal(reason({ media: [plain] }, "Mastodon"), "file_unreadable");
});

test("a story on Facebook is one file, so any number of them makes as many stories", () => {
  const media = [anImage(), aVideo({ durationSeconds: 60 }), aVideo({ durationSeconds: 20 })];
  assert.equal(reason({ media, asStory: true }, "Facebook"), null);
  assert.equal(reason({ media: Array.from({ length: 11 }, () => anImage()), asStory: true }, "Facebook"), null);
  assert.equal(reason({ media }, "Facebook"), "unsuitable");
  assert.equal(reason({ media: [aVideo({ durationSeconds: 61 })], asStory: true }, "Facebook"), "video_too_long");
  assert.equal(reason({ media: [aDocument()], asStory: true }, "Facebook"), "unsuitable");
});

test("a platform that fetches files from a service which it cannot reach gets none: the reason names the address", () => {
  const channel = on("Instagram", { outOfReach: { kinds: ["image"], address: "http://localhost:3000" } });
  assert.deepEqual(obstacleOf(post({ text: "bread", media: [anImage()] }), channel, BARE), {
    reason: "files_out_of_reach",
    message:
      "Instagram fetches images from this service, which it cannot do at http://localhost:3000. The operator has to give it a public https address (ROSTRUM_PUBLIC_URL).",
  });
  assert.equal(obstacleOf(post({ text: "bread", media: [aVideo()] }), channel, BARE), null);
});
