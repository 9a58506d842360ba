import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import { planPost, textMeasure } from "./plan.ts";
import { aPost } from "./testing/stage.ts";

const file = (name: string, mime: string): OutgoingMedia => ({
  id: name,
  name,
  mime,
  sizeBytes: 1000,
  width: 640,
  height: 640,
  durationSeconds: null,
  alt: null,
  file: async () => new File([], name),
  url: () => `https://social.example/media/t/${name}`,
  image: async () => null,
});
const image = file("a.jpg", "image/jpeg");
const video = file("a.mp4", "video/mp4");

const REFUSED: readonly [string, Parameters<typeof aPost>[0], "rejected" | "unsuitable", string][] = [
  ["without files", { media: [] }, "unsuitable", "Instagram needs at least one image or video."],
  ["with a document", { media: [image, file("a.pdf", "application/pdf")] }, "unsuitable", "Instagram takes no application/pdf files."],
  [
    "with more than ten files",
    { media: Array.from({ length: 11 }, () => image) },
    "rejected",
    "The post has 11 files; Instagram takes at most 10.",
  ],
  [
    "with an image that is not a JPEG",
    { media: [file("a.png", "image/png")] },
    "rejected",
    "Instagram takes images as JPEG only, and a.png is image/png.",
  ],
  [
    "with a long caption",
    { media: [image], text: "a".repeat(2201) },
    "rejected",
    "The caption has 2201 characters; Instagram takes at most 2200.",
  ],
  [
    "with 31 hashtags",
    { media: [image], text: "#bread ".repeat(31) },
    "rejected",
    "The caption has 31 hashtags; Instagram takes at most 30.",
  ],
  [
    "with 21 mentions",
    { media: [image], text: "@bread ".repeat(21) },
    "rejected",
    "The caption mentions 21 accounts; Instagram takes at most 20.",
  ],
  [
    "with four collaborators",
    { media: [image], options: { collab: ["a", "b", "c", "d"] } },
    "rejected",
    "The post has 4 collaborators; Instagram takes at most 3.",
  ],
  [
    "with an unknown way to graduate",
    { media: [video], options: { trialReel: "LATER" } },
    "rejected",
    "The trial reel must graduate by MANUAL or SS_PERFORMANCE, not by LATER.",
  ],
  [
    "that is a trial reel without a video",
    { media: [image], options: { trialReel: "MANUAL" } },
    "rejected",
    "A trial reel needs exactly one video, and cannot be a story.",
  ],
];

for (const [what, fields, kind, reason] of REFUSED) {
  test(`a post ${what} is refused before anything is sent`, () => assert.deepEqual(planPost(aPost(fields)), { kind, reason }));
}

test("a story has no caption, so its length does not matter", () => {
  assert.equal(planPost(aPost({ asStory: true, media: [image], text: "a".repeat(3000) })).kind, "parts");
});

test("captions count in UTF-16 units, with their links as they are", () => {
  assert.deepEqual(textMeasure("👩‍🍳 https://shop.example/a/very/long/path"), [{ length: 43, max: 2200, unit: "characters" }]);
});

test("addresses, prices and e-mail addresses are neither hashtags nor mentions", () => {
  const text = `${"https://a.example/#top #1 a@b.example &#39; ".repeat(31)}`;
  assert.equal(planPost(aPost({ media: [image], text })).kind, "parts");
});

test("collaborators are named once and without the at sign; empty options are none", () => {
  const plan = planPost(aPost({ media: [image], options: { collab: ["@one", "one ", ""], location: { id: " " }, trialReel: "" } }));
  assert.deepEqual(plan.kind === "parts" && plan.parts[0]?.fields, {
    caption: "Fresh croissants from 7 a.m.",
    collaborators: '["one"]',
    location_id: undefined,
  });
});

test("a reel has the cover that was chosen: a moment of it, or a picture that the network fetches", () => {
  const fieldsWith = (cover: OutgoingMedia["cover"]) => {
    const plan = planPost(aPost({ media: [cover === undefined ? video : { ...video, cover }] }));
    assert.ok(plan.kind === "parts");
    const { cover_url, thumb_offset } = plan.parts[0]?.fields ?? {};
    return { cover_url, thumb_offset };
  };
  assert.deepEqual(fieldsWith(undefined), { cover_url: undefined, thumb_offset: undefined });
  assert.deepEqual(fieldsWith({ picture: image, seconds: 1.25 }), { cover_url: undefined, thumb_offset: "1250" });
  assert.deepEqual(fieldsWith({ picture: image, seconds: null }), { cover_url: image.url(), thumb_offset: undefined });
});

test("a poll is left out with a note", () => {
  const poll = { question: "Which?", options: ["A", "B"], period: "1d" } as const;
  const plan = planPost(aPost({ media: [image], poll: { ...poll, options: [...poll.options] } }));
  assert.equal(plan.kind === "parts" && plan.note, "Instagram has no polls, so the poll is left out.");
});
