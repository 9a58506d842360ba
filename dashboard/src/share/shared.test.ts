import assert from "node:assert/strict";
import { test } from "node:test";
import { isEmpty, postOf } from "./shared.ts";

const post = (given: Partial<{ title: string; text: string; url: string }>) => postOf({ title: "", text: "", url: "", ...given });

test("a page becomes its title with its address as the link; what was selected on it takes the title's place", () => {
  const url = "https://shop.example/rye?a=1";
  assert.deepEqual(post({ title: "Rye", url }), { caption: "Rye", link: url });
  assert.deepEqual(post({ title: "Rye", text: "The best\nof all", url }), { caption: "The best\nof all", link: url });
  assert.deepEqual(post({ url }), { caption: url, link: url });
});

test("an address at the end of a text, where many apps write it, becomes the link", () => {
  const link = "https://shop.example/rye";
  assert.deepEqual(post({ text: `Look at this: ${link}` }), { caption: "Look at this:", link });
  assert.deepEqual(post({ title: "Rye", text: link }), { caption: "Rye", link });
  assert.deepEqual(post({ text: `Look\n${link}`, url: link }), { caption: "Look", link });
  assert.deepEqual(post({ text: `${link} is where it is` }), { caption: `${link} is where it is`, link: "" });
});

test("what is no address of the web is never a link", () => {
  assert.deepEqual(post({ title: "Rye", url: "javascript:alert(1)" }), { caption: "Rye\n\njavascript:alert(1)", link: "" });
  assert.deepEqual(post({ url: "file:///etc/passwd" }), { caption: "file:///etc/passwd", link: "" });
  assert.deepEqual(post({ text: "  only words " }), { caption: "only words", link: "" });
});

test("nothing but spaces is nothing", () => {
  assert.equal(isEmpty({ title: " ", text: "\n", url: "", files: [] }), true);
  assert.equal(isEmpty({ title: "", text: "", url: "", files: [new File(["x"], "x.jpg")] }), false);
});
