import assert from "node:assert/strict";
import { test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import type { OutgoingPost } from "../../connectors/connector.ts";
import { anImage } from "../../connectors/testing/posts.ts";
import { youtube } from "./index.ts";
import { planPost, type VideoPlan } from "./plan.ts";
import { secondsToNextDay } from "./quota.ts";
import { aPost, aTallVideo, aVideo } from "./testing/posts.ts";
import { fittingTags } from "./text.ts";

const CHANNEL = 7;

function planned(fields: Partial<OutgoingPost>): VideoPlan {
  const plan = planPost(aPost(fields), CHANNEL);
  assert.ok(plan.kind === "video", JSON.stringify(plan));
  return plan;
}

test("a post with a video becomes one with its title, description and tags", () => {
  const video = aVideo();
  const { kind, ...plan } = planned({ media: [video], options: { tags: ["tea", "green tea"] } });
  assert.deepEqual(plan, {
    video,
    title: "Croissants",
    description: "From 7 a.m.\n\n#bread",
    tags: ["tea", "green tea"],
    playlists: [],
    thumbnail: null,
    mayBeShort: false,
    changedText: null,
    notes: [],
  });
});

test("a post without a video is not for YouTube", async () => {
  const reason = "YouTube takes videos only, and the post has none.";
  const posts: readonly Partial<OutgoingPost>[] = [
    { type: "TEXT", media: [] },
    { type: "IMAGE", media: [await anImage()] },
    { type: "POLL", media: [], poll: { question: "Tea?", options: ["Yes", "No"], period: "1d" } },
  ];
  for (const fields of posts) {
    assert.deepEqual(planPost(aPost(fields), CHANNEL), { kind: "unsuitable", reason });
  }
});

test("of several files, the first video is published with the first image as its thumbnail, and notes say so", async () => {
  const [video, image] = [aVideo(), await anImage()];
  const plan = planned({ type: "MULTIMEDIA", media: [image, video, await anImage(), aVideo()] });
  assert.deepEqual([plan.video, plan.thumbnail], [video, image]);
  assert.deepEqual(plan.notes, [
    "YouTube takes one video: the others were left out.",
    "The first image is the thumbnail, and the others were left out.",
  ]);
});

test("the cover that was chosen for a video is its thumbnail, before any image of the post", async () => {
  const [picture, image] = [await anImage(), await anImage()];
  const video = { ...aVideo(), cover: { picture, seconds: 2 } };
  assert.deepEqual([planned({ media: [video] }).thumbnail, planned({ media: [video] }).notes], [picture, []]);
  const plan = planned({ type: "MULTIMEDIA", media: [image, video] });
  assert.deepEqual([plan.thumbnail, plan.notes], [picture, ["YouTube takes a video and its cover: the images were left out."]]);
});

test("a poll beside a video is left out, with a note", () => {
  const { notes } = planned({ type: "POLL", poll: { question: "Tea?", options: ["Yes", "No"], period: "1d" } });
  assert.deepEqual(notes, ["YouTube takes no poll with a video, so it was left out."]);
});

test("a title of more than 100 characters is cut between words, in no half character, with a note", () => {
  const { title, notes } = planned({ title: `${"bread and butter ".repeat(6)}today` });
  assert.equal(title, `${"bread and butter ".repeat(5)}bread and…`);
  assert.deepEqual(notes, ["The title was cut to the 100 characters that YouTube takes."]);
  const whole = planned({ title: "🥐".repeat(60) }).title;
  assert.equal(whole, `${"🥐".repeat(49)}…`);
  assert.equal(planned({ title: "b".repeat(100) }).title, "b".repeat(100));
});

test("without a title, the first line of the caption is one, and else the name of the file", () => {
  assert.equal(planned({ title: null }).title, "From 7 a.m.");
  assert.equal(planned({ title: " ", text: "\n \nSecond line\nThird" }).title, "Second line");
  assert.equal(planned({ title: null, text: "", media: [aVideo({ name: "in the oven.mp4" })] }).title, "in the oven");
  assert.equal(planned({ title: null, text: "", media: [aVideo({ name: "<>.mp4" })] }).title, "Video");
});

test("angle brackets, which YouTube refuses, are left out, with the text that readers see", () => {
  const plan = planned({ title: "Bread > cake", text: "I <3 bread", options: { tags: ["<b>"] } });
  assert.deepEqual([plan.title, plan.description, plan.changedText, plan.tags], ["Bread  cake", "I 3 bread", "I 3 bread", ["b"]]);
  assert.deepEqual(plan.notes, ["YouTube takes no < and no >, so they were left out."]);
});

test("brackets that only tags have are left out with the note, too", () => {
  const plan = planned({ title: "Bread", text: "Bread", options: { tags: ["<b>", "<>"] } });
  assert.deepEqual(plan.tags, ["b"]);
  assert.deepEqual(plan.notes, ["YouTube takes no < and no >, so they were left out."]);
});

test("the parts of a thread are one description", () => {
  assert.equal(planned({ segments: ["First", "Second"] }).description, "First\n\nSecond");
});

test("a description of more than 5,000 bytes is refused with its length", () => {
  assert.equal(planned({ text: "é".repeat(2500) }).description.length, 2500);
  const reason = "The text has 5002 bytes; YouTube takes at most 5000.";
  assert.deepEqual(planPost(aPost({ text: "é".repeat(2501) }), CHANNEL), { kind: "rejected", reason });
});

test("tags count with commas, and two more where they contain a space; what does not fit is left out", () => {
  const long = (length: number) => "t".repeat(length);
  assert.deepEqual(fittingTags([long(249), `${long(249)}s`]), { tags: [long(249), `${long(249)}s`], leftOut: 0 });
  assert.deepEqual(fittingTags([long(249), `${long(250)}s`]), { tags: [long(249)], leftOut: 1 });
  assert.deepEqual(fittingTags([long(249), `${long(123)} ${long(124)}`]), { tags: [long(249), `${long(123)} ${long(124)}`], leftOut: 0 });
  assert.deepEqual(fittingTags([long(249), `${long(124)} ${long(124)}`]), { tags: [long(249)], leftOut: 1 });
  assert.deepEqual(fittingTags(["tea", " tea ", "", "green"]), { tags: ["tea", "green"], leftOut: 0 });
  assert.deepEqual(planned({ options: { tags: [long(500), "tea", "oven"] } }).notes, [
    "2 of the tags were left out: YouTube takes no more characters in them.",
  ]);
});

test("only playlists of this channel are meant", () => {
  const playlists = [
    { channelId: CHANNEL, playlistIds: ["PL1", "PL2"] },
    { channelId: 8, playlistIds: ["PL3"] },
    { channelId: CHANNEL, playlistIds: ["PL1"] },
  ];
  assert.deepEqual(planned({ options: { playlists } }).playlists, ["PL1", "PL2"]);
});

test("what is upright or square and lasts up to three minutes may become a Short", () => {
  const isShort = (fields: Parameters<typeof aVideo>[0]) => planned({ media: [aTallVideo(fields)] }).mayBeShort;
  assert.deepEqual([isShort({}), isShort({ width: 640 }), isShort({ durationSeconds: 180 })], [true, true, true]);
  assert.deepEqual([isShort({ width: 641 }), isShort({ durationSeconds: 181 })], [false, false]);
});

test("a quota's day ends at midnight in Los Angeles, also on the days when clocks change", () => {
  const hours = (now: string) => secondsToNextDay(toInstant(now)) / 3600;
  assert.deepEqual(
    ["2026-11-22T07:00:00Z", "2026-11-22T08:00:00Z", "2026-07-01T06:00:00Z", "2026-03-08T08:00:00Z", "2026-11-01T07:00:00Z"].map(hours),
    [1, 24, 1, 23, 25],
  );
});

test("the id of a video is told by its addresses", () => {
  const ids = [
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "https://www.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=1",
    "https://youtu.be/dQw4w9WgXcQ?si=1",
    "https://www.youtube.com/shorts/dQw4w9WgXcQ",
    "https://www.youtube.com/@bakery",
  ].map((url) => youtube.remoteIdOf?.(url));
  assert.deepEqual(ids, ["dQw4w9WgXcQ", "dQw4w9WgXcQ", "dQw4w9WgXcQ", "dQw4w9WgXcQ", null]);
});
