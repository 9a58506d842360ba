import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { FeedItem } from "./item.ts";
import { atom, json, rdf, rss } from "./testing/documents.ts";
import { openReader } from "./testing/reader.ts";

const reader = openReader();
after(() => reader[Symbol.asyncDispose]());

const NAMES =
  'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/" xmlns:g="http://base.google.com/ns/1.0" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
const PICTURE = "https://shop.example/a.jpg";
const SOUND = "https://shop.example/a.mp3";

const addresses = ({ images }: FeedItem) => images.map(({ url }) => url);

interface Said {
  readonly xml: string;
  readonly read: (item: FeedItem) => unknown;
  readonly value: unknown;
}

const description = (item: FeedItem) => item.description;
const author = (item: FeedItem) => item.author;
const date = (item: FeedItem) => item.publishedAt?.slice(0, 10);
const tags = (item: FeedItem) => item.tags;

/** Elements of other formats and vocabularies in RSS items. */
const IN_RSS: Readonly<Record<string, Said>> = {
  "a body of HTML": { xml: "<body>&lt;p>Salt&lt;/p></body>", read: description, value: "Salt" },
  "a body of XHTML": { xml: '<body xmlns="http://www.w3.org/1999/xhtml"><p>Salt</p></body>', read: description, value: "Salt" },
  "a body with the prefix of XHTML": { xml: "<xhtml:body><xhtml:p>Salt</xhtml:p></xhtml:body>", read: description, value: "Salt" },
  "a whole item": { xml: "<fullitem>&lt;p>Salt&lt;/p></fullitem>", read: description, value: "Salt" },
  "a picture in a body": { xml: `<body><![CDATA[<img src="${PICTURE}">]]></body>`, read: (item) => addresses(item), value: [PICTURE] },
  "Atom's content": { xml: '<atom:content type="html">&lt;p>Salt</atom:content>', read: description, value: "Salt" },
  "Atom's content that is plain": { xml: '<atom:content type="text">&lt;p>Salt</atom:content>', read: description, value: "<p>Salt" },
  "Atom's summary": { xml: "<atom:summary>Salt</atom:summary>", read: description, value: "Salt" },
  "Atom's content without a prefix": { xml: "<content>Salt</content>", read: description, value: "Salt" },
  "Atom's summary without a prefix": { xml: "<summary>Salt</summary>", read: description, value: "Salt" },
  "Apple's subtitle": { xml: "<itunes:subtitle>Salt</itunes:subtitle>", read: description, value: "Salt" },
  "Apple's subtitle behind its summary": {
    xml: "<itunes:subtitle>Short</itunes:subtitle><itunes:summary>Salt</itunes:summary>",
    read: description,
    value: "Salt",
  },
  "Atom's author": {
    xml: "<atom:author><atom:name>Mara</atom:name><atom:email>m@x.example</atom:email></atom:author>",
    read: author,
    value: "Mara",
  },
  "an author with a name": { xml: "<author><name>Mara</name><email>m@x.example</email></author>", read: author, value: "Mara" },
  "an author with an address alone": { xml: "<author><email>m@x.example</email></author>", read: author, value: "m@x.example" },
  "Atom's author with an address alone": {
    xml: "<atom:author><atom:email>m@x.example</atom:email></atom:author>",
    read: author,
    value: "m@x.example",
  },
  "an author in a paragraph": { xml: "<author><p>Mara <b>Voss</b></p></author>", read: author, value: "Mara Voss" },
  "an author of Dublin Core": { xml: "<dc:author>Mara</dc:author>", read: author, value: "Mara" },
  "the name of a creator with an address": { xml: "<dc:creator>m@x.example (Mara)</dc:creator>", read: author, value: "Mara" },
  "an author of Dublin Core with an address": { xml: "<dc:author>Mara &lt;m@x.example&gt;</dc:author>", read: author, value: "Mara" },
  "a creator with an address alone": { xml: "<dc:creator>m@x.example</dc:creator>", read: author, value: "m@x.example" },
  "Apple's author rather than a creator's address": {
    xml: "<dc:creator>m@x.example</dc:creator><itunes:author>Mara</itunes:author>",
    read: author,
    value: "Mara",
  },
  "an update of Atom": { xml: "<atom:updated>2026-11-03T10:00:00Z</atom:updated>", read: date, value: "2026-11-03" },
  "an update of Atom without a prefix": { xml: "<updated>2026-11-03T10:00:00Z</updated>", read: date, value: "2026-11-03" },
  "a date of issue": { xml: "<issued>2026-11-03</issued>", read: date, value: "2026-11-03" },
  "a date of change": { xml: "<modified>2026-11-03</modified>", read: date, value: "2026-11-03" },
  "a publication date rather than a modification date": {
    xml: "<updated>2026-11-04</updated><pubDate>Tue, 03 Nov 2026 10:00 GMT</pubDate>",
    read: date,
    value: "2026-11-03",
  },
  "a file of Atom": { xml: `<atom:link rel="enclosure" type="audio/mpeg" href="${SOUND}"/>`, read: (item) => item.audio, value: SOUND },
  "a file of Atom without a prefix": {
    xml: `<link rel="enclosure" type="audio/mpeg" href="${SOUND}"/>`,
    read: (item) => item.audio,
    value: SOUND,
  },
  "a file whose type its name tells": { xml: `<enclosure url="${SOUND}" length="1"/>`, read: (item) => item.audio, value: SOUND },
  "a category of Apple within another": {
    xml: '<itunes:category text="Food"><itunes:category text="Bread"/></itunes:category>',
    read: tags,
    value: ["Food", "Bread"],
  },
  "keywords of Apple": { xml: "<itunes:keywords>Sea, Salt</itunes:keywords>", read: tags, value: ["Sea", "Salt"] },
  "a category of Media RSS": { xml: "<media:category>Sea</media:category>", read: tags, value: ["Sea"] },
  "a category of Media RSS with a label": {
    xml: '<media:category label="The sea">food/sea</media:category>',
    read: tags,
    value: ["The sea"],
  },
  "tags in an element of their own": { xml: "<tags>Sea, Salt</tags>", read: tags, value: ["Sea", "Salt"] },
  "a category as Atom writes it": { xml: '<category term="Sea"/>', read: tags, value: ["Sea"] },
  "a price whose currency stands apart": {
    xml: "<g:price>19.99</g:price><g:currency>EUR</g:currency>",
    read: (item) => item.price,
    value: "19.99 EUR",
  },
  "a price that names its currency beside another": {
    xml: "<g:price>19.99 USD</g:price><g:currency>EUR</g:currency>",
    read: (item) => item.price,
    value: "19.99 USD",
  },
  "a picture of Apple": { xml: `<itunes:image href="${PICTURE}"/>`, read: (item) => addresses(item), value: [PICTURE] },
  "a picture of Apple in another attribute": { xml: `<itunes:image url="${PICTURE}"/>`, read: (item) => addresses(item), value: [PICTURE] },
  // SHA-256 of "id", a newline and the id.
  "an id of Atom without a prefix": {
    xml: "<id>urn:7</id>",
    read: (item) => item.key,
    value: "d75277cd2107f0ea5b89155ce8ed2304fc6e918512e94f94803538dbe60bfc8c",
  },
  "a description that says that it is plain": {
    xml: '<description type="text/plain">&lt;p>Salt</description>',
    read: description,
    value: "<p>Salt",
  },
};

for (const [name, { xml, read, value }] of Object.entries(IN_RSS)) {
  test(`${name} is understood in RSS`, async () => {
    for (const format of [rss, rdf]) {
      const feed = await reader.read(format(`<item><title>t</title>${xml}</item>`, NAMES));
      assert.deepEqual(feed?.items.map(read), [value], format(xml));
    }
  });
}

/** Elements of other vocabularies in Atom entries. */
const IN_ATOM: Readonly<Record<string, Said>> = {
  "a picture in the link to the page": {
    xml: `<link href="https://shop.example/1"><media:content><media:thumbnail url="${PICTURE}"/></media:content></link>`,
    read: (item) => [item.link, addresses(item)],
    value: ["https://shop.example/1", [PICTURE]],
  },
  "a picture of Apple": { xml: `<itunes:image href="${PICTURE}"/>`, read: (item) => addresses(item), value: [PICTURE] },
  "a subtitle of Apple": { xml: "<itunes:subtitle>Salt</itunes:subtitle>", read: description, value: "Salt" },
  "an author with an address alone": { xml: "<author><email>m@x.example</email></author>", read: author, value: "m@x.example" },
  "a creator rather than an author's address": {
    xml: "<author><email>m@x.example</email></author><dc:creator>Mara</dc:creator>",
    read: author,
    value: "Mara",
  },
  "an author of Dublin Core": { xml: "<dc:author>Mara</dc:author>", read: author, value: "Mara" },
  "an author of Apple": { xml: "<itunes:author>Mara</itunes:author>", read: author, value: "Mara" },
  "a category of Media RSS": { xml: "<media:category>Sea</media:category>", read: tags, value: ["Sea"] },
  "a category without a label": { xml: '<category term="Sea" label=""/>', read: tags, value: ["Sea"] },
  "keywords of Apple": { xml: "<itunes:keywords>Sea, Salt</itunes:keywords>", read: tags, value: ["Sea", "Salt"] },
  "a price whose currency stands apart": {
    xml: "<g:price>19.99</g:price><g:currency>EUR</g:currency>",
    read: (item) => item.price,
    value: "19.99 EUR",
  },
};

for (const [name, { xml, read, value }] of Object.entries(IN_ATOM)) {
  test(`${name} is understood in Atom`, async () => {
    const feed = await reader.read(atom(`<entry><id>1</id><title>t</title>${xml}</entry>`, NAMES));
    assert.deepEqual(feed?.items.map(read), [value]);
  });
}

test("the author of a whole feed in Atom is known by their name, else by their address", async () => {
  const authorOf = async (person: string) =>
    (await reader.read(atom(`<author>${person}</author><entry><id>1</id><title>t</title></entry>`)))?.items[0]?.author;
  assert.equal(await authorOf("<email>m@x.example</email><name>Mara</name>"), "Mara");
  assert.equal(await authorOf("<name/><email>m@x.example</email>"), "m@x.example");
});

test("an author in JSON Feed is known by their name, else by their address", async () => {
  const authorOf = async (author: unknown) => (await reader.read(json([{ id: "1", title: "t", authors: [author] }])))?.items[0]?.author;
  assert.equal(await authorOf({ name: "Mara", url: "mailto:m@x.example" }), "Mara");
  assert.equal(await authorOf({ url: "mailto:m@x.example?subject=Tea" }), "m@x.example");
  assert.equal(await authorOf({ url: "https://x.example/mara" }), null);
});

test("a link to the feed itself is neither an item's link nor the site's", async () => {
  const self = '<link rel="self" href="https://shop.example/feed.xml"/><atom:link rel="self" href="https://shop.example/feed.xml"/>';
  const item = `<item><title>t</title>${self}<link>https://shop.example/1</link></item>`;
  const feed = await reader.read(
    `<rss version="2.0" ${NAMES}><channel><title>Bakery</title>${self}<link>https://shop.example/</link>${item}</channel></rss>`,
  );
  assert.deepEqual([feed?.link, feed?.items[0]?.link], ["https://shop.example/", "https://shop.example/1"]);
});

test("an icon is used only if there is no picture", async () => {
  const shown = async (html: string) =>
    (await reader.read(json([{ id: "1", title: "t", content_html: html }])))?.items[0]?.images.map(({ url }) => url);
  const [icon, bread] = ["https://shop.example/icons/rss-icon.png", "https://shop.example/bread.jpg"];
  assert.deepEqual(await shown(`<img src="${icon}"><img src="${bread}" width="800" height="600">`), [bread, icon]);
  assert.deepEqual(await shown(`<img src="${icon}">`), [icon]);
  assert.deepEqual(await shown(`<img src="https://shop.example/favicon.ico"><img src="${bread}">`), [
    bread,
    "https://shop.example/favicon.ico",
  ]);
  assert.deepEqual(await shown(`<img src="/a.png" class="share-icon"><img src="${bread}">`), [bread]);
  assert.deepEqual(await shown(`<img src="/a.png" class="emoji" alt=":bread:"><img src="${bread}">`), [bread]);
  const smiley = "https://shop.example/smileys/grin.gif";
  assert.deepEqual(await shown(`<img src="${smiley}"><img src="${bread}">`), [bread, smiley]);
  assert.deepEqual(await shown(`<img src="/a.png" style="width: 16px; height: 16px"><img src="${bread}">`), [bread]);
  assert.deepEqual(await shown('<img src="https://shop.example/silicon-valley.jpg">'), ["https://shop.example/silicon-valley.jpg"]);
  const media = (url: string, more = "") => `<media:content url="${url}" type="image/png"${more}/>`;
  const feed = await reader.read(
    rss(`<item><title>t</title>${media(icon)}<media:thumbnail url="${bread}" width="80" height="60"/></item>`, NAMES),
  );
  assert.deepEqual(
    feed?.items[0]?.images.map(({ url }) => url),
    [bread, icon],
  );
});

test("a bracket within a quoted attribute does not end the tag", async () => {
  const described = async (html: string) =>
    (await reader.read(rss(`<item><guid>1</guid><title>t</title><description><![CDATA[${html}]]></description></item>`)))?.items[0];
  const picture = await described(`<p>One <img alt="x < y" title='<b>bold</b>' src="${PICTURE}"> two</p>`);
  assert.deepEqual([picture?.description, picture?.images.map(({ url }) => url)], ["One two", [PICTURE]]);
  assert.equal((await described('<p>One <a href="/x>two</a> and <b class="c">three</b></p>'))?.description, "One two and three");
  assert.equal((await described('<p>One <a href="/x>two</a> said "three"</p>'))?.description, 'One two said "three"');
  const alone = await described(`<img alt='1 < 2' src="${PICTURE}">Salt`);
  assert.deepEqual([alone?.description, alone?.images.map(({ url }) => url)], ["Salt", [PICTURE]]);
  assert.equal((await described('<a href="/x" title="2 < 3">Salt'))?.description, "Salt");
  const feed = await reader.read(rss(`<item><title>t</title><enclosure title="a < b" url="${SOUND}" type="audio/mpeg"/></item>`));
  assert.equal(feed?.items[0]?.audio, SOUND);
});
