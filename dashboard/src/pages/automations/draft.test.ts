import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, changesOf, nameOf, newDraft } from "./draft.ts";
import { readAutomationsSearch } from "./search.ts";

test("an address without a scheme is https, and any other stays as it is", () => {
  assert.deepEqual([" blog.example/feed ", "http://blog.example", "", "feed:x"].map(addressOf), [
    "https://blog.example/feed",
    "http://blog.example",
    "",
    "feed:x",
  ]);
});

test("the name is the host until somebody writes another one", () => {
  const draft = newDraft(1);
  assert.equal(nameOf({ ...draft, feedUrl: "www.blog.example/feed" }), "blog.example");
  assert.equal(nameOf({ ...draft, feedUrl: "www.blog.example/feed", name: "Blog" }), "Blog");
  assert.equal(nameOf(draft), "");
});

test("a change sends what was touched, and never the address", () => {
  assert.deepEqual(changesOf({ caption: "{{title}}", refreshRate: 1, feedUrl: "https://other.example" }), {
    caption: "{{title}}",
    refreshRate: 1,
  });
});

test("the address opens one thing at a time, and nothing that it does not know", () => {
  assert.deepEqual(readAutomationsSearch({ open: "new", edit: 3 }), { open: "new" });
  assert.deepEqual(readAutomationsSearch({ edit: 3, runs: 4 }), { edit: 3 });
  assert.deepEqual(readAutomationsSearch({ open: "old", edit: "x", runs: -1 }), {});
});
