import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutgoingMedia, OutgoingPost } from "../../connectors/connector.ts";
import { anImage, aPost, aVideo } from "../../connectors/testing/posts.ts";
import { planPost } from "./plan.ts";

const picture = async (fields: Partial<OutgoingMedia> = {}): Promise<OutgoingMedia> => ({
  ...(await anImage()),
  width: 640,
  height: 480,
  sizeBytes: 50_000,
  ...fields,
});
const document = async () => picture({ name: "menu.pdf", mime: "application/pdf", width: null, height: null });
const video = async () => aVideo();
const POLL: OutgoingPost["poll"] = { question: "Tea?", options: ["Yes", "No"], period: "1d" };

function planned(fields: Partial<OutgoingPost>) {
  const plan = planPost(aPost(fields));
  assert.ok(plan.kind === "post", JSON.stringify(plan));
  return plan;
}

test("a text of 1,500 characters is a post, a longer one is refused, and emoji count as two", () => {
  assert.equal(planned({ text: "a".repeat(1500) }).summary.length, 1500);
  assert.deepEqual(planPost(aPost({ text: "a".repeat(1501) })), {
    kind: "rejected",
    reason: "The text has 1501 characters; Google takes at most 1500 (emoji count as two).",
  });
  assert.equal(planPost(aPost({ text: "🥐".repeat(751) })).kind, "rejected");
});

test("the parts of a thread are one text", () => {
  const { summary, joined } = planned({ type: "THREAD", segments: ["One", "Two"] });
  assert.deepEqual([summary, joined], ["One\n\nTwo", "One\n\nTwo"]);
});

test("only web addresses become a button", () => {
  assert.equal(planned({ link: " https://shop.example/bread " }).link, "https://shop.example/bread");
  for (const link of ["mailto:a@b.example", "shop", "", null]) assert.equal(planned({ link }).link, null);
});

test("the first picture is that of the post, and the others are left out with a note", async () => {
  const [first, second] = [await picture(), await picture()];
  const plan = planned({ media: [first, second] });
  assert.equal(plan.picture, first);
  assert.deepEqual([plan.photos, plan.notes], [[], ["Google's posts have one picture; the others were left out."]]);
});

test("with the option, all pictures are for the photos too, but those that are too small", async () => {
  const media = [await picture(), await picture(), await picture({ name: "icon.png", width: 64, height: 64 })];
  const plan = planned({ media, options: { uploadToPhotosSection: true } });
  assert.deepEqual(plan.photos, media.slice(0, 2));
  assert.deepEqual(plan.notes, [
    "Google's posts have one picture; the others are only among the photos of the profile.",
    "The image icon.png has 64 x 64 pixels and 50000 bytes; Google needs at least 250 x 250 pixels and 10 kB, so it was not added to the photos.",
  ]);
});

test("a picture that is too small for a post is refused with its size", async () => {
  const reasonOf = async (fields: Partial<OutgoingMedia>) => {
    const plan = planPost(aPost({ media: [await picture({ name: "bread.jpg", ...fields })] }));
    return plan.kind === "rejected" ? plan.reason : plan.kind;
  };
  assert.equal(
    await reasonOf({ width: 249, height: 900 }),
    "The image bread.jpg has 249 x 900 pixels and 50000 bytes; Google needs at least 250 x 250 pixels and 10 kB.",
  );
  assert.equal(
    await reasonOf({ sizeBytes: 9999 }),
    "The image bread.jpg has 640 x 480 pixels and 9999 bytes; Google needs at least 250 x 250 pixels and 10 kB.",
  );
  assert.equal(await reasonOf({ width: null, height: null }), "post");
});

const WITHOUT: readonly [string, Partial<OutgoingPost>, string][] = [
  ["a video", { media: [await video()] }, "Google's posts take a photo, not a video, so the video was left out."],
  ["a document", { media: [await document()] }, "Google's posts take no documents, so the document was left out."],
  ["a poll", { poll: POLL }, "Google has no polls, so the poll was left out."],
];

for (const [what, fields, note] of WITHOUT) {
  test(`of ${what} the caption is published, with a note; without one nothing is`, () => {
    assert.deepEqual(planned(fields).notes, [note]);
    const plan = planPost(aPost({ ...fields, text: "" }));
    assert.equal(plan.kind, "unsuitable");
  });
}

test("a picture needs no caption", async () => {
  assert.equal(planned({ text: "", media: [await picture()] }).summary, "");
});
