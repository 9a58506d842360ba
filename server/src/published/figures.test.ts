import assert from "node:assert/strict";
import { test } from "node:test";
import { sumUp } from "./figures.ts";
import type { QuarterRow } from "./figures-store.ts";

const row: QuarterRow = {
  quarter: 0,
  channelId: 1,
  channelName: "Blog",
  channelType: "Mastodon",
  collectionId: 2,
  collection: "Bread",
  posts: 1,
  counted: 1,
  likes: 3,
  comments: 2,
  shares: 1,
  readAt: null,
};

function quarter(instant: string): number {
  return Date.parse(instant) / 900_000;
}

test("days, weekdays and hours are those of the zone, also where its clock is off by a quarter of an hour", () => {
  const posts = [{ ...row, quarter: quarter("2026-11-22T18:15:00Z") }];
  const { days, hours } = sumUp(posts, [], { timezone: "Asia/Kathmandu", first: "2026-11-22", last: "2026-11-23" });
  assert.deepEqual(
    days.map(({ day, published }) => [day, published.posts]),
    [
      ["2026-11-22", 0],
      ["2026-11-23", 1],
    ],
  );
  assert.deepEqual(hours, [{ weekday: 1, hour: 0, posts: 1, counted: 1, likes: 3, comments: 2, shares: 1 }]);
});

test("an hour that a clock change repeats is one hour", () => {
  const posts = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"].map((at) => ({ ...row, quarter: quarter(at) }));
  const { hours } = sumUp(posts, [], { timezone: "Europe/Berlin", first: "2026-10-25", last: "2026-10-25" });
  assert.deepEqual(hours, [{ weekday: 7, hour: 2, posts: 2, counted: 2, likes: 6, comments: 4, shares: 2 }]);
});

test("posts without counts are posts, and no zeros; the channel with most responses comes first", () => {
  const uncounted = { ...row, channelId: 7, channelName: "News", posts: 5, counted: 0, likes: 0, comments: 0, shares: 0 };
  const { channels, totals } = sumUp([uncounted, row, { ...row, quarter: 1 }], [], {
    timezone: "UTC",
    first: "1970-01-01",
    last: "1970-01-01",
  });
  assert.deepEqual(
    channels.map(({ name, posts, counted, likes }) => [name, posts, counted, likes]),
    [
      ["Blog", 2, 2, 6],
      ["News", 5, 0, 0],
    ],
  );
  assert.deepEqual(totals, { posts: 7, counted: 2, likes: 6, comments: 4, shares: 2 });
});

test("what was gained is told by when it was read", () => {
  const gains = [
    { quarter: quarter("2026-11-22T23:00:00Z"), likes: 2, comments: 0, shares: 0 },
    { quarter: quarter("2026-11-23T09:00:00Z"), likes: -1, comments: 4, shares: 0 },
  ];
  const { days } = sumUp([], gains, { timezone: "Europe/Berlin", first: "2026-11-23", last: "2026-11-23" });
  assert.deepEqual(days[0]?.gained, { likes: 1, comments: 4, shares: 0 });
});
