import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { FeedItem } from "./item.ts";
import { atom, json, rss } from "./testing/documents.ts";
import { openReader } from "./testing/reader.ts";

const reader = openReader();
after(() => reader[Symbol.asyncDispose]());

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const base64 = (text: string) => Buffer.from(text).toString("base64");

async function only(document: string): Promise<FeedItem> {
  const feed = await reader.read(document);
  const [item] = feed?.items ?? [];
  assert.ok(item !== undefined);
  return item;
}

/** Titles about code, as their authors want them to be read. */
const CODE = [
  "Why <script> tags block rendering",
  "Vec<String> and HashMap<String, Vec<u8>>",
  "plain text: a<b && c>d",
  "The <template> element, explained",
  "<details> without a line of code",
  "Using <br> and <p> in mail",
  "List<a> or Set<b>?",
  "if (i <p && q> r) return;",
  "x <- y, 1 < 2 > 0, <3",
  "Use <!-- to begin a comment",
  'The element called "<br>"',
  "How to use <br>",
  'if (x <a && y="b") return;',
  "std::vector<int> v; // <vector>",
];

for (const text of CODE) {
  test(`"${text}" keeps its code in the title and the description of an RSS item`, async () => {
    const item = await only(rss(`<item><guid>1</guid><title>${escaped(text)}</title><description>${escaped(text)}</description></item>`));
    assert.deepEqual([item.title, item.description], [text, text]);
  });
  test(`"${text}" keeps its code in a CDATA section`, async () => {
    const item = await only(rss(`<item><guid>1</guid><title><![CDATA[${text}]]></title></item>`));
    assert.equal(item.title, text);
  });
  test(`"${text}" keeps its code where it was escaped as HTML`, async () => {
    const item = await only(rss(`<item><guid>1</guid><title>${escaped(escaped(text))}</title></item>`));
    assert.equal(item.title, text);
  });
  test(`"${text}" keeps its code in an Atom title without a type`, async () => {
    assert.equal((await only(atom(`<entry><id>1</id><title>${escaped(text)}</title></entry>`))).title, text);
  });
}

test("text with an obsolete element of HTML is HTML", async () => {
  for (const html of ['Tea <applet code="a.class"></applet>and bread', '<bgsound src="a.wav">Tea and bread', "<xmp>Tea</xmp> and bread"]) {
    const item = await only(rss(`<item><guid>1</guid><description>${escaped(html)}</description></item>`));
    assert.equal(item.description.replaceAll("\n", " ").replace(/ +/g, " "), "Tea and bread", html);
  }
});

const MARKUP = "<b>Tea</b> &amp; <i>bread</i>";

test("text that Atom declares plain is not HTML, whatever it looks like", async () => {
  for (const type of ["text", "text/plain", "TEXT"]) {
    const item = await only(
      atom(`<entry><id>1</id><title type="${type}">${escaped(MARKUP)}</title><summary type="${type}">${escaped(MARKUP)}</summary></entry>`),
    );
    assert.deepEqual([item.title, item.description], [MARKUP, MARKUP], type);
  }
});

test("lines of plain text are kept, and references in it are literal", async () => {
  const item = await only(atom('<entry><id>1</id><content type="text">one &amp;amp; two\n  three</content></entry>'));
  assert.equal(item.description, "one &amp; two\nthree");
});

test("Media RSS text is plain or HTML as declared", async () => {
  const media = 'xmlns:media="http://search.yahoo.com/mrss/"';
  const said = (type: string) =>
    only(rss(`<item><guid>1</guid><media:description type="${type}">${escaped(MARKUP)}</media:description></item>`, media));
  assert.equal((await said("plain")).description, MARKUP);
  assert.equal((await said("html")).description, "Tea & bread");
});

test("the text of a JSON Feed is plain, and its HTML is HTML", async () => {
  assert.equal((await only(json([{ id: "1", title: "t", content_text: MARKUP }]))).description, MARKUP);
  assert.equal((await only(json([{ id: "1", title: "t", content_html: MARKUP }]))).description, "Tea & bread");
  assert.equal(
    (await only(json([{ id: "1", title: "t", content_html: "<p>Use &lt;b&gt;bold&lt;/b&gt;</p>" }]))).description,
    "Use <b>bold</b>",
  );
});

test("base64 content is HTML only if declared so", async () => {
  const packed = (type: string) =>
    only(atom(`<entry><id>1</id><title>t</title><content mode="base64"${type}>${base64(MARKUP)}</content></entry>`));
  assert.equal((await packed("")).description, MARKUP);
  assert.equal((await packed(' type="text/plain"')).description, MARKUP);
  assert.equal((await packed(' type="text/html"')).description, "Tea & bread");
});

test("code that is escaped within HTML is code", async () => {
  const texts: Readonly<Record<string, string>> = {
    "<p>Use &lt;b&gt; sparingly</p>": "Use <b> sparingly",
    "<p>A &lt;b&gt;bold&lt;/b&gt; word</p>": "A <b>bold</b> word",
    "<code>Vec&lt;String&gt;</code>": "Vec<String>",
    "one<br>&lt;p&gt;two&lt;/p&gt;": "one\n<p>two</p>",
  };
  for (const [html, text] of Object.entries(texts)) {
    const item = await only(rss(`<item><guid>1</guid><title>t</title><description><![CDATA[${html}]]></description></item>`));
    assert.equal(item.description, text, html);
    const entry = await only(atom(`<entry><id>1</id><title>t</title><content type="html">${escaped(html)}</content></entry>`));
    assert.equal(entry.description, text, html);
  }
  const xhtml = '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A &lt;b&gt;bold&lt;/b&gt; word</div></content>';
  assert.equal((await only(atom(`<entry><id>1</id><title>t</title>${xhtml}</entry>`))).description, "A <b>bold</b> word");
});

test("HTML is taken for HTML by one sign of it", async () => {
  const texts: Readonly<Record<string, string>> = {
    "<p>Salt": "Salt",
    "One.<br>Two": "One.\nTwo",
    "One <br /> two": "One\ntwo",
    "one <br> two <br> three": "one\ntwo\nthree",
    '<a href="/x">Tea': "Tea",
    "<IMG SRC=x.png> Tea": "Tea",
    "<b>Tea</b>": "Tea",
    "<li>Tea<li>Salt": "Tea\nSalt",
    "Tea<wbr>pot": "Teapot",
    "Tea (hot)<br>": "Tea (hot)",
    'They said "tea"<p>\n': 'They said "tea"',
  };
  for (const [html, text] of Object.entries(texts)) {
    const item = await only(rss(`<item><guid>1</guid><title>t</title><description>${escaped(html)}</description></item>`));
    assert.equal(item.description, text, html);
  }
});

test("doubly escaped text is read as HTML if it has no tags of its own and its references decode to HTML tags", async () => {
  const read = async (text: string) =>
    (await only(rss(`<item><guid>1</guid><title>t</title><description>${escaped(text)}</description></item>`))).description;
  assert.equal(await read("&lt;p&gt;Tea &amp;amp; &lt;b&gt;bread&lt;/b&gt;&lt;/p&gt;"), "Tea & bread");
  assert.equal(await read("It&amp;#8217;s&amp;nbsp;tea"), "It’s tea");
  assert.equal(await read("&lt;Order&gt;5&lt;/Order&gt; and &amp;lt;"), "<Order>5</Order> and &lt;");
});

test("comments, instructions and declarations are removed even where nothing else is markup", async () => {
  const read = async (text: string) =>
    await only(
      rss(`<item><guid>1</guid><title>${escaped(text)}</title><description><![CDATA[${text.replaceAll("]]>", "")}]]></description></item>`),
    );
  for (const text of [
    "<!-- hidden -->Tea",
    "Tea<!--a--><!-- b > c -->",
    "<?php echo 1 ?>Tea",
    "<!DOCTYPE html>Tea",
    "<?xml version='1.0'?>Tea",
    "<![CDATA[Tea]]>",
  ]) {
    const item = await read(text);
    assert.deepEqual([item.title, item.description], ["Tea", "Tea"], text);
  }
  const entry = await only(atom('<entry><id>1</id><title type="html">&lt;!-- hidden -->Tea</title></entry>'));
  assert.equal(entry.title, "Tea");
});

test("an unterminated frame, text area or object hides nothing, and an unterminated script hides the rest", async () => {
  const read = async (text: string) =>
    (await only(rss(`<item><guid>1</guid><title>t</title><description>${escaped(text)}</description></item>`))).description;
  assert.equal(await read('<p>One</p><iframe src="/x"><p>Two</p>'), "One\n\nTwo");
  assert.equal(await read("<p>One</p><textarea><p>Two</p>"), "One\n\nTwo");
  assert.equal(await read('<p>One</p><iframe src="/x">Frames, please.</iframe><p>Two</p>'), "One\n\nTwo");
  assert.equal(await read("<p>One</p><script>if (a) b()"), "One");
  assert.equal(await read('<p>One</p><object data="/x"><p>Two</p>'), "One\n\nTwo");
  assert.equal(await read('<p>One</p><VIDEO src="/x">Another browser, please.</VIDEO><p>Two</p>'), "One\n\nTwo");
});
