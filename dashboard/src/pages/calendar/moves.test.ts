import assert from "node:assert/strict";
import { test } from "node:test";
import { movesTo, rangeOf } from "./moves.ts";
import { readSearch } from "./search.ts";

const updatedAt = "2026-11-21T09:00:00.000000Z";
const dated = { postId: 1, updatedAt, post: "a", collectionId: 4, local: "2026-11-23 09:30:00" };
const draft = { postId: 2, updatedAt, post: "b", collectionId: 4, local: null };

test("posts that go to a day keep their time, and a draft gets one", () => {
  const moves = movesTo([dated, draft], { to: "day", day: "2026-12-01", otherwise: "09:00:00" });
  assert.deepEqual(
    moves.map(({ local }) => local),
    ["2026-12-01 09:30:00", "2026-12-01 09:00:00"],
  );
});

test("several posts that go to the front keep their order", () => {
  const ids = (position: "FRONT" | "BACK") => movesTo([dated, draft], { to: "queue", position }).map(({ postId }) => postId);
  assert.deepEqual(
    [ids("FRONT"), ids("BACK")],
    [
      [2, 1],
      [1, 2],
    ],
  );
});

test("a move repeats what was seen of the post", () => {
  assert.deepEqual(movesTo([dated], { to: "days", days: -2 }), [{ postId: 1, updatedAt, to: "DAYS", days: -2 }]);
  assert.deepEqual(movesTo([dated], { to: "before", postId: 7 }), [{ postId: 1, updatedAt, to: "QUEUE", before: 7 }]);
});

test("a range goes from the last choice to this one, in either direction", () => {
  assert.deepEqual(rangeOf([5, 6, 7, 8], 6, 8), [6, 7, 8]);
  assert.deepEqual(rangeOf([5, 6, 7, 8], 8, 6), [6, 7, 8]);
  assert.deepEqual(rangeOf([5, 6], null, 6), [6]);
  assert.deepEqual(rangeOf([5, 6], 9, 6), [6]);
});

test("an address says what the calendar shows; what makes no sense is ignored", () => {
  const search = { view: "week", date: "2026-11-23", collection: 4, state: "trouble", post: 7 };
  assert.deepEqual(readSearch({ ...search, other: 1 }), search);
  assert.deepEqual(readSearch({ view: "day", date: "2026-02-30", collection: "x", state: 3 }), {});
});
