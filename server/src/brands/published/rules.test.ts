import assert from "node:assert/strict";
import { test } from "node:test";
import { deliveryReasons } from "@rostrum/contract/reasons.ts";
import { type Ended, mayHaveArrived, whyNotAgain } from "./rules.ts";

const refused: Ended = { status: "FAILED", reason: "rejected", postId: 1, channelStatus: "ACTIVE", outcomes: ["rejected"] };

test("what the network has refused can be tried again", () => {
  assert.equal(whyNotAgain(refused), null);
});

test("only what has ended without being published can be tried again", () => {
  for (const status of ["PUBLISHED", "SENT", "RETRYING", "waiting", "publishing", "pending", "unknown", "commented", "cancelled"]) {
    assert.equal(whyNotAgain({ ...refused, status }), `Only what has FAILED or was SKIPPED can be tried again; this is ${status}.`);
  }
});

test("of all reasons, those that leave a doubt and those without a post or a channel are never tried again", () => {
  const never = Object.keys(deliveryReasons).filter((reason) => whyNotAgain({ ...refused, reason }) !== null);
  assert.deepEqual(never, [
    "published",
    "handed_over",
    "no_active_channel",
    "retry_later",
    "channel_held",
    "processing",
    "outcome_unknown",
    "undecided",
    "post_deleted",
    "parent_not_published",
  ]);
  assert.notEqual(whyNotAgain({ ...refused, reason: null }), null);
});

test("a deleted post, a delivery without a channel and an inactive channel are told apart", () => {
  assert.equal(whyNotAgain({ ...refused, postId: null }), "The post has been deleted.");
  assert.match(whyNotAgain({ ...refused, channelStatus: null }) ?? "", /^The collection had no active channel/);
  assert.match(whyNotAgain({ ...refused, channelStatus: "INACTIVE" }) ?? "", /^Its channel is not active/);
});

test("a lost answer is settled by a lookup that found nothing, and by nothing else", () => {
  assert.equal(mayHaveArrived([]), false);
  assert.equal(mayHaveArrived(["busy", "held", "rejected"]), false);
  assert.equal(mayHaveArrived(["unknown"]), true);
  assert.equal(mayHaveArrived([null]), true);
  assert.equal(mayHaveArrived(["unknown", "undecided", "rejected"]), true);
  assert.equal(mayHaveArrived(["unknown", "absent", "rejected"]), false);
  assert.equal(mayHaveArrived(["unknown", "absent", "unknown", "unauthorized"]), true);
});

test("what the network was processing is settled by its word on that", () => {
  assert.equal(mayHaveArrived(["pending"]), true);
  assert.equal(mayHaveArrived(["pending", "busy"]), true);
  assert.equal(mayHaveArrived(["pending", "unauthorized"]), true);
  assert.equal(mayHaveArrived(["pending", "rejected"]), false);
  assert.equal(mayHaveArrived(["pending", "lost", "busy"]), false);
  assert.equal(mayHaveArrived(["unknown", "pending", "rejected"]), true);
});

test("what waited before anybody could see it has not arrived", () => {
  assert.equal(mayHaveArrived(["waiting", "unauthorized"]), false);
  assert.equal(mayHaveArrived(["pending", "waiting", "unauthorized"]), true);
});
