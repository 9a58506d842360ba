import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Feed, FeedItem } from "./item.ts";
import { atom, rdf, rss } from "./testing/documents.ts";
import { openReader } from "./testing/reader.ts";

const reader = openReader();
after(() => reader[Symbol.asyncDispose]());

const addresses = ({ images }: FeedItem) => images.map(({ url }) => url);

interface Word {
  readonly prefix: string;
  readonly address: string;
  /** With `p:` as the prefix. */
  readonly xml: string;
  readonly read: (item: FeedItem) => unknown;
  readonly value: unknown;
}

const PICTURE = "https://shop.example/a.jpg";
const WORDS: Readonly<Record<string, Word>> = {
  "a creator of Dublin Core": {
    prefix: "dc",
    address: "http://purl.org/dc/elements/1.1/",
    xml: "<p:creator>Mara</p:creator>",
    read: (item) => item.author,
    value: "Mara",
  },
  "a date of Dublin Core": {
    prefix: "dc",
    address: "http://purl.org/dc/elements/1.1/",
    xml: "<p:date>2026-11-03</p:date>",
    read: (item) => item.publishedAt,
    value: "2026-11-03T00:00:00.000000Z",
  },
  "a subject of Dublin Core": {
    prefix: "dc",
    address: "http://purl.org/dc/elements/1.1/",
    xml: "<p:subject>Sea</p:subject>",
    read: (item) => item.tags,
    value: ["Sea"],
  },
  "the content module": {
    prefix: "content",
    address: "http://purl.org/rss/1.0/modules/content/",
    xml: "<p:encoded>&lt;p&gt;Salt</p:encoded>",
    read: (item) => item.description,
    value: "Salt",
  },
  "a picture of Media RSS": {
    prefix: "media",
    address: "http://search.yahoo.com/mrss/",
    xml: `<p:content url="${PICTURE}" medium="image"/>`,
    read: (item) => addresses(item),
    value: [PICTURE],
  },
  "a picture in a group of Media RSS": {
    prefix: "media",
    address: "http://search.yahoo.com/mrss/",
    xml: `<p:group><p:content url="https://shop.example/s.jpg" type="image/jpeg" width="9" height="9"/><p:content url="${PICTURE}" type="image/jpeg" width="90" height="90"/></p:group>`,
    read: (item) => addresses(item),
    value: [PICTURE],
  },
  "a thumbnail of Media RSS": {
    prefix: "media",
    address: "http://search.yahoo.com/mrss/",
    xml: `<p:thumbnail url="${PICTURE}"/>`,
    read: (item) => addresses(item),
    value: [PICTURE],
  },
  "a thumbnail in a content of Media RSS": {
    prefix: "media",
    address: "http://search.yahoo.com/mrss/",
    xml: `<p:content url="https://shop.example/player" type="text/html"><p:thumbnail url="${PICTURE}"/></p:content>`,
    read: (item) => addresses(item),
    value: [PICTURE],
  },
  "keywords of Media RSS": {
    prefix: "media",
    address: "http://search.yahoo.com/mrss/",
    xml: "<p:keywords>Sea, Salt</p:keywords>",
    read: (item) => item.tags,
    value: ["Sea", "Salt"],
  },
  "a film of Media RSS": {
    prefix: "media",
    address: "http://search.yahoo.com/mrss/",
    xml: '<p:content url="https://shop.example/a.mp4" type="video/mp4"/>',
    read: (item) => item.video,
    value: "https://shop.example/a.mp4",
  },
  "a description in a group of Media RSS": {
    prefix: "media",
    address: "http://search.yahoo.com/mrss/",
    xml: "<p:group><p:description>Salt</p:description></p:group>",
    read: (item) => item.description,
    value: "Salt",
  },
  "a price of Google": {
    prefix: "g",
    address: "http://base.google.com/ns/1.0",
    xml: "<p:price>5 USD</p:price>",
    read: (item) => item.price,
    value: "5 USD",
  },
  "a picture of Google": {
    prefix: "g",
    address: "http://base.google.com/ns/1.0",
    xml: `<p:image_link>${PICTURE}</p:image_link>`,
    read: (item) => addresses(item),
    value: [PICTURE],
  },
  "a tag of Shopify": {
    prefix: "s",
    address: "http://jadedpixel.com/-/spec/shopify",
    xml: "<p:tag>Sea</p:tag>",
    read: (item) => item.tags,
    value: ["Sea"],
  },
};
const PODCAST: Readonly<Record<string, Word>> = {
  "a picture of Apple's podcasts": {
    prefix: "itunes",
    address: "http://www.itunes.com/dtds/podcast-1.0.dtd",
    xml: `<p:image href="${PICTURE}"/>`,
    read: (item) => addresses(item),
    value: [PICTURE],
  },
  "an author of Apple's podcasts": {
    prefix: "itunes",
    address: "http://www.itunes.com/dtds/podcast-1.0.dtd",
    xml: "<p:author>Mara</p:author>",
    read: (item) => item.author,
    value: "Mara",
  },
  "a summary of Apple's podcasts": {
    prefix: "itunes",
    address: "http://www.itunes.com/dtds/podcast-1.0.dtd",
    xml: "<p:summary>Salt</p:summary>",
    read: (item) => item.description,
    value: "Salt",
  },
  "a link of Atom": {
    prefix: "atom",
    address: "http://www.w3.org/2005/Atom",
    xml: '<p:link rel="alternate" href="https://shop.example/7"/>',
    read: (item) => item.link,
    value: "https://shop.example/7",
  },
  "the address that FeedBurner replaced": {
    prefix: "feedburner",
    address: "http://rssnamespace.org/feedburner/ext/1.0",
    xml: "<p:origLink>https://shop.example/7</p:origLink>",
    read: (item) => item.link,
    value: "https://shop.example/7",
  },
  "the body of XHTML": {
    prefix: "xhtml",
    address: "http://www.w3.org/1999/xhtml",
    xml: "<p:body><p:p>Salt</p:p></p:body>",
    read: (item) => item.description,
    value: "Salt",
  },
};

/** The ways in which feeds declare a vocabulary, and then write its words. */
const WAYS: Readonly<Record<string, (word: Word) => { root: string; xml: string }>> = {
  "with its usual prefix": ({ prefix, address, xml }) => ({
    root: `xmlns:${prefix}="${address}"`,
    xml: xml.replaceAll("p:", `${prefix}:`),
  }),
  "with another prefix": ({ address, xml }) => ({ root: `xmlns:zz="${address}"`, xml: xml.replaceAll("p:", "zz:") }),
  "with a prefix that usually means another": ({ prefix, address, xml }) => {
    const other = prefix === "dc" ? "media" : "dc";
    return { root: `xmlns:${other}="${address}"`, xml: xml.replaceAll("p:", `${other}:`) };
  },
  "with a prefix that nobody declared": ({ prefix, xml }) => ({ root: "", xml: xml.replaceAll("p:", `${prefix}:`) }),
  "without a prefix, declared where it stands": ({ address, xml }) => ({
    root: "",
    xml: xml.replaceAll("p:", "").replace(/^<(\w+)/, `<$1 xmlns="${address}"`),
  }),
  "with a prefix, declared where it stands": ({ address, xml }) => ({
    root: "",
    xml: xml.replaceAll("p:", "q:").replace(/^<(q:\w+)/, `<$1 xmlns:q="${address}"`),
  }),
  "with an address in capitals, of https and without its end": ({ address, xml }) => ({
    root: `xmlns:q="${address.toUpperCase().replace("HTTP:", "HTTPS:").replace(/\/$/, "")}"`,
    xml: xml.replaceAll("p:", "q:"),
  }),
};

const FORMATS = {
  "RSS 2.0": (xml: string, root: string) => rss(`<item><title>t</title>${xml}</item>`, root),
  "RSS 1.0": (xml: string, root: string) => rdf(`<item><title>t</title>${xml}</item>`, root),
  Atom: (xml: string, root: string) => atom(`<entry><title>t</title>${xml}</entry>`, root),
};

for (const [name, word] of [...Object.entries(WORDS), ...Object.entries(PODCAST)]) {
  for (const [way, write] of Object.entries(WAYS)) {
    test(`${name} ${way} is understood`, async () => {
      const { root, xml } = write(word);
      const formats = name in WORDS ? Object.values(FORMATS) : [FORMATS["RSS 2.0"], FORMATS["RSS 1.0"]];
      for (const format of formats) {
        const [item] = ((await reader.read(format(xml, root))) as Feed).items;
        assert.deepEqual(item && word.read(item), word.value, format(xml, root));
      }
    });
  }
}

test("a word of an unknown vocabulary is not taken for the format's own", async () => {
  const feed = await reader.read(
    rss("<item><x:title>Wrong</x:title><title>Right</title><x:link>https://wrong.example/</x:link></item>", 'xmlns:x="urn:x"'),
  );
  assert.deepEqual(
    feed?.items.map(({ title, link }) => [title, link]),
    [["Right", null]],
  );
});

test("a usual prefix that was declared for something unknown means nothing", async () => {
  const feed = await reader.read(rss("<item><title>t</title><dc:creator>Nobody</dc:creator></item>", 'xmlns:dc="urn:direct-current"'));
  assert.equal(feed?.items[0]?.author, null);
});

test("RSS in which every name has a prefix is RSS", async () => {
  const names =
    "<r:channel><r:title>Bakery</r:title><r:link>https://shop.example/</r:link></r:channel><r:item><r:title>Tea</r:title><r:link>https://shop.example/1</r:link></r:item>";
  const feed = await reader.read(
    `<x:RDF xmlns:x="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:r="http://purl.org/rss/1.0/">${names}</x:RDF>`,
  );
  assert.deepEqual([feed?.title, feed?.link, feed?.items[0]?.title], ["Bakery", "https://shop.example/", "Tea"]);
});

test("a variant, a source, a picture and a field for input keep their titles to themselves", async () => {
  const inner = "<title>Wrong</title><id>wrong</id><link>https://wrong.example/</link><url>https://shop.example/logo.png</url>";
  for (const around of ["source", "image", "textinput", "s:variant", "unknown"]) {
    const feed = await reader.read(
      rss(`<item><${around}>${inner}</${around}><title>Right</title><guid>1</guid></item><${around}>${inner}</${around}>`),
    );
    assert.deepEqual(
      [feed?.title, feed?.link, feed?.items.length, feed?.items[0]?.title, feed?.items[0]?.link],
      ["Bakery", "https://shop.example/", 1, "Right", null],
      around,
    );
  }
});

test("what a name meant in one document does not count in the next", async () => {
  const rssItem =
    '<rss version="2.0"><channel><title>Bakery</title><item><atom:title>Wrong</atom:title><title>Tea</title></item></channel></rss>';
  const entry = "<feed><title>Bakery</title><entry><id>1</id><atom:title>Bread</atom:title></entry></feed>";
  for (const [document, title] of [
    [rssItem, "Tea"],
    [entry, "Bread"],
    [rssItem, "Tea"],
  ] as const) {
    assert.equal((await reader.read(document))?.items[0]?.title, title);
  }
});
