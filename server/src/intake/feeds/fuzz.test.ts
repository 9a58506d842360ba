import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { parseFeed } from "./parse.ts";
import { MUTATION, VALID_FEED } from "./testing/grammar.ts";
import { openReader } from "./testing/reader.ts";
import { assertSound } from "./testing/sound.ts";

// A process of its own: it measures memory.

/** ROSTRUM_TEST_SEED chooses another run, ROSTRUM_TEST_DOCUMENTS a longer one. */
const SEED = Number(process.env.ROSTRUM_TEST_SEED ?? 1);
const DOCUMENTS = Number(process.env.ROSTRUM_TEST_DOCUMENTS ?? 1500);
const FIXTURES = join(import.meta.dirname, "fixtures");
const fixtures = readdirSync(FIXTURES).map((name) => readFileSync(join(FIXTURES, name)));

const reader = openReader();
after(() => reader[Symbol.asyncDispose]());

test("every valid feed gives its title and link, and for each item title, link and a unique identity", async () => {
  await fc.assert(
    fc.asyncProperty(VALID_FEED, async ({ document, title, link, items }) => {
      const feed = await reader.read(document);
      assertSound(feed);
      assert.deepEqual(
        [feed?.title, feed?.link, feed?.items.map((item) => ({ title: item.title, link: item.link }))],
        [title, link, items.map((item) => ({ title: item.title, link: item.link }))],
      );
      const alone = feed?.items.map((item) => item.key);
      assert.deepEqual(
        (await reader.read(`\uFEFF${document}`))?.items.map((item) => item.key),
        alone,
      );
    }),
    { numRuns: Math.ceil(DOCUMENTS / 5), seed: SEED },
  );
});

test("no mutation of a feed breaks the reader", async () => {
  const whole = fc.oneof(
    fc.constantFrom(...fixtures),
    VALID_FEED.map(({ document }) => Buffer.from(document)),
  );
  await fc.assert(
    fc.asyncProperty(whole, fc.array(MUTATION, { minLength: 1, maxLength: 6 }), async (start, mutations) => {
      assertSound(await reader.read(mutations.reduce<Buffer>((bytes, mutate) => mutate(bytes), start)));
    }),
    { numRuns: DOCUMENTS, seed: SEED },
  );
});

test("no bytes break the reader, whatever charset is declared", async () => {
  const heads = [
    "",
    '<?xml version="1.0" encoding="utf-16"?>',
    '<?xml version="1.0" encoding="iso-2022-jp"?><rss version="2.0"><channel>',
    '<rss version="2.0"><channel><item>',
    '{"version":"https://jsonfeed.org/version/1","items":[',
    "\xff\xfe",
    "\x00\x00\xfe\xff",
    "<feed xmlns='http://www.w3.org/2005/Atom'>",
  ];
  const charset = fc.constantFrom(
    null,
    "text/xml; charset=utf-16",
    "text/xml; charset=shift_jis",
    "x; charset=hz-gb-2312",
    "a/b; charset=utf-7",
    "a/b; charset=base64",
    "a/b; charset=iso-2022-jp",
    "a/b; charset=gb18030",
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 2000 }), charset, async (head, tail, contentType) => {
      assertSound(await reader.read(Buffer.concat([Buffer.from(head, "latin1"), tail]), contentType));
    }),
    { numRuns: Math.ceil(DOCUMENTS / 2), seed: SEED },
  );
});

test("an invalid feed URL breaks nothing", () => {
  const parsed = parseFeed(fixtures[0] ?? Buffer.of(), { contentType: null, url: "not an address" });
  assert.equal(parsed.kind, "feed");
});

/** A document with unique names, prefixes, references and URLs: if the reader kept any of them, they would pile up. */
function unlike(number: number): Buffer {
  const items = Array.from(
    { length: 20 },
    (_, n) =>
      `<item><guid>${number}-${n}</guid><title>Tea &n${number}x${n}; ${number}</title><p${number}:e${n} xmlns:p${number}="urn:${number}" a${number}="${n}"/><description>&lt;e${number} a${n}&gt; &amp;z${number}y${n}; ${"text ".repeat(50)}</description></item>`,
  );
  return Buffer.from(`<rss version="2.0" xmlns:m${number}="urn:m${number}"><channel><title>t</title>${items.join("")}</channel></rss>`);
}

test("thousands of unique documents leave no memory behind", () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const heapAfter = (from: number, to: number) => {
    for (let number = from; number < to; number += 1) {
      parseFeed(unlike(number), { contentType: null, url: "https://base.example/feed" });
      parseFeed(fixtures[number % fixtures.length] ?? Buffer.of(), { contentType: null, url: "https://base.example/feed" });
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heapAfter(0, 1000);
  const grown = heapAfter(1000, 4000) - before;
  assert.ok(grown < 3_000_000, `${grown} bytes`);
});
