import assert from "node:assert/strict";
import { test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import type { Failure } from "./api.ts";
import { rateRetrySeconds, reasonOf, troubleAfter, uploadOutcomeOf } from "./errors.ts";

const now = toInstant("2026-11-21T09:00:00Z");
const AT = { now: () => now };
const refused = (status: number, message: string | null, headers: Record<string, string> = {}) =>
  ({ kind: "refused", status, message, headers }) as const;

const TABLE: readonly [Failure, string][] = [
  [refused(400, "param is missing or the value is empty: status"), "rejected"],
  [refused(401, "The access token was revoked"), "unauthorized"],
  [refused(403, "This action is outside the authorized scopes"), "unauthorized"],
  [refused(403, "Your login is currently disabled"), "unauthorized"],
  [refused(403, "Your login is missing a confirmed e-mail address"), "unauthorized"],
  [refused(403, "This action is not allowed"), "rejected"],
  [refused(401, null), "busy"],
  [refused(403, null), "busy"],
  [refused(408, null), "busy"],
  [refused(404, "Record not found"), "rejected"],
  [refused(410, null), "busy"],
  [refused(413, null), "rejected"],
  [refused(301, null), "busy"],
  [refused(404, null), "busy"],
  [refused(429, null), "busy"],
  [refused(422, "Validation failed: Text character limit of 500 exceeded"), "rejected"],
  [refused(422, "Validation failed: Cannot attach more than 4 files"), "rejected"],
  [refused(422, "Cannot attach files that have not finished processing. Try again in a moment!"), "busy"],
  [refused(422, "Media 123 not found or already attached to another post"), "unknown"],
  [refused(429, "Too many requests"), "busy"],
  [refused(500, null), "unknown"],
  [refused(503, "Remote data could not be fetched due to a temporary problem"), "unknown"],
  [refused(521, null), "unknown"],
  [{ kind: "lost", reason: "timeout" }, "unknown"],
  [{ kind: "unreached", reason: "name not found" }, "busy"],
];

for (const [failure, kind] of TABLE) {
  const sign = failure.kind === "refused" ? `${failure.status} ${failure.message ?? "from a front end"}` : failure.kind;
  test(`${sign} is ${kind}`, () => assert.equal(troubleAfter(failure, AT).kind, kind));
}

test("a failed upload is never unknown, because nobody sees one", () => {
  for (const [failure] of TABLE) assert.notEqual(uploadOutcomeOf(failure, AT).kind, "unknown");
  assert.equal(uploadOutcomeOf(refused(500, "Error processing thumbnail for uploaded media"), AT).kind, "rejected");
});

test("a rate limit is waited for until the ISO time of its reset", () => {
  const wait = (headers: Record<string, string>) => rateRetrySeconds(refused(429, null, headers), now);
  assert.equal(wait({ "x-ratelimit-reset": "2026-11-21T09:04:10.500000Z" }), 251);
  assert.equal(wait({ "x-ratelimit-reset": String(Date.parse(now) / 1000 + 30) }), 30);
  assert.equal(wait({ "x-ratelimit-reset": "2026-11-21T08:00:00Z" }), 1);
  assert.equal(wait({ "x-ratelimit-reset": "2026-11-21T09:00:10Z", "retry-after": "60" }), 60);
  assert.equal(wait({ "x-ratelimit-reset": "soon" }), 300);
  assert.equal(wait({ "x-ratelimit-reset": "soon", "retry-after": "Sat, 21 Nov 2026 09:02:00 GMT" }), 120);
  assert.equal(wait({ "retry-after": "-5" }), 300);
  assert.equal(wait({ "x-ratelimit-reset": "+200000-01-01T00:00:00Z" }), 86_400);
  assert.equal(wait({}), 300);
});

test("an instance that is down says for how long, for a status and for an upload", () => {
  const down = refused(503, null, { "retry-after": "600" });
  const reason = "Mastodon: the instance answered with status 503";
  assert.deepEqual(troubleAfter(down, AT), { kind: "unknown", reason, retryAfterSeconds: 600 });
  const upload = uploadOutcomeOf(down, AT);
  assert.equal(upload.kind === "busy" && upload.retryAfterSeconds, 600);
});

test("the server's message is cut and cleaned before anyone reads it", () => {
  const reason = reasonOf(refused(422, `a\u202e\u0000b\n${"x".repeat(500)}`));
  assert.equal(reason, `Mastodon: a b ${"x".repeat(196)} (status 422)`);
  assert.equal(reasonOf(refused(502, null)), "Mastodon: the instance answered with status 502");
});
