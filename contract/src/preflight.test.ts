import assert from "node:assert/strict";
import { test } from "node:test";
import { CHANNEL_TYPES } from "./channels.ts";
import { platforms } from "./platforms.ts";
import { obstacleOf, type PostOutline, textLength } from "./preflight.ts";

const post = (facts: Partial<PostOutline>): PostOutline => ({ text: "", thread: false, poll: null, images: 0, otherFiles: 0, ...facts });

test("a text is counted in the platform's own unit", () => {
  const family = "👨‍👩‍👧‍👦";
  assert.deepEqual(
    (["graphemes", "codePoints", "utf16", "utf8Bytes"] as const).map((unit) => textLength(family, unit)),
    [1, 7, 11, 25],
  );
});

for (const type of CHANNEL_TYPES) {
  const { text, textAlone } = platforms[type];
  test(`${type} takes ${text.max} ${text.unit} and not one more`, () => {
    const images = platforms[type].imagesMax > 0 ? 1 : 0;
    const files = { images, otherFiles: textAlone || images > 0 ? 0 : 1 };
    assert.equal(obstacleOf(post({ text: "x".repeat(text.max), ...files }), { type, textMax: null }), null);
    assert.equal(obstacleOf(post({ text: "x".repeat(text.max + 1), ...files }), { type, textMax: null })?.reason, "text_too_long");
    assert.equal(obstacleOf(post({ text: "x".repeat(text.max + 1), ...files }), { type, textMax: text.max + 1 }), null);
  });

  test(`${type} ${textAlone ? "takes" : "does not take"} text alone`, () => {
    assert.equal(obstacleOf(post({ text: "bread" }), { type, textMax: null })?.reason, textAlone ? undefined : "unsuitable");
  });
}

test("a poll without caption is nothing for a platform without polls", () => {
  const poll = { question: "Which cake?" };
  assert.equal(obstacleOf(post({ poll }), { type: "Facebook", textMax: null })?.reason, "unsuitable");
  assert.equal(obstacleOf(post({ poll, text: "Vote" }), { type: "Facebook", textMax: null }), null);
  assert.equal(obstacleOf(post({ poll }), { type: "Mastodon", textMax: null }), null);
});

test("a long address alone makes no text too long", () => {
  const text = `${"x".repeat(270)} https://example.org/${"y".repeat(200)}`;
  assert.equal(obstacleOf(post({ text }), { type: "Bluesky", textMax: null }), null);
});

test("a thread is measured by segment where the platform has threads, else as a whole", () => {
  const text = `${"x".repeat(400)}\n\n\n${"y".repeat(400)}`;
  assert.equal(obstacleOf(post({ text, thread: true }), { type: "Mastodon", textMax: null }), null);
  assert.equal(obstacleOf(post({ text }), { type: "Mastodon", textMax: null })?.reason, "text_too_long");
  const long = `${"x".repeat(2000)}\n\n\n${"y".repeat(1200)}`;
  assert.equal(obstacleOf(post({ text: long, thread: true }), { type: "LinkedIn", textMax: null })?.reason, "text_too_long");
});
