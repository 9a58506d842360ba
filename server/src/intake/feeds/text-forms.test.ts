import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Feed } from "./item.ts";
import { atom, atom03, json, rdf, rss } from "./testing/documents.ts";
import { openReader } from "./testing/reader.ts";

const reader = openReader();
after(() => reader[Symbol.asyncDispose]());

/** Every way in which feeds write `Tea & bread` in an element. */
const FORMS: Readonly<Record<string, string>> = {
  "escaped text": "Tea &amp; bread",
  "a CDATA section": "<![CDATA[Tea & bread]]>",
  "HTML in a CDATA section": "<![CDATA[<b>Tea</b> &amp; bread]]>",
  "escaped HTML": "&lt;b&gt;Tea&lt;/b&gt; &amp;amp; bread",
  "HTML that nobody escaped": "<b>Tea</b> &amp; bread",
  "HTML whose tags nobody closed": "<b>Tea &amp; <i>bread",
  "text that was escaped twice": "Tea &amp;amp; bread",
  "HTML that was escaped twice": "&amp;lt;b&amp;gt;Tea&amp;lt;/b&amp;gt; &amp;amp;amp; bread",
  "decimal references": "&#84;&#101;a &#38; bread",
  "hexadecimal references": "&#x54;ea &#x26; bread",
  "a bare ampersand": "Tea & bread",
  "a comment in the middle": "Tea <!-- or coffee -->&amp; bread",
  "an instruction in the middle": "Tea <?php echo 1 ?>&amp; bread",
  "several CDATA sections": "<![CDATA[Tea]]> <![CDATA[&]]><![CDATA[ bread]]>",
  "text around a CDATA section": "Tea <![CDATA[&]]> bread",
  "white space around": "\n\t  Tea &amp; \t  bread  \r\n",
  "an entity of HTML": "Tea&nbsp;&amp; bread",
  "an entity of HTML in a CDATA section": "<![CDATA[Tea&nbsp;&amp;&nbsp;bread]]>",
  "a control character": "Tea\u0007 &amp; bread",
  "a hidden direction": "Tea \u202E&amp; bread",
};

const WORDS = "Tea & bread";

/** Places where the feed declares HTML: the text is read as HTML, and was not escaped twice. */
const SAID_TO_BE_HTML = new Set(["the title of an Atom entry", "the summary of an Atom entry", "the content of an Atom entry"]);
const MEANT_AS_HTML: Readonly<Record<string, string>> = { "HTML that was escaped twice": "<b>Tea</b> &amp; bread" };

/** Places for the words: a document with them, and where to find them in the parsed feed. */
const PLACES: Readonly<Record<string, { document: (text: string) => string; find: (feed: Feed) => string | null | undefined }>> = {
  "the title of an RSS channel": {
    document: (text) => `<rss version="2.0"><channel><title>${text}</title><link>https://shop.example/</link></channel></rss>`,
    find: (feed) => feed.title,
  },
  "the title of an RSS item": {
    document: (text) => rss(`<item><guid>1</guid><title>${text}</title></item>`),
    find: (feed) => feed.items[0]?.title,
  },
  "the description of an RSS item": {
    document: (text) => rss(`<item><guid>1</guid><description>${text}</description></item>`),
    find: (feed) => feed.items[0]?.description,
  },
  "the full content of an RSS item": {
    document: (text) =>
      rss(
        `<item><guid>1</guid><content:encoded>${text}</content:encoded></item>`,
        'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
      ),
    find: (feed) => feed.items[0]?.description,
  },
  "the creator of an RSS item": {
    document: (text) => rss(`<item><guid>1</guid><dc:creator>${text}</dc:creator></item>`, 'xmlns:dc="http://purl.org/dc/elements/1.1/"'),
    find: (feed) => feed.items[0]?.author,
  },
  "the title of an RSS 1.0 item": {
    document: (text) => rdf(`<item rdf:about="https://shop.example/1"><title>${text}</title></item>`),
    find: (feed) => feed.items[0]?.title,
  },
  "the description of an RSS 1.0 item": {
    document: (text) => rdf(`<item rdf:about="https://shop.example/1"><description>${text}</description></item>`),
    find: (feed) => feed.items[0]?.description,
  },
  "the title of an Atom entry": {
    document: (text) => atom(`<entry><id>1</id><title type="html">${text}</title></entry>`),
    find: (feed) => feed.items[0]?.title,
  },
  "the summary of an Atom entry": {
    document: (text) => atom(`<entry><id>1</id><summary type="html">${text}</summary></entry>`),
    find: (feed) => feed.items[0]?.description,
  },
  "the content of an Atom entry": {
    document: (text) => atom(`<entry><id>1</id><content type="html">${text}</content></entry>`),
    find: (feed) => feed.items[0]?.description,
  },
  "the title of an Atom 0.3 entry": {
    document: (text) => atom03(`<entry><id>1</id><title mode="escaped">${text}</title></entry>`),
    find: (feed) => feed.items[0]?.title,
  },
};

for (const [place, { document, find }] of Object.entries(PLACES)) {
  for (const [form, text] of Object.entries(FORMS)) {
    test(`${form} in ${place} is read as the words that it means`, async () => {
      const feed = await reader.read(document(text));
      assert.equal(feed === null ? null : find(feed), SAID_TO_BE_HTML.has(place) ? (MEANT_AS_HTML[form] ?? WORDS) : WORDS);
    });
  }
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Text constructs that only Atom has. */
const CONSTRUCTS: Readonly<Record<string, string>> = {
  "XHTML in a div": '<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><b>Tea</b> &amp; bread</div></title>',
  "XHTML with a prefix": '<title type="xhtml"><h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:b>Tea</h:b> &amp; bread</h:div></title>',
  "XHTML of Atom 0.3":
    '<title type="application/xhtml+xml" mode="xml"><div xmlns="http://www.w3.org/1999/xhtml">Tea &amp; <i>bread</i></div></title>',
  "text without a type": "<title>Tea &amp; bread</title>",
  "text of type text": '<title type="text">Tea &amp; bread</title>',
  "text of type text/plain": '<title type="text/plain">Tea &amp; bread</title>',
  "text in base64": `<title mode="base64">${base64("Tea & bread")}</title>`,
  "HTML in base64": `<title type="text/html" mode="base64">\n${base64("<b>Tea</b> &amp; bread")}\n</title>`,
  "what says base64 and is none": '<title mode="base64">Tea &amp; bread</title>',
  "what is of a type that is no text, in base64": `<title type="application/octet-stream">${base64("Tea & bread")}</title>`,
  "what an attribute says with odd quotes": "<title type='html' lang=en>Tea &amp; bread</title>",
};

for (const [form, element] of Object.entries(CONSTRUCTS)) {
  for (const [version, wrap] of [
    ["1.0", atom],
    ["0.3", atom03],
  ] as const) {
    test(`${form} in the title of an Atom ${version} entry is read as the words that it means`, async () => {
      const feed = await reader.read(wrap(`<entry><id>1</id>${element}</entry>`));
      assert.equal(feed?.items[0]?.title, WORDS);
    });
    test(`${form} in the content of an Atom ${version} entry is read as the words that it means`, async () => {
      const feed = await reader.read(wrap(`<entry><id>1</id>${element.replaceAll("title", "content")}</entry>`));
      assert.equal(feed?.items[0]?.description, WORDS);
    });
  }
}

const JSON_FORMS: Readonly<Record<string, object>> = {
  "a title": { title: WORDS },
  "a title with entities": { title: "Tea &amp; bread" },
  HTML: { content_html: "<p>Tea &amp; <b>bread</b></p>" },
  "plain text": { content_text: WORDS },
  "a summary": { summary: WORDS, content_html: "<p>More</p>" },
  "escaped characters": { content_text: "Tea \\u0026 bread".replace("\\u0026", "\u0026") },
};

for (const [form, item] of Object.entries(JSON_FORMS)) {
  test(`${form} in an item of a JSON Feed is read as the words that it means`, async () => {
    const feed = await reader.read(json([{ id: "1", ...item }]));
    assert.equal(feed?.items[0]?.title, WORDS);
  });
}

test("an emoji that is written as a picture is kept, and no other picture's alternative text is the text's", async () => {
  const text =
    'I <img src="https://s.w.org/images/core/emoji/15/72x72/2764.png" alt="❤️" class="wp-smiley"> bread <img src="/rye.jpg" alt="Rye">';
  const more = '<img alt="👩🏽‍🍳🥖" src="/a.png"/>';
  const feed = await reader.read(json([{ id: "1", title: "t", content_html: `<p>${text}</p><p>${more}</p>` }]));
  assert.equal(feed?.items[0]?.description, "I ❤️ bread\n\n👩🏽‍🍳🥖");
});
