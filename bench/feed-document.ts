import { createChance } from "../server/src/testing/chance.ts";

const WORDS =
  "harbour stone bread oven flour rise crust water salt patience light morning window table kettle rain garden path north wind letter paper ink shade of the and a to in with from over under late early".split(
    " ",
  );
const ITEMS = 50;

/**
 * RSS 2.0 as written by blog software: 50 posts with HTML in `content:encoded`, with pictures in two sizes, links, lists and
 * references; `excerpts`: each also has a short description. The same bytes in every run.
 */
export function feedDocument(kind: "excerpts" | "contents"): Buffer {
  const chance = createChance(7);
  const words = (count: number) => Array.from({ length: count }, () => chance.pick(WORDS)).join(" ");
  const paragraph = () =>
    `<p>${words(8)} <a href="https://kitchen.example/tag/${chance.number(1, 99)}/">${words(3)}</a> ${words(12)} &#8217;${words(6)}&nbsp;<strong>${words(2)}</strong>.</p>\n`;
  const figure = (name: string) => {
    const file = `https://kitchen.example/wp-content/uploads/2026/11/${name}`;
    return `<figure class="wp-block-image size-large"><img loading="lazy" width="1024" height="768" src="${file}-1024x768.jpg" alt="${words(4)}" srcset="${file}-1024x768.jpg 1024w, ${file}-300x225.jpg 300w" sizes="(max-width: 1024px) 100vw, 1024px" /></figure>\n`;
  };
  const item = (number: number) => `<item>
    <title>${words(6)} &#8211; ${number}</title>
    <link>https://kitchen.example/2026/11/post-${number}/</link>
    <comments>https://kitchen.example/2026/11/post-${number}/#comments</comments>
    <dc:creator><![CDATA[Oda Finn]]></dc:creator>
    <pubDate>Mon, ${10 + (number % 18)} Nov 2026 06:45:10 +0000</pubDate>
    <category><![CDATA[Recipes]]></category>
    <category><![CDATA[Salt &amp; pepper]]></category>
    <guid isPermaLink="false">https://kitchen.example/?p=${1000 + number}</guid>
    ${kind === "excerpts" ? `<description><![CDATA[<p>${words(30)} [&#8230;]</p>]]></description>` : ""}
    <content:encoded><![CDATA[${paragraph()}${figure(`a${number}`)}${paragraph()}<ul><li>${words(5)}</li><li>${words(6)}</li></ul>${figure(`b${number}`)}${paragraph()}]]></content:encoded>
    <wfw:commentRss>https://kitchen.example/2026/11/post-${number}/feed/</wfw:commentRss>
    <slash:comments>3</slash:comments>
  </item>`;
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"
><channel>
  <title>Kitchen</title>
  <atom:link href="https://kitchen.example/feed/" rel="self" type="application/rss+xml" />
  <link>https://kitchen.example</link>
  <description>Bread, mostly</description>
  ${Array.from({ length: ITEMS }, (_, index) => item(index + 1)).join("\n")}
</channel></rss>`);
}
