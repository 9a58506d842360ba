import assert from "node:assert/strict";
import { test } from "node:test";
import { splitText } from "@rostrum/contract/split-text.ts";
import { settingsOf } from "./settings.ts";
import { cashtagsIn, comparable, forbiddenCharacter, hasLink, lengthMax, textMeasureUpTo, weightedLength } from "./text.ts";

/**
 * The lengths that X gives to implementers, from https://github.com/twitter/twitter-text, `conformance/validate.yml`, sections
 * `WeightedTweetsWithDiscountedEmojiCounterTest` and `UnicodeDirectionalMarkerCounterTest` (November 2026). Long texts are written as
 * repetitions of what they consist of.
 */
const BLOCK = "-xxxxxxxxxx";
const FAMILY = "👨\u200d👩\u200d👧\u200d👦";
const POEM = "故人西辞黄鹤楼，烟花三月下扬州。孤帆远影碧空尽，唯见长江天际流。".repeat(5);
const KANA = "あいうえおかきくけこ";
const LABEL = "somesuperlongurl".repeat(370);
const VECTORS: readonly (readonly [name: string, text: string, length: number])[] = [
  ["a text with a link", "Hi http://test.co", 26],
  ["a link alone", "http://test.co", 23],
  ["285 characters", `285 chars${BLOCK.repeat(25)}-`, 285],
  ["a link in the middle of a long text", `285 chars- http://www.twitter.com/jack ${"xxxxxxxxxx-".repeat(24)}`.trimEnd(), 299],
  ["a link at the end of a long text", `${"xxxxxxxxxx-".repeat(24)} http://www.twitter.com/jack `, 289],
  ["ten links", "https://www.twitter.com/aloha ".repeat(10), 240],
  ["160 Chinese characters", POEM, 320],
  ["160 emoji", "😷".repeat(160), 320],
  ["Latin and Chinese characters", `the${POEM}`, 323],
  ["a letter and its accent as two characters", `282 chars${BLOCK.repeat(24)}-xxxxxA\u0301x`, 281],
  ["letters, symbols and a family", `H🐱☺${FAMILY}`, 7],
  ["five emoji", "😷👾😡🔥💩", 10],
  ["a skin tone and a profession", "🙋🏽👨\u200d🎤", 4],
  [
    "spaces, dashes and quotation marks",
    "This is a tweet with general punctuation characters: \u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b ‐ ‑ ‒ – — ― ‖  ‗ ‘ ’ ‚ ‛ “ ” „ ‟ ′ ″ ‴ ‵ ‶ ‷",
    110,
  ],
  ["a name of 64 characters, which is no link", `${"randomurl".repeat(7)}s.com`, 68],
  ["a name too long for a link", `${KANA.repeat(12)} http://${KANA.repeat(5)}あいう.com`, 358],
  ["a name as long as links may have", `${KANA.repeat(12)} http://${KANA.repeat(5)}あい.com`, 264],
  ["140 families", FAMILY.repeat(140), 280],
  ["a digit in a key", "1\u20e3", 2],
  ["emoji of Unicode 10", "Unicode 10.0 emoji: 🤪; 🧕; 🧕🏾; 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", 34],
  ["a link in a script from right to left, between marks of direction", "\u2066\u202ahttp://foobar.پاکستان/\u202c\u2069", 31],
  ["a mark of direction behind a link", "http://test.co\u202c,", 26],
  ["emoji of Unicode 9", "Unicode 9.0 emoji: 🤠; 💃; 💃🏾", 29],
];

for (const [name, text, length] of VECTORS) {
  test(`X's own example is weighed as X says: ${name}`, () => assert.equal(weightedLength(text), length));
}

test("a name that is far too long is no link, but the one behind it is", () => {
  const text = `Long url: https://${LABEL}.com/foo https://validurl.com`;
  assert.equal(weightedLength(text), `Long url: https://${LABEL}.com/foo `.length + 23);
});

test("every emoji weighs 2, of whichever Unicode version, also without its selectors", () => {
  const emoji = [
    "❤\ufe0f\u200d🔥",
    "❤\u200d🔥",
    "🧑\u200d💻",
    "🧑\u200d⚕",
    "🐻\u200d❄\ufe0f",
    "🐻\u200d❄",
    "👩🏽\u200d🤝\u200d👨🏿",
    "🫠",
    "🫱🏻\u200d🫲🏿",
    "⛓\ufe0f\u200d💥",
    "🇨🇶",
  ];
  for (const each of emoji) assert.equal(weightedLength(each), 2, each);
  assert.equal(weightedLength(emoji.join("").repeat(10)), emoji.length * 20);
  assert.equal(weightedLength("https://shop.com/❤\ufe0f\u200d🔥 1 # © 2\u200d3"), 23 + 2 + 6 + 4);
});

test("a premium account may write long posts, any other 280", () => {
  assert.deepEqual([lengthMax(settingsOf({ premium: true }).premium), lengthMax(settingsOf({}).premium)], [25_000, 280]);
  assert.deepEqual(textMeasureUpTo(280)("日本語 https://shop.com/a/very/long/path/to/bread"), [
    { length: 30, max: 280, unit: "characters", hint: "a link counts 23, an emoji and most Asian characters 2" },
  ]);
});

test("a long text is split where each part fits", () => {
  const parts = splitText(`${"日本語。".repeat(30)}\n\n${"word ".repeat(60)}`, textMeasureUpTo(280));
  assert.ok(parts !== null && parts.length >= 2);
  for (const part of parts) assert.ok(weightedLength(part) <= 280, part);
});

test("a link is found with and without a scheme, since a post with one costs more", () => {
  assert.deepEqual(["see https://a.example", "see shop.com", "see test.рф", "3.14 and e.g."].map(hasLink), [true, true, true, false]);
});

test("cashtags and forbidden characters are found", () => {
  assert.deepEqual(
    [cashtagsIn("Buy $ABC and $XYZ for $5"), forbiddenCharacter("a\ufeffb"), forbiddenCharacter("ab")],
    [["ABC", "XYZ"], "U+FEFF", null],
  );
});

test("a text compares equal to X's copy of it, and to no other text", () => {
  const equal: readonly (readonly [string, string])[] = [
    ["cafe\u0301", "café"],
    ["See Example.com.", "See http://example.com/."],
    ["a  b\r\n\r\nc ", "a b\n\nc"],
    ["https://Shop.example/Path", "https://shop.example/path/"],
  ];
  for (const isReply of [true, false]) {
    for (const [ours, theirs] of equal) assert.equal(comparable(ours, { isReply }), comparable(theirs, { isReply }));
  }
  const different: readonly (readonly [string, string])[] = [
    ["Bread 🍞", "Bread 🥐"],
    ["Bread", "Bread!"],
    ["bread", "Bread"],
    ["see shop.com/a", "see shop.com/b"],
  ];
  for (const [one, other] of different) assert.notEqual(comparable(one, { isReply: true }), comparable(other, { isReply: true }));
});

test("the mentions that X puts in front are passed over in replies alone", () => {
  const [ours, theirs] = ["Fresh bread", "@corner_bakery @anna Fresh bread"];
  assert.equal(comparable(ours, { isReply: true }), comparable(theirs, { isReply: true }));
  assert.notEqual(comparable("@bob Happy birthday!", { isReply: false }), comparable("@alice Happy birthday!", { isReply: false }));
});

test("comparing a long text without spaces takes no time", () => {
  const before = process.cpuUsage();
  comparable("a".repeat(25_000), { isReply: true });
  comparable(`${"a.".repeat(12_500)}`, { isReply: true });
  assert.ok(process.cpuUsage(before).user < 500_000, "less than half a second of the processor");
});

test("a long run that might be a host name is weighed in parts, and a long link in it or beside it stays one link", () => {
  assert.deepEqual(
    ["a.", "日本.", "тест."].map((run) => weightedLength(run.repeat(600))),
    [1200, 3000, 3000],
  );
  const link = `https://shop.example.com/?q=${"bread+".repeat(300)}1`;
  assert.equal(weightedLength(`Read ${link} today`), 5 + 23 + 6);
  assert.equal(weightedLength(`${"日.".repeat(300)}${link}`), 900 + 23);
  assert.ok(hasLink(`${"bread.".repeat(200)} shop.example.com`));
});
