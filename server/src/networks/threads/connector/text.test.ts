import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_LIMITS } from "@rostrum/contract/channel-limits.ts";
import type { ChannelOutline } from "@rostrum/contract/outlines.ts";
import { obstacleOf } from "@rostrum/contract/preflight.ts";
import { splitOn } from "@rostrum/contract/preflight-text.ts";
import { comparableLines } from "../../connectors/comparable.ts";
import { linksIn, textMeasure } from "./text.ts";

const channel: ChannelOutline = { type: "Threads", limits: NO_LIMITS, elsewhere: false, measure: textMeasure };
const obstacle = (text: string, thread = false) =>
  obstacleOf({ text, thread, asStory: false, poll: null, media: [] }, channel, { convertsVideos: false })?.message ?? null;

test("a text is refused beyond 500 bytes, with a sentence that explains the count", () => {
  assert.equal(obstacle("ü".repeat(250)), null);
  assert.equal(
    obstacle("ж".repeat(251)),
    "The text has 502 bytes; Threads takes at most 500 (letters beyond English ones count 2 or 3, emoji 4 or more).",
  );
});

for (const [script, word] of [
  ["Latin", "Frühstücksbrötchen"],
  ["Cyrillic", "хлебобулочный"],
  ["Japanese", "朝食のパンです。"],
  ["Arabic", "الخبز"],
  ["emoji", "❤️‍🔥🥐"],
] as const) {
  test(`a text in ${script} is split as soon as its bytes are too many, so that no part is refused`, () => {
    for (const times of [1, 2, 3]) {
      const text = Array.from({ length: Math.ceil((times * 500) / Buffer.byteLength(word)) }, () => word).join(" ");
      const parts = splitOn({ text, thread: true }, channel);
      assert.ok(parts !== null && parts.length >= 2);
      for (const part of parts) assert.ok(Buffer.byteLength(part) <= 500);
      assert.equal(parts.join(" "), text);
    }
  });
}

test("a part that its author made is refused by its bytes", () => {
  assert.match(obstacle(`One\n\n\n${"ü".repeat(251)}`, true) ?? "", /^The text has 502 bytes; Threads takes at most 500/);
});

test("links are told apart without the punctuation behind them", () => {
  assert.deepEqual(linksIn("See https://a.example/x, (https://b.example). Or https://a.example/x!"), [
    "https://a.example/x",
    "https://b.example",
  ]);
  assert.deepEqual(linksIn("See www.a.example/x. Or awww.b.example, me@www.c.example, https://www.d.example, (WWW.e.example)"), [
    "www.a.example/x",
    "https://www.d.example",
    "WWW.e.example",
  ]);
});

test("a copy of a text is recognized whatever its line ends, composition and outer spaces", () => {
  assert.equal(comparableLines(" a\r\ne\u0301 "), comparableLines("a\n\u00e9"));
  assert.notEqual(comparableLines("a b"), comparableLines("a  b"));
});
