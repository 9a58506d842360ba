import assert from "node:assert/strict";
import { test } from "node:test";
import { graphemes } from "@rostrum/contract/text.ts";
import fc from "fast-check";
import { contentOf, lengthOf } from "../sandbox/text.ts";
import { likenessOfContent, plainText } from "./plain-text.ts";
import { comparable, likenessOfText, textLength } from "./text.ts";

const CASES: readonly [string, number][] = [
  ["", 0],
  ["hello", 5],
  ["👨‍👩‍👧‍👦", 1],
  ["🇩🇪🇫🇷", 2],
  ["é", 1],
  ["e\u0301", 1],
  ["a\r\nb", 3],
  ["https://example.com", 23],
  ["http://a.b", 23],
  [`https://example.com/${"x".repeat(300)}`, 23],
  ["example.com/without-scheme", 26],
  ["see https://example.com/a.", 28],
  ["(https://example.com/a)", 25],
  ["https://example.com/a_(b)", 23],
  ["https://example.com, https://example.org!", 49],
  ["@anna", 5],
  ["@anna@mastodon.social", 5],
  ["hi @anna@mastodon.social!", 9],
  ["anna@mastodon.social", 20],
  ["https://mastodon.social/@anna@remote.example", 23],
  ["https:// is a scheme", 20],
];

for (const [text, length] of CASES) {
  test(`${JSON.stringify(text.slice(0, 45))} counts ${length}`, () => {
    assert.equal(textLength(text, 23), length);
    assert.equal(lengthOf(text, 23), length);
  });
}

const word = fc.constantFrom(
  "bread",
  "Straße",
  "👩‍🍳",
  "日本",
  "e\u0301",
  "#tag",
  "(",
  ")",
  ".",
  ",",
  "@",
  "/",
  "http",
  "https://",
  "x@y.z",
  "@a@b.c",
  "@anna",
  "https://a.example/b",
  "https://ä.example/(c)",
  "\n",
  " ",
  "  ",
);
const anyText = fc.oneof(
  fc.array(word, { maxLength: 20 }).map((words) => words.join("")),
  fc.array(word, { maxLength: 20 }).map((words) => words.join(" ")),
  fc.string({ unit: "grapheme" }),
);

test("the connector and the network count every text the same", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 60 }), (text, perUrl) => assert.equal(textLength(text, perUrl), lengthOf(text, perUrl))),
  );
});

test("without links and mentions the length is the number of grapheme clusters", () => {
  const plain = fc.string({ unit: "grapheme" }).filter((text) => !/[@:]/.test(text));
  fc.assert(fc.property(plain, (text) => assert.equal(textLength(text, 23), graphemes(text))));
});

test("a URL counts what the instance reserves, however long it is", () => {
  const path = fc.stringMatching(/^[a-z0-9/_-]{0,200}$/);
  fc.assert(
    fc.property(path, fc.integer({ min: 1, max: 60 }), (rest, perUrl) =>
      assert.equal(textLength(`see https://a.example/${rest} now`, perUrl), 8 + perUrl),
    ),
  );
});

test("joining two texts by a line break adds up their lengths", () => {
  const line = anyText.map((text) => text.trim()).filter((text) => !/[\u200d\p{M}]/u.test(text.slice(0, 2)));
  fc.assert(fc.property(line, line, (a, b) => assert.equal(textLength(`${a}\n\n${b}`, 23), textLength(a, 23) + 2 + textLength(b, 23))));
});

test("what the network makes of a text is recognised as that text", () => {
  fc.assert(
    fc.property(
      anyText.map((text) => text.replace(/[\0\p{Cc}]/gu, " ")),
      (text) => assert.equal(comparable(plainText(contentOf(text, "https://a.example"))), comparable(text)),
    ),
  );
});

test("the network's version of a text also matches it by likeness", () => {
  fc.assert(
    fc.property(
      anyText.map((text) => text.replace(/[\0\p{Cc}]/gu, " ")),
      (text) => assert.equal(likenessOfContent(contentOf(text, "https://a.example")), likenessOfText(text)),
    ),
  );
});

const CAPTION = `"Fresh" bread -- 5.50 € & <soon>...

It's from @Anna@remote.example #Brot
https://shop.example/söme/very/long/path?q=1 👩‍🍳`;
const BREAD = "&#34;Fresh&#34; bread -- 5.50 € &amp; &lt;soon&gt;...";

/** As shown in the servers' own tests. */
const RENDERINGS: Readonly<Record<string, string>> = {
  Mastodon: `<p>${BREAD}</p><p>It&#39;s from <span class="h-card" translate="no"><a href="https://remote.example/@anna" class="u-url mention">@<span>anna</span></a></span> <a href="https://a.example/tags/Brot" class="mention hashtag" rel="tag">#<span>Brot</span></a><br /><a href="https://shop.example/s%C3%B6me/very/long/path?q=1" rel="nofollow noopener" translate="no" target="_blank"><span class="invisible">https://</span><span class="ellipsis">shop.example/söme/very/long/pa</span><span class="invisible">th?q=1</span></a> 👩‍🍳</p>`,
  GoToSocial: `<p>"Fresh" bread -- 5.50 € &amp; &lt;soon>...<br><br>It's from <span class="h-card"><a href="https://remote.example/@anna" class="u-url mention" rel="nofollow noreferrer noopener" target="_blank">@<span>anna</span></a></span> <a href="https://a.example/tags/brot" class="mention hashtag" rel="tag nofollow noreferrer noopener" target="_blank">#<span>Brot</span></a><br><a href="https://shop.example/s%C3%B6me/very/long/path?q=1" rel="nofollow noreferrer noopener" target="_blank">https://shop.example/söme/very/long/path?q=1</a> 👩‍🍳</p>`,
  Pleroma: `${BREAD}<br><br>It&#39;s from <span class="h-card"><a class="u-url mention" data-user="9x" href="https://remote.example/@anna" rel="ugc">@<span>Anna</span></a></span> <a class="hashtag" data-tag="brot" href="https://a.example/tag/brot">#Brot</a><br><a href="https://shop.example/söme/very/long/path?q=1" rel="ugc">https://shop.example/söme/very/long/path?q=1</a> 👩‍🍳`,
  "a server with typographic quotes and short links": `<p>“Fresh” bread – 5.50 € &amp; &lt;soon&gt;…</p><p>It’s from @Anna@remote.example #Brot <a href="https://shop.example/s%C3%B6me/very/long/path?q=1">shop.example/söme/very…</a> 👩‍🍳</p>`,
};

for (const [server, content] of Object.entries(RENDERINGS)) {
  test(`a caption is recognised as ${server} renders it`, () => {
    assert.equal(likenessOfContent(content), likenessOfText(CAPTION));
  });
}

test("different numbers, prices, signs or pictographs make a different text", () => {
  for (const [one, other] of [
    ["Bread 1.50", "Bread 150"],
    ["Bread 1,5 kg", "Bread 15 kg"],
    ["Down -5 %", "Down 5 %"],
    ["Now 5 %", "Now 5"],
    ["Now 5 €", "Now 5 $"],
    ["🎉", "🎂"],
    ["👍🏻", "👍🏿"],
    ["?", "!"],
    ["See https://a.example/x", "See https://a.example/y"],
  ] as const) {
    assert.notEqual(likenessOfText(one), likenessOfText(other), one);
  }
});

test("content is read as a person reads it", () => {
  const link =
    '<a href="https://shop.example/a/b"><span class="invisible">https://</span><span class="ellipsis">shop.example/a</span><span class="invisible">/b</span></a>';
  assert.equal(
    plainText(`<p>One &amp; two<br>three<br />four</p><p>five ${link}</p>`),
    "One & two\nthree\nfour\n\nfive https://shop.example/a/b",
  );
  assert.equal(
    plainText('<p><span class="h-card"><a href="https://r.example/@anna" class="u-url mention">@<span>anna</span></a></span> hi</p>'),
    "@anna hi",
  );
});

test("the punctuation that ends the sentence around a URL is found in linear time", () => {
  const lengths = [")", ".", "(", "))(."].map((ending) => {
    const { user } = process.threadCpuUsage();
    const length = textLength(`https://shop.example/${ending.repeat(100_000)}`, 23);
    assert.ok(process.threadCpuUsage().user - user < 1_000_000, ending);
    return length;
  });
  assert.deepEqual(lengths.slice(0, 2), [23 + 100_000, 23 + 100_000]);
});
