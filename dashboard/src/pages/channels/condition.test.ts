import assert from "node:assert/strict";
import { test } from "node:test";
import { conditionOf, sentence } from "./condition.ts";

const NOW = Date.parse("2027-01-05T09:00:00Z");
const WORKS = {
  status: "ACTIVE",
  needsLogIn: false,
  inactiveReason: null,
  lacks: null,
  heldUntil: null,
  heldReason: null,
  logInEndsAt: null,
} as const;

test("a channel that needs somebody says so before what passes by itself", () => {
  const kind = (facts: Partial<Parameters<typeof conditionOf>[0]>) => conditionOf({ ...WORKS, ...facts }, NOW).kind;
  const held = { heldUntil: "2027-01-05T10:00:00.000000Z", heldReason: "too many requests" };
  assert.equal(kind({}), "works");
  assert.equal(kind(held), "held");
  assert.equal(kind({ ...held, lacks: "Choose who may see posts." }), "needsChoice");
  assert.equal(kind({ ...held, status: "INACTIVE", inactiveReason: "switched off by Ada" }), "off");
  assert.equal(kind({ status: "INACTIVE", needsLogIn: true }), "needsLogIn");
});

test("a week before its access ends, a channel says when", () => {
  const endsAt = (logInEndsAt: string) => conditionOf({ ...WORKS, logInEndsAt }, NOW);
  assert.deepEqual(endsAt("2027-01-10T09:00:00.000000Z"), { kind: "endsSoon", reason: null, until: "2027-01-10T09:00:00.000000Z" });
  assert.equal(endsAt("2027-02-10T09:00:00.000000Z").kind, "works");
});

test("reasons become sentences", () => {
  assert.equal(sentence("switched off by Ada"), "Switched off by Ada.");
  assert.equal(sentence("The token was revoked."), "The token was revoked.");
});
