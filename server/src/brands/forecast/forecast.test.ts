import assert from "node:assert/strict";
import { test } from "node:test";
import { travel } from "../../testing/time-machine.ts";

test("whatever users do, a forecast made after each change is what then happens, and dates match the projection", async () => {
  const report = await travel({ seed: 12, brands: 8, days: 70, changes: 120, stops: 5 });
  assert.deepEqual(report.mismatches, []);
  assert.ok(report.forecasts >= 80, `${report.forecasts} forecasts`);
  assert.ok(report.compared > 50 && report.dates > 200, JSON.stringify(report));
});
