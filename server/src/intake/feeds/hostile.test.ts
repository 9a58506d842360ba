import { after, test } from "node:test";
import { FEED_BYTES_MAX } from "../../ground/net/caps.ts";
import { openReader } from "./testing/reader.ts";
import { assertSound } from "./testing/sound.ts";

const reader = openReader();
after(() => reader[Symbol.asyncDispose]());

const MEGA = 1_000_000;

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
  "a text of ten megabytes": inText("word ".repeat(2 * MEGA)),
  "a picture of ten megabytes in the text": inText(`<img src="data:image/png;base64,${"A".repeat(9 * MEGA)}">`),
  "a thousand texts of their own": thousand("<![CDATA[<p>One two</p>]]>".repeat(350)),
  "a thousand items of a thousand elements": inChannel(`<item>${"<x/>".repeat(1200)}</item>`.repeat(1000)),
  "a thousand items of pictures": inChannel(`<item><guid>1</guid>${'<media:content url="/a.jpg"/>'.repeat(300)}</item>`.repeat(1000)),
  "items in items": inChannel("<item><x>".repeat(MEGA)),
  "entries in entries": `<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title>${"<entry><content>".repeat(300_000)}</feed>`,
  "ends of open elements in turn": inChannel(`<item>${"<a><b></a></b>".repeat(500_000)}</item>`),
  "ends of nothing at depth": inChannel(`<item>${"<a>".repeat(98)}${"</b>".repeat(2 * MEGA)}`),
  "prefixes within prefixes": inChannel(
    Array.from(
      { length: 90 },
      (_, i) => `<a${i}:a xmlns:a${i}="urn:${i}" ${Array.from({ length: 99 }, (__, j) => `xmlns:b${i}-${j}="urn:x"`).join(" ")}>`,
    ).join(""),
  ),
  "names that are all different": inChannel(Array.from({ length: 700_000 }, (_, i) => `<n${i}/>`).join("")),
  "a name of ten megabytes": inChannel(`<${"n".repeat(9 * MEGA)}/>`),
  "an attribute of ten megabytes": inChannel(`<item><enclosure url="${"u".repeat(9 * MEGA)}"/></item>`),
  "an instruction of ten megabytes": inChannel(`<?php ${"x ".repeat(4 * MEGA)}?>`),
  "a guid of ten megabytes": inChannel(`<item><guid>${"g".repeat(9 * MEGA)}</guid></item>`),
  "a thousand guids of ten kilobytes": inChannel(
    Array.from({ length: 1000 }, (_, i) => `<item><guid>${i}${"g".repeat(9000)}</guid></item>`).join(""),
  ),
  "base64 of ten megabytes": `<feed xmlns="http://purl.org/atom/ns#"><entry><id>1</id><content mode="base64">${"QUJD".repeat(2 * MEGA)}</content></entry></feed>`,
  "named references without end": inText("&a".repeat(4 * MEGA)),
  "names of references that are all different": inText(Array.from({ length: 9000 }, (_, i) => `&x${i};`).join("")),
  "scripts that nobody ended": inText("<script>".repeat(MEGA)),
  "scripts that are ended each": thousand("<![CDATA[<script></script>]]>".repeat(300)),
  "silence within silence": inText("<svg>".repeat(MEGA) + "</svg>".repeat(MEGA)),
  "junk before the root": `${"<x ".repeat(20_000)}<rss version="2.0"><channel><title>x</title></channel></rss>`,
  "roots that are none before the root": `junk${"<rss a ".repeat(10_000)}`,
  "billions of laughs": `<!DOCTYPE x [${Array.from({ length: 30 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("")}]>${inTitle("&l30;").slice(21)}`,
  "unknown references in a thousand texts": thousand(Array.from({ length: 1500 }, (_, i) => `&amp;x${i};`).join("")),
  "unknown references in sixty thousand tags": inChannel(
    Array.from(
      { length: 1000 },
      (_, i) => `<item><guid>${i}</guid>${`<category>${"&amp;x1;&amp;AT".repeat(5)}</category>`.repeat(60)}</item>`,
    ).join(""),
  ),
  "many JSON items": `{"version":"https://jsonfeed.org/version/1","title":"x","items":[${'{"id":"1"},'.repeat(500_000)}{}]}`,
};

for (const [name, text] of Object.entries(traps)) {
  test(`${name}: read or refused within a second`, async () => {
    assertSound(await reader.read(Buffer.from(text).subarray(0, FEED_BYTES_MAX)));
  });
}
