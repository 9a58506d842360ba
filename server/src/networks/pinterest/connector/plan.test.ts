import assert from "node:assert/strict";
import { test } from "node:test";
import { descriptionOf, planPost } from "./plan.ts";
import { aGif, anImage, aPng, aPost, aVideo } from "./testing/posts.ts";

const planned = (fields: Parameters<typeof aPost>[0]) => planPost(aPost(fields));
const pinOf = (fields: Parameters<typeof aPost>[0]) => {
  const plan = planned(fields);
  assert.ok(plan.kind === "pin", JSON.stringify(plan));
  return plan.pin;
};

test("what has neither image nor video is not for Pinterest", () => {
  const reason = "Pinterest needs an image or a video.";
  const poll = { question: "Tea?", options: ["Yes", "No"], period: "1d" as const };
  assert.deepEqual(planned({ type: "TEXT", media: [] }), { kind: "unsuitable", reason });
  assert.deepEqual(planned({ type: "POLL", media: [], poll }), { kind: "unsuitable", reason });
  assert.deepEqual(planned({ type: "THREAD", media: [], segments: ["One", "Two"] }), { kind: "unsuitable", reason });
});

test("documents are not for Pinterest", () => {
  const plan = planned({ type: "DOCUMENT", media: [anImage({ mime: "application/pdf" })] });
  assert.deepEqual(plan, { kind: "unsuitable", reason: "Pinterest takes no application/pdf files." });
});

test("more than five images, two videos, and a text of more than 800 characters are refused with the limit", () => {
  const six = Array.from({ length: 6 }, () => anImage());
  assert.deepEqual(planned({ media: six }), { kind: "rejected", reason: "The post has 6 images; Pinterest takes at most 5." });
  assert.deepEqual(planned({ media: [aVideo(), aVideo()] }), {
    kind: "rejected",
    reason: "The post has 2 videos; Pinterest takes at most 1.",
  });
  assert.equal(planned({ text: "🫖".repeat(800) }).kind, "pin");
  assert.deepEqual(planned({ text: "🫖".repeat(801) }), {
    kind: "rejected",
    reason: "The text has 801 characters; Pinterest takes at most 800.",
  });
  assert.equal(planned({ link: `https://shop.example/${"a".repeat(2048)}` }).kind, "rejected");
});

test("a title of more than 100 characters is cut in no character, with a note", () => {
  const { words, note } = pinOf({ title: `${"t".repeat(98)}🫖🫖 and more` });
  assert.equal(words.title, `${"t".repeat(98)}🫖…`);
  assert.equal(note, "The title was cut to the 100 characters that Pinterest takes.");
  assert.equal(pinOf({ title: "t".repeat(100) }).words.title?.length, 100);
});

test("empty words are left out, and only web addresses are links", () => {
  assert.deepEqual(pinOf({ text: " ", title: " ", alt: "", link: "shop.example" }).words, {});
  const { words, note } = pinOf({ text: "Hi", link: "mailto:a@b.example" });
  assert.deepEqual(words, { description: "Hi" });
  assert.equal(note, "Pinterest shows only links that begin with http:// or https://, so the link was left out.");
});

test("the parts of a thread make one description", () => {
  assert.equal(descriptionOf({ segments: ["One", "Two"], text: "One\n\n\nTwo" }), "One\n\nTwo");
  assert.equal(pinOf({ type: "THREAD", segments: ["One", "Two"] }).words.description, "One\n\nTwo");
});

test("a story with a picture is a pin, and a poll beside one is left out with a note", () => {
  assert.equal(pinOf({ type: "STORY", asStory: true }).images.length, 1);
  const poll = { question: "Tea?", options: ["Yes", "No"], period: "1d" as const };
  assert.equal(pinOf({ poll }).note, "Pinterest has no polls, so the poll was left out.");
});

test("beside a video the first image alone is used", () => {
  const { images, video } = pinOf({ media: [aPng(), aVideo(), aGif()] });
  assert.deepEqual([images.map(({ name }) => name), video?.name], [["cup.png"], "kiln.mp4"]);
});

test("a video for which nobody has chosen a cover is shown with a frame of its own, and the note says what to do", () => {
  assert.equal(
    pinOf({ media: [aVideo()] }).note,
    "The cover is a frame of the video: to have another, choose a moment or a picture as its cover.",
  );
  const chosen = { ...aVideo(), cover: { picture: anImage(), seconds: 2 } };
  assert.equal(pinOf({ media: [chosen] }).note, null);
});

test("the cover that was chosen for a video goes before an image beside it, which is left out with a note", () => {
  const picture = anImage();
  const video = { ...aVideo(), cover: { picture, seconds: null } };
  assert.deepEqual([pinOf({ media: [video] }).images, pinOf({ media: [video] }).note], [[picture], null]);
  const pin = pinOf({ type: "MULTIMEDIA", media: [video, anImage()] });
  assert.deepEqual([pin.images, pin.note], [[picture], "Pinterest shows the video alone, with its cover: the images were left out."]);
});
