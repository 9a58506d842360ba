import assert from "node:assert/strict";
import { test } from "node:test";
import { dumpName, lackOfRoom, replacedDumps, stepInWords } from "./rules.ts";

const GIB = 1024 ** 3;

test("a dump needs as much room as the database takes, and some more", () => {
  assert.equal(lackOfRoom({ databaseBytes: 2 * GIB, freeBytes: 3 * GIB, folder: "/data/backups" }), null);
  assert.equal(
    lackOfRoom({ databaseBytes: 2 * GIB, freeBytes: 2 * GIB, folder: "/data/backups" }),
    "Before this version migrates the database, it dumps it, which may take 2.1 GiB; only 2.0 GiB are free in /data/backups. " +
      "Make room, or, if you have a backup, set ROSTRUM_DUMP_BEFORE_MIGRATION=0. Nothing has been changed.",
  );
});

test("the dumps of the last three schemas are kept, of each the newest, and no other file is touched", () => {
  const [a, b, b2, c, d] = [
    dumpName(7, "20260101T000000000Z"),
    dumpName(9, "20260201T000000000Z"),
    dumpName(9, "20260202T000000000Z"),
    dumpName(12, "20260301T000000000Z"),
    dumpName(31, "20260401T000000000Z"),
  ];
  assert.deepEqual(replacedDumps([a, b, b2]), [b]);
  assert.deepEqual(replacedDumps([b2, "rostrum-20250101T000000000Z.tar", "notes.txt", a, c, b, d]), [a, b]);
  assert.deepEqual(replacedDumps([]), []);
});

test("a step says its number, of how many, its name, and since when", () => {
  const step = { kind: "migrating", number: 31, of: 34, name: "0031-own-words.sql" } as const;
  assert.equal(stepInWords(step, "2026-11-23 09:20:00"), "migrating: 0031 of 0034 (own-words), since 2026-11-23 09:20:00 UTC");
  assert.equal(
    stepInWords({ kind: "waiting" }, "2026-11-23 09:20:00"),
    "another process is migrating the database, since 2026-11-23 09:20:00 UTC",
  );
});
