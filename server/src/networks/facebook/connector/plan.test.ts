import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import { anImage, aPost, aTallVideo, aVideo } from "../../connectors/testing/posts.ts";
import { cardLinkOf } from "./card-link.ts";
import { isReel, planPost } from "./plan.ts";

const planned = (fields: Partial<OutgoingPost>) => planPost(aPost(fields));
const poll = { question: "Which?", options: ["A", "B"], period: "1d" } as const;

test("a text is one post, a thread too", () => {
  const plan = planned({ type: "THREAD", text: "One\n\n\nTwo", segments: ["One", "Two"] });
  assert.ok(plan.kind === "feed");
  assert.equal(plan.message, "One\n\nTwo");
});

test("63,206 UTF-16 units are the most", () => {
  assert.equal(planned({ text: "x".repeat(63_206) }).kind, "feed");
  const long = `${"x".repeat(63_205)}🥐`;
  assert.deepEqual(planned({ text: long }), {
    kind: "rejected",
    reason: "The text has 63207 characters; Facebook takes at most 63206.",
  });
});

test("a poll becomes its caption, and says so; without a caption nothing is left", () => {
  const plan = planned({ type: "POLL", text: "Vote!", poll: { ...poll, options: [...poll.options] } });
  assert.equal(plan.kind === "feed" && plan.note, "Facebook takes no polls, so the caption stands alone.");
  assert.equal(planned({ type: "POLL", text: "", poll: { ...poll, options: [...poll.options] } }).kind, "unsuitable");
});

test("documents, more than ten images, two videos, and both in one post are refused with the reason", async () => {
  const image = await anImage();
  const document = { ...image, name: "menu.pdf", mime: "application/pdf" };
  assert.deepEqual(planned({ media: [document] }), { kind: "unsuitable", reason: "Facebook takes no documents." });
  assert.equal(planned({ media: Array.from({ length: 10 }, () => image) }).kind, "feed");
  assert.equal(planned({ media: Array.from({ length: 11 }, () => image) }).kind, "rejected");
  assert.equal(planned({ media: [aVideo(), aVideo()] }).kind, "rejected");
  assert.equal(planned({ media: [image, aVideo()] }).kind, "unsuitable");
});

test("a video becomes a reel if it is 9:16, large enough and 3 to 90 seconds long", () => {
  assert.equal(isReel(aTallVideo()), true);
  assert.equal(isReel(aTallVideo({ width: 540, height: 960 })), true);
  assert.equal(isReel(aTallVideo({ width: 720, height: 1280, durationSeconds: 90 })), true);
  for (const facts of [
    { width: 538, height: 956 },
    { width: 1080, height: 1350 },
    { width: 1920, height: 1080 },
    { durationSeconds: 2.9 },
    { durationSeconds: 90.5 },
    { durationSeconds: null },
    { width: null },
  ]) {
    assert.equal(isReel(aTallVideo(facts)), false, JSON.stringify(facts));
  }
});

test("a link for which files leave no place is left out with a note, unless the text has it", () => {
  const note = "Facebook shows a link only below a text without files, so the link was left out.";
  const link = "https://shop.example/rye";
  const noteOf = (fields: Parameters<typeof planned>[0]) => {
    const plan = planned(fields);
    return "note" in plan ? plan.note : plan;
  };
  for (const fields of [{ media: [aTallVideo()] }, { media: [aVideo()] }]) {
    assert.equal(noteOf({ ...fields, link }), note);
    assert.equal(noteOf({ ...fields, link, text: `See ${link}` }), null);
  }
  assert.match(String(noteOf({ media: [aVideo()], asStory: true, link })), /so the link was left out\.$/);
  assert.equal(noteOf({ link }), null);
});

test("collaborators are invited to reels by the ids of their Pages, and to nothing else", () => {
  const options = { collab: ["900100", "@flourmill"], location: { id: "77" } };
  const reel = planned({ media: [aTallVideo()], options });
  assert.ok(reel.kind === "reel");
  assert.deepEqual([reel.collaboratorIds, reel.placeId], [["900100"], "77"]);
  assert.equal(reel.note, "Not invited: @flourmill. Facebook invites by the id of a Page.");
  const video = planned({ media: [aVideo()], options });
  assert.ok(video.kind === "video");
  assert.deepEqual([video.collaboratorIds, video.placeId], [[], null]);
  assert.equal(video.note, "Facebook takes collaborators on reels alone. Facebook takes no location with a video.");
  const text = planned({ options: { collab: "900100", location: { id: "77" } } });
  assert.ok(text.kind === "feed");
  assert.deepEqual([text.placeId, text.note], ["77", "Facebook takes collaborators on reels alone."]);
});

test("each file of a story is a story; one without files is unsuitable", async () => {
  const plan = planned({ asStory: true, media: [await anImage(), aVideo()] });
  assert.ok(plan.kind === "stories");
  assert.equal(plan.media.length, 2);
  assert.equal(plan.note, "Published as 2 stories. Stories on Facebook have no caption.");
  assert.equal(planned({ asStory: true }).kind, "unsuitable");
});

test("the card is of the post's link, else of the first address in its text that is not on Facebook", () => {
  const link = (text: string, own: string | null = null) => cardLinkOf(own, text);
  assert.deepEqual(link("Read https://shop.example/a.", "https://shop.example/b"), { url: "https://shop.example/b", isInText: false });
  assert.deepEqual(link("(see https://shop.example/a), https://shop.example/b"), { url: "https://shop.example/a", isInText: true });
  assert.equal(link("See https://en.wikipedia.example/wiki/Rye_(bread)")?.url, "https://en.wikipedia.example/wiki/Rye_(bread)");
  assert.equal(link("We are on https://www.facebook.com/bakery, too: https://shop.example")?.url, "https://shop.example");
  assert.equal(link("Nothing here, not even shop.example"), null);
  assert.equal(link("  ", "  "), null);
});
