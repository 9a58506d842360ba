import assert from "node:assert/strict";
import { test } from "node:test";
import { type Counted, whyItDoesNotFit } from "./rules.ts";

const none: Counted = { brands: 0, collections: 0, automations: 0, scheduledPosts: 0, mediaBytes: 0 };
const unlimited = { brands: null, collections: null, automations: null, scheduledPosts: null, mediaBytes: null };
const MIB = 1024 * 1024;

test("without limits every brand fits", () => {
  const much = { brands: 1000, collections: 1000, automations: 1000, scheduledPosts: 1000, mediaBytes: 1000 * MIB };
  assert.equal(whyItDoesNotFit({ used: much, limits: unlimited }, much), null);
});

test("a brand fits up to the limit, and above it the sentence says by how much it does not", () => {
  const account = { used: { ...none, automations: 2 }, limits: { ...unlimited, automations: 3 } };
  assert.equal(whyItDoesNotFit(account, { ...none, automations: 1 }), null);
  assert.equal(
    whyItDoesNotFit(account, { ...none, automations: 2 }),
    "Their plan allows 3 automations; with this brand they would have 4.",
  );
});

test("an account that is over its limit takes a brand that adds nothing to that", () => {
  const account = { used: { ...none, collections: 5 }, limits: { ...unlimited, collections: 3 } };
  assert.equal(whyItDoesNotFit(account, { ...none, scheduledPosts: 9 }), null);
});

test("media count in mebibytes", () => {
  const account = { used: { ...none, mediaBytes: 3 * MIB }, limits: { ...unlimited, mediaBytes: 4 * MIB } };
  const sentence = "Their account may keep 4 MiB of media; with this brand it would have 5 MiB.";
  assert.equal(whyItDoesNotFit(account, { ...none, mediaBytes: 1.5 * MIB }), sentence);
});
