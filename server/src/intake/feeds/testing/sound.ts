import assert from "node:assert/strict";
import type { Feed } from "../item.ts";
import { IMAGES_MAX, ITEMS_MAX, LINK_LENGTH_MAX, TAGS_MAX } from "../limits.ts";

/** Invariants of the reader's output, whatever the input. */
export function assertSound(feed: Feed | null): void {
  if (feed === null) return;
  const { items } = feed;
  assert.ok(items.length <= ITEMS_MAX);
  assert.equal(new Set(items.map((item) => item.key)).size, items.length);
  for (const item of items) {
    assert.match(item.key, /^[0-9a-f]{64}$/);
    for (const text of [item.title, item.description, item.author ?? "", ...item.tags]) {
      assert.doesNotMatch(text.replace(/[\n\t]/g, ""), /\p{Cc}|\p{Surrogate}|[\u202A-\u202E\u2066-\u2069]/u);
    }
    for (const link of [item.link, item.video, item.audio, item.feedImage, ...item.images.map(({ url }) => url)]) {
      if (link === null) continue;
      assert.match(link, /^https?:\/\/[^/]/);
      assert.ok(link.length <= LINK_LENGTH_MAX);
    }
    assert.ok(item.images.length <= IMAGES_MAX && item.tags.length <= TAGS_MAX);
  }
}
