import assert from "node:assert/strict";
import { test } from "node:test";
import { remember, renewed } from "./versions.ts";

const item = (updatedAt: string) => ({ postId: 1, updatedAt, post: "a", collectionId: 4, local: null });
const back = (updatedAt: string) => renewed({ postId: 1, updatedAt, to: "DRAFT" }).updatedAt;

test("of several moves of a post each can be taken back, the latest first", () => {
  // Moved from version 1 to 2 and from 2 to 3.
  assert.equal(back("3"), "3");
  remember([item("2")], [{ postId: 1, updatedAt: "4" }]);
  assert.equal(back("2"), "4");
  remember([item("1")], [{ postId: 1, updatedAt: "5" }]);
  assert.equal(back("1"), "5");
});
