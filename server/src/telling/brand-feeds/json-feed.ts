import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { Channel, Item } from "./item.ts";

/** The feed as JSON Feed 1.1: https://www.jsonfeed.org/version/1.1/ (2026-11). */
export function jsonFeedOf({ title, description, address }: Channel, items: readonly string[]): string {
  const head = JSON.stringify({ version: "https://jsonfeed.org/version/1.1", title, description, feed_url: address });
  return `${head.slice(0, -1)},"items":[${items.join(",")}]}`;
}

/** One item, as JSON. Names that begin with an underscore are extensions. */
export function jsonItemOf({ id, url, link, html, text, publishedAt, tags, files, networks }: Item): string {
  const picture = files.find(({ mime }) => mime.startsWith("image/"))?.url ?? files.find(({ cover }) => cover !== null)?.cover;
  return JSON.stringify({
    id,
    url,
    ...(link === null ? {} : { external_url: link }),
    content_html: html,
    content_text: text,
    ...(picture == null ? {} : { image: picture }),
    date_published: new Date(toEpochMilliseconds(publishedAt)).toISOString(),
    ...(tags.length === 0 ? {} : { tags }),
    ...(files.length === 0
      ? {}
      : {
          attachments: files.map(({ url: address, mime, sizeBytes, alt, durationSeconds }) => ({
            url: address,
            mime_type: mime,
            ...(alt === null ? {} : { title: alt }),
            ...(sizeBytes === null ? {} : { size_in_bytes: sizeBytes }),
            ...(durationSeconds === null ? {} : { duration_in_seconds: durationSeconds }),
          })),
        }),
    _rostrum: { networks },
  });
}
