import assert from "node:assert/strict";
import { test } from "node:test";
import { ZONES } from "../../server/src/testing/random-brand.ts";
import { travel } from "../../server/src/testing/time-machine.ts";

test("a year in twenty time zones, including both clock changes, goes as forecast", async () => {
  const report = await travel({ seed: 20, brands: ZONES.length, days: 365, changes: 60, stops: 4 });
  assert.deepEqual(report.mismatches, []);
  assert.equal(report.zones, 20);
  assert.ok(report.compared > 1000, JSON.stringify(report));
});
