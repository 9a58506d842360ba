import assert from "node:assert/strict";
import { test } from "node:test";
import { boundedWait, RETRY_AFTER_SECONDS_MAX, retryAfterSeconds } from "./retry-after.ts";

const now = Date.parse("2026-11-21T09:00:00Z");
const read = (text: string) => retryAfterSeconds({ "retry-after": text }, now);

test("Retry-After is read in seconds", () => {
  assert.deepEqual(["0", "1", "120", " 120 ", "1.2", "007"].map(read), [0, 1, 120, 120, 2, 7]);
});

test("Retry-After is read as an HTTP date, in each of its three forms", () => {
  const forms = ["Sat, 21 Nov 2026 09:05:00 GMT", "Saturday, 21-Nov-26 09:05:00 GMT", "Sat Nov 21 09:05:00 2026"];
  assert.deepEqual(forms.map(read), [300, 300, 300]);
});

test("a date in the past asks for no wait", () => {
  assert.deepEqual([read("Sat, 21 Nov 2026 08:00:00 GMT"), read("Thu, 01 Jan 1970 00:00:00 GMT")], [0, 0]);
});

test("anything longer than a day counts as a day, however absurd", () => {
  const absurd = ["86401", "31556952000000", "9".repeat(400), "Fri, 31 Dec 9999 23:59:59 GMT"];
  assert.deepEqual(new Set(absurd.map(read)), new Set([RETRY_AFTER_SECONDS_MAX]));
});

test("a value that is neither seconds nor an HTTP date is ignored", () => {
  const texts = [
    "",
    " ",
    "-5",
    "-86400",
    "soon",
    "5 minutes",
    "1e3",
    "0x10",
    "NaN",
    "Infinity",
    "2026-11-21T09:05:00Z",
    "Sat, yesterday",
    "Sun",
  ];
  for (const text of texts) assert.equal(read(text), null, text);
  assert.equal(retryAfterSeconds({}, now), null);
});

test("without a known server clock only seconds can be read", () => {
  assert.equal(retryAfterSeconds({ "retry-after": "Sat, 21 Nov 2026 09:05:00 GMT" }, Number.NaN), null);
  assert.equal(retryAfterSeconds({ "retry-after": "7" }, Number.NaN), 7);
});

test("waits that a platform states in its own format have the same bounds", () => {
  assert.deepEqual([-3, 0.5, 1e300, Number.POSITIVE_INFINITY].map(boundedWait), [0, 1, RETRY_AFTER_SECONDS_MAX, RETRY_AFTER_SECONDS_MAX]);
  assert.equal(boundedWait(Number.NaN), null);
});
