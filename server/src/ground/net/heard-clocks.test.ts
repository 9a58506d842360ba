import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { test } from "node:test";
import { HeardClocks } from "./heard-clocks.ts";
import { createNet } from "./index.ts";
import { serve } from "./testing/servers.ts";

const NOON = Date.parse("2026-11-21T12:00:00Z");

/** Answers within half a second, by clocks that are so many seconds behind ours. */
function heard(behind: Readonly<Record<string, number>>, more: Readonly<Record<string, string>> = {}): HeardClocks {
  const clocks = new HeardClocks();
  for (const [host, seconds] of Object.entries(behind)) {
    const headers = { date: new Date(NOON - seconds * 1000).toUTCString(), ...more };
    clocks.hear({ host, headers, askedAt: NOON, answeredAt: NOON + 500 });
  }
  return clocks;
}

test("clocks that agree within the call and the second that a date leaves open are not apart", () => {
  assert.equal(heard({ a: 0, b: 0 }).ahead(NOON), 0);
  assert.equal(heard({ a: 1, b: 1 }).ahead(NOON), 0);
  assert.equal(heard({ a: -0.4, b: -0.4 }).ahead(NOON), 0);
});

test("a clock that differs from all others is told with its direction", () => {
  assert.equal(heard({ a: 301, b: 301 }).ahead(NOON), 300);
  assert.equal(heard({ a: -60, b: -60 }).ahead(NOON), -59.5);
});

test("one server whose own clock is wrong does not mislead", () => {
  assert.equal(heard({ a: 0, b: 86_400 }).ahead(NOON), 0);
  assert.equal(heard({ a: 0, b: 0, c: -86_400 }).ahead(NOON), 0);
  assert.equal(heard({ a: 301, b: 301, c: -86_400 }).ahead(NOON), 300);
});

test("nothing is said by a single server, by what a cache has kept, without a date, or after an hour", () => {
  assert.equal(heard({ a: 301 }).ahead(NOON), null);
  assert.equal(heard({ a: 301, b: 301 }, { age: "300" }).ahead(NOON), null);
  assert.equal(heard({ a: 301, b: 301 }, { date: "yesterday" }).ahead(NOON), null);
  assert.equal(heard({ a: 301, b: 301 }).ahead(NOON + 3_600_501), null);
});

test("what was heard before the clock was set is forgotten", (t) => {
  const clocks = heard({ a: 301, b: 301 });
  t.mock.method(Date, "now", () => performance.timeOrigin + performance.now() - 300_000);
  assert.equal(clocks.ahead(NOON), null);
});

test("a server counts once, by its last answer", () => {
  const clocks = heard({ a: 301, b: 301 });
  for (const host of ["a", "b"])
    clocks.hear({ host, headers: { date: new Date(NOON).toUTCString() }, askedAt: NOON, answeredAt: NOON + 100 });
  assert.equal(clocks.ahead(NOON), 0);
});

test("calls to networks are heard, and those to what the operator has configured, or to a user's own receiver, are not", async () => {
  const answer =
    (late: number): RequestListener =>
    (_request, response) =>
      void response.setHeader("date", new Date(Date.now() - late * 1000).toUTCString()).end("{}");
  await using first = await serve(answer(600));
  await using second = await serve(answer(600));
  const heardBy = async (trustedOrigins: readonly string[], more: { readonly guarded?: true } = {}) => {
    const clocks = new HeardClocks();
    await using net = createNet({ allowPrivate: ["127.0.0.1"], trustedOrigins, userAgent: "test/1", clocks });
    for (const { origin } of [first, second])
      assert.equal((await net.call({ method: "GET", url: `${origin}/`, ...more })).kind, "answered");
    return clocks.ahead();
  };
  const ahead = await heardBy([]);
  assert.ok(ahead !== null && ahead > 590 && ahead <= 600, String(ahead));
  assert.equal(await heardBy([first.origin]), null);
  assert.equal(await heardBy([], { guarded: true }), null);
});
