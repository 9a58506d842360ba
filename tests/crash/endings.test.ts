import assert from "node:assert/strict";
import { test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import type { NewFault } from "@rostrum/contract/private/sandbox.ts";
import { isExcused, mayStop } from "./endings.ts";
import type { DeliveryFacts } from "./ledger.ts";
import type { RoundPlan } from "./plan.ts";
import type { Asked } from "./posts.ts";

const QUIET: RoundPlan = { kills: [], awaySeconds: 0, waitsForCounts: false, faults: [], leftOn: null, wrongClock: null };
const ASKED: Asked = { token: "k1r1n1", mode: "IMMEDIATE", segments: 1, hasComment: false, id: 1, change: null, deletion: null };

function leftOn(kind: NewFault["kind"], network = "facebook"): RoundPlan {
  return { ...QUIET, leftOn: { fault: { network, kind, requests: "all", seed: 1 }, seconds: 600 } };
}

function ended(status: string, reason: string): DeliveryFacts {
  const dueAt = toInstant("2026-11-21T09:00:00Z");
  return { id: 1, publicationId: 1, parentId: null, channelId: 1, status, reason, message: "", caption: "", dueAt, slotId: null };
}

const facts = { asked: ASKED, type: "Facebook", plan: QUIET, kills: 1 } as const;

test("a post that was given up, refused, held for too long, or left undecided after one kill could have gone out", () => {
  for (const reason of ["gave_up", "rejected", "unauthorized", "held_too_long", "undecided", "file_too_small"]) {
    assert.equal(isExcused(ended("FAILED", reason), facts), false, reason);
  }
  assert.equal(isExcused(ended("SKIPPED", "channel_inactive"), facts), false);
});

test("a post that the network does not take, or that was deleted, could not", () => {
  assert.equal(isExcused(ended("SKIPPED", "unsuitable"), facts), true);
  assert.equal(isExcused(ended("SKIPPED", "post_deleted"), { ...facts, asked: { ...ASKED, deletion: "done" } }), true);
  assert.equal(isExcused(ended("SKIPPED", "post_deleted"), facts), false);
});

test("a second lost call leaves a post undecided, and so does the first where nobody can look", () => {
  const undecided = ended("FAILED", "undecided");
  assert.equal(isExcused(undecided, { ...facts, kills: 2 }), true);
  assert.equal(isExcused(undecided, { ...facts, plan: leftOn("cut-before") }), true);
  assert.equal(isExcused(undecided, { ...facts, type: "Telegram" }), true);
});

test("a fault excuses what it refuses for good, on its own network, and stops no channel but by refusing access", () => {
  const denied = ended("FAILED", "unauthorized");
  assert.equal(isExcused(denied, { ...facts, plan: leftOn("revoked") }), true);
  assert.equal(isExcused(denied, { ...facts, plan: leftOn("revoked"), type: "X" }), false);
  assert.equal(isExcused(ended("FAILED", "gave_up"), { ...facts, plan: leftOn("refuse-503") }), false);
  assert.deepEqual(
    [mayStop("Facebook", leftOn("revoked")), mayStop("X", leftOn("revoked")), mayStop("Facebook", leftOn("duplicate"))],
    [true, false, false],
  );
});

test("X alone has a spending cap that outlasts a post, and does not tell a file that it lost from one that it does not take", () => {
  for (const [kind, reason] of [
    ["quota", "held_too_long"],
    ["container-ends", "rejected"],
  ] as const) {
    assert.equal(isExcused(ended("FAILED", reason), { ...facts, type: "X", plan: leftOn(kind, "x") }), true, kind);
    assert.equal(isExcused(ended("FAILED", reason), { ...facts, plan: leftOn(kind) }), false, kind);
  }
});
