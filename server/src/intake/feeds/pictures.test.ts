import assert from "node:assert/strict";
import { test } from "node:test";
import { picturesInHtml } from "./pictures.ts";

test("of a set of candidates the largest is taken, whatever commas their addresses have", () => {
  const of = (set: string) => picturesInHtml(`<img srcset="${set}">`).map(({ url }) => url);
  const address = (width: number) => `https://cdn.example/c_fill,w_${width}/a.jpg`;
  assert.deepEqual(of(`${address(800)} 800w, ${address(400)} 400w`), [address(800)]);
  assert.deepEqual(of("a.jpg 1x,b.jpg 2x"), ["b.jpg"]);
  assert.deepEqual(of("a.jpg, b.jpg"), ["b.jpg"]);
  assert.deepEqual(of("a.jpg"), ["a.jpg"]);
});
