import assert from "node:assert/strict";
import { test } from "node:test";
import { changeOf, UNTOUCHED } from "./general.ts";

const seen = { title: "Bakery", timezone: null };

test("only what was typed is sent, with what it was before", () => {
  assert.deepEqual(changeOf(UNTOUCHED, seen), { seen: {} });
  assert.deepEqual(changeOf({ ...UNTOUCHED, title: "Rolls" }, seen), { title: "Rolls", seen: { title: "Bakery" } });
  assert.deepEqual(changeOf({ title: "", timezone: "Asia/Tokyo" }, seen), {
    title: "",
    timezone: "Asia/Tokyo",
    seen: { title: "Bakery", timezone: null },
  });
});
