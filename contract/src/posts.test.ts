import assert from "node:assert/strict";
import { test } from "node:test";
import { NewPost } from "./posts.ts";

function failing(body: object): string[] {
  const { error } = NewPost.safeParse({ publishMode: "DRAFT", ...body });
  return [...new Set(error?.issues.map(({ path }) => path.join(".")))].sort();
}

test("all failing fields of a poll are reported at once, also what depends on another field", () => {
  const poll = { question: "Rye?", options: ["Yes", "No"], period: "2d", correctOptionIndex: 9 };
  assert.deepEqual(failing({ caption: "Rye", poll }), ["poll.correctOptionIndex", "poll.period"]);
  assert.deepEqual(failing({ caption: "Rye", poll: { ...poll, options: "Yes" } }), ["poll.options", "poll.period"]);
});

test("a file that names two sources is reported beside what is wrong with one of them", () => {
  const media = [{ id: "", url: "https://shop.example/a.jpg" }];
  assert.deepEqual(failing({ caption: "Rye", media }), ["media.0", "media.0.id"]);
});
