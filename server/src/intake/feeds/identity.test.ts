import assert from "node:assert/strict";
import { test } from "node:test";
import type { FeedItem } from "./item.ts";
import { parseFeed } from "./parse.ts";
import { rss } from "./testing/documents.ts";

function read(items: readonly string[]): readonly FeedItem[] {
  const parsed = parseFeed(Buffer.from(rss(items.join(""))), { contentType: null, url: "https://shop.example/feed" });
  assert.equal(parsed.kind, "feed");
  return parsed.kind === "feed" ? parsed.feed.items : [];
}

/** Whether one of the stored rows is the given item, by the same comparison as `findKnown`. */
const isKnown = (rows: readonly FeedItem[], item: FeedItem) =>
  rows.some(
    ({ key, linkKey, contentKey }) => key === item.key || (linkKey !== null && linkKey === item.linkKey) || contentKey === item.key,
  );

const update = (text: string, more = "") => `<item><title>Update</title>${more}<description>${text}</description></item>`;

const KINDS: Readonly<Record<string, string>> = {
  "nothing else": "",
  "a date": "<pubDate>Tue, 03 Nov 2026 10:00 GMT</pubDate>",
  "a link that they share": "<link>https://shop.example/updates</link>",
  "an id that they share": "<guid>updates</guid>",
};

for (const [kind, more] of Object.entries(KINDS)) {
  test(`two items with one title and different texts are two, with ${kind}`, () => {
    const items = read([update("one", more), update("two", more)]);
    assert.deepEqual(
      items.map((item) => item.description),
      ["one", "two"],
    );
    assert.notEqual(items[0]?.key, items[1]?.key);
  });
  test(`an item stays known when others with its title and other texts come above it, with ${kind}`, () => {
    const [one] = read([update("one", more)]);
    assert.ok(one !== undefined);
    const later = read([update("three", more), update("two", more), update("one", more)]);
    assert.deepEqual(
      later.map((item) => isKnown([one], item)),
      [false, false, true],
    );
    const again = read([update("four", more), update("three", more), update("two", more)]);
    assert.deepEqual(
      again.map((item) => isKnown([one, ...later], item)),
      [false, true, true],
    );
  });
  test(`an item that a feed has twice is one, with ${kind}`, () => {
    assert.equal(read([update("one", more), update("one", more)]).length, 1);
  });
}

test("in a feed with the newest items last, the first item with a title keeps its identity", () => {
  const dated = (day: number) => `<item><title>Day ${day}</title><pubDate>${day} Nov 2026</pubDate></item>`;
  const [, one] = read([dated(1), update("one"), dated(2)]);
  assert.ok(one !== undefined);
  const later = read([dated(1), update("one"), update("two"), dated(2)]).filter((item) => item.title === "Update");
  assert.deepEqual(
    later.map((item) => isKnown([one], item)),
    [true, false],
  );
});

test("the site's own link is nobody's id: items with it are told apart by what they say", () => {
  const news = (title: string, id: string) => `<item><title>${title}</title><link>https://track.example/1</link><guid>${id}</guid></item>`;
  for (const id of ["https://shop.example/", "http://shop.example"]) {
    const items = read([news("Tea", id), news("Salt", id)]);
    assert.deepEqual(
      items.map((item) => item.title),
      ["Tea", "Salt"],
      id,
    );
    const later = read([news("Bread", id), news("Tea", id), news("Salt", id)]);
    assert.deepEqual(
      later.map((item) => isKnown(items, item)),
      [false, true, true],
      id,
    );
  }
});

test("an entry of the site's own page is known by its fragment, also when its date and title change", () => {
  const entry = (version: number, title: string, day: number) =>
    `<item><title>${title}</title><guid>https://shop.example/#v${version}</guid><link>https://shop.example/#v${version}</link><pubDate>${day} Nov 2026</pubDate></item>`;
  const items = read([entry(2, "Two", 4), entry(1, "One", 3)]);
  const later = read([entry(3, "Three", 6), entry(2, "Two, mended", 7), entry(1, "One", 3)]);
  assert.deepEqual(
    later.map((item) => isKnown(items, item)),
    [false, true, true],
  );
});
