import assert from "node:assert/strict";
import { test } from "node:test";
import { fitted, largest, ratiosFor, turned, unturned } from "./area.ts";

test("ratios that all networks of a post take come first, with the networks that do not take the others", () => {
  assert.deepEqual(
    ratiosFor([], false).map(({ ratio }) => ratio),
    ["1:1", "4:5", "9:16", "16:9", "1.91:1"],
  );
  const offered = ratiosFor(["Instagram", "Mastodon", "Instagram"], false);
  assert.deepEqual(
    offered.map(({ ratio, refusedBy }) => [ratio, ...refusedBy]),
    [["1:1"], ["4:5"], ["16:9"], ["1.91:1"], ["9:16", "Instagram"]],
  );
});

test("the largest area of a ratio is in the middle of the picture", () => {
  assert.deepEqual(largest({ width: 1000, height: 500 }, 1), { x: 250, y: 0, width: 500, height: 500 });
  assert.deepEqual(largest({ width: 400, height: 1000 }, 0.8), { x: 0, y: 250, width: 400, height: 500 });
  assert.deepEqual(largest({ width: 3, height: 2 }, null), { x: 0, y: 0, width: 3, height: 2 });
});

test("numbers outside the picture are moved into it, and a ratio decides the height", () => {
  const size = { width: 100, height: 50 };
  assert.deepEqual(fitted({ x: 90, y: -5, width: 30, height: 20.4 }, size, null), { x: 70, y: 0, width: 30, height: 20 });
  assert.deepEqual(fitted({ x: 0, y: 40, width: 80, height: 1 }, size, 1), { x: 0, y: 0, width: 50, height: 50 });
  assert.deepEqual(fitted({ x: 0, y: 0, width: Number.NaN, height: 10 }, size, null), { x: 0, y: 0, width: 1, height: 10 });
});

test("an area of the turned picture is found again in the picture itself", () => {
  const size = { width: 40, height: 20 };
  const area = { x: 1, y: 2, width: 5, height: 7 };
  assert.deepEqual(turned(size, 90), { width: 20, height: 40 });
  assert.deepEqual(unturned(area, size, 0), area);
  // Turned clockwise, the left side is on top and the bottom on the left.
  assert.deepEqual(unturned(area, size, 90), { x: 2, y: 14, width: 7, height: 5 });
  assert.deepEqual(unturned(area, size, 180), { x: 34, y: 11, width: 5, height: 7 });
  assert.deepEqual(unturned(area, size, 270), { x: 31, y: 1, width: 7, height: 5 });
});
