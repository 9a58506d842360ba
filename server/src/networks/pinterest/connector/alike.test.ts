import assert from "node:assert/strict";
import { test } from "node:test";
import { isAlike, momentOf } from "./alike.ts";

test("a time without a zone is UTC, whatever the zone of this machine", () => {
  assert.deepEqual(momentOf("2022-10-13T01:40:29"), { theirMilliseconds: Date.UTC(2022, 9, 13, 1, 40, 29) });
  assert.deepEqual(momentOf("2022-10-13T01:40:29Z"), { theirMilliseconds: Date.UTC(2022, 9, 13, 1, 40, 29) });
  assert.deepEqual(momentOf("2022-10-13T01:40:29+0200"), { theirMilliseconds: Date.UTC(2022, 9, 12, 23, 40, 29) });
});

test("a time that cannot be read counts as new", () => {
  for (const text of [null, undefined, "", "soon"]) assert.equal(momentOf(text), null);
});

test("words are alike with entities, spaces, and empty fields in any form", () => {
  assert.ok(isAlike({ title: "Tea &amp; cake &#8211; &#x1F375;", description: null, alt_text: "" }, { title: "Tea & cake – 🍵" }));
  assert.ok(isAlike({ description: "One Two " }, { description: "One\n\nTwo" }));
  assert.ok(!isAlike({ title: "Tea" }, { title: "Tea", description: "Cake" }));
  assert.ok(!isAlike({ title: "Tea", alt_text: "A cup" }, { title: "Tea" }));
});

test("what looks like an entity and is none stays", () => {
  assert.ok(isAlike({ title: "A &frac; &#99999999; B" }, { title: "A &frac; &#99999999; B" }));
  assert.ok(isAlike({ title: "&#1114112;" }, { title: "&#1114112;" }));
});

test("a link is alike whatever scheme, case of the host, last slash and fragment it came back with", () => {
  assert.ok(isAlike({ link: "https://Shop.example/mug/" }, { link: "http://shop.example/mug#top" }));
  assert.ok(isAlike({ link: "https://www.shop.example/?a=1&amp;b=2" }, { link: "https://shop.example?a=1&b=2" }));
  assert.ok(!isAlike({ link: "https://shop.example/mug?a=1" }, { link: "https://shop.example/mug?a=2" }));
  assert.ok(!isAlike({ link: null }, { link: "https://shop.example/mug" }));
});
