import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds, toInstant } from "@rostrum/contract/formats.ts";
import type { Refusal } from "./api.ts";
import { reasonOf, signOf, stopAfter } from "./errors.ts";

const NOW = toInstant("2026-11-22T12:00:00Z");
const AT = { now: () => NOW };
const inSeconds = (seconds: number) => String(Date.parse(addSeconds(NOW, seconds)) / 1000);

function refusal(status: number, problem: Partial<Refusal["problem"]> | null, headers: Refusal["headers"] = {}): Refusal {
  const empty = { title: "", detail: "", type: "", messages: [], parameters: [], resetDate: null };
  return { kind: "refused", status, headers, problem: problem === null ? null : { ...empty, ...problem } };
}

const SPEND_CAP =
  "Your enrolled account [1] has reached its billing cycle spend cap. API requests will be blocked until the next cycle begins on 2026-12-01.";

/** Status, words, and what they are a sign of. */
const SIGNS: readonly (readonly [ReturnType<typeof refusal>, ReturnType<typeof signOf>])[] = [
  [refusal(400, { type: "invalid-request", messages: ["Your media IDs are invalid."] }), "no files"],
  [refusal(401, { title: "Unauthorized", type: "about:blank" }), "dead token"],
  [refusal(401, null), "dead token"],
  [refusal(402, { title: "CreditsDepleted", type: "credits" }), "no credits"],
  [refusal(402, { title: "Payment Required", detail: "credits depleted", type: "credits-depleted" }), "no credits"],
  [refusal(403, { title: "SpendCapReached", detail: SPEND_CAP, type: "credits" }), "spend cap"],
  [refusal(403, { detail: "You are not allowed to create a Tweet with duplicate content." }), "duplicate"],
  [refusal(403, { detail: "You are not permitted to perform this action." }), "not permitted"],
  [refusal(403, { detail: "You attempted to reply to a Tweet that is deleted or not visible to you." }), "no parent"],
  [refusal(403, { detail: "Reply to this conversation is not allowed because you have not been mentioned" }), "reply not allowed"],
  [refusal(403, { detail: "You can only reply to or quote posts where you are mentioned or are the author." }), "reply not allowed"],
  [refusal(403, { detail: "Authenticating with Unknown is forbidden for this endpoint." }), "dead token"],
  [refusal(403, { title: "Unsupported Authentication", type: "unsupported-authentication" }), "dead token"],
  [refusal(403, { type: "client-forbidden", detail: "Your account is not permitted to access this feature." }), "not enrolled"],
  [refusal(403, { detail: "Your account is suspended and is not permitted to access this feature." }), "suspended"],
  [refusal(403, { detail: "To protect our users, this account is temporarily locked." }), "suspended"],
  [refusal(403, null), "proxy"],
  [refusal(404, { type: "resource-not-found" }), "no parent"],
  [refusal(408, {}), "outage"],
  [refusal(413, {}), "refused"],
  [refusal(429, { title: "Too Many Requests" }), "throttled"],
  [refusal(429, null), "throttled"],
  [refusal(429, { title: "UsageCapExceeded", type: "usage-capped" }), "usage cap"],
  [refusal(403, { type: "usage-capped" }), "usage cap"],
  [refusal(503, { title: "Service Unavailable" }), "outage"],
];

for (const [failure, sign] of SIGNS) {
  test(`${failure.status} "${failure.problem?.detail || failure.problem?.title || failure.problem?.type || ""}" is a sign of: ${sign}`, () => {
    assert.equal(signOf(failure), sign);
  });
}

test("the spending cap holds every account of the application until the day that X names", () => {
  const held = { kind: "held", scope: "application", retryAfterSeconds: 8.5 * 86_400 + 5 };
  const failure = refusal(403, { title: "SpendCapReached", detail: SPEND_CAP, type: "credits", resetDate: "2026-12-01" });
  assert.deepEqual(stopAfter(failure, AT), { ...held, reason: reasonOf(failure) });
  const withoutField = refusal(403, { title: "SpendCapReached", detail: SPEND_CAP, type: "credits" });
  assert.deepEqual(stopAfter(withoutField, AT), { ...held, reason: reasonOf(withoutField) });
});

test("without credits the application asks again every hour, and the operator is told", () => {
  const failure = refusal(402, {
    title: "CreditsDepleted",
    detail: "Your enrolled account [1] does not have any credits to fulfill this request.",
  });
  assert.deepEqual(stopAfter(failure, AT), {
    kind: "held",
    reason:
      "X: Your enrolled account [1] does not have any credits to fulfill this request (status 402). The operator has to buy credits at X.",
    retryAfterSeconds: 3600,
    scope: "application",
  });
});

test("a used-up plan holds the application for a day", () => {
  const outcome = stopAfter(refusal(429, { type: "usage-capped", title: "UsageCapExceeded" }), AT);
  assert.ok(outcome.kind === "held");
  assert.deepEqual([outcome.retryAfterSeconds, outcome.scope], [86_400, "application"]);
});

test("a limit holds the channel until the latest of its resets", () => {
  const headers = {
    "x-rate-limit-reset": inSeconds(100),
    "x-user-limit-24hour-remaining": "0",
    "x-user-limit-24hour-reset": inSeconds(5000),
  };
  assert.deepEqual(stopAfter(refusal(429, { title: "Too Many Requests" }, headers), AT), {
    kind: "held",
    reason: "X: Too Many Requests (status 429)",
    retryAfterSeconds: 5005,
    scope: "channel",
  });
});

test("the application's own daily limit holds all of its channels, and one that is not reached counts nothing", () => {
  const app = { "x-rate-limit-reset": inSeconds(100), "x-app-limit-24hour-remaining": "0", "x-app-limit-24hour-reset": inSeconds(9000) };
  const outcome = stopAfter(refusal(429, {}, app), AT);
  assert.ok(outcome.kind === "held");
  assert.deepEqual([outcome.scope, outcome.retryAfterSeconds], ["application", 9005]);
  const other = stopAfter(refusal(429, {}, { ...app, "x-app-limit-24hour-remaining": "7" }), AT);
  assert.ok(other.kind === "held");
  assert.deepEqual([other.scope, other.retryAfterSeconds], ["channel", 105]);
});

test("a limit without a time lasts a quarter of an hour", () => {
  const outcome = stopAfter(refusal(429, null), AT);
  assert.ok(outcome.kind === "held");
  assert.equal(outcome.retryAfterSeconds, 900);
});

test("an account that X has suspended ends the log-in; a page in front of the API, or an outage, ends nothing", () => {
  assert.equal(stopAfter(refusal(403, { type: "user-suspended" }), AT).kind, "unauthorized");
  assert.deepEqual(stopAfter(refusal(403, null), AT), { kind: "busy", reason: "X answered with status 403", retryAfterSeconds: 300 });
  assert.deepEqual(stopAfter(refusal(503, {}, { "retry-after": "120" }), AT), {
    kind: "busy",
    reason: "X answered with status 503",
    retryAfterSeconds: 120,
  });
  const unreached = { kind: "unreached", reason: "no address" } as const;
  assert.deepEqual(stopAfter(unreached, AT), { kind: "busy", reason: "X: no address", retryAfterSeconds: 60, scope: "channel" });
});

test("what X says is cut and cleaned", () => {
  assert.equal(reasonOf(refusal(400, { messages: [`Too\n\u202elong ${"x".repeat(400)}`] })).length, "X:  (status 400)".length + 300);
});
