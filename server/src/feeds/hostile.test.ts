import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { IMAGES_MAX, ITEMS_MAX, LINK_LENGTH_MAX, TAGS_MAX } from "./limits.ts";
import { type ParsedFeed, parseFeed } from "./parse.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");
const fixtures = readdirSync(FIXTURES).map((name) => readFileSync(join(FIXTURES, name)));
const MEGA = 1_000_000;

function parse(body: Uint8Array): ParsedFeed {
  return parseFeed(body, { contentType: null, url: "https://base.example/feed" });
}

/** What holds for everything that comes out, whatever went in. */
function assertSound(parsed: ParsedFeed): void {
  if (parsed.kind === "refused") {
    assert.equal(parsed.reason, "The address does not lead to a feed.");
    return;
  }
  const { items } = parsed.feed;
  assert.ok(items.length <= ITEMS_MAX);
  assert.equal(new Set(items.map((item) => item.key)).size, items.length);
  for (const item of items) {
    for (const text of [item.title, item.description, item.author ?? "", ...item.tags]) {
      assert.doesNotMatch(text.replace(/[\n\t]/g, ""), /\p{Cc}|\p{Surrogate}|[\u202A-\u202E\u2066-\u2069]/u);
    }
    for (const link of [item.link, item.video, item.audio, ...item.images]) {
      if (link === null) continue;
      assert.match(link, /^https?:\/\/[^/]/);
      assert.ok(link.length <= LINK_LENGTH_MAX);
    }
    assert.ok(item.images.length <= IMAGES_MAX && item.tags.length <= TAGS_MAX);
  }
}

const inChannel = (text: string) => `<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>${text}</channel></rss>`;
const inTitle = (text: string) => inChannel(`<item><guid>1</guid><title>${text}</title></item>`);
const inText = (text: string) => inChannel(`<item><guid>1</guid><title>t</title><description><![CDATA[${text}]]></description></item>`);
const thousand = (text: string) =>
  inChannel(Array.from({ length: 1000 }, (_, i) => `<item><guid>${i}</guid><description>${text}</description></item>`).join(""));

const traps: Record<string, string> = {
  "a million numeric references": inTitle("&#65;".repeat(MEGA)),
  "a million ampersands": inTitle("&".repeat(MEGA)),
  "a million opened items": `<rss version="2.0"><channel>${"<item>".repeat(MEGA)}`,
  "a million nested elements": inChannel("<a>".repeat(MEGA)),
  "elements nested and closed": inChannel("<a>".repeat(MEGA) + "</a>".repeat(MEGA)),
  "a million angle brackets": inChannel("<".repeat(MEGA)),
  "a million closing brackets": inChannel(">".repeat(MEGA)),
  "unended comments": inChannel("<!--".repeat(MEGA)),
  "unended CDATA": inTitle("<![CDATA[".repeat(500_000)),
  "many CDATA": inTitle("<![CDATA[x]]>".repeat(300_000)),
  "unended instructions": inChannel("<?".repeat(MEGA)),
  "a million attributes": inChannel(`<item ${'a="1" '.repeat(MEGA)}></item>`),
  "distinct attributes": inChannel(`<item ${Array.from({ length: 200_000 }, (_, i) => `a${i}="1"`).join(" ")}></item>`),
  "unended attributes": inChannel(`<item ${'a=" '.repeat(MEGA)}`),
  "many namespaces": inChannel(Array.from({ length: 50_000 }, (_, i) => `<x${i}:a xmlns:x${i}="http://e/${i}"/>`).join("")),
  "ten megabytes of blanks": inChannel(" ".repeat(9 * MEGA)),
  "ten megabytes of newlines before the root": `${"\n".repeat(9 * MEGA)}<rss version="2.0"><channel/></rss>`,
  "a long declaration": `<?xml ${"encoding ".repeat(MEGA)}`,
  "a long DOCTYPE": `<!DOCTYPE rss [${"<!ENTITY a '&b;'>".repeat(300_000)}]><rss version="2.0"><channel><title>x</title></channel></rss>`,
  "an unended DOCTYPE": `<!DOCTYPE rss [${"[".repeat(MEGA)}`,
  "quotes in a DOCTYPE": `<!DOCTYPE rss ${"'".repeat(MEGA)}`,
  "a quadratic entity": `<!DOCTYPE rss [<!ENTITY a "${"a".repeat(100_000)}">]>${inTitle("&a;".repeat(100_000)).slice(21)}`,
  "three hundred thousand items": inChannel("<item><title>x</title></item>".repeat(300_000)),
  "three hundred thousand titles": inChannel(`<item>${"<title>x</title>".repeat(300_000)}</item>`),
  "three hundred thousand categories": inChannel(`<item><guid>1</guid>${"<category>x</category>".repeat(300_000)}</item>`),
  "one long word": inTitle("x".repeat(9 * MEGA)),
  "deep HTML": inText("<div>".repeat(MEGA)),
  "deep mixed HTML": inText("<b><i><a><p>".repeat(300_000)),
  "closing tags of nothing": inText("<div><p>".repeat(3000) + "</x>".repeat(MEGA)),
  "a million pictures": inText('<img src="/a.png">'.repeat(400_000)),
  "unended tags": inText("<img src=".repeat(MEGA)),
  "long tag": inText(`<${"a".repeat(9 * MEGA)}`),
  "entities behind entities": inText("&amp;amp;".repeat(MEGA)),
  "digits in all descriptions": thousand("1".repeat(9000)),
  "digits and separators": thousand("1,234.".repeat(1500)),
  "brackets in all descriptions": thousand("&lt;".repeat(2000)),
  "escaped tags in all descriptions": thousand("&lt;a ".repeat(1500)),
  "blanks in all descriptions": thousand(`a${" ".repeat(9000)}b`),
  "newlines in all descriptions": thousand(`a${" \n".repeat(4500)}b`),
  "a date of digits": thousand("x</description><pubDate>1 ".repeat(1)) + "1".repeat(MEGA),
  "long dates": inChannel(`<item><guid>1</guid><pubDate>${"Mon, ".repeat(MEGA)}</pubDate></item>`),
  "long links": inChannel(`<item><link>https://x.example/${"a".repeat(9 * MEGA)}</link></item>`),
  "JSON in depth": `{"version":"https://jsonfeed.org/version/1","items":${"[".repeat(MEGA)}`,
  "JSON closed in depth": `{"version":"https://jsonfeed.org/version/1","title":"x","items":${"[".repeat(MEGA)}${"]".repeat(MEGA)}}`,
  "many JSON items": `{"version":"https://jsonfeed.org/version/1","title":"x","items":[${'{"id":"1"},'.repeat(500_000)}{}]}`,
};

for (const [name, text] of Object.entries(traps)) {
  test(`${name}: read or refused, in time that grows with its size alone`, () => {
    const body = Buffer.from(text).subarray(0, 10_485_760);
    const seconds = cpuSeconds(() => assertSound(parse(body)));
    assert.ok(seconds < PATIENCE_SECONDS, `${seconds} s`);
  });
}

test("no mutation of a feed breaks the reader", () => {
  const mutation = fc.record({
    fixture: fc.nat(fixtures.length - 1),
    cuts: fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.nat(200) }), { maxLength: 4 }),
    inserts: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        text: fc.oneof(
          fc.constantFrom(
            "<",
            ">",
            "&",
            "]]>",
            "<![CDATA[",
            "<!--",
            "-->",
            "<item>",
            "</item>",
            "</channel>",
            "&#0;",
            "&#x110000;",
            "\u0000",
            '"',
            "xmlns:media='x'",
            "&amp;lt;",
            "<entry/>",
            "{",
            "}",
          ),
          fc.string({ maxLength: 30, unit: "binary" }),
          fc.constantFrom(...fixtures.map((bytes) => bytes.toString("latin1").slice(0, 600))),
        ),
        times: fc.constantFrom(1, 1, 1, 2, 500),
      }),
      { maxLength: 5 },
    ),
    flips: fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) }), { maxLength: 10 }),
  });
  fc.assert(
    fc.property(mutation, ({ fixture, cuts, inserts, flips }) => {
      let bytes = Buffer.from(fixtures[fixture] ?? "");
      for (const { at, byte } of flips) bytes[Math.floor(at * bytes.length)] = byte;
      for (const { at, length } of cuts) {
        const from = Math.floor(at * bytes.length);
        bytes = Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)]);
      }
      for (const { at, text, times } of inserts) {
        const from = Math.floor(at * bytes.length);
        bytes = Buffer.concat([bytes.subarray(0, from), Buffer.from(text.repeat(times)), bytes.subarray(from)]);
      }
      assert.ok(cpuSeconds(() => assertSound(parse(bytes))) < PATIENCE_SECONDS);
    }),
    { numRuns: 1500 },
  );
});

test("no bytes break the reader, whatever charset they claim", () => {
  const heads = [
    "",
    '<?xml version="1.0" encoding="utf-16"?>',
    '<rss version="2.0"><channel><item>',
    '{"version":"https://jsonfeed.org/version/1","items":[',
    "\xff\xfe",
    "<feed xmlns='http://www.w3.org/2005/Atom'>",
  ];
  const charset = fc.constantFrom(
    null,
    "text/xml; charset=utf-16",
    "text/xml; charset=shift_jis",
    "x; charset=hz-gb-2312",
    "a/b; charset=utf-7",
    "a/b; charset=base64",
  );
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 2000 }), charset, (head, tail, contentType) => {
      assertSound(parseFeed(Buffer.concat([Buffer.from(head, "latin1"), tail]), { contentType, url: "not an address" }));
    }),
    { numRuns: 1000 },
  );
});

/** What a reader that looks twice at everything would pass by far: 10 MB squared take hours. */
const PATIENCE_SECONDS = 10;

/** Of this process and its threads: machines are shared, and what others do with them is no fault of the reader. */
function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}
