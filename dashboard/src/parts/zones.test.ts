import assert from "node:assert/strict";
import { test } from "node:test";
import { zonesWith } from "./zones.ts";

test("UTC comes first, and every zone once", () => {
  const zones = zonesWith("Europe/Berlin");
  assert.equal(zones[0], "UTC");
  assert.equal(zones.filter((zone) => zone === "Europe/Berlin").length, 1);
  assert.equal(new Set(zones).size, zones.length);
  assert.ok(zones.length > 300);
});

test("a zone under an older name is offered too", () => {
  assert.ok(zonesWith("Asia/Calcutta").includes("Asia/Calcutta"));
});
