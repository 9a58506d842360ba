import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { THREAD_SEGMENTS_MAX } from "./limits.ts";
import { excessOf, splitText, type TextMeasure } from "./split-text.ts";
import { graphemes } from "./text.ts";

/** Every link counts as ten, like the fixed length that instances reserve. */
const upTo =
  (max: number): TextMeasure =>
  (text) => [{ length: graphemes(text.replace(/https?:\/\/\S+/gu, "x".repeat(10))), max, unit: "characters" }];

const wordsOf = (text: string) => text.trim().split(/\s+/u);

const word = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-zäéß]{1,8}[.,!?]?$/u) },
  fc.constantFrom("👨‍👩‍👧‍👦", "e\u0301e\u0301.", "Brot.", "„Rye!“", "3.14", "10\u00a0kg"),
  fc.constantFrom(
    "https://shop.example/a?b=C!D&e=F.G",
    "@baker@social.example",
    "#Hefe-Zopf",
    "#パンが好き",
    "(https://例え.jp/パンを食べる)",
    "$RYE",
  ),
);
const gap = fc.constantFrom(" ", " ", " ", "  ", "\n", "\n\n", "\r\n\r\n", "\n \n", "\u3000");
const text = fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 80 }).map((pieces) => pieces.flat().join(""));

test("the parts contain the text's words whole and in order; every part fits, and there are at most ten", () => {
  let split = 0;
  fc.assert(
    fc.property(text, fc.integer({ min: 12, max: 120 }), (text, max) => {
      const measure = upTo(max);
      const parts = splitText(text, measure);
      if (parts === null) return;
      split += 1;
      assert.deepEqual(parts.flatMap(wordsOf), wordsOf(text));
      assert.ok(parts.length > 1 && parts.length <= THREAD_SEGMENTS_MAX);
      for (const part of parts) assert.equal(excessOf(part, measure), null, part);
    }),
    { numRuns: 500 },
  );
  assert.ok(split > 100, `only ${split} were split`);
});

test("a text stays whole only if even tightly packed words need more than ten parts, or one word is too long", () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 2, maxLength: 120 }),
      fc.integer({ min: 12, max: 60 }),
      (words, max) => {
        const lines = [""];
        for (const word of words) {
          const line = lines.at(-1) === "" ? word : `${lines.at(-1)} ${word}`;
          if (line.length <= max) lines[lines.length - 1] = line;
          else lines.push(word);
        }
        assert.equal(splitText(words.join(" "), upTo(max)) === null, lines.length > THREAD_SEGMENTS_MAX || lines.length === 1);
      },
    ),
    { numRuns: 500 },
  );
});

test("a text is cut at the ends of paragraphs; if those are too far apart, of sentences; else of words", () => {
  const cases: readonly [string, readonly string[]][] = [
    ["One two.\n\nThree four. Five\n\nSix", ["One two.", "Three four. Five", "Six"]],
    ["One two three. Four five six.", ["One two three.", "Four five six."]],
    ["One two three four five six", ["One two three four", "five six"]],
    ["One two three\nfour five six", ["One two three", "four five six"]],
    ["Is it 3.14 or 2? No. It is pi.", ["Is it 3.14 or 2? No.", "It is pi."]],
    ["Wer e.g. ein Brot will, kommt.", ["Wer e.g. ein Brot", "will, kommt."]],
  ];
  for (const [text, parts] of cases) assert.deepEqual(splitText(text, upTo(20)), parts, text);
});

test("ends of words are used if ends of paragraphs give more than ten parts", () => {
  const text = "a b\n\nc d e f g h i j k l".repeat(8);
  const parts = splitText(text, upTo(20));
  assert.deepEqual(parts?.flatMap(wordsOf), wordsOf(text));
  assert.ok(text.split("\n\n").length - 1 + 8 > THREAD_SEGMENTS_MAX);
});

test("scripts without white space are cut between words and after punctuation, never inside a link, mention or tag", () => {
  const japanese = "朝七時から焼きたてのパンを販売します。ぜひお越しください。";
  const parts = splitText(japanese, upTo(20));
  assert.deepEqual(parts, ["朝七時から焼きたてのパンを販売します。", "ぜひお越しください。"]);
  const words = splitText(japanese, upTo(8));
  assert.equal(words?.join(""), japanese);
  for (const part of words ?? []) assert.doesNotMatch(part, /^[。、]/u);
  for (const whole of ["#焼きたてのパンを販売します", "https://例え.jp/焼きたてのパンを販売します", "@焼きたてのパンを販売します"]) {
    const parts = splitText(`朝七時から。 ${whole} 販売`, (text) => [{ length: text.length, max: whole.length, unit: "characters" }]);
    assert.ok(parts?.includes(whole), whole);
  }
});

test("a word that is too long leaves the text whole", () => {
  assert.equal(splitText(`Bread ${"x".repeat(21)} bread`, upTo(20)), null);
  assert.equal(splitText("x".repeat(21), upTo(20)), null);
});

test("every limit is respected", () => {
  const bytes: TextMeasure = (text) => [...upTo(20)(text), { length: new TextEncoder().encode(text).length, max: 30, unit: "bytes" }];
  const parts = splitText("👨‍👩‍👧‍👦 👨‍👩‍👧‍👦 bread and rolls", bytes);
  assert.deepEqual(parts, ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦", "bread and rolls"]);
});

test("the time is linear: the total length measured is at most a few times the text", () => {
  for (const unit of ["Fresh bread. ", "a ", "\n", "パンを焼く", "#パン ", "x", "。", "a\n\n"]) {
    const text = `a${unit.repeat(20_000)}a`;
    let measured = 0;
    splitText(text, (part) => {
      measured += part.length;
      return [{ length: part.length, max: text.length / 5, unit: "characters" }];
    });
    assert.ok(measured <= 3 * text.length, `${JSON.stringify(unit)}: ${measured / text.length}`);
  }
});
