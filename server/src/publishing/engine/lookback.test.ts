import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds, toInstant } from "@rostrum/contract/formats.ts";
import { Lookback } from "./lookback.ts";

const now = toInstant("2026-11-21T09:00:00Z");
const at = (seconds: number) => addSeconds(now, seconds);

test("the first look is from the beginning, those of the next ten seconds from where it left nothing", () => {
  const lookback = new Lookback();
  assert.equal(lookback.at(now), null);
  lookback.looked(now, null);
  assert.equal(lookback.at(now), at(-10));
  assert.equal(lookback.at(at(9.9)), at(-10));
  assert.equal(lookback.at(at(10)), null);
});

test("what was left is looked for until a later look from the beginning finds it gone", () => {
  const lookback = new Lookback();
  lookback.looked(now, at(-3600));
  assert.equal(lookback.at(at(1)), at(-3600));
  lookback.looked(at(10), at(9));
  assert.equal(lookback.at(at(11)), at(0));
});

test("a look from the beginning that came to no end is tried again later, and those in between begin where they did", () => {
  const lookback = new Lookback(30);
  lookback.failed(now);
  assert.equal(lookback.at(now), null);
  lookback.looked(now, at(-60));
  assert.equal(lookback.at(at(30)), null);
  lookback.failed(at(30));
  assert.equal(lookback.at(at(59)), at(-60));
  assert.equal(lookback.at(at(60)), null);
});

test("a clock that was put back begins anew", () => {
  const lookback = new Lookback();
  lookback.looked(now, null);
  assert.equal(lookback.at(at(-1)), null);
});
