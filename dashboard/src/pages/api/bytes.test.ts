import assert from "node:assert/strict";
import { test } from "node:test";
import { printBytes } from "./bytes.ts";

test("bytes are printed in the largest unit that they fill", () => {
  const printed = [0, 1, 1023, 1024, 1536, 150 * 1024, 1024 ** 2, 2.25 * 1024 ** 3].map(printBytes);
  assert.deepEqual(printed, ["0 B", "1 B", "1,023 B", "1 KiB", "1.5 KiB", "150 KiB", "1 MiB", "2.3 GiB"]);
});
