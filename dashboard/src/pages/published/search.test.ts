import assert from "node:assert/strict";
import { test } from "node:test";
import { countMore, filtersOf, isFiltered, readPublishedSearch, withFilter, withSort } from "./search.ts";

const TODAY = "2026-11-28";

test("an address is read as far as it makes sense, also one of before", () => {
  const given = {
    view: "needs",
    channel: 4,
    type: "VIDEO",
    text: 123,
    from: "2026-02-30",
    to: "2026-03-01",
    page: "2",
    entry: -1,
    more: 1,
  };
  assert.deepEqual(readPublishedSearch(given), { view: "needs", channel: 4, type: "VIDEO", text: "123", to: "2026-03-01", page: 2 });
  assert.deepEqual(readPublishedSearch({ view: "gone", sort: "id", order: "up", text: "", undecided: "yes", days: 8 }), {});
  assert.deepEqual(readPublishedSearch({ undecided: true }), { view: "needs" });
  assert.deepEqual(readPublishedSearch({ state: "FAILED", deleted: true }), { view: "needs", bin: true });
});

test("another filter begins on its first page, with nothing open", () => {
  const search = { view: "needs", page: 3, entry: 9 } as const;
  assert.deepEqual(withFilter(search, { channel: 4 }), { view: "needs", channel: 4 });
  assert.deepEqual(withFilter(search, { view: null }), {});
});

test("what is asked for are days by the brand's clock", () => {
  assert.deepEqual(filtersOf({ text: "rye", days: 7 }, TODAY), { search: "rye", from: "2026-11-22", sortBy: "at", sortOrder: "desc" });
  assert.deepEqual(filtersOf({ sort: "likes", order: "asc", channel: 1 }, TODAY), { channelId: 1, sortBy: "likes", sortOrder: "asc" });
  assert.deepEqual(filtersOf({ from: "2026-02-02", to: "2026-01-01" }, TODAY), { sortBy: "at", sortOrder: "desc" });
});

test("what readers did is compared within days, unless others are chosen", () => {
  assert.deepEqual(withSort({ page: 2 }, "likes"), { sort: "likes", days: 90 });
  assert.deepEqual(withSort({ days: 7 }, "likes"), { sort: "likes", days: 7 });
});

test("the filters that are folded away are counted", () => {
  assert.equal(countMore({ view: "needs", from: "2026-01-01", to: "2026-01-31", sort: "likes" }), 2);
  assert.deepEqual([isFiltered({ page: 2 }), isFiltered({ text: "a" }), isFiltered({ days: 7 })], [false, true, true]);
});
