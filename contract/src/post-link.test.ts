import assert from "node:assert/strict";
import { test } from "node:test";
import { isLinkMissing, webAddress, withScheme } from "./post-link.ts";

for (const [given, taken] of [
  ["shop.example/x", "https://shop.example/x"],
  [" www.shop.example ", "https://www.shop.example"],
  ["bäckerei.example:8080/?q=1", "https://bäckerei.example:8080/?q=1"],
  ["https://shop.example", "https://shop.example"],
  ["mailto:a@shop.example", "mailto:a@shop.example"],
  ["a@shop.example", "a@shop.example"],
  ["at the counter", "at the counter"],
  ["counter", "counter"],
  [null, null],
] as const) {
  test(`a link given as ${given} is taken as ${taken}`, () => assert.equal(withScheme(given), taken));
}

test("a link stands in a text with or without its scheme", () => {
  assert.equal(isLinkMissing({ link: "https://shop.example/" }, ["Order at shop.example today"]), false);
  assert.equal(isLinkMissing({ link: "https://shop.example/x" }, ["Order at shop.example"]), true);
  assert.equal(isLinkMissing({ link: null }, [""]), false);
  assert.deepEqual([webAddress("shop.example"), webAddress(" http://shop.example ")], [null, "http://shop.example"]);
});
