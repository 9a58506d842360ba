import assert from "node:assert/strict";
import { test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import { countsAfter, type Refusal, signsBy, unlessAsked } from "./signs.ts";

const AT = { now: () => toInstant("2026-11-22T12:00:00Z") };

interface Refused extends Refusal {
  readonly code: string | null;
  readonly message?: string;
}

const { signOf, stopAfter, troubleAfter, doubtAfter, unreadAfter, isUnclear, uncounted } = signsBy({
  network: "Noticeboard",
  reasonOf: (failure: Refused | { readonly kind: "unreached" | "lost"; readonly reason: string }) =>
    failure.kind === "refused" ? `Noticeboard: ${failure.code}` : `Noticeboard: ${failure.reason}`,
  said: ({ code, message = "" }: Refused) => ({ isOwn: code !== null, codes: [code], words: message }),
})({
  "too many": { codes: ["many"], means: { kind: "held", seconds: 600, scope: "channel" } },
  "as long as it says": { codes: ["quota"], means: { kind: "held", seconds: unlessAsked(600), scope: "application" } },
  "only there": { statuses: [403], words: /forbidden/, means: { kind: "rejected", advice: "Do something else." } },
  constant: { codes: ["CONSTANT"], means: { kind: "rejected", says: "It takes no more." } },
  "by its length": {
    when: ({ message = "" }) => message.length > 20,
    means: ({ message = "" }) => ({ kind: "busy", seconds: message.length }),
  },
  "their fault": { codes: ["fault"], means: { kind: "unclear", seconds: 30 } },
  unknown: { codes: ["new"] },
});

const refused = (status: number, code: string | null, rest: Partial<Refused> = {}): Refused => ({ kind: "refused", status, code, ...rest });
const LOST = { kind: "lost", reason: "reset" } as const;
const UNREACHED = { kind: "unreached", reason: "no address" } as const;

for (const [name, failure, sign, stop] of [
  ["a row by its code", refused(400, "many"), "too many", ["held", 600]],
  ["a row whatever the status", refused(503, "many"), "too many", ["held", 600]],
  ["a row that lasts longer by the answer", refused(400, "many", { retryAfterSeconds: 900 }), "too many", ["held", 900]],
  ["a row that the answer cannot shorten", refused(400, "many", { retryAfterSeconds: 5 }), "too many", ["held", 600]],
  ["a row that lasts as long as the answer says", refused(400, "quota", { retryAfterSeconds: 5 }), "as long as it says", ["held", 5]],
  ["words with their status", refused(403, "x", { message: "forbidden" }), "only there", ["rejected"]],
  ["words with another status", refused(400, "x", { message: "forbidden" }), "refused", ["rejected"]],
  ["a row by its own condition", refused(400, "x", { message: "x".repeat(21) }), "by its length", ["busy", 21]],
  ["a row that says no more than its name", refused(400, "new"), "unknown", ["rejected"]],
  ["a fault of theirs", refused(400, "fault"), "their fault", ["busy", 30]],
  ["an outage", refused(500, "x"), "outage", ["busy", 60]],
  ["an outage that names its end in its head", refused(503, null, { headers: { "retry-after": "120" } }), "outage", ["busy", 120]],
  ["a request that took too long", refused(408, "x"), "outage", ["busy", 60]],
  ["too many requests", refused(429, null), "throttled", ["busy", 60]],
  ["a page of something in front", refused(401, null), "proxy", ["busy", 300]],
  ["a dead token", refused(401, "x"), "dead token", ["unauthorized"]],
  ["any other refusal", refused(404, "x"), "refused", ["rejected"]],
  ["silence", LOST, "outage", ["busy", 60]],
  ["nobody there", UNREACHED, "outage", ["busy", 60]],
] as const) {
  test(`${name}: ${sign}`, () => {
    const outcome = stopAfter(failure, AT);
    assert.equal(signOf(failure), sign);
    assert.deepEqual([outcome.kind, ...("retryAfterSeconds" in outcome ? [outcome.retryAfterSeconds] : [])], stop);
  });
}

test("people read the network's words, and what to do", () => {
  assert.equal(stopAfter(refused(403, "x", { message: "forbidden" }), AT).reason, "Noticeboard: x. Do something else.");
  assert.equal(stopAfter(refused(400, "CONSTANT"), AT).reason, "It takes no more.");
  assert.deepEqual(stopAfter(refused(401, "x"), AT), {
    kind: "unauthorized",
    scope: "grant",
    reason: "Noticeboard: x. Log in to Noticeboard again.",
  });
});

test("nobody there holds up the whole channel, silence only the post", () => {
  assert.deepEqual(stopAfter(UNREACHED, AT), {
    kind: "busy",
    reason: "Noticeboard: no address",
    retryAfterSeconds: 60,
    scope: "channel",
  });
  assert.deepEqual(stopAfter(LOST, AT), { kind: "busy", reason: "Noticeboard: reset", retryAfterSeconds: 60 });
});

test("what may have taken effect is in doubt where readers notice, and anything else is not", () => {
  for (const failure of [LOST, refused(502, null), refused(400, "fault")]) {
    assert.ok(isUnclear(failure));
    assert.equal(troubleAfter(failure, AT).kind, "unknown");
    assert.equal(doubtAfter(failure, AT)?.kind, "doubtful");
  }
  for (const failure of [UNREACHED, refused(400, "many"), refused(429, null), refused(403, null), refused(400, "x")]) {
    assert.equal(isUnclear(failure), false);
    assert.equal(troubleAfter(failure, AT).kind, stopAfter(failure, AT).kind);
    assert.equal(doubtAfter(failure, AT), null);
  }
  assert.deepEqual(doubtAfter(refused(503, null, { retryAfterSeconds: 90 }), AT), {
    kind: "doubtful",
    reason: "Noticeboard: null",
    retryAfterSeconds: 90,
    isTurnedAway: true,
  });
});

test("a look-up that was not answered says how long the network asks to wait", () => {
  assert.deepEqual(unreadAfter(refused(429, "x", { retryAfterSeconds: 7 }), AT), {
    kind: "unread",
    reason: "Noticeboard: x",
    retryAfterSeconds: 7,
  });
  assert.deepEqual(unreadAfter(LOST, AT), { kind: "unread", reason: "Noticeboard: reset" });
});

test("counts are read later, or not at all; only a dead token says something about the channel", () => {
  assert.deepEqual(uncounted(refused(400, "many"), AT), { kind: "busy", reason: "Noticeboard: many", retryAfterSeconds: 600 });
  assert.equal(uncounted(refused(401, "x"), AT).kind, "unauthorized");
  assert.deepEqual(uncounted(refused(404, "x"), AT), { kind: "unavailable", reason: "Noticeboard: x" });
  assert.deepEqual(countsAfter({ kind: "notAsked", reason: "Later.", retryAfterSeconds: 9 }), {
    kind: "busy",
    reason: "Later.",
    retryAfterSeconds: 9,
  });
});

test("silence is waited out as long as an outage", () => {
  const patient = signsBy({ network: "Board", reasonOf: () => "Board: no", said: (_: Refused) => ({ isOwn: true }) })({
    outage: { means: { kind: "unclear", seconds: 30 } },
  });
  assert.deepEqual(patient.stopAfter(LOST, AT), { kind: "busy", reason: "Board: no", retryAfterSeconds: 30 });
  assert.deepEqual(patient.stopAfter(refused(500, null), AT), { kind: "busy", reason: "Board: no", retryAfterSeconds: 30 });
});

test("a permission that counts alone lack does not stop the channel", () => {
  const lacking = signsBy({ network: "Board", reasonOf: () => "Board: no", said: (_: Refused) => ({ isOwn: true, codes: [_.code] }) })({
    "no permission": { codes: ["scope"] },
  });
  assert.deepEqual(lacking.uncounted(refused(403, "scope"), AT), { kind: "unavailable", reason: "Board: no" });
  assert.deepEqual(lacking.stopAfter(refused(403, "scope"), AT), {
    kind: "unauthorized",
    scope: "grant",
    reason: "Board: no. Log in to Board again and allow everything that it lists.",
  });
});
