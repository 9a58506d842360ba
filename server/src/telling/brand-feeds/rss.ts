import type { Instant } from "@rostrum/contract/formats.ts";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { type Html, html, raw, render } from "../../ground/web/html.ts";
import type { Channel, Item, ItemFile } from "./item.ts";

/**
 * The feed as RSS 2.0 (https://www.rssboard.org/rss-specification, 2026-11), with its own address in Atom and all files in Media RSS: an
 * item of RSS has one enclosure. Escaping is that of HTML in numbers, which XML shares.
 */
export function rssOf(channel: Channel, items: readonly string[], newestAt: Instant | null): string {
  return render(html`${raw('<?xml version="1.0" encoding="UTF-8"?>')}
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${channel.title}</title>
<link>${channel.home}</link>
<description>${channel.description}</description>
<generator>Rostrum</generator>
<atom:link href="${channel.address}" rel="self" type="application/rss+xml"/>
${newestAt !== null && html`<lastBuildDate>${dateOf(newestAt)}</lastBuildDate>\n`}${items.map((item) => raw(item))}</channel>
</rss>
`);
}

/** One item, as markup. */
export function rssItemOf(item: Item): string {
  const [first] = item.files;
  return render(html`<item>
<link>${item.url}</link>
<guid isPermaLink="false">${item.id}</guid>
<pubDate>${dateOf(item.publishedAt)}</pubDate>
<description>${item.html}</description>
${item.tags.map((tag) => html`<category>${tag}</category>\n`)}${first !== undefined && enclosureOf(first)}${item.files.map(mediaOf)}</item>
`);
}

function enclosureOf({ url, mime, sizeBytes }: ItemFile): Html {
  // The length is required; readers take 0 for one that is not known.
  return html`<enclosure url="${url}" length="${sizeBytes ?? 0}" type="${mime}"/>\n`;
}

function mediaOf({ url, mime, sizeBytes, alt, width, height, durationSeconds, cover }: ItemFile): Html {
  const medium = /^(image|video)\//.exec(mime)?.[1] ?? "document";
  const size = width !== null && height !== null && html` width="${width}" height="${height}"`;
  const duration = durationSeconds !== null && html` duration="${Math.round(durationSeconds)}"`;
  const about = alt !== null && html`<media:description type="plain">${alt}</media:description>`;
  const thumbnail = cover !== null && html`<media:thumbnail url="${cover}"/>`;
  const bytes = sizeBytes !== null && html` fileSize="${sizeBytes}"`;
  return html`<media:content url="${url}"${bytes} type="${mime}" medium="${medium}"${size}${duration}>${about}${thumbnail}</media:content>\n`;
}

/** RFC 822 with a year of four digits, as RSS asks for. */
function dateOf(moment: Instant): string {
  return new Date(toEpochMilliseconds(moment)).toUTCString();
}
