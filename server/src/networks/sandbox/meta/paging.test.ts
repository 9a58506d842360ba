import assert from "node:assert/strict";
import { test } from "node:test";
import { asksSummary, pageBody, pageOf } from "./paging.ts";
import { GraphRefusal } from "./refusal.ts";

const items = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
const ids = (page: { readonly items: readonly { readonly id: string }[] }) => page.items.map(({ id }) => id);
const first = { limit: "2", after: null };

test("Cursors lead forwards and backwards through a list", () => {
  const one = pageOf(items, first);
  const two = pageOf(items, { ...first, after: one.cursors?.after ?? "" });
  const three = pageOf(items, { ...first, after: two.cursors?.after ?? "" });
  assert.deepEqual([ids(one), ids(two), ids(three)], [["a", "b"], ["c", "d"], ["e"]]);
  assert.deepEqual([one.hasNext, two.hasNext, three.hasNext], [true, true, false]);
  assert.deepEqual(ids(pageOf(items, { ...first, before: three.cursors?.before ?? "" })), ["c", "d"]);
});

test("A cursor keeps its place when something new comes in front", () => {
  const { cursors } = pageOf(items, first);
  assert.deepEqual(ids(pageOf([{ id: "new" }, ...items], { ...first, after: cursors?.after ?? "" })), ["c", "d"]);
});

test("There are 25 without a limit, and a hundred at most", () => {
  const many = Array.from({ length: 200 }, (_none, index) => ({ id: String(index) }));
  assert.equal(pageOf(many, { limit: null, after: null }).items.length, 25);
  assert.equal(pageOf(many, { limit: "5000", after: null }).items.length, 100);
});

test("A limit that is no number and a cursor of another list are refused", () => {
  for (const asked of [
    { limit: "many", after: null },
    { limit: null, after: "zzz" },
  ]) {
    assert.throws(() => pageOf(items, asked), GraphRefusal);
  }
});

test("The next page has the address of this one with another cursor; the last page has none", () => {
  const page = pageOf(items, first);
  const body = pageBody(page, page.items, "http://127.0.0.1/v25.0/1/feed?limit=2&fields=id");
  assert.deepEqual(body.paging, {
    cursors: { before: "YQ", after: "Yg" },
    next: "http://127.0.0.1/v25.0/1/feed?limit=2&fields=id&after=Yg",
  });
  const whole = pageOf(items, { limit: null, after: null });
  assert.deepEqual(pageBody(whole, [], "http://127.0.0.1/").paging, { cursors: { before: "YQ", after: "ZQ" } });
  assert.deepEqual(pageBody(pageOf([], first), [], "http://127.0.0.1/"), { data: [] });
});

test("A summary is asked for by its parts or as a whole", () => {
  assert.deepEqual(
    ["total_count", "order,total_count", "true", "1", "order", "false", undefined].map((summary) => asksSummary(summary, "total_count")),
    [true, true, true, true, false, false, false],
  );
});
