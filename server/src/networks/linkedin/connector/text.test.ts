import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { aPost } from "../../connectors/testing/posts.ts";
import { show } from "./show.ts";
import { commentaryOf, isCutOff, shownText } from "./text.ts";

/** Characters that mean something to LinkedIn, and pieces that look like its markup. */
const piece = fc.oneof(
  fc.constantFrom(..."|{}@[]()<>#\\*_~", "\n", " "),
  fc.constantFrom(
    "#tag",
    "#größe_2",
    "#1",
    "https://shop.example/?utm_source=a#part(1)",
    "{hashtag|\\#|x}",
    "\\(",
    "@[",
    "](",
    "a@b.example",
    "naïve",
    "🥐",
  ),
  fc.string({ unit: "binary" }),
);
const text = fc.array(piece).map((pieces) => pieces.join(""));
const MENTION = /@\[[^[\]\n]+\]\(urn:li:(?:organization|person):[\w-]+\)/i;

test("readers see any text as it was written", () => {
  fc.assert(
    fc.property(text, (written) => {
      fc.pre(!MENTION.test(written));
      assert.equal(shownText(commentaryOf(written)), written);
    }),
    { numRuns: 2000 },
  );
});

test("no reserved character is left bare, except in the markup of tags", () => {
  fc.assert(
    fc.property(text, (written) => {
      fc.pre(!MENTION.test(written));
      const rest = commentaryOf(written)
        .replace(/\\./gsu, "")
        .replace(/\{hashtag\|\|[^{}|]*\}/gu, "");
      assert.doesNotMatch(rest, /[|{}@[\]()<>#\\*_~]/);
    }),
    { numRuns: 2000 },
  );
});

for (const [what, written, commentary] of [
  ["plain words", "Fresh rolls, 50% off!", "Fresh rolls, 50% off!"],
  ["every reserved character", "|{}@[]()<>#\\*_~", "\\|\\{\\}\\@\\[\\]\\(\\)\\<\\>\\#\\\\\\*\\_\\~"],
  ["a tag", "Fresh #bread.", "Fresh {hashtag|\\#|bread}."],
  ["a tag with an underscore", "#rye_bread", "{hashtag|\\#|rye\\_bread}"],
  ["a number, which is no tag", "We are #1", "We are \\#1"],
  ["a sign inside of a word, which begins no tag", "C#sharp &#x", "C\\#sharp &\\#x"],
  ["a part of an address, which is no tag", "https://shop.example/a_b#top", "https://shop.example/a\\_b\\#top"],
  ["an address in brackets", "(https://shop.example)", "\\(https://shop.example\\)"],
  [
    "a mention of a Page",
    "With @[Corner (Bakery)](urn:li:organization:2414183)!",
    "With @[Corner \\(Bakery\\)](urn:li:organization:2414183)!",
  ],
  ["something similar to a mention", "@[Corner](https://shop.example)", "\\@\\[Corner\\]\\(https://shop.example\\)"],
] as const) {
  test(`commentary has ${what}`, () => assert.equal(commentaryOf(written), commentary));
}

test("a mention is shown as its name, and a text without escapes as it is", () => {
  assert.equal(shownText("With @[Corner \\(Bakery\\)](urn:li:organization:2414183)!"), "With Corner (Bakery)!");
  assert.equal(shownText("Fresh (rolls) #bread"), "Fresh (rolls) #bread");
});

test("only a text that ends before a reserved character may have been cut off", () => {
  assert.deepEqual(
    ["Fresh", "Fresh ", "Fre", "", "Fresh (rolls)", "Other"].map((shown) => isCutOff(shown, "Fresh (rolls)")),
    [true, true, false, false, false, false],
  );
});

test("a mention is shown by its name, as readers see it, and a name without its URN as it was written", () => {
  const text = "With @[Corner Bakery](urn:li:organization:12) and @[Nobody]";
  const shown = shownPost(text);
  assert.deepEqual([shown?.text, shown?.mentions], ["With Corner Bakery and @[Nobody]", ["Corner Bakery"]]);
});

function shownPost(text: string) {
  const shown = show(aPost({ text }), { channelId: 1, settings: {} });
  return shown.kind === "shown" ? shown.parts[0] : undefined;
}
