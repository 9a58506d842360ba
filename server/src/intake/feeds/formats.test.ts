import assert from "node:assert/strict";
import { after, test } from "node:test";
import { parseAtomFeed, parseRdfFeed, parseRssFeed } from "feedsmith";
import { atom, atom03, json, rdf, rss } from "./testing/documents.ts";
import { openReader } from "./testing/reader.ts";

const reader = openReader();
after(() => reader[Symbol.asyncDispose]());

const ITEM = "<item><title>Tea</title><link>https://shop.example/1</link><description>Hot</description></item>";
const HEAD = "<title>Bakery</title><link>https://shop.example/</link><description>Bread</description>";

/** Every feed format, each with one item: `Tea`, `Hot`, at `https://shop.example/1`. */
const FORMATS: Readonly<Record<string, [document: string, format: string]>> = {
  "RSS 0.90": [
    `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel>${HEAD}</channel>${ITEM}</rdf:RDF>`,
    "rdf",
  ],
  "RSS 0.90 at its second address": [
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://channel.netscape.com/rdf/simple/0.9/"><channel>${HEAD}</channel>${ITEM}</rdf:RDF>`,
    "rdf",
  ],
  "RSS 0.91 of Netscape": [
    `<?xml version="1.0" encoding="us-ascii"?><!DOCTYPE rss SYSTEM "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel>${HEAD}<language>en</language>${ITEM}</channel></rss>`,
    "rss",
  ],
  "RSS 0.92": [`<rss version="0.92"><channel>${HEAD}<cloud domain="a" port="80"/>${ITEM}</channel></rss>`, "rss"],
  "RSS 0.93": [`<rss version="0.93"><channel>${HEAD}${ITEM}</channel></rss>`, "rss"],
  "RSS 0.94": [`<rss version="0.94"><channel>${HEAD}${ITEM}</channel></rss>`, "rss"],
  "RSS 1.0": [rdf(ITEM.replace("<item>", '<item rdf:about="https://shop.example/1">')), "rdf"],
  "RSS 1.0 without a default vocabulary": [
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><channel>${HEAD}</channel>${ITEM}</rdf:RDF>`,
    "rdf",
  ],
  "RSS 1.1": [
    `<Channel xmlns="http://purl.org/net/rss1.1#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" rdf:about="https://shop.example/feed">${HEAD}<items rdf:parseType="Collection">${ITEM}</items></Channel>`,
    "rss",
  ],
  "RSS 2.0": [rss(ITEM), "rss"],
  "RSS 2.0 with its own address": [
    `<rss version="2.0" xmlns="http://backend.userland.com/rss2"><channel>${HEAD}${ITEM}</channel></rss>`,
    "rss",
  ],
  "RSS 2.01": [rss(ITEM).replace("2.0", "2.01"), "rss"],
  "RSS 3.0, which was a joke": [rss(ITEM).replace("2.0", "3.0"), "rss"],
  CDF: [
    '<?xml version="1.0"?><CHANNEL HREF="https://shop.example/"><TITLE>Bakery</TITLE><ABSTRACT>Bread</ABSTRACT><ITEM HREF="https://shop.example/1" LASTMOD="2026-11-03T10:00"><TITLE>Tea</TITLE><ABSTRACT>Hot</ABSTRACT></ITEM></CHANNEL>',
    "rss",
  ],
  "Atom 0.3": [
    atom03(
      '<entry><title>Tea</title><link rel="alternate" type="text/html" href="https://shop.example/1"/><id>1</id><summary>Hot</summary><issued>2026-11-03T10:00:00Z</issued></entry>',
    ),
    "atom",
  ],
  "Atom 1.0": [atom('<entry><title>Tea</title><link href="https://shop.example/1"/><id>1</id><summary>Hot</summary></entry>'), "atom"],
  "Atom 1.0 with a prefix": [
    '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Bakery</a:title><a:link href="https://shop.example/"/><a:entry><a:title>Tea</a:title><a:link href="https://shop.example/1"/><a:summary>Hot</a:summary></a:entry></a:feed>',
    "atom",
  ],
  "JSON Feed 1.0": [
    json([{ id: "1", url: "https://shop.example/1", title: "Tea", content_text: "Hot" }], { version: "https://jsonfeed.org/version/1" }),
    "json",
  ],
  "JSON Feed 1.1": [json([{ id: "1", url: "https://shop.example/1", title: "Tea", content_html: "<p>Hot</p>" }]), "json"],
  "JSON Feed with slashes escaped": [
    json([{ id: "1", url: "https://shop.example/1", title: "Tea", summary: "Hot" }]).replaceAll("/", "\\/"),
    "json",
  ],
  "JSON Feed with numbers for ids": [json([{ id: 7, url: "https://shop.example/1", title: "Tea", summary: "Hot" }]), "json"],
  "JSON Feed with odd types": [
    json([
      { id: "1", url: "https://shop.example/1", title: "Tea", summary: "Hot", tags: "no list", authors: 7, attachments: {}, image: null },
    ]),
    "json",
  ],
};

for (const [name, [document, format]] of Object.entries(FORMATS)) {
  test(`${name} is read`, async () => {
    for (const contentType of [null, "text/html", "application/octet-stream", "application/rss+xml; charset=utf-8"]) {
      const feed = await reader.read(document, contentType);
      const items = feed?.items.map(({ title, description, link }) => [title, description, link]);
      assert.deepEqual(
        [feed?.format, feed?.title, feed?.link, items],
        [format, "Bakery", "https://shop.example/", [["Tea", "Hot", "https://shop.example/1"]]],
      );
    }
  });
}

test("links in CDF count from the channel's base", async () => {
  const document = '<CHANNEL BASE="https://base.example/" HREF="https://shop.example/"><TITLE>Bakery</TITLE><ITEM HREF="1"/></CHANNEL>';
  const feed = await reader.read(document);
  assert.deepEqual([feed?.link, feed?.items[0]?.link], ["https://shop.example/", "https://base.example/1"]);
});

test("the date of an item of CDF is read from its attribute", async () => {
  const [document] = FORMATS.CDF ?? [""];
  assert.equal((await reader.read(document))?.items[0]?.publishedAt, "2026-11-03T10:00:00.000000Z");
});

test("the ttl of an RSS feed is read, up to a day", async () => {
  for (const [ttl, seconds] of [
    ["60", 3600],
    [" 5 ", 300],
    ["100000", 86_400],
    ["-1", 0],
    ["soon", 0],
    ["", 0],
  ] as const) {
    assert.equal((await reader.read(rss(`<ttl>${ttl}</ttl>${ITEM}`)))?.freshSeconds, seconds, ttl);
  }
});

/** Values for a feed's elements; each pair makes one document. */
const TITLES = ["Tea", "Tea &amp; bread", "<![CDATA[Tea]]>", "", "Été — 日本 😀", "  Tea\n"];
const IDS = ["1", "https://shop.example/1", "tag:shop.example,2026:1", "urn:uuid:60a76c80-d399-11d9-b93c-0003939e0af6", " 1 "];

test("valid feeds give the same title, link, item count and ids as with a strict parser", async () => {
  for (const title of TITLES) {
    for (const id of IDS) {
      const link = `https://shop.example/a?b=1&amp;c=${title.length}`;
      const text = rss(
        `<item><title>${title}</title><link>${link}</link><guid isPermaLink="false">${id}</guid></item><item><title>x</title><guid>2</guid></item>`,
      );
      const strict = parseRssFeed(text).items?.[0];
      const ours = await reader.read(text);
      assert.deepEqual(
        [ours?.items.length, ours?.items[0]?.link, ours?.items[0]?.title],
        [2, strict?.link, strict?.title?.trim() ?? ""],
        text,
      );
      const entries = atom(`<entry><title>${title}</title><link href="${link}"/><id>${id}</id></entry>`);
      const entry = parseAtomFeed(entries).entries?.[0];
      const read = (await reader.read(entries))?.items[0];
      assert.deepEqual([read?.link, read?.title], [entry?.links?.[0]?.href, entry?.title?.value?.trim() ?? ""], entries);
      const old = rdf(`<item rdf:about="${id}"><title>${title}</title><link>${link}</link></item>`);
      const resource = parseRdfFeed(old).items?.[0];
      const item = (await reader.read(old))?.items[0];
      assert.deepEqual([item?.link, item?.title], [resource?.link, resource?.title?.trim() ?? ""], old);
    }
  }
});
