import assert from "node:assert/strict";
import { test } from "node:test";
import { kindOf, printDuration, printSize, printType } from "./facts.ts";

test("sizes are in units that fit, with one decimal while they are small", () => {
  assert.deepEqual([0, 999, 1500, 48_211, 1_250_000, 104_857_600, 5e9].map(printSize), [
    "0 byte",
    "999 byte",
    "1.5 kB",
    "48 kB",
    "1.3 MB",
    "105 MB",
    "5 GB",
  ]);
});

test("durations are minutes and seconds, with hours if there are any", () => {
  assert.deepEqual([0.4, 65, 3605].map(printDuration), ["0:00", "1:05", "1:00:05"]);
});

test("types have the names that people know", () => {
  assert.deepEqual(["image/jpeg", "video/mp4", "video/quicktime", "application/pdf"].map(printType), ["JPEG", "MP4", "MOV", "PDF"]);
  assert.deepEqual(["image/png", "video/mp4", "application/pdf"].map(kindOf), ["picture", "video", "document"]);
});
