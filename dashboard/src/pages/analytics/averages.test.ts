import assert from "node:assert/strict";
import { test } from "node:test";
import { bestFirst, byHour, byWeekday } from "./averages.ts";

const none = { posts: 2, counted: 0, likes: 0, comments: 0, shares: 0 };
const monday = { weekday: 1, hour: 9, posts: 3, counted: 2, likes: 4, comments: 1, shares: 1 };
const rows = [monday, { ...monday, hour: 17, counted: 1, posts: 1, likes: 0, comments: 0, shares: 0 }, { weekday: 7, hour: 9, ...none }];

test("an average is taken over posts whose counts are known, and is not 0 where none are", () => {
  const weekdays = byWeekday(rows);
  assert.equal(weekdays.length, 7);
  assert.deepEqual(weekdays[0], { place: 1, posts: 4, counted: 3, average: 2 });
  assert.deepEqual(weekdays[6], { place: 7, posts: 2, counted: 0, average: null });
  const hours = byHour(rows);
  assert.equal(hours.length, 24);
  assert.deepEqual(hours[9], { place: 9, posts: 5, counted: 2, average: 3 });
  assert.deepEqual(hours[17], { place: 17, posts: 1, counted: 1, average: 0 });
});

test("the best time comes first, and times without known counts last", () => {
  assert.deepEqual(
    bestFirst([...rows].reverse()).map(({ weekday, hour }) => [weekday, hour]),
    [
      [1, 9],
      [1, 17],
      [7, 9],
    ],
  );
});
