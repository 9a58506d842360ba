import assert from "node:assert/strict";
import { after, test } from "node:test";
import { atom, json, rdf, rss } from "./testing/documents.ts";
import { openReader } from "./testing/reader.ts";

const reader = openReader();
after(() => reader[Symbol.asyncDispose]());

const ATOM_LINK = 'xmlns:atom="http://www.w3.org/2005/Atom"';
/** An item's link: the feed is at `https://base.example/blog/feed.xml`, its site at `https://shop.example/`. */
const LINKS: Readonly<Record<string, [document: string, link: string | null]>> = {
  "an absolute link": [rss("<item><link>https://a.example/1</link></item>"), "https://a.example/1"],
  "a link with white space around": [rss("<item><link>\n https://a.example/1\t</link></item>"), "https://a.example/1"],
  "a link in a CDATA section": [rss("<item><link><![CDATA[https://a.example/1?a=1&b=2]]></link></item>"), "https://a.example/1?a=1&b=2"],
  "a link whose ampersands were escaped": [rss("<item><link>https://a.example/?a=1&amp;b=2</link></item>"), "https://a.example/?a=1&b=2"],
  "a link whose ampersands were escaped twice": [
    rss("<item><link>https://a.example/?a=1&amp;amp;b=2</link></item>"),
    "https://a.example/?a=1&b=2",
  ],
  "a link whose ampersands were not escaped": [
    rss("<item><link>https://a.example/?a=1&b=2&copy=3</link></item>"),
    "https://a.example/?a=1&b=2&copy=3",
  ],
  "a link with blanks in it": [rss("<item><link>https://a.example/a b</link></item>"), "https://a.example/a%20b"],
  "a link with letters of all languages": [
    rss("<item><link>https://bücher.example/größe</link></item>"),
    "https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe",
  ],
  "a link from the root": [rss("<item><link>/1</link></item>"), "https://shop.example/1"],
  "a relative link": [rss("<item><link>posts/1</link></item>"), "https://shop.example/posts/1"],
  "a link without scheme": [rss("<item><link>//a.example/1</link></item>"), "https://a.example/1"],
  "a link of parameters alone": [rss("<item><link>?p=1</link></item>"), "https://shop.example/?p=1"],
  "a link that counts from xml:base of the item": [
    rss('<item xml:base="https://b.example/x/"><link>1</link></item>'),
    "https://b.example/x/1",
  ],
  "a link that counts from xml:base of the channel": [
    rss("<item><link>1</link></item>").replace("<channel>", '<channel xml:base="https://b.example/x/">'),
    "https://b.example/x/1",
  ],
  "a link that counts from xml:base of the root": [
    rss("<item><link>1</link></item>", 'xml:base="https://b.example/x/"'),
    "https://b.example/x/1",
  ],
  "a link that counts from a relative xml:base": [
    rss('<item xml:base="y/"><link>1</link></item>', 'xml:base="https://b.example/x/"'),
    "https://b.example/x/y/1",
  ],
  "a relative link of a feed without a site": [
    '<rss version="2.0"><channel><title>t</title><item><link>1</link></item></channel></rss>',
    "https://base.example/blog/1",
  ],
  "an empty link before a link": [rss("<item><link/><link>https://a.example/1</link></item>"), "https://a.example/1"],
  "a link that leads to no page, before one that does": [
    rss("<item><link>javascript:alert(1)</link><link>https://a.example/1</link></item>"),
    "https://a.example/1",
  ],
  "a guid that is an address": [rss("<item><guid>https://a.example/1</guid></item>"), "https://a.example/1"],
  "a guid that says to be an address": [rss('<item><guid isPermaLink="true">https://a.example/1</guid></item>'), "https://a.example/1"],
  "a guid that says to be none": [rss('<item><guid isPermaLink="false">https://a.example/1</guid></item>'), null],
  "a guid that says to be none in capitals": [rss('<item><guid ISPERMALINK="False">https://a.example/1</guid></item>'), null],
  "a guid that is no address": [rss('<item><guid isPermaLink="true">1</guid></item>'), null],
  "a link before a guid": [rss("<item><guid>https://a.example/guid</guid><link>https://a.example/1</link></item>"), "https://a.example/1"],
  "a link of Atom in RSS": [rss('<item><atom:link href="https://a.example/1"/></item>', ATOM_LINK), "https://a.example/1"],
  "a link of Atom in RSS that leads to the feed itself": [
    rss('<item><atom:link rel="self" href="https://a.example/1"/></item>', ATOM_LINK),
    null,
  ],
  "a link of RSS before one of Atom": [
    rss('<item><atom:link href="https://a.example/2"/><link>https://a.example/1</link></item>', ATOM_LINK),
    "https://a.example/1",
  ],
  "the file of a podcast": [
    rss('<item><title>t</title><enclosure url="https://a.example/1.mp3" type="audio/mpeg" length="1"/></item>'),
    "https://a.example/1.mp3",
  ],
  "a link before the file of a podcast": [
    rss('<item><enclosure url="https://a.example/1.mp3" type="audio/mpeg"/><link>https://a.example/1</link></item>'),
    "https://a.example/1",
  ],
  "no link at all": [rss("<item><title>t</title></item>"), null],
  "a link to a file of the reader's machine": [rss("<item><title>t</title><link>file:///etc/passwd</link></item>"), null],
  "a link to a mailbox": [rss("<item><title>t</title><link>mailto:a@a.example</link></item>"), null],
  "a link that is longer than addresses are": [
    rss(`<item><title>t</title><link>https://a.example/${"x".repeat(3000)}</link></item>`),
    null,
  ],
  "the link of an RSS 1.0 item": [
    rdf('<item rdf:about="https://a.example/about"><link>https://a.example/1</link></item>'),
    "https://a.example/1",
  ],
  "the name of an RSS 1.0 item without a link": [
    rdf('<item rdf:about="https://a.example/about"><title>t</title></item>'),
    "https://a.example/about",
  ],
  "a link of Atom without a relation": [atom('<entry><link href="https://a.example/1"/></entry>'), "https://a.example/1"],
  "a link of Atom with an empty relation": [atom('<entry><link rel="" href="https://a.example/1"/></entry>'), "https://a.example/1"],
  "an alternate link of Atom among others": [
    atom(
      '<entry><link rel="self" href="/s"/><link rel="edit" href="/e"/><link rel="replies" href="/r"/><link rel="alternate" href="https://a.example/1"/></entry>',
    ),
    "https://a.example/1",
  ],
  "an alternate link with the registry's address": [
    atom(
      '<entry><link rel="self" href="/s"/><link rel="http://www.iana.org/assignments/relation/alternate" href="https://a.example/1"/></entry>',
    ),
    "https://a.example/1",
  ],
  "a page before a document of another kind": [
    atom('<entry><link type="application/pdf" href="/pdf"/><link type="text/html" href="https://a.example/1"/></entry>'),
    "https://a.example/1",
  ],
  "a link of Atom of another kind alone": [
    atom('<entry><link type="application/pdf" href="https://a.example/1.pdf"/></entry>'),
    "https://a.example/1.pdf",
  ],
  "a link of Atom that counts from xml:base of the entry": [
    atom('<entry xml:base="https://b.example/x/"><link href="1"/></entry>'),
    "https://b.example/x/1",
  ],
  "a link of Atom that counts from xml:base of the feed": [
    atom('<entry><link href="1"/></entry>', 'xml:base="https://b.example/x/"'),
    "https://b.example/x/1",
  ],
  "a link of Atom that counts from its own xml:base": [
    atom('<entry><link xml:base="https://b.example/x/" href="1"/></entry>'),
    "https://b.example/x/1",
  ],
  "a link of Atom that does not count from the base of the content": [
    atom('<entry><link href="1"/><content xml:base="https://b.example/x/">t</content></entry>'),
    "https://shop.example/1",
  ],
  "the place of an entry's content": [atom('<entry><content src="https://a.example/1" type="text/html"/></entry>'), "https://a.example/1"],
  "an id of Atom that is an address": [atom("<entry><id>https://a.example/1</id></entry>"), "https://a.example/1"],
  "an id of Atom that is none": [atom("<entry><id>tag:a.example,2026:1</id></entry>"), null],
  "the address of a JSON item": [json([{ id: "1", url: "https://a.example/1" }]), "https://a.example/1"],
  "the outer address of a JSON item": [json([{ id: "1", external_url: "https://a.example/1" }]), "https://a.example/1"],
  "the id of a JSON item": [json([{ id: "https://a.example/1" }]), "https://a.example/1"],
  "a relative address of a JSON item": [json([{ id: "1", url: "posts/1" }]), "https://shop.example/posts/1"],
};

for (const [what, [document, link]] of Object.entries(LINKS)) {
  test(`${what} leads ${link === null ? "nowhere" : "where it should"}`, async () => {
    const feed = await reader.read(document);
    assert.deepEqual(
      feed?.items.map((item) => item.link),
      [link],
    );
    assert.match(feed?.items[0]?.key ?? "", /^[0-9a-f]{64}$/);
  });
}

/** Pairs of items: one item in two runs, or two different ones, whatever else has changed. */
const SAME: Readonly<Record<string, [string, string]>> = {
  "a changed title": [rss("<item><guid>1</guid><title>a</title></item>"), rss("<item><guid>1</guid><title>b</title></item>")],
  "white space around a guid": [rss("<item><guid>1</guid></item>"), rss("<item><guid>\n 1 </guid></item>")],
  "a guid in a CDATA section": [rss("<item><guid>a&amp;b</guid></item>"), rss("<item><guid><![CDATA[a&b]]></guid></item>")],
  "a guid that says whether it is a link": [rss("<item><guid>x</guid></item>"), rss('<item><guid isPermaLink="false">x</guid></item>')],
  "another link beside the guid": [
    rss("<item><guid>1</guid><link>https://a.example/1</link></item>"),
    rss("<item><guid>1</guid><link>https://a.example/2</link></item>"),
  ],
  "a new date beside the link": [
    rss("<item><link>https://a.example/1</link></item>"),
    rss("<item><link>https://a.example/1</link><pubDate>3 Nov 2026</pubDate></item>"),
  ],
  "tracking in the link": [
    rss("<item><link>https://a.example/1</link></item>"),
    rss("<item><link>https://a.example/1?utm_source=a&amp;utm_medium=b&amp;fbclid=c&amp;ref=d</link></item>"),
  ],
  "a fragment in the link": [
    rss("<item><link>https://a.example/1</link></item>"),
    rss("<item><link>https://a.example/1#more</link></item>"),
  ],
  "another scheme in the link": [
    rss("<item><link>http://a.example/1</link></item>"),
    rss("<item><link>https://a.example/1/</link></item>"),
  ],
  "an Atom entry that was updated": [
    atom("<entry><id>1</id><updated>2026-11-03</updated></entry>"),
    atom("<entry><id>1</id><updated>2026-11-04</updated></entry>"),
  ],
  "an id of RSS that became one of Atom": [rss("<item><guid>1</guid></item>"), atom("<entry><id>1</id></entry>")],
  "a video of YouTube without its id": [
    atom("<entry><id>yt:video:a</id></entry>"),
    atom("<entry><id> yt:video:a</id><title>x</title></entry>"),
  ],
  "an RSS 1.0 item by its name": [
    rdf('<item rdf:about="urn:1"><title>a</title></item>'),
    rdf('<item rdf:about="urn:1"><title>b</title></item>'),
  ],
  "a number for an id in JSON": [json([{ id: 1 }]), json([{ id: "1" }])],
};

for (const [what, [before, afterwards]] of Object.entries(SAME)) {
  test(`${what} makes no new item`, async () => {
    const [one] = (await reader.read(before))?.items ?? [];
    const [other] = (await reader.read(afterwards))?.items ?? [];
    assert.ok(one !== undefined && one.key === other?.key);
  });
}

const OTHER: Readonly<Record<string, [string, string]>> = {
  "another guid": [rss("<item><guid>1</guid></item>"), rss("<item><guid>2</guid></item>")],
  "a guid in other letters": [rss("<item><guid>abc</guid></item>"), rss("<item><guid>ABC</guid></item>")],
  "another link without guids": [
    rss("<item><link>https://a.example/1</link></item>"),
    rss("<item><link>https://a.example/2</link></item>"),
  ],
  "another parameter in the link": [
    rss("<item><link>https://a.example/?p=1</link></item>"),
    rss("<item><link>https://a.example/?p=2</link></item>"),
  ],
  "another title without guids and links": [rss("<item><title>a</title></item>"), rss("<item><title>b</title></item>")],
  "another date without guids and links": [
    rss("<item><title>a</title><pubDate>3 Nov 2026</pubDate></item>"),
    rss("<item><title>a</title><pubDate>4 Nov 2026</pubDate></item>"),
  ],
};

for (const [what, [before, afterwards]] of Object.entries(OTHER)) {
  test(`${what} makes another item`, async () => {
    const [one] = (await reader.read(before))?.items ?? [];
    const [other] = (await reader.read(afterwards))?.items ?? [];
    assert.ok(one !== undefined && other !== undefined && one.key !== other.key);
  });
}
