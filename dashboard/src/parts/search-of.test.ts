import assert from "node:assert/strict";
import { test } from "node:test";
import { searchOf } from "./search-of.ts";

test("a known word is kept, and anything else is left out", () => {
  const search = searchOf({ dialog: ["key"], snippet: ["curl", "mcp"] });
  assert.deepEqual(search({ dialog: "key", snippet: "mcp", other: "x" }), { dialog: "key", snippet: "mcp" });
  assert.deepEqual(search({ dialog: "keys", snippet: 1 }), {});
});
