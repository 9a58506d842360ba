import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deliveryReasons, forecastReasons } from "./reasons.ts";

const document = readFileSync(new URL("../../docs/reasons.md", import.meta.url), "utf8");

/** The rows of the table below a heading, as `[word, meaning]`. */
function rowsBelow(heading: string): [string, string][] {
  const section = document.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  return [...section.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map((match) => [match[1] ?? "", match[2] ?? ""]);
}

test("the document lists exactly the delivery reasons with their meanings", () => {
  assert.deepEqual(rowsBelow("Of a delivery"), Object.entries(deliveryReasons));
});

test("the document lists exactly the forecast reasons with their meanings, and names those that mean the same of a delivery", () => {
  const ofDelivery: Readonly<Record<string, string>> = deliveryReasons;
  const all = Object.entries(forecastReasons);
  assert.deepEqual(
    rowsBelow("Of a forecast"),
    all.filter(([word, meaning]) => ofDelivery[word] !== meaning),
  );
  const [, named = ""] = /^These mean the same as of a delivery: ([^.]+)\./m.exec(document) ?? [];
  assert.deepEqual(
    [...named.matchAll(/`(\w+)`/g)].map(([, word]) => word),
    all.filter(([word, meaning]) => ofDelivery[word] === meaning).map(([word]) => word),
  );
});
