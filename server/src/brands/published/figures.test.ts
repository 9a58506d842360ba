import assert from "node:assert/strict";
import { test } from "node:test";
import { goodHoursOf, sumUp } from "./figures.ts";
import type { QuarterRow } from "./figures-store.ts";

const row: QuarterRow = {
  quarter: 0,
  channelId: 1,
  channelName: "Blog",
  channelType: "Mastodon",
  collectionId: 2,
  collection: "Bread",
  entries: 1,
  countedEntries: 1,
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

test("posts without counts are posts, and no zeros; a post on two channels is one, and one on each; the channel with most responses comes first", () => {
  const uncounted = {
    ...row,
    channelId: 7,
    channelName: "News",
    entries: 5,
    countedEntries: 0,
    posts: 2,
    counted: 0,
    likes: 0,
    comments: 0,
    shares: 0,
  };
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
  assert.deepEqual(totals, { posts: 4, counted: 2, likes: 6, comments: 4, shares: 2 });
});

test("what was gained is told by when it was read", () => {
  const gains = [
    { quarter: quarter("2026-11-22T23:00:00Z"), likes: 2, comments: 0, shares: 0 },
    { quarter: quarter("2026-11-23T09:00:00Z"), likes: -1, comments: 4, shares: 0 },
  ];
  const { days } = sumUp([], gains, { timezone: "Europe/Berlin", first: "2026-11-23", last: "2026-11-23" });
  assert.deepEqual(days[0]?.gained, { likes: 1, comments: 4, shares: 0 });
});

test("good hours are those with more than the average of enough posts, best first", () => {
  const at = (weekday: number, hour: number, counted: number, likes: number) => ({
    weekday,
    hour,
    posts: counted,
    counted,
    likes,
    comments: 0,
    shares: 0,
  });
  const few = goodHoursOf([at(1, 9, 3, 30)]);
  assert.deepEqual(few, { isEnough: false, posts: 3, postsNeeded: 12, hours: [] });
  const enough = goodHoursOf([at(1, 9, 5, 50), at(2, 18, 4, 80), at(3, 7, 5, 5), at(4, 7, 1, 99)]);
  assert.deepEqual(enough, {
    isEnough: true,
    posts: 15,
    postsNeeded: 12,
    hours: [{ weekday: 2, hour: 18, posts: 4, average: 20 }],
  });
});
