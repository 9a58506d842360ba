import assert from "node:assert/strict";
import { test } from "node:test";
import type { CalendarEntry, FreeSlot } from "@rostrum/contract/private/calendar.ts";
import { daysWith, folded, unreadOf } from "./day.ts";

const post = (hour: string) => ({ key: `post ${hour}`, local: `2026-11-30 ${hour}:00` }) as CalendarEntry;
const slot = (hour: string): FreeSlot => ({ collectionId: 4, at: `2026-11-30T${hour}:00Z`, local: `2026-11-30 ${hour}:00`, isNext: false });

function fold(posts: readonly string[], slots: readonly string[], count = 0) {
  const day = daysWith(posts.map(post), slots.map(slot), new Map([["2026-11-30", count]])).get("2026-11-30");
  assert.ok(day);
  assert.equal(unreadOf(day), Math.max(0, count - posts.length));
  const { shown, ...rest } = folded(day);
  return [shown.map(({ local }) => local.slice(11, 16)).join(" "), rest];
}

test("posts and free slots of a day are in order of time; the third post and what is beyond three rows folds", () => {
  assert.deepEqual(fold(["12:00", "08:00"], ["09:00"]), ["08:00 09:00 12:00", { posts: 0, free: 0 }]);
  assert.deepEqual(fold(["08:00", "09:00", "10:00", "11:00"], ["16:00"]), ["08:00 09:00", { posts: 2, free: 1 }]);
  assert.deepEqual(fold([], ["09:00", "10:00", "11:00", "12:00"]), ["09:00 10:00 11:00", { posts: 0, free: 1 }]);
  assert.deepEqual(fold(["08:00", "09:00"], ["16:00"], 500), ["08:00 09:00", { posts: 498, free: 1 }], "498 have not been read");
});
