import assert from "node:assert/strict";
import { test } from "node:test";
import { countMore, filtersOf, isFiltered, readPublishedSearch, withFilter } from "./search.ts";

test("an address is read as far as it makes sense", () => {
  const given = {
    state: "FAILED",
    channel: 4,
    type: "VIDEO",
    text: 123,
    from: "2026-02-30",
    to: "2026-03-01",
    page: "2",
    entry: -1,
    more: 1,
  };
  assert.deepEqual(readPublishedSearch(given), { state: "FAILED", channel: 4, type: "VIDEO", text: "123", to: "2026-03-01", page: 2 });
  assert.deepEqual(readPublishedSearch({ state: "GONE", sort: "id", order: "up", text: "", undecided: "yes" }), {});
});

test("another filter begins on its first page, with nothing open", () => {
  const search = { state: "FAILED", page: 3, entry: 9 } as const;
  assert.deepEqual(withFilter(search, { channel: 4 }), { state: "FAILED", channel: 4 });
  assert.deepEqual(withFilter(search, { state: null }), {});
});

test("entries that need a decision are those that failed undecided", () => {
  assert.deepEqual(filtersOf({ undecided: true, text: "rye" }), {
    state: "FAILED",
    reason: "undecided",
    search: "rye",
    sortBy: "at",
    sortOrder: "desc",
  });
  assert.deepEqual(filtersOf({ sort: "likes", order: "asc", channel: 1 }), { channelId: 1, sortBy: "likes", sortOrder: "asc" });
});

test("the filters that are folded away are counted", () => {
  assert.equal(countMore({ state: "FAILED", from: "2026-01-01", to: "2026-01-31" }), 2);
  assert.deepEqual([isFiltered({ page: 2, sort: "likes" }), isFiltered({ text: "a" })], [false, true]);
});
