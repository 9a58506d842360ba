import assert from "node:assert/strict";
import { test } from "node:test";
import { withNumbers } from "./numbers.ts";
import { toolNamed } from "./table.ts";
import type { Tool } from "./tool.ts";

test("whole numbers that are written as texts are read as numbers, at any depth, and nothing else is changed", () => {
  const create = toolNamed("create_collection") as Tool;
  assert.deepEqual(withNumbers(create, { brandId: "7", title: "12", channels: ["4", 5, "x"] }), {
    brandId: 7,
    title: "12",
    channels: [4, 5, "x"],
  });
  const post = toolNamed("create_post") as Tool;
  const comment = { comment: "60", delay: "60" };
  assert.deepEqual(withNumbers(post, { brandId: "7.5", caption: "2026", comment, unknown: "3", media: null }), {
    brandId: "7.5",
    caption: "2026",
    comment: { comment: "60", delay: 60 },
    unknown: "3",
    media: null,
  });
});
