import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf } from "./csv.ts";

test("commas, quotes and line breaks stay inside a cell; what is not known is empty", () => {
  const row = ["a, b", 'She said "yes"', "one\ntwo", 0, null];
  assert.equal(csvOf([row]), '"a, b","She said ""yes""","one\ntwo","0",""\r\n');
});

test("what a spreadsheet would take for a formula is text; numbers stay numbers", () => {
  const formulas = ["=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "  =1", "\n=1"];
  assert.equal(csvOf([formulas]), `${formulas.map((text) => `"'${text}"`).join(",")}\r\n`);
  assert.equal(csvOf([[-1, "a=b", "1-2"]]), '"-1","a=b","1-2"\r\n');
});
