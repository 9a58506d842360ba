import assert from "node:assert/strict";
import { test } from "node:test";
import { type Draft, newDraft } from "./state.ts";
import { NO_STEPS, recorded, redone, type Steps, undone } from "./steps.ts";

const aDraft = (caption: string): Draft => ({ ...newDraft({ collectionId: 1 }), caption });
const [empty, rye, ryeBread, other] = ["", "Rye", "Rye bread", "Spelt"].map(aDraft) as [Draft, Draft, Draft, Draft];

test("what was written is taken back step by step, and brought back", () => {
  let steps: Steps = recorded(NO_STEPS, { before: empty, what: "caption", at: 0 });
  steps = recorded(steps, { before: rye, what: "media", at: 100 });
  const once = undone(steps, ryeBread);
  assert.equal(once?.draft, rye);
  const twice = undone(once?.steps ?? NO_STEPS, rye);
  assert.equal(twice?.draft, empty);
  assert.equal(undone(twice?.steps ?? NO_STEPS, empty), null);
  const again = redone(twice?.steps ?? NO_STEPS, empty);
  assert.equal(again?.draft, rye);
  assert.equal(redone(again?.steps ?? NO_STEPS, rye)?.draft, ryeBread);
});

test("typing without a pause is one step; after a pause, or in another field, another one begins", () => {
  let steps = recorded(NO_STEPS, { before: empty, what: "caption", at: 0 });
  steps = recorded(steps, { before: rye, what: "caption", at: 900 });
  assert.deepEqual(steps.past, [empty]);
  steps = recorded(steps, { before: ryeBread, what: "caption", at: 1900 });
  assert.deepEqual(steps.past, [empty, ryeBread]);
  assert.deepEqual(recorded(steps, { before: other, what: "title", at: 1950 }).past, [empty, ryeBread, other]);
});

test("what is written after something was taken back ends the way forward", () => {
  const back = undone(recorded(NO_STEPS, { before: empty, what: "caption", at: 0 }), rye);
  const steps = recorded(back?.steps ?? NO_STEPS, { before: empty, what: "caption", at: 100 });
  assert.equal(redone(steps, other), null);
});
