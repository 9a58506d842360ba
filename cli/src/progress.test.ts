import assert from "node:assert/strict";
import { test } from "node:test";
import { barText, progressOn } from "./progress.ts";

test("The bar shows name, percentage and size, and never exceeds the line", () => {
  assert.equal(
    barText({ name: "croissant.jpg", sent: 5e6, bytes: 10e6, width: 60 }),
    "croissant.jpg [##############.............] 50 % of 10.0 MB",
  );
  for (const width of [10, 20, 40, 80, 300]) {
    assert.ok(barText({ name: "a very long name of a file that nobody can read.mp4", sent: 3, bytes: 10, width }).length < width);
  }
});

test("The bytes around the file do not push it above 100 %", () => {
  assert.match(barText({ name: "x", sent: 1200, bytes: 1000, width: 40 }), / 100 % of /);
});

/** Reports three chunks of a file and returns what the screen showed. */
function shown(isTTY: boolean): string {
  let seen = "";
  const screen = {
    isTTY,
    columns: 60,
    write(text: string) {
      seen += text;
    },
  };
  const progress = progressOn(screen, { name: "film.mp4", bytes: 30 });
  for (let piece = 0; piece < 3; piece += 1) progress.add(10);
  progress.clear();
  return seen;
}

test("A terminal shows the bar and then clears it; other output shows nothing", () => {
  const seen = shown(true);
  assert.match(seen, /100 % of 0\.0 MB/);
  assert.ok(seen.endsWith("\r\x1b[K"));
  assert.equal(shown(false), "");
});
