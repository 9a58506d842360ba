import assert from "node:assert/strict";
import { test } from "node:test";
import { anImage } from "../../connectors/testing/posts.ts";
import { likeness } from "./alike.ts";

const ORDERED = { summary: "Open on Sunday", link: "https://shop.example/sunday", picture: null };
const READ = { summary: "Open on Sunday", topicType: "STANDARD", callToAction: { url: "https://shop.example/sunday" } };

test("a post with the same words and button is the one", () => {
  assert.equal(likeness(READ, ORDERED), 2);
  assert.equal(likeness({ ...READ, summary: " Open  on Sunday\n", callToAction: { url: "https://shop.example/sunday/" } }, ORDERED), 2);
  assert.equal(likeness({ ...READ, summary: "Caf\u0065\u0301" }, { ...ORDERED, summary: "Caf\u00e9" }), 2);
});

test("one that begins the same may be it, as Google may have changed the rest", () => {
  const long = "Fresh bread ".repeat(20);
  assert.equal(likeness({ ...READ, summary: `${long}, tidied` }, { ...ORDERED, summary: `${long} 😀` }), 1);
  assert.equal(likeness({ ...READ, callToAction: { url: "https://g.co/redirect" } }, ORDERED), 1);
  assert.equal(likeness({ ...READ, callToAction: null }, ORDERED), 1);
});

test("other words and other kinds of posts are not it", () => {
  assert.equal(likeness({ ...READ, summary: "Open on Monday" }, ORDERED), 0);
  assert.equal(likeness({ ...READ, summary: "Open on Sunday, too" }, ORDERED), 0);
  assert.equal(likeness({ ...READ, summary: null }, ORDERED), 0);
  assert.equal(likeness({ ...READ, topicType: "EVENT" }, ORDERED), 0);
});

test("a picture without words is known by having a picture and no words", async () => {
  const ordered = { summary: "", link: null, picture: await anImage() };
  assert.equal(likeness({ media: [{}] }, ordered), 2);
  assert.equal(likeness({ media: [] }, ordered), 0);
  assert.equal(likeness({ media: [{}], summary: "Bread" }, ordered), 0);
});
