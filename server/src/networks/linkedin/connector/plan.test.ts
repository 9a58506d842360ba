import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { planPost } from "./plan.ts";
import { aDocument, aPoll, aVideo } from "./testing/posts.ts";

const planned = (fields: Partial<OutgoingPost>) => planPost(aPost(fields));
const whole = (fields: Partial<OutgoingPost>) => {
  const plan = planned(fields);
  assert.ok(plan.kind === "post", JSON.stringify(plan));
  return plan;
};
const why = (fields: Partial<OutgoingPost>) => {
  const plan = planned(fields);
  return plan.kind === "post" ? null : [plan.kind, plan.reason];
};
const picture = await anImage();
const pictures = (count: number) => Array.from({ length: count }, () => picture);

test("3,000 UTF-16 units are the most, counted before anything is escaped", () => {
  assert.equal(why({ text: "(".repeat(3000) }), null);
  assert.deepEqual(why({ text: `${"x".repeat(2999)}🥐` }), [
    "rejected",
    "The text has 3001 characters; LinkedIn takes at most 3000 (emoji count as two).",
  ]);
  assert.deepEqual(why({ type: "THREAD", segments: ["x".repeat(2000), "y".repeat(999)] })?.[0], "rejected");
});

test("twenty pictures, one video or one document, and nothing of these together", () => {
  assert.equal(why({ media: pictures(20) }), null);
  assert.deepEqual(why({ media: pictures(21) }), ["rejected", "The post has 21 images; LinkedIn takes 20 images."]);
  assert.deepEqual(why({ media: [aVideo(), aVideo()] }), ["rejected", "The post has 2 videos; LinkedIn takes one."]);
  assert.deepEqual(why({ media: [aDocument(), aDocument()] }), ["rejected", "The post has 2 documents; LinkedIn takes one."]);
  for (const media of [
    [picture, aVideo()],
    [aDocument(), aVideo()],
  ]) {
    assert.deepEqual(why({ media }), ["rejected", "LinkedIn takes pictures, a video or a document in a post, not several of these."]);
  }
  assert.deepEqual(why({ media: [aDocument({ mime: "text/csv" })] }), ["unsuitable", "LinkedIn takes no text/csv files."]);
});

test("a story, a reel and a short are posts with a video", () => {
  for (const type of ["STORY", "REEL", "SHORT", "VIDEO"] as const) {
    const film = aVideo();
    assert.equal(whole({ type, asStory: type === "STORY", media: [film] }).film, film);
  }
});

test("a poll that does not fit is refused and not cut", () => {
  assert.equal(why({ poll: aPoll({ question: "?".repeat(140), options: ["x".repeat(30), "y"] }) }), null);
  assert.deepEqual(why({ poll: aPoll({ question: "?".repeat(141) }) }), [
    "rejected",
    "The poll's question has 141 characters; LinkedIn takes at most 140.",
  ]);
  assert.deepEqual(why({ poll: aPoll({ options: ["x".repeat(31), "y"] }) }), [
    "rejected",
    "A poll option has 31 characters; LinkedIn takes at most 30.",
  ]);
});

test("what is left out is said", () => {
  assert.equal(whole({ poll: aPoll(), media: [picture] }).note, "LinkedIn has no polls next to files, so the poll was left out.");
  assert.equal(
    whole({ poll: aPoll({ correctOptionIndex: 0, explanation: "Rye rises." }) }).note,
    "LinkedIn has no quizzes, so the correct option is not marked. LinkedIn has no explanations of polls, so it was left out.",
  );
  const lost = "LinkedIn shows a link only below a text without files or poll, so the link was left out.";
  assert.equal(whole({ link: "https://shop.example", media: [picture] }).note, lost);
  assert.equal(whole({ link: "https://shop.example", text: "At https://shop.example", media: [picture] }).note, null);
});

test("the card is of the post's own link, else of the first one in its text", () => {
  const text = "See https://a.example/x(y). Or https://b.example";
  assert.deepEqual(whole({ text }).card, { url: "https://a.example/x(y)", isInText: true, title: null });
  assert.deepEqual(whole({ text, link: "https://c.example", title: " Own " }).card, {
    url: "https://c.example",
    isInText: false,
    title: "Own",
  });
  assert.deepEqual(
    [whole({ text, media: [picture] }).card, whole({ text, poll: aPoll() }).card, whole({ text: "None" }).card],
    [null, null, null],
  );
});
