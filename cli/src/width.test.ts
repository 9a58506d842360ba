import assert from "node:assert/strict";
import { test } from "node:test";
import { cut, padded, textWidth } from "./width.ts";

test("A letter takes one column, East Asian characters and emoji two, marks and joiners none", () => {
  const widths: readonly (readonly [string, number])[] = [
    ["Brot", 4],
    ["Bäckerei", 8],
    ["Ba\u0308ckerei", 8],
    ["パン屋", 6],
    ["ﾊﾟﾝ", 2],
    ["빵집", 4],
    ["面包店", 6],
    ["Ｂ", 2],
    ["🥐", 2],
    ["👩‍👩‍👧", 2],
    ["❤️", 2],
    ["a\u200bb", 2],
    ["", 0],
  ];
  for (const [text, width] of widths) assert.equal(textWidth(text), width, JSON.stringify(text));
});

test("Text is cut between graphemes, with an ellipsis", () => {
  assert.equal(cut("Croissant", 9), "Croissant");
  assert.equal(cut("Croissant", 6), "Crois…");
  assert.equal(cut("パン屋さん", 6), "パン…");
  assert.equal(textWidth(cut("パン屋さん", 7)), 7);
  assert.equal(cut("👩‍👩‍👧👩‍👩‍👧", 3), "👩‍👩‍👧…");
});

test("Padding counts columns, not characters", () => {
  assert.equal(padded("パン", 6), "パン  ");
  assert.equal(padded("Brot", 6), "Brot  ");
});
