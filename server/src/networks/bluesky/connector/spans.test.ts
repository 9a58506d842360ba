import assert from "node:assert/strict";
import { test } from "node:test";
import { graphemes } from "@rostrum/contract/text.ts";
import fc from "fast-check";
import { toFacets } from "./facets.ts";
import { findSpans, markUp } from "./spans.ts";

/** Words and feature of each span. */
function found(text: string) {
  return findSpans(text).map(({ start, end, feature }) => [text.slice(start, end), Object.values(feature).at(-1)]);
}

const cases: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  ["https://a.example/b", [["https://a.example/b", "https://a.example/b"]]],
  ["See https://a.example/b.", [["https://a.example/b", "https://a.example/b"]]],
  ["(https://a.example/b)", [["https://a.example/b", "https://a.example/b"]]],
  ["https://a.example/b_(c)", [["https://a.example/b_(c)", "https://a.example/b_(c)"]]],
  ["x https://a.example/?q=1#part, y", [["https://a.example/?q=1#part", "https://a.example/?q=1#part"]]],
  ["example.com/menu!", [["example.com/menu", "https://example.com/menu"]]],
  ["shop.de:8080/x", [["shop.de:8080/x", "https://shop.de:8080/x"]]],
  ["mail john.com@example.com or readme.md or e.g. this", []],
  ["@alice.bsky.social, hi", [["@alice.bsky.social", "alice.bsky.social"]]],
  ["(@Alice.Example)", [["@Alice.Example", "alice.example"]]],
  ["a@b.example @alice @-x.example", []],
  [
    "#bread and #Käse! #2030 #100g #️⃣",
    [
      ["#bread", "bread"],
      ["#Käse", "Käse"],
      ["#100g", "100g"],
    ],
  ],
  [`#${"a".repeat(64)} #${"b".repeat(65)}`, [[`#${"a".repeat(64)}`, "a".repeat(64)]]],
  [
    "$aapl and $TOOLONG, $5 ($BTC)",
    [
      ["$aapl", "$AAPL"],
      ["$BTC", "$BTC"],
    ],
  ],
  [
    "https://a.example/#tag #tag",
    [
      ["https://a.example/#tag", "https://a.example/#tag"],
      ["#tag", "tag"],
    ],
  ],
  ["https://", []],
];

for (const [text, expected] of cases) {
  test(`Spans of ${JSON.stringify(text.slice(0, 60))}`, () => {
    assert.deepEqual(found(text), expected);
  });
}

test("A link of up to 30 characters is shown as it is, a longer one without its scheme and with its path cut", () => {
  assert.equal(markUp("https://shop.example/123456789").text, "https://shop.example/123456789");
  assert.equal(markUp("https://shop.example/1234567890").text, "shop.example/1234567890");
  assert.equal(markUp("https://shop.example/12345678901234").text, "shop.example/12345678901234");
  assert.equal(markUp("https://shop.example/123456789012345").text, "shop.example/123456789012…");
});

const word = fc.oneof(
  fc.constantFrom("👨‍👩‍👧", "Käse", "日本", "e\u0301", "🇩🇪", "a", "\n", "  "),
  fc.stringMatching(/^[a-z]{1,8}$/).map((name) => `#${name}`),
  fc.stringMatching(/^[a-z]{1,40}$/).map((path) => `https://shop.example/${path}`),
  fc.stringMatching(/^[a-z]{1,8}$/).map((name) => `@${name}.bsky.social`),
  fc.string({ unit: "grapheme" }),
);
const anyText = fc.array(word, { maxLength: 30 }).map((words) => words.join(" "));

test("Facets are ordered byte ranges that do not overlap and cover exactly the words they mark", () => {
  fc.assert(
    fc.property(anyText, (written) => {
      const marked = markUp(written);
      const dids = new Map(
        marked.spans.flatMap(({ feature }) => (feature.kind === "mention" ? [[feature.handle, "did:plc:abc"] as const] : [])),
      );
      const facets: { index: { byteStart: number; byteEnd: number } }[] = JSON.parse(JSON.stringify(toFacets(marked, dids)));
      const bytes = Buffer.from(marked.text);
      assert.equal(facets.length, marked.spans.length);
      let end = 0;
      for (const [position, { index }] of facets.entries()) {
        const span = marked.spans[position];
        assert.ok(span && index.byteStart >= end && index.byteEnd > index.byteStart && index.byteEnd <= bytes.length);
        assert.equal(bytes.subarray(index.byteStart, index.byteEnd).toString(), marked.text.slice(span.start, span.end));
        end = index.byteEnd;
      }
    }),
    { numRuns: 500 },
  );
});

test("Shortening only affects links and never lengthens a text", () => {
  fc.assert(
    fc.property(anyText, (written) => {
      const marked = markUp(written);
      assert.ok(graphemes(marked.text) <= graphemes(written));
      const rest = (text: string, spans: readonly { start: number; end: number }[]) =>
        spans.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
      assert.equal(rest(marked.text, marked.spans), rest(written, findSpans(written)));
    }),
    { numRuns: 500 },
  );
});
