import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { x } from "./index.ts";
import { planComment, planPost } from "./plan.ts";
import { aGif, aVideo } from "./testing/posts.ts";

const MAX = 280;
const [FILM, GIF] = await Promise.all([aVideo(), aGif()]);

function shapeOf(fields: Parameters<typeof aPost>[0], max = MAX) {
  const plan = planPost(aPost(fields), max);
  assert.ok(plan.kind === "pieces", JSON.stringify(plan));
  return {
    texts: plan.pieces.map(({ text }) => text),
    files: plan.pieces.map(({ media }) => media.map(({ name }) => name)),
    note: plan.note,
  };
}

function refusalOf(fields: Parameters<typeof aPost>[0], max = MAX) {
  const plan = planPost(aPost(fields), max);
  assert.ok(plan.kind !== "pieces", "planned");
  return [plan.kind, plan.reason];
}

const pictures = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => anImage({ name: `${index}` })));
const named = (file: OutgoingMedia, name: string) => ({ ...file, name });

test("a text is one post", () => {
  assert.deepEqual(shapeOf({ text: "Bread" }), { texts: ["Bread"], files: [[]], note: null });
});

test("four pictures go with the text, and more follow in replies", async () => {
  assert.deepEqual(shapeOf({ text: "Bread", media: await pictures(6) }), {
    texts: ["Bread", ""],
    files: [
      ["0", "1", "2", "3"],
      ["4", "5"],
    ],
    note: "Continued in 1 reply below the post.",
  });
});

test("a video and a GIF each stand alone; the first file decides what comes first", async () => {
  const [one, two] = await pictures(2);
  assert.ok(one !== undefined && two !== undefined);
  const media = [one, named(FILM, "film"), named(GIF, "gif"), two];
  assert.deepEqual(shapeOf({ text: "All", media }).files, [["0", "1"], ["film"], ["gif"]]);
});

test("each part of a thread takes the files that come to it", async () => {
  assert.deepEqual(shapeOf({ segments: ["One", "Two"], media: await pictures(5) }), {
    texts: ["One", "Two"],
    files: [["0", "1", "2", "3"], ["4"]],
    note: null,
  });
});

test("a poll has its question below the caption, and files next to it follow in a reply", async () => {
  const poll = { question: "Which?", options: ["Rye", "Oat"], period: "3d" as const, correctOptionIndex: 0, explanation: "Rye." };
  const plan = planPost(aPost({ type: "POLL", text: "Vote!", poll, media: await pictures(1) }), MAX);
  assert.ok(plan.kind === "pieces");
  assert.deepEqual(
    plan.pieces.map(({ text, poll }) => [text, poll]),
    [
      ["Vote!\n\nWhich?", { options: ["Rye", "Oat"], duration_minutes: 4320 }],
      ["", null],
    ],
  );
  assert.equal(
    plan.note,
    "Continued in 1 reply below the post. X has no quizzes, so the correct option is not marked. X has no explanations of polls, so it was left out.",
  );
});

test("a question that is in the caption already, or has none, is not repeated", () => {
  const poll = { question: "Which?", options: ["Rye", "Oat"], period: "1d" as const };
  assert.deepEqual(shapeOf({ text: "", poll }).texts, ["Which?"]);
  assert.deepEqual(shapeOf({ text: "Which? Vote!", poll }).texts, ["Which? Vote!"]);
});

test("a link that is not in the text is left out, with a note", () => {
  assert.equal(
    shapeOf({ text: "Bread", link: "https://shop.example" }).note,
    "X has links only in texts, so the post's link was left out.",
  );
  assert.equal(shapeOf({ text: "Bread https://shop.example", link: "https://shop.example" }).note, null);
});

test("a document is not for X", () => {
  assert.deepEqual(refusalOf({ media: [{ ...FILM, mime: "application/pdf" }] }), ["unsuitable", "X takes no application/pdf files."]);
});

test("what X is certain to refuse is refused before anything is sent", () => {
  const long = "日本語".repeat(50);
  const hint = "a link counts 23, an emoji and most Asian characters 2";
  const refused: readonly (readonly [Parameters<typeof aPost>[0], string])[] = [
    [{ text: long }, `The text has 300 characters; X takes at most 280 (${hint}).`],
    [{ segments: ["One", long] }, `Part 2 of the thread has 300 characters; X takes at most 280 (${hint}).`],
    [{ segments: ["One", "Two", "One "] }, "Parts 1 and 3 of the thread are equal; X refuses repetitions."],
    [{ text: "Buy $ABC and $XYZ" }, "The text has 2 cashtags, such as $ABC; X takes at most 1 in a post."],
    [{ text: "a\ufeffb" }, "The text contains the character U+FEFF, which X takes in no text."],
    [
      { poll: { question: "Which?", options: ["x".repeat(26), "Oat"], period: "1d" } },
      "A poll option has 26 characters; X takes at most 25.",
    ],
    [{ media: [{ ...GIF, sizeBytes: 15_000_001 }] }, "The GIF oven.gif has 15000001 bytes; X takes at most 15000000."],
    [{ media: [{ ...GIF, width: 1281 }] }, "The GIF oven.gif has 1281 × 48 pixels; X takes at most 1280 × 1080."],
  ];
  for (const [fields, reason] of refused) assert.deepEqual(refusalOf(fields), ["rejected", reason]);
});

test("parts that differ by whom they mention are different", () => {
  assert.deepEqual(shapeOf({ segments: ["@anna Thank you!", "@ben Thank you!"] }).texts, ["@anna Thank you!", "@ben Thank you!"]);
});

test("a premium account posts a long text as it is", () => {
  assert.deepEqual(shapeOf({ text: "日本語".repeat(50) }, 25_000).texts.length, 1);
});

test("a comment is held to the same limits", () => {
  assert.equal(planComment("Bread", MAX).kind, "pieces");
  assert.equal(planComment("x".repeat(281), MAX).kind, "rejected");
});

test("the address that a person finds tells the post's id", () => {
  const addresses = ["https://x.com/bakery/status/1880/photo/1", "https://x.com/i/status/1880?s=20", "https://x.com/bakery"];
  assert.deepEqual(
    addresses.map((url) => x.remoteIdOf?.(url)),
    ["1880", "1880", null],
  );
});
