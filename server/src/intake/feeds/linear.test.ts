import { test } from "node:test";
import { assertLinear } from "../../testing/linear.ts";
import { cleanText } from "./clean.ts";
import { parseDate } from "./dates.ts";
import { guessEncoding } from "./guess-encoding.ts";
import { linkIdentity } from "./links.ts";
import { feedsInPage } from "./mapping.ts";
import { readPage } from "./page.ts";
import { parseFeed } from "./parse.ts";

const inItem = (text: string) => `<rss version="2.0"><channel><title>x</title><item><guid>1</guid>${text}</item></channel></rss>`;
const inText = (text: string) => inItem(`<description><![CDATA[${text}]]></description>`);
const many = (count: number, piece: (index: number) => string) => Array.from({ length: count }, (_, index) => piece(index)).join("");
/** As many tags as can be open at once, each with a fortieth of `size` declarations. */
const declaring = (size: number) =>
  many(95, (depth) => `<a ${many(Math.floor(size / 40), (index) => `xmlns:n${depth}-${index}="urn:x" `)}>`);

/** Documents by size: the smaller of the two sizes takes a few milliseconds. */
const documents: Readonly<Record<string, { readonly size: number; readonly make: (size: number) => string }>> = {
  "declarations within declarations": { size: 10_000, make: (n) => inItem('<a xmlns:b="urn:c">'.repeat(n)) },
  "declarations side by side": { size: 5_000, make: (n) => inItem(many(n, (index) => `<a${index} xmlns:b="urn:c"/>`)) },
  "declarations side by side below many": { size: 1000, make: (n) => inItem(declaring(n) + '<b xmlns:c="urn:d"/>'.repeat(n)) },
  "a vocabulary whose address is slashes": { size: 200_000, make: (n) => inItem(`<a xmlns:b="http:${"/".repeat(n)}x"><b:c/></a>`) },
  "attributes whose quotes do not close": { size: 100_000, make: (n) => inItem(`<a b="<`.repeat(n)) },
  "attributes with brackets in quotes": { size: 100_000, make: (n) => inItem(`<a b="<">`.repeat(n)) },
  "single quotes that close far behind": { size: 100_000, make: (n) => inItem(`${"<a b='c<".repeat(n)}' >`) },
  "attributes without quotes that end with a slash": { size: 300_000, make: (n) => inItem(`<a b=${"/".repeat(n)}>`) },
  "ends of nothing": { size: 200_000, make: (n) => inItem(`<title>x${"</b>".repeat(n)}</title>`) },
  "authors without an address": { size: 500, make: (n) => inItem(many(n, () => `<author>${"a".repeat(900)}</author>`)) },
  "dates that are none": { size: 200, make: (n) => inItem(many(n, () => `<pubDate>${"Mon, 1 Foo ".repeat(9)}</pubDate>`)) },
  "frames that nobody ended": { size: 10_000, make: (n) => inText("<iframe>".repeat(n)) },
  "text areas in many texts": {
    size: 100,
    make: (n) =>
      `<rss version="2.0"><channel>${many(n, (index) => `<item><guid>${index}</guid><description>&lt;p>${"&lt;textarea>".repeat(300)}</description></item>`)}</channel></rss>`,
  },
  "brackets that look like code": { size: 10_000, make: (n) => inText("Vec<String> ".repeat(n)) },
  "comments that do not end": { size: 10_000, make: (n) => inText("<!-- ".repeat(n)) },
  "comments that end late": { size: 10_000, make: (n) => inText(`${"<!-- ".repeat(n)}-->`) },
  "links of tracking": {
    size: 50,
    make: (n) =>
      `<rss version="2.0"><channel>${many(n, (index) => `<item><link>https://x.example/${index}?${"ref&".repeat(450)}</link></item>`)}</channel></rss>`,
  },
  "items with one title": {
    size: 200,
    make: (n) =>
      `<rss version="2.0"><channel>${many(n, (index) => `<item><title>x</title><description>${"y".repeat(9000)}${index}</description></item>`)}</channel></rss>`,
  },
};

for (const [name, { size, make }] of Object.entries(documents)) {
  test(`${name}: four times as much takes a feed about four times as long`, () => {
    assertLinear(size, (n) => {
      const body = Buffer.from(make(n));
      return () => void parseFeed(body, { contentType: null, url: "https://base.example/feed" });
    });
  });
}

const AT = { url: "https://base.example/", linkHeader: undefined };
const pages: Readonly<Record<string, string>> = {
  "links that nobody closed": "<a>",
  "links with addresses that nobody closed": "<a href=/x>",
  "formatting that nobody closed": "<b><i><u>",
  "forms and tables": "<table><form><tr>",
  "scripts that nobody ended": "<script>",
  "titles that nobody ended": "<title>",
  "attributes whose quotes do not close": '<link rel="',
  "announced feeds": "<link rel=alternate type=application/rss+xml href=/x>",
  brackets: "<",
  declarations: "<!doctype html [",
};

for (const [name, piece] of Object.entries(pages)) {
  test(`${name}: four times as much takes a page about four times as long`, () => {
    assertLinear(Math.floor(120_000 / piece.length), (n) => {
      const html = piece.repeat(n);
      return () => void readPage(html, AT);
    });
  });
}

const texts: Readonly<Record<string, { readonly size: number; readonly work: (size: number) => () => unknown }>> = {
  "a header of links": {
    size: 100_000,
    work: (n) => {
      const linkHeader = "<".repeat(n);
      return () => readPage("", { ...AT, linkHeader });
    },
  },
  "text of brackets": {
    size: 15_000,
    work: (n) => {
      const text = "<a <!-- &lt;b ".repeat(n / 10);
      return () => cleanText(text);
    },
  },
  "a date": {
    size: 25,
    work: (n) => {
      const text = "1 ".repeat(n);
      return () => many(1000, () => `${parseDate(text)}`);
    },
  },
  "a link": {
    size: 500,
    work: (n) => {
      const link = `https://x.example/?${"ref&".repeat(n)}`;
      return () => many(20, () => linkIdentity(link));
    },
  },
  "a page of the sites that name their feeds in scripts": {
    size: 200_000,
    work: (n) => {
      const html = '"channelId" : '.repeat(n / 10) + "feeds.castos.com".repeat(n / 10);
      const sites = ["https://www.youtube.com/@a", "https://a.castos.com/", "https://anchor.fm/a"].map((site) => new URL(site));
      return () => sites.map((site) => feedsInPage(site, html));
    },
  },
  "bytes of an unknown encoding": {
    size: 300_000,
    work: (n) => {
      const bytes = Buffer.alloc(n, 0xe9);
      return () => guessEncoding(bytes);
    },
  },
};

for (const [name, { size, work }] of Object.entries(texts)) {
  test(`${name}: four times as much takes about four times as long`, () => assertLinear(size, work));
}
