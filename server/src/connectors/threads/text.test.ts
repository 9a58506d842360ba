import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_LIMITS } from "@rostrum/contract/channel-limits.ts";
import type { ChannelOutline } from "@rostrum/contract/outlines.ts";
import { obstacleOf } from "@rostrum/contract/preflight.ts";
import { splitOn } from "@rostrum/contract/preflight-text.ts";
import { comparable, linksIn, partMeasure, textLength, textMeasure } from "./text.ts";

const channel: ChannelOutline = { type: "Threads", limits: NO_LIMITS, elsewhere: false, measure: textMeasure, partMeasure };
const obstacle = (text: string, thread = false) =>
  obstacleOf({ text, thread, asStory: false, poll: null, media: [] }, channel, { convertsVideos: false })?.message ?? null;

for (const [text, length] of [
  ["bread", 5],
  ["Brötchen für’s Frühstück", 24],
  ["🥐", 4],
  ["👨‍👩‍👧‍👦", 25],
  ["🇩🇪", 8],
  ["❤️", 6],
  ["面包", 2],
  ["1️⃣ 2", 9],
] as const) {
  test(`"${text}" counts as ${length} by the milder count`, () => assert.equal(textLength(text), length));
}

test("a text of its own between the two counts is neither refused nor split", () => {
  const text = `${"ü".repeat(300)} ${"ü".repeat(199)}`;
  assert.equal(obstacle(text), null);
  assert.equal(obstacle(text, true), null);
  assert.equal(splitOn({ text, thread: true }, channel), null);
});

test("a text beyond the milder count is refused with a sentence that explains the count", () => {
  assert.equal(obstacle(`${"x".repeat(497)}🥐`), "The text has 501 characters; Threads takes at most 500 (emoji and accents count more).");
});

test("a text that has to be split is split by bytes, so that no part is refused", () => {
  const text = Array.from({ length: 60 }, () => "Frühstücksbrötchen").join(" ");
  const parts = splitOn({ text, thread: true }, channel);
  assert.ok(parts !== null && parts.length >= 3);
  for (const part of parts) assert.ok(Buffer.byteLength(part) <= 500);
  assert.equal(parts.join(" "), text);
});

test("a part that its author made is refused by its bytes", () => {
  assert.equal(obstacle(`One\n\n\n${"ü".repeat(251)}`, true), "The text has 502 bytes; Threads takes at most 500.");
});

test("links are told apart without the punctuation behind them", () => {
  assert.deepEqual(linksIn("See https://a.example/x, (https://b.example). Or https://a.example/x!"), [
    "https://a.example/x",
    "https://b.example",
  ]);
});

test("a copy of a text is recognized whatever its line ends, composition and outer spaces", () => {
  assert.equal(comparable(" a\r\ne\u0301 "), comparable("a\n\u00e9"));
  assert.notEqual(comparable("a b"), comparable("a  b"));
});
