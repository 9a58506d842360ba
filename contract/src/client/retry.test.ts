import assert from "node:assert/strict";
import test from "node:test";
import { RETRY_DEFAULTS, waitBeforeNext } from "./retry.ts";

const NOW = 1_900_000_000;

/** The wait after an attempt of a GET, without jitter. */
function waitAfter(
  status: number | null,
  headers: Record<string, string> = {},
  more: { method?: string; number?: number; chance?: number } = {},
) {
  const attempt = { method: "GET", number: 1, chance: 0, now: NOW, ...more, refusal: { status, headers: new Headers(headers) } };
  return waitBeforeNext(RETRY_DEFAULTS, attempt);
}

test("a GET is retried after 429, after 5xx and when no reply came", () => {
  for (const status of [429, 500, 502, 503, 504, null]) assert.notEqual(waitAfter(status), null, String(status));
});

test("a GET is not retried after a permanent refusal", () => {
  for (const status of [400, 401, 403, 404, 409, 413, 415, 422])
    assert.equal(waitAfter(status, { "retry-after": "1" }), null, String(status));
});

test("POST, PATCH and DELETE are never retried", () => {
  for (const method of ["POST", "PATCH", "DELETE"]) {
    for (const status of [429, 500, 503, null])
      assert.equal(waitAfter(status, { "retry-after": "1" }, { method }), null, `${method} ${status}`);
  }
});

test("the resource limit's X-RateLimit-Reset counts seconds", () => {
  assert.equal(waitAfter(429, { "x-ratelimit-reset": "42" }), 42);
});

test("the route limit's X-RateLimit-Reset is a Unix timestamp, read by the service's own clock", () => {
  assert.equal(waitAfter(429, { "x-ratelimit-reset": String(NOW + 17) }), 17);
  const date = new Date((NOW - 300) * 1000).toUTCString();
  assert.equal(waitAfter(429, { "x-ratelimit-reset": String(NOW - 280), date }), 20);
  assert.equal(waitAfter(429, { "x-ratelimit-reset": String(NOW - 5) }), 0);
});

test("Retry-After, in seconds or as a date, takes precedence over X-RateLimit-Reset", () => {
  assert.equal(waitAfter(429, { "retry-after": "7", "x-ratelimit-reset": "42" }), 7);
  assert.equal(waitAfter(503, { "retry-after": new Date((NOW + 9) * 1000).toUTCString() }), 9);
});

test("without Retry-After the waits double from half a second, with 50% jitter", () => {
  assert.deepEqual(
    [1, 2, 3].map((number) => waitAfter(503, {}, { number, chance: 0 })),
    [0.25, 0.5, 1],
  );
  assert.deepEqual(
    [1, 2, 3].map((number) => waitAfter(503, {}, { number, chance: 1 })),
    [0.5, 1, 2],
  );
});

test("a requested wait is never shortened", () => {
  for (const chance of [0, 0.5, 1]) assert.ok(Number(waitAfter(429, { "x-ratelimit-reset": "3" }, { chance })) >= 3);
});

test("after three retries the failure is final", () => {
  assert.notEqual(waitAfter(503, {}, { number: 3 }), null);
  assert.equal(waitAfter(503, {}, { number: 4 }), null);
});

test("a requested wait over a minute is left to the caller", () => {
  assert.equal(waitAfter(429, { "retry-after": "60" }), 60);
  assert.equal(waitAfter(429, { "retry-after": "61" }), null);
});
