import assert from "node:assert/strict";
import { test } from "node:test";
import { readMediaSearch } from "./search.ts";

test("the address says what is shown", () => {
  const search = { page: 2, type: "VIDEO", use: "unused", search: "bread", sort: "largest", file: "m_1" };
  assert.deepEqual(readMediaSearch(search), search);
});

test("what the page does not know is left out, and a number may be searched for", () => {
  assert.deepEqual(readMediaSearch({ page: "two", type: "SOUND", use: true, sort: "", search: 2026, file: 7 }), { search: "2026" });
  assert.deepEqual(readMediaSearch({ search: "" }), {});
  assert.deepEqual(readMediaSearch({ page: 1 }), {});
});
