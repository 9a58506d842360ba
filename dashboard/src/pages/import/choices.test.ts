import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsText, FIRST_CHOICES, inputOf, withField } from "./choices.ts";
import { readImportSearch } from "./search.ts";

test("columns are told by their numbers, several of media together", () => {
  assert.equal(columnsText(["caption", null, "media", "media", "date"]), "caption:1,media:3+4,date:5");
});

test("a field is in one column; media can be in several", () => {
  assert.deepEqual(withField(["caption", null], 1, "caption"), [null, "caption"]);
  assert.deepEqual(withField(["media", null], 1, "media"), ["media", "media"]);
  assert.deepEqual(withField(["caption", "date"], 1, null), ["caption", null]);
});

test("what was not chosen is not sent", () => {
  assert.deepEqual(inputOf(FIRST_CHOICES), { mode: "SCHEDULED", undated: "DRAFT", again: "SKIP" });
  assert.deepEqual(inputOf({ ...FIRST_CHOICES, collectionId: 7, places: { 1: 12, 2: 14 }, dates: "DAY_FIRST" }), {
    mode: "SCHEDULED",
    undated: "DRAFT",
    again: "SKIP",
    collectionId: 7,
    places: "1:12,2:14",
    dates: "DAY_FIRST",
  });
});

test("the address names an import, and nothing else", () => {
  assert.deepEqual(readImportSearch({ id: 3 }), { id: 3 });
  assert.deepEqual(readImportSearch({ id: "3; drop table" }), {});
});
