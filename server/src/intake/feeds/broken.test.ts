import assert from "node:assert/strict";
import { after, test } from "node:test";
import { atom, rdf, rss } from "./testing/documents.ts";
import { openReader } from "./testing/reader.ts";

const reader = openReader();
after(() => reader[Symbol.asyncDispose]());

const ITEM = "<item><title>Tea</title><link>https://shop.example/1</link><guid>1</guid></item>";
const WHOLE = rss(ITEM);
const BARE = WHOLE.replace('<?xml version="1.0"?>', "");

/** Documents that XML parsers reject and feed readers accept: one item, `Tea`, at `https://shop.example/1`. */
const READABLE: Readonly<Record<string, string | Buffer>> = {
  "a document without a declaration": BARE,
  "white space before the declaration": `\n\n  \t${WHOLE}`,
  "a byte order mark and white space before the declaration": `\uFEFF \n${WHOLE}`,
  "a byte order mark that was encoded twice": `\u00EF\u00BB\u00BF${WHOLE}`,
  "a zero byte before the declaration": `\u0000${WHOLE}`,
  "a warning of the site's software before the declaration": `<br />\n<b>Warning</b>: include(): failed in <b>/srv/site.php</b> on line <b>7</b><br />\n${WHOLE}`,
  "a line of text before the declaration": `Notice: something is odd\n${WHOLE}`,
  "a line of text before the root": `Notice: something is odd\n${BARE}`,
  "a comment before the declaration": `<!-- made by hand -->\n${WHOLE}`,
  "two declarations": `<?xml version="1.0"?>\n${WHOLE}`,
  "a declaration that does not end": WHOLE.replace('version="1.0"?>', 'version="1.0">'),
  "a declaration of XML 1.1": WHOLE.replace("1.0", "1.1"),
  "a DOCTYPE of RSS 0.91": `<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">${BARE}`,
  "a DOCTYPE with an inner subset": `<!DOCTYPE rss [<!ELEMENT rss ANY><!ENTITY tea "Tea > bread">]>${BARE}`,
  "a script behind the root": `${WHOLE}<script>track("</rss>")</script>`,
  "text behind the root": `${WHOLE}\n<!-- 0.02 s --> done`,
  "two feeds in one document": `${WHOLE}${rss("<item><title>Second</title></item>")}`,
  "a root without an end behind a whole channel": WHOLE.replace("</rss>", ""),
  "a root in capitals": WHOLE.replace("<rss", "<RSS").replace("</rss", "</RSS"),
  "elements in capitals": rss(ITEM.toUpperCase().replace("HTTPS://SHOP.EXAMPLE", "https://shop.example").replace("TEA", "Tea")),
  "ends in other cases than beginnings": rss(ITEM.replace("</title>", "</Title>").replace("</item>", "</Item>")),
  "an item without an end before the end of the channel": rss(ITEM.replace("</item>", "")),
  "a title without an end": rss(ITEM.replace("</title>", "")),
  "a link without an end": rss(ITEM.replace("</link>", "")),
  "a guid without an end": rss(ITEM.replace("</guid>", "")),
  "a title that ends with another's end": rss(ITEM.replace("</title>", "</titel>")),
  "ends of nothing": rss(ITEM.replace("<title>", "</p></div><title>")),
  "an end of nothing in the title": rss(ITEM.replace("Tea", "Tea</b>")),
  "tags that cross each other": rss(ITEM.replace("Tea", "<b><i>Tea</b></i>")),
  "an enclosure without an end": rss(ITEM.replace("<title>", '<enclosure url="https://shop.example/1.mp3" type="audio/mpeg"><title>')),
  "a category without an end": rss(ITEM.replace("<title>", "<category>Bread<title>")),
  "an attribute without quotes": rss(ITEM.replace("<guid>", "<guid isPermaLink=false>")),
  "an attribute without a value": rss(ITEM.replace("<guid>", "<guid isPermaLink>")),
  "an attribute twice": rss(ITEM.replace("<guid>", '<guid isPermaLink="false" isPermaLink="true">')),
  "an attribute whose quote does not close": rss(ITEM.replace("<guid>", '<guid isPermaLink="false>')),
  "a bracket in an attribute": rss(ITEM.replace("<title>", '<category domain="a > b">x</category><title>')),
  "a lone bracket in a description": rss(ITEM.replace("<title>", "<description>1 < 2 and 3 <4</description><title>")),
  "a heart in a description": rss(ITEM.replace("<title>", "<description>We <3 bread</description><title>")),
  "unescaped HTML in a description": rss(ITEM.replace("<title>", "<description><p>One<br>two<img src=x></description><title>")),
  "a page in a description": rss(ITEM.replace("<title>", "<description><html><body><p>One</body></html></description><title>")),
  "an unknown entity": rss(ITEM.replace("<title>", "<description>&bogus; &amp</description><title>")),
  "bare ampersands in a channel's link": WHOLE.replace("https://shop.example/<", "https://shop.example/?a=1&b=2<"),
  "a reference to no character": rss(ITEM.replace("<title>", "<description>&#0;&#x110000;&#xD800;&#99999999999;</description><title>")),
  "control characters": WHOLE.replace("Bakery", "Bak\u0001\u0008\u000B\u001Fery"),
  "characters that XML forbids at the end of the plane": WHOLE.replace("Bakery", "Bakery\uFFFE\uFFFF"),
  "bytes that are no UTF-8": Buffer.concat([
    Buffer.from(WHOLE.replace("</channel>", "<description>")),
    Buffer.from([0xff, 0xc3, 0x28, 0xf0]),
    Buffer.from("</description></channel></rss>"),
  ]),
  "a prefix that nobody declared": rss(ITEM.replace("<title>", "<unknown:thing>1</unknown:thing><title>")),
  "a prefix that was declared twice": rss(ITEM, 'xmlns:a="urn:a" xmlns:a="urn:b"'),
  "names with odd characters": rss(ITEM.replace("<title>", "<a.b-c_d>1</a.b-c_d><é>2</é><:x>3</:x><title>")),
  "a CDATA section in a CDATA section": rss(ITEM.replace("<title>", "<description><![CDATA[a<![CDATA[b]]>c]]></description><title>")),
  "a comment with dashes": rss(ITEM.replace("<title>", "<!-- a -- b --- c --><title>")),
  "an end of a CDATA section without its beginning": rss(ITEM.replace("<title>", "<description>a ]]> b</description><title>")),
  "an item in no channel": `<rss version="2.0"><channel><title>Bakery</title><link>https://shop.example/</link></channel>${ITEM}</rss>`,
  "a root that says Atom's address": WHOLE.replace("<rss", '<rss xmlns="http://www.w3.org/2005/Atom"'),
  "a root with an unknown address": WHOLE.replace("<rss", '<rss xmlns="https://shop.example/my-own-rss"'),
  "a link as Atom writes it": rss('<item><title>Tea</title><link href="https://shop.example/1"/><guid isPermaLink="false">1</guid></item>'),
  "a version that does not exist": WHOLE.replace('"2.0"', '"7.5"'),
  "no version at all": WHOLE.replace(' version="2.0"', ""),
  "a channel as the root": BARE.replace(/<\/?rss[^>]*>/g, ""),
  "a document type of the wrong kind": `<!DOCTYPE html>${BARE}`,
  "hundreds of attributes": rss(ITEM.replace("<title>", `<x ${Array.from({ length: 500 }, (_, n) => `a${n}="${n}"`).join(" ")}/><title>`)),
  "hundreds of nested elements in a description": rss(
    ITEM.replace("<title>", `<description>${"<div>".repeat(300)}x${"</div>".repeat(300)}</description><title>`),
  ),
  "hundreds of elements that nobody closed": rss(ITEM.replace("<title>", `<description>${"<p>x<br>".repeat(300)}</description><title>`)),
  "elements within each other a thousand deep": rss(`${"<a>".repeat(1000)}${"</a>".repeat(1000)}${ITEM}`),
  "an Atom entry without its namespace": atom('<entry><title>Tea</title><link href="https://shop.example/1"/><id>1</id></entry>').replace(
    ' xmlns="http://www.w3.org/2005/Atom"',
    "",
  ),
  "an Atom entry without its end": atom('<entry><title>Tea</title><link href="https://shop.example/1"/><id>1</id>'),
  "an Atom link that nobody closed": atom('<entry><link href="https://shop.example/1"><title>Tea</title><id>1</id></entry>'),
  "an Atom link between its tags": atom("<entry><title>Tea</title><link>https://shop.example/1</link><id>1</id></entry>"),
  "an RSS 1.0 item without its end": rdf('<item rdf:about="https://shop.example/1"><title>Tea</title><link>https://shop.example/1</link>'),
};

for (const [what, document] of Object.entries(READABLE)) {
  test(`${what} does not keep a feed from being read`, async () => {
    const feed = await reader.read(document);
    assert.deepEqual(
      feed?.items.map(({ title, link, key }) => [title, link, key.length]),
      [["Tea", "https://shop.example/1", 64]],
    );
    assert.match(`${feed?.title} ${feed?.link}`, /^Bakery(\uFFFD)* https:\/\/shop\.example\//);
  });
}

test("an item without an end ends where the next one begins", async () => {
  const feed = await reader.read(rss(["1", "2", "3"].map((n) => `<item><title>Tea ${n}</title><guid>${n}</guid>`).join("")));
  assert.deepEqual(
    feed?.items.map((item) => item.title),
    ["Tea 1", "Tea 2", "Tea 3"],
  );
});

test("an entry inside an entry's content is not an item of the feed", async () => {
  const inner = '<content type="application/atom+xml"><entry><id>2</id><title>Inner</title></entry></content>';
  const feed = await reader.read(atom(`<entry><id>1</id><title>Outer</title>${inner}</entry>`));
  assert.deepEqual(
    feed?.items.map((item) => item.title),
    ["Outer"],
  );
});

/** Documents that are not feeds, or truncated. */
const UNREADABLE: Readonly<Record<string, string>> = {
  "a page of HTML": "<!doctype html><html><head><title>Shop</title></head><body>Tea</body></html>",
  "a page of XHTML": '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Shop</title></head></html>',
  "a page that shows the source of a feed": `<html><body><pre>${BARE}</pre></body></html>`,
  "a list of feeds": '<opml version="2.0"><body><outline text="a"/></body></opml>',
  "a map of a site": '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://shop.example/</loc></url></urlset>',
  "a picture": '<svg xmlns="http://www.w3.org/2000/svg"><title>Bakery</title></svg>',
  "RDF that is about people": '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><foaf:Person/></rdf:RDF>',
  "a list of products whose root is called feed": "<feed><product><name>Tea</name></product></feed>",
  "an empty root": '<rss version="2.0"></rss>',
  "a feed that was truncated in an item": WHOLE.slice(0, WHOLE.indexOf("<guid>")),
  "a feed that was truncated between items": WHOLE.slice(0, WHOLE.indexOf("</channel>")),
  "a feed truncated in a CDATA section": rss("<item><title><![CDATA[Tea"),
  "a feed that was truncated in a comment": `${WHOLE.slice(0, WHOLE.indexOf("</channel>"))}<!-- and`,
  "an RSS 1.0 feed truncated after its channel": rdf("").replace("</rdf:RDF>", ""),
  "an Atom feed that was truncated": atom("<entry><id>1</id></entry>").replace("</feed>", ""),
  text: "Tea & bread",
  "a number": "7",
  "JSON of another kind": '{"items":[{"id":"1"}]}',
  "JSON that was truncated": '{"version":"https://jsonfeed.org/version/1.1","title":"Bakery","items":[{"id":"1"',
  "a list in JSON": '[{"version":"https://jsonfeed.org/version/1.1"}]',
};

for (const [what, document] of Object.entries(UNREADABLE)) {
  test(`${what} is not a feed`, async () => {
    assert.equal(await reader.read(document, "application/rss+xml"), null);
  });
}
