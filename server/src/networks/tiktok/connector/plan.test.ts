import assert from "node:assert/strict";
import { test } from "node:test";
import { anImage, aPost, aVideo } from "../../connectors/testing/posts.ts";
import { partsOf } from "./begin.ts";
import { exactJson } from "./exact-json.ts";
import { type PhotosPlan, planPost, type VideoPlan } from "./plan.ts";

const image = await anImage();
const many = (count: number) => Array.from({ length: count }, () => image);

function video(fields: Parameters<typeof aPost>[0] = {}): VideoPlan {
  const plan = planPost(aPost({ media: [aVideo()], ...fields }));
  assert.ok(plan.kind === "video", JSON.stringify(plan));
  return plan;
}

function photos(fields: Parameters<typeof aPost>[0] = {}): PhotosPlan {
  const plan = planPost(aPost({ media: many(1), ...fields }));
  assert.ok(plan.kind === "photos", JSON.stringify(plan));
  return plan;
}

test("what is neither a video nor photos is not for TikTok", () => {
  const document = { ...image, mime: "application/pdf" };
  assert.deepEqual(planPost(aPost()), { kind: "unsuitable", reason: "TikTok needs a video or photos." });
  assert.deepEqual(planPost(aPost({ media: [document] })), { kind: "unsuitable", reason: "TikTok takes no application/pdf files." });
});

test("files that TikTok does not take together are refused, with what it takes", () => {
  const refused = (media: NonNullable<Parameters<typeof aPost>[0]>["media"]) => {
    const plan = planPost(aPost({ media: media ?? [] }));
    return plan.kind === "rejected" ? plan.reason : plan.kind;
  };
  assert.equal(refused([image, aVideo()]), "TikTok takes photos or a video in a post, not both.");
  assert.equal(refused([aVideo(), aVideo()]), "The post has 2 videos; TikTok takes one.");
  assert.equal(refused(many(36)), "The post has 36 images; TikTok takes at most 35.");
  assert.equal(refused(many(35)), "photos");
});

test("a caption is never cut: a video has 2,200 UTF-16 units, photos 4,000", () => {
  assert.equal(video({ text: "😀".repeat(1100) }).caption.length, 2200);
  assert.deepEqual(planPost(aPost({ text: `${"😀".repeat(1100)}.`, media: [aVideo()] })), {
    kind: "rejected",
    reason: "The text has 2201 characters; with a video, TikTok takes at most 2200 (emoji count as two).",
  });
  assert.equal(photos({ text: "x".repeat(4000) }).description.length, 4000);
  assert.equal(planPost(aPost({ text: "x".repeat(4001), media: many(1) })).kind, "rejected");
});

test("the parts of a thread are one caption", () => {
  assert.equal(video({ segments: ["One", "Two"] }).caption, "One\n\nTwo");
});

test("a title is shown above photos, cut at 90 characters with a note", () => {
  assert.deepEqual([photos({ title: " Bread " }).title, photos({ title: "Bread" }).note], ["Bread", null]);
  const long = photos({ title: "a".repeat(91) });
  assert.deepEqual(
    [long.title.length, long.title.at(-1), long.note],
    [90, "…", "The title was cut to the 90 characters that TikTok takes."],
  );
});

test("what is left out stands in the note", () => {
  const poll = { question: "Tea?", options: ["Yes", "No"], period: "1d" as const };
  assert.equal(
    video({ poll, link: "https://shop.example" }).note,
    "TikTok has no polls, so the poll was left out. TikTok has no field for a link, so it was left out.",
  );
  assert.equal(video({ text: "See https://shop.example", link: "https://shop.example" }).note, null);
});

test("options of the post say whether it goes to the inbox, and whether TikTok adds music", () => {
  assert.deepEqual([video().isInbox, video({ options: { sendToInbox: true } }).isInbox], [false, true]);
  assert.deepEqual([photos().addsMusic, photos({ options: { autoAddMusic: true } }).addsMusic], [false, true]);
});

test("a file up to 64 MB goes in one part, a larger one in parts of 10 MiB of which the last takes the rest", () => {
  assert.deepEqual(partsOf(1), { partBytes: 1, parts: 1 });
  assert.deepEqual(partsOf(64_000_000), { partBytes: 64_000_000, parts: 1 });
  for (const bytes of [64_000_001, 70_000_000, 104_857_600, 4_000_000_000]) {
    const { partBytes, parts } = partsOf(bytes);
    const last = bytes - (parts - 1) * partBytes;
    assert.deepEqual([partBytes, parts], [10_485_760, Math.floor(bytes / 10_485_760)]);
    assert.ok(parts > 1 && parts <= 1000 && last >= partBytes && last < 128_000_000, `${bytes}`);
  }
});

test("ids beyond 2^53 keep all their digits", () => {
  const text = '{"ids":[7300000000000000001,12],"said":"7300000000000000001 and \\"7300000000000000002\\"","size":1.5e20}';
  assert.deepEqual(exactJson(text), {
    ids: ["7300000000000000001", 12],
    said: '7300000000000000001 and "7300000000000000002"',
    size: 1.5e20,
  });
  assert.equal(exactJson("<html>"), undefined);
});
