import assert from "node:assert/strict";
import { test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import { VERSION, versionNotices } from "./version.ts";

const notices = (apiVersion: string | null, day: string) => versionNotices({ apiVersion, now: toInstant(`${day}T12:00:00Z`) });

test("the operator is told of a version's end sixty days before it, and after it", () => {
  assert.deepEqual(notices("202601", "2026-11-15"), []);
  assert.deepEqual(notices("202601", "2026-11-16"), [
    "LinkedIn ends the version 202601 of its API on 2027-01-15: set ROSTRUM_LINKEDIN_API_VERSION to a newer one (/help/networks/linkedin), then restart the service.",
  ]);
  assert.match(notices("202511", "2026-11-22")[0] ?? "", /^LinkedIn ended the version 202511 of its API on 2026-11-16/);
});

test("a version whose end is not announced is taken to live for a year", () => {
  assert.deepEqual(notices("202609", "2027-07-01"), []);
  assert.match(notices("202609", "2027-08-01")[0] ?? "", /on 2027-09-15/);
});

test("the version of this connector gives no notice yet, and anything else than a month does", () => {
  assert.deepEqual(notices(null, "2026-11-22"), []);
  assert.deepEqual(notices(VERSION, "2026-11-22"), []);
  assert.deepEqual(notices("25.0", "2026-11-22"), [
    `ROSTRUM_LINKEDIN_API_VERSION is 25.0; a version of LinkedIn's API is a year and a month, such as ${VERSION}.`,
  ]);
});
