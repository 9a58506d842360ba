import assert from "node:assert/strict";
import { test } from "node:test";
import type { Poll } from "@rostrum/contract/posts.ts";
import type { OutgoingMedia, OutgoingPost } from "../../connectors/connector.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { planComment, planPost } from "./plan.ts";
import { aPicture, aVideo } from "./testing/posts.ts";

const POLL: Poll = { question: "Tea or coffee?", options: ["Tea", "Coffee"], period: "1d" };

function planned(fields: Partial<OutgoingPost>) {
  const plan = planPost(aPost(fields));
  if (plan.kind !== "pieces") return plan.reason;
  return { pieces: plan.pieces.map(({ text, media, link, poll }) => ({ text, files: media.length, link, poll })), note: plan.note };
}
const alone = (text: string, fields: object = {}) => [{ text, files: 0, link: null, poll: null, ...fields }];
const many = (count: number): OutgoingMedia[] => Array.from({ length: count }, () => aPicture());

test("a thread's files belong to its first part", () => {
  const { pieces } = Object(planned({ segments: ["One", "Two"], media: [aVideo()] }));
  assert.deepEqual(pieces, [...alone("One", { files: 1 }), ...alone("Two")]);
});

test("a link is attached to a text alone, once", () => {
  assert.deepEqual(planned({ text: "Hi", link: "https://a.example" }), { pieces: alone("Hi", { link: "https://a.example" }), note: null });
  for (const fields of [{ media: many(1) }, { poll: POLL }, { link: "not a link" }]) {
    const { pieces, note } = Object(planned({ text: "Hi", link: "https://a.example", ...fields }));
    assert.equal(pieces[0].link, null);
    assert.match(note, /the link was left out/);
  }
  assert.equal(Object(planned({ text: "https://a.example", link: "https://a.example", media: many(1) })).note, null);
});

test("a poll's question stands below the caption unless that contains it", () => {
  const options = POLL.options;
  assert.deepEqual(planned({ text: "", poll: POLL }), { pieces: alone(POLL.question, { poll: options }), note: null });
  assert.deepEqual(planned({ text: "Vote!", poll: POLL }), { pieces: alone(`Vote!\n\n${POLL.question}`, { poll: options }), note: null });
  assert.deepEqual(planned({ text: "Tea or coffee? Vote!", poll: POLL }), {
    pieces: alone("Tea or coffee? Vote!", { poll: options }),
    note: null,
  });
});

test("in a thread, a question that does not fit into the first part goes in front", () => {
  const { pieces } = Object(planned({ segments: ["x".repeat(495), "Two"], poll: POLL }));
  assert.deepEqual(
    pieces.map(({ text, poll }: { text: string; poll: unknown }) => [text.length, poll !== null]),
    [
      [14, true],
      [495, false],
      [3, false],
    ],
  );
});

test("a poll next to files is left out, and so is what Threads' polls lack; the entry says so", () => {
  assert.deepEqual(planned({ text: "Hi", poll: POLL, media: many(1) }), {
    pieces: alone("Hi", { files: 1 }),
    note: "Threads has no polls next to files, so the poll was left out.",
  });
  const quiz = { ...POLL, period: "7d" as const, correctOptionIndex: 0, explanation: "Because" };
  assert.equal(
    Object(planned({ text: "", poll: quiz })).note,
    "Threads decides how long a poll runs: 24 hours. Threads has no quizzes, so the correct option is not marked. Threads has no explanations of polls, so it was left out.",
  );
});

const REFUSED: readonly (readonly [why: string, fields: Partial<OutgoingPost>, reason: string])[] = [
  ["a document", { media: [{ ...aPicture(), mime: "application/pdf" }] }, "Threads takes no application/pdf files."],
  ["21 files", { media: many(21) }, "The post has 21 files; Threads takes at most 20."],
  [
    "an option of 26 characters",
    { poll: { ...POLL, options: ["Tea", "x".repeat(26)] } },
    "A poll option has 26 characters; Threads takes at most 25.",
  ],
  [
    "501 characters",
    { text: "x".repeat(501) },
    "The text has 501 bytes; Threads takes at most 500 (letters beyond English ones count 2 or 3, emoji 4 or more).",
  ],
  [
    "a part of 502 bytes",
    { segments: ["One", "ü".repeat(251)] },
    "Part 2 of the thread has 502 bytes; Threads takes at most 500 (letters beyond English ones count 2 or 3, emoji 4 or more).",
  ],
  [
    "six links",
    { text: [1, 2, 3, 4, 5, 6].map((n) => `https://a.example/${n}`).join(" ") },
    "The text has 6 links; Threads takes at most 5.",
  ],
  [
    "six addresses without a scheme in the second part",
    { segments: ["One", [1, 2, 3, 4, 5, 6].map((n) => `www.a${n}.example`).join(" ")] },
    "Part 2 of the thread has 6 links; Threads takes at most 5.",
  ],
];

for (const [why, fields, reason] of REFUSED) {
  test(`${why} stops the post before anything is sent`, () => assert.equal(planned(fields), reason));
}

test("a comment is counted as a post is", () => {
  assert.equal(planComment("ü".repeat(250)).kind, "pieces");
  assert.equal(planComment("ü".repeat(251)).kind, "rejected");
});
