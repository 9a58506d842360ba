import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSelection, pickPlain } from "./node.ts";
import { GraphRefusal } from "./refusal.ts";

test("Fields are read with their modifiers and what is nested in them", () => {
  assert.deepEqual(
    JSON.parse(JSON.stringify(parseSelection("id,picture.type(large),comments.summary(total_count).limit(0){from{name},message}"))),
    [
      { name: "id", modifiers: {}, nested: null },
      { name: "picture", modifiers: { type: "large" }, nested: null },
      {
        name: "comments",
        modifiers: { summary: "total_count", limit: "0" },
        nested: [
          { name: "from", modifiers: {}, nested: [{ name: "name", modifiers: {}, nested: null }] },
          { name: "message", modifiers: {}, nested: null },
        ],
      },
    ],
  );
});

test("Blanks do not matter", () => {
  assert.deepEqual(parseSelection(" id , name "), parseSelection("id,name"));
});

for (const text of ["", "id,", "id{", "id{}", "id}", "a.b", "a.b(", "a-b", "id,,name", "a".repeat(3).concat("{a".repeat(20))]) {
  test(`"${text}" is no list of fields`, () => {
    assert.throws(
      () => parseSelection(text),
      (error) => error instanceof GraphRefusal && error.error.code === 2500,
    );
  });
}

test("Braces pick from objects, lists and edges alike, and pick nothing that is not there", () => {
  const selection = parseSelection("target{id},url");
  const full = { target: { id: "1", url: "u" }, title: "t" };
  assert.deepEqual(pickPlain({ data: [full] }, selection), { data: [{ target: { id: "1" } }] });
  assert.deepEqual(pickPlain([full], selection), [{ target: { id: "1" } }]);
  assert.deepEqual(pickPlain(full, null), full);
});
