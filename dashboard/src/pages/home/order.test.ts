import assert from "node:assert/strict";
import { test } from "node:test";
import type { Need } from "@rostrum/contract/private/needs.ts";
import { summed, troublesFirst } from "./order.ts";

const need = (brandId: number, kind: Need["kind"], key = kind as string) => ({ brandId, kind, key }) as Need;

test("brands in trouble come first, by the most urgent of it and then by how much there is", () => {
  const brands = [1, 2, 3, 4, 5].map((id) => ({ id }));
  const needs = [need(5, "LOG_IN_ENDED"), need(3, "RUNS_DRY"), need(2, "FAILED"), need(4, "FAILED", "a"), need(4, "FAILED", "b")];
  assert.deepEqual(
    troublesFirst(brands, needs).map(({ id }) => id),
    [5, 4, 2, 3, 1],
  );
});

test("failures of a brand are summed up, and each log-in stands for itself", () => {
  const needs = [need(1, "LOG_IN_ENDED", "log-in 1"), need(1, "LOG_IN_ENDED", "log-in 2"), need(1, "FAILED", "a"), need(1, "FAILED", "b")];
  assert.deepEqual(
    summed(needs).map(({ need: { kind }, count }) => [kind, count]),
    [
      ["LOG_IN_ENDED", 1],
      ["LOG_IN_ENDED", 1],
      ["FAILED", 2],
    ],
  );
});
