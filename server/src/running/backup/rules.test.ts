import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrderOfReferences } from "./rules.ts";

test("Every table comes after those it references, and may reference itself", () => {
  const references = [
    { from: "brands", to: "accounts" },
    { from: "accounts", to: "users" },
    { from: "deliveries", to: "deliveries" },
    { from: "deliveries", to: "brands" },
  ];
  assert.deepEqual(inOrderOfReferences(["deliveries", "brands", "users", "accounts", "alone"], references), [
    "alone",
    "users",
    "accounts",
    "brands",
    "deliveries",
  ]);
});

test("Tables with circular references have no order", () => {
  const references = [
    { from: "a", to: "b" },
    { from: "b", to: "a" },
  ];
  assert.throws(() => inOrderOfReferences(["a", "b"], references), /in a circle: a, b/);
});
