import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { isInstalled, testPackages } from "./installs.ts";

const root = mkdtempSync(join(tmpdir(), "rostrum-installs-"));
after(() => rmSync(root, { recursive: true }));
const folder = join(root, "tests/heavy");
mkdirSync(join(folder, "node_modules"), { recursive: true });

const WANTED = {
  "": { version: "0.0.0" },
  "node_modules/a": { version: "1.0.0" },
  "node_modules/b-for-another-system": { version: "1.0.0", optional: true },
};

function write(file: string, packages: Record<string, object>): void {
  writeFileSync(join(folder, file), JSON.stringify({ packages }));
}

test("folders below tests/ with a lockfile are test packages", () => {
  mkdirSync(join(root, "tests/light"));
  write("package-lock.json", WANTED);
  assert.deepEqual(testPackages(root), ["tests/heavy"]);
});

test("a folder is installed if node_modules matches the lockfile, ignoring packages for other systems", () => {
  write("package-lock.json", WANTED);
  rmSync(join(folder, "node_modules/.package-lock.json"), { force: true });
  assert.equal(isInstalled(folder), false);
  const cases: readonly (readonly [installed: Record<string, object>, expected: boolean])[] = [
    [{ "node_modules/a": { version: "1.0.0" } }, true],
    [{ "node_modules/a": { version: "0.9.0" } }, false],
    [{}, false],
    [{ "node_modules/a": { version: "1.0.0" }, "node_modules/left-over": { version: "1.0.0" } }, false],
  ];
  for (const [installed, expected] of cases) {
    write("node_modules/.package-lock.json", installed);
    assert.equal(isInstalled(folder), expected, JSON.stringify(installed));
  }
});
