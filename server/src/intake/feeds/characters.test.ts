import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeHtml } from "./characters.ts";

test("references without a semicolon count as a whole and not before an equals sign, so that addresses stay as they are", () => {
  const address = "https://x.example/?id=1&currency=EUR&region=eu&section=2&copy=1&timestamp=3";
  assert.equal(decodeHtml(address), address);
  assert.equal(
    decodeHtml("&copy 2026, caf&eacute&egrave; &amp; more &hellip; &fjlig; &nosuch; &hellip"),
    "© 2026, caféè & more … fj &nosuch; &hellip",
  );
});
