import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const ROOT = join(import.meta.dirname, "..");
const PAGE = readFileSync(join(ROOT, "docs/security.md"), "utf8");

const threats = [...PAGE.matchAll(/^\| (.+) \|$/gm)]
  .map(([, row = ""]) => row.split(" | "))
  .filter((cells) => cells.length === 4 && cells[0] !== "threat");

test("each threat names what stands against it, the code that does, and a test that shows it", () => {
  assert.ok(threats.length > 20);
  for (const [threat = "", against = "", code = "", tests = ""] of threats) {
    assert.ok(against.length > 10, threat);
    assert.ok(pathsIn(code).length > 0, threat);
    assert.ok(
      pathsIn(code).every((path) => !path.endsWith(".test.ts")),
      threat,
    );
    assert.ok(pathsIn(tests).length > 0, threat);
    assert.ok(
      pathsIn(tests).every((path) => path.endsWith(".test.ts")),
      threat,
    );
  }
});

test("every file that the page of security names is there", () => {
  const missing = pathsIn(PAGE).filter((path) => !existsSync(join(ROOT, path)));
  assert.deepEqual(missing, []);
});

function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:contract|server|scripts|tests|cli|dashboard)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
}
