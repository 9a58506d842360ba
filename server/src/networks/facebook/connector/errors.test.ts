import assert from "node:assert/strict";
import { test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import type { GraphFailure } from "../../connectors/meta/graph.ts";
import { isDoubted, isUnclear, stopAfter } from "./errors.ts";

const AT = { now: () => toInstant("2026-11-22T12:00:00Z") };

function refused(
  code: number,
  subcode: number | null = null,
  rest: { status?: number; isTransient?: boolean; wait?: number } = {},
): GraphFailure {
  const { status = 400, isTransient = false, wait = null } = rest;
  return { kind: "refused", status, error: { code, subcode, message: "Words of the network", isTransient }, retryAfterSeconds: wait };
}

/** The refusal, what it means on the call that readers see the effect of, and on one that nobody does. */
const TABLE: readonly [string, GraphFailure, string, string][] = [
  ["an outage, code 1", refused(1, 99, { status: 500 }), "unknown", "busy"],
  ["an outage, code 2", refused(2, null, { status: 500, isTransient: true }), "unknown", "busy"],
  ["an outage that answers 400", refused(2), "unknown", "busy"],
  ["a passing fault of any code", refused(100, null, { isTransient: true }), "unknown", "busy"],
  ["a service that is unavailable for a time", refused(100, 1363047), "unknown", "busy"],
  ["a page of a front end", { kind: "refused", status: 502, error: null, retryAfterSeconds: null }, "unknown", "busy"],
  ["a page of a front end with status 400", { kind: "refused", status: 400, error: null, retryAfterSeconds: null }, "unknown", "busy"],
  ["a broken connection", { kind: "lost", reason: "reset" }, "unknown", "busy"],
  ["no connection", { kind: "unreached", reason: "name not found" }, "busy", "busy"],
  ["the application's limit", refused(4, null, { isTransient: true }), "held application", "held application"],
  ["another limit of the application", refused(341), "held application", "held application"],
  ["the person's limit", refused(17), "held grant", "held grant"],
  ["the Page's limit", refused(32), "held channel", "held channel"],
  ["the limit of custom calls", refused(613), "held channel", "held channel"],
  ["the business use case's limit", refused(80001), "held channel", "held channel"],
  ["a limit on how often one posts", refused(368, 1390008), "held channel", "held channel"],
  ["content that was flagged", refused(368, 1346003), "rejected", "rejected"],
  ["a block", refused(368), "held channel", "held channel"],
  ["a repetition of the last post", refused(506), "rejected later", "rejected"],
  ["photos that were posted", refused(100, 1366051), "rejected later", "rejected"],
  ["a session that has ended", refused(102), "unauthorized", "unauthorized"],
  ["a token that is refused", refused(190), "unauthorized", "unauthorized"],
  ["an application that was removed", refused(190, 458), "unauthorized grant", "unauthorized grant"],
  ["a security check", refused(190, 459), "unauthorized", "unauthorized"],
  ["a password that was changed", refused(190, 460), "unauthorized grant", "unauthorized grant"],
  ["a token that has ended", refused(190, 463), "unauthorized grant", "unauthorized grant"],
  ["an account that is not confirmed", refused(190, 464), "unauthorized", "unauthorized"],
  ["an invalid token", refused(190, 467), "unauthorized grant", "unauthorized grant"],
  ["a role that was lost", refused(190, 492), "unauthorized", "unauthorized"],
  ["a permission that is missing", refused(10), "unauthorized", "unauthorized"],
  ["a permission of Pages that is missing", refused(200), "unauthorized", "unauthorized"],
  ["a capability that is missing", refused(3), "unauthorized", "unauthorized"],
  ["a Page that needs authorization", refused(100, 1404078), "unauthorized", "unauthorized"],
  ["a bad parameter", refused(100), "rejected", "rejected"],
  ["an object that does not exist", refused(100, 33), "rejected", "rejected"],
  ["a photo that is too large", refused(100, 1366046), "rejected", "rejected"],
  ["a video whose ratio is not accepted", refused(100, 1363040), "rejected", "rejected"],
  ["a link on Facebook", refused(100, 1609008), "rejected", "rejected"],
  ["words that break the standards", refused(1404102), "rejected", "rejected"],
  ["an account that is limited", refused(1404112), "rejected", "rejected"],
];

for (const [name, failure, visible, staging] of TABLE) {
  test(`${name} is ${visible} where readers would see the effect, and ${staging} where nobody does`, () => {
    assert.equal(visibleWordsOf(failure), visible);
    assert.equal(wordsOf(failure), staging);
  });
}

function visibleWordsOf(failure: GraphFailure): string {
  const words = wordsOf(failure);
  if (isUnclear(failure)) return "unknown";
  return isDoubted(failure) && words === "rejected" ? "rejected later" : words;
}

function wordsOf(failure: GraphFailure): string {
  const stop = stopAfter(failure, AT);
  return stop.kind === "held" || stop.kind === "unauthorized" ? `${stop.kind} ${stop.scope ?? ""}`.trim() : stop.kind;
}

test("a limit holds as long as the network says, else for an hour; a block for a day", () => {
  const seconds = (failure: GraphFailure) => {
    const outcome = stopAfter(failure, AT);
    return outcome.kind === "held" ? outcome.retryAfterSeconds : null;
  };
  assert.equal(seconds(refused(32, null, { wait: 720 })), 720);
  assert.equal(seconds(refused(32)), 3600);
  assert.equal(seconds(refused(368, 1390008)), 3600);
  assert.equal(seconds(refused(368)), 86_400);
});

test("what the network says is passed on, with what to do", () => {
  assert.deepEqual(stopAfter(refused(190, 459), AT), {
    kind: "unauthorized",
    reason:
      "Facebook: Words of the network (code 190/459). Log in at facebook.com and pass the security check, then reconnect the channel.",
  });
  assert.deepEqual(stopAfter(refused(1404112), AT), {
    kind: "rejected",
    reason: "Facebook: Words of the network (code 1404112). Log in at facebook.com, where it says what to do.",
  });
});
