import assert from "node:assert/strict";
import { test } from "node:test";
import { partlyKnown, stillMatching, suggestionsOf, typedAt, withHandle } from "./typed.ts";

test("a mention is typed where the cursor is behind an @ and letters, and nowhere else", () => {
  assert.deepEqual(typedAt("With @an", 8), { start: 5, beginning: "an" });
  assert.deepEqual(typedAt("With @anna@rye.ex", 17), { start: 5, beginning: "anna@rye.ex" });
  assert.deepEqual(typedAt("@bäck and more", 5), { start: 0, beginning: "bäck" });
  for (const text of ["With @", "mail@an", "With @an ", "https://x.example/@an", "@.an", "an"])
    assert.equal(typedAt(text, text.length), null, text);
});

test("a handle takes the place of what was typed, apart from what follows", () => {
  assert.deepEqual(withHandle("With @an", { start: 5, beginning: "an" }, "@anna@rye.example"), {
    text: "With @anna@rye.example ",
    cursor: 23,
  });
  assert.deepEqual(withHandle("@an, hello", { start: 0, beginning: "an" }, "@anna"), { text: "@anna, hello", cursor: 5 });
  assert.deepEqual(withHandle("@anhello", { start: 0, beginning: "an" }, "@anna"), { text: "@anna hello", cursor: 6 });
});

test("networks take turns, and a handle that several know is suggested once", () => {
  const people = (...handles: string[]) => handles.map((handle) => ({ handle, name: handle.slice(1) }));
  const suggestions = suggestionsOf([
    { type: "X", people: people("@rye", "@ryan") },
    { type: "Threads", people: people("@Rye") },
    { type: "Bluesky", people: people("@rye.example") },
  ]);
  assert.deepEqual(
    suggestions.map(({ handle, types }) => [handle, types]),
    [
      ["@rye", ["X", "Threads"]],
      ["@rye.example", ["Bluesky"]],
      ["@ryan", ["X"]],
    ],
  );
  assert.deepEqual(suggestionsOf([]), []);
  const [backer] = stillMatching([{ handle: "@a_b@rye.example", name: "Anna Bäcker", types: [] }], "backer");
  assert.equal(backer?.name, "Anna Bäcker");
  assert.deepEqual(
    stillMatching(suggestions, "ryan").map(({ handle }) => handle),
    ["@ryan"],
  );
});

test("a mention that only some networks know is told with them", () => {
  assert.deepEqual(partlyKnown("With @anna@rye.example today", ["Mastodon", "Bluesky", "X"]), [
    { mention: "@anna@rye.example", named: ["Mastodon"], plain: ["Bluesky", "X"] },
  ]);
  assert.deepEqual(
    partlyKnown("With @b@rye.example and @anna", ["X", "Mastodon", "Facebook"]).map(({ mention }) => mention),
    ["@b@rye.example", "@anna"],
  );
  assert.deepEqual(partlyKnown("With @anna.example", ["Bluesky", "Facebook"]), [
    { mention: "@anna.example", named: ["Bluesky"], plain: ["Facebook"] },
  ]);
  assert.deepEqual(partlyKnown("With @anna", ["X", "Threads"]), []);
  assert.deepEqual(partlyKnown("Without", ["X", "Bluesky"]), []);
  assert.deepEqual(partlyKnown("me@mail.example", ["X", "Bluesky"]), []);
});
