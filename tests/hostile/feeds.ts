import type { Chance } from "../../server/src/testing/chance.ts";
import { loaf, rss } from "../../server/src/testing/feeds.ts";
import { damaged, hostileJson, hostileText, someBytes } from "./values.ts";

const CHARSETS = [
  "utf-8",
  "utf-16",
  "utf-16le",
  "utf-7",
  "shift_jis",
  "iso-2022-jp",
  "gb18030",
  "hz-gb-2312",
  "x-user-defined",
  "ebcdic",
  "",
  "\u00e9",
];
const TYPES = [
  "application/rss+xml",
  "text/xml",
  "text/html",
  "application/json",
  "application/feed+json",
  "text/plain",
  "image/png",
  "multipart/mixed",
];

/** A feed, or something else in its place, small or large. */
export function hostileFeed(chance: Chance, url: string): { readonly type: string; readonly body: Buffer } {
  const type = chance.percent(70) ? chance.pick(TYPES) : `${chance.pick(TYPES)}; charset=${chance.pick(CHARSETS)}`;
  return { type: Buffer.from(type, "utf8").toString("latin1"), body: chance.pick(MAKERS)(chance, url) };
}

const BIG = 200_000;

const MAKERS: readonly ((chance: Chance, url: string) => Buffer)[] = [
  (chance) => Buffer.from(rss(loaves(chance))),
  (chance) => damaged(chance, Buffer.from(rss(loaves(chance)))),
  (chance) => Buffer.from(rss([loaf(1, { title: hostileText(chance), more: `<description>${hostileText(chance)}</description>` })])),
  (chance) =>
    Buffer.from(rss([loaf(1, { more: `<media:group>${"<media:content url='x'/>".repeat(chance.pick([10, 10_000]))}</media:group>` })])),
  (chance) => Buffer.from(`<?xml version="1.0" encoding="${chance.pick(CHARSETS)}"?>${rss(loaves(chance))}`, "utf16le"),
  (chance) => Buffer.from(`<rss><channel>${"<a>".repeat(chance.pick([100, 10_000, BIG]))}`),
  (chance) => Buffer.from(`<feed xmlns="http://www.w3.org/2005/Atom">${`<a xmlns:b="c">`.repeat(chance.pick([100, 50_000]))}`),
  (chance) =>
    Buffer.from(`<rss ${Array.from({ length: chance.pick([10, 20_000]) }, (_, at) => `xmlns:n${at}="x"`).join(" ")}><channel/></rss>`),
  (chance) =>
    Buffer.from(
      `<rss><channel><item><title>${"&amp;".repeat(chance.pick([10, 100_000]))}${"&lt;b&gt;".repeat(1000)}</title></item></channel></rss>`,
    ),
  (chance) =>
    Buffer.from(
      `<!DOCTYPE rss [${bomb(chance.pick([5, 20]))}]><rss><channel><title>&e9;</title><item><title>&e4;</title></item></channel></rss>`,
    ),
  () => Buffer.from(`<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel><title>&x;</title></channel></rss>`),
  (chance) => Buffer.from(`<rss><channel>${"<item><title>x</title></item>".repeat(chance.pick([100, 20_000]))}</channel></rss>`),
  (chance) =>
    Buffer.from(
      `<rss><channel><item><description><![CDATA[${chance.pick(["<div>", "<b ", "<!--", "<a href='", "&#x", "<table><tr><td>"]).repeat(chance.pick([10, 50_000]))}`,
    ),
  (chance) =>
    Buffer.from(
      `<html><head>${chance.pick(["<link rel=alternate type=application/rss+xml href=/any/7>", "<link ", "<meta ", "<title>", "<script>", "<!--", "<base href=x>"]).repeat(chance.pick([1, 30_000]))}`,
    ),
  (chance) =>
    Buffer.from(
      `<html><body>${chance.pick(["<p>", "<b><i>", "<table>", "<svg><foreignObject>", "<a><div>", "<form>"]).repeat(chance.pick([10, 30_000]))}`,
    ),
  (chance) =>
    Buffer.from(
      `{"version":"https://jsonfeed.org/version/1.1","title":${hostileJson(chance)},"items":[{"id":${hostileJson(chance)},"title":${hostileJson(chance)},"url":${hostileJson(chance)},"content_html":${hostileJson(chance)}}]}`,
    ),
  (chance) => Buffer.from(`{"version":"https://jsonfeed.org/version/1.1","items":${hostileJson(chance)}}`),
  (chance) => Buffer.from(hostileJson(chance)),
  (chance) => someBytes(chance, chance.pick([0, 1, 3, 400, 3000])),
  (chance) =>
    Buffer.concat([
      chance.pick([Buffer.from([0xff, 0xfe]), Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from([0, 0, 0xfe, 0xff])]),
      someBytes(chance, 2000),
    ]),
  (chance, url) =>
    Buffer.from(
      rss(
        loaves(chance).map((item, at) => ({
          ...item,
          more: `<enclosure url="${url}/file/${at + chance.number(1, 500)}/png" type="image/png" length="-1"/>`,
        })),
      ),
    ),
  (chance) =>
    Buffer.from(
      `<rss><channel><item><pubDate>${hostileText(chance)}</pubDate><guid>${"x".repeat(chance.pick([1, BIG]))}</guid><link>${hostileText(chance)}</link></item></channel></rss>`,
    ),
];

function loaves(chance: Chance) {
  return Array.from({ length: chance.number(0, 5) }, (_, at) => loaf(at + 1));
}

function bomb(width: number): string {
  const levels = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(width)}">`);
  return `<!ENTITY e0 "lol">${levels.join("")}`;
}
