import assert from "node:assert/strict";
import { test } from "node:test";
import { RULES, silenceOf } from "./testing/conformance.ts";
import { aThread, rowOf } from "./testing/conformance-rows.ts";
import { noticeboard } from "./testing/noticeboard/connector.ts";
import { noticeboardSandbox } from "./testing/noticeboard/sandbox.ts";

/** A network that is added as `CONTRIBUTING.md` says keeps every rule: no file but its own and its rows in tables know it. */
const row = rowOf(noticeboardSandbox, { connector: noticeboard, thread: aThread });

/** What does not concern it. */
const NO_WORDS = "the network has no words of its own";
const WITHOUT: Readonly<Record<string, string>> = {
  "a post that is refused for what is in it": NO_WORDS,
  "access that is refused in the network's own words": NO_WORDS,
  "a limit of the application": NO_WORDS,
  "a limit that lasts most of a day": NO_WORDS,
  "an answer that is lost, and only a list tells": NO_WORDS,
  "access that was taken back is known to be after one attempt, which sends nothing": "the account is connected without a log-in",
  "posts of other kinds: an error although it was done": "the network has no other kinds",
  "posts of other kinds: a kill at each line": "the network has no other kinds",
  "posts of other kinds: a connection that is cut before anything was done": "the network has no other kinds",
  "posts of other kinds: an upload that the network loses, for good": "the network has no other kinds",
  "posts of other kinds: an upload that ends before its post is made": "the network has no other kinds",
  "a picture that a proxy finds too large": "the network fetches pictures, or gets them with the post",
};

for (const rule of RULES) {
  test(`a fourteenth network: ${rule.group}: ${rule.name}`, async () => {
    await using scene = await row.open();
    const without = rule.without?.(row, scene) ?? null;
    assert.equal(without, WITHOUT[rule.name] ?? null);
    if (without === null) await rule.check(row, scene);
  });
}

test("a fourteenth network: a call without an answer is repeated once, a quarter of an hour later, and then left to a person", async () => {
  await using scene = await row.open();
  const { againAfterSeconds, ...rest } = await silenceOf(row, scene);
  assert.deepEqual(rest, { looksAfterSeconds: [31, 62, 300, 900], sends: 2, outcome: "left" });
  assert.ok(againAfterSeconds !== null && againAfterSeconds >= 900 && againAfterSeconds < 960, `${againAfterSeconds}`);
});
