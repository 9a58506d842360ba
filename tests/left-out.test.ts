import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { writeProcesses } from "../scripts/test-processes.ts";
import { temporaryFolder } from "../server/src/ground/database/testing.ts";

const ROOT = join(import.meta.dirname, "..");
const FILES = globSync("{contract,server,cli,scripts,tests}/**/*.test.ts", {
  cwd: ROOT,
  exclude: (path) => path.endsWith("node_modules"),
}).sort();

test("without the vendors' contracts each check against them counts as skipped, with the reason", async () => {
  const files = FILES.filter((file) => /vendorContract\(/.test(readFileSync(join(ROOT, file), "utf8"))).filter((file) => !isThis(file));
  assert.equal(files.length, 17);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  await using folder = await temporaryFolder();
  const processes = await writeProcesses({ folder: join(folder.path, "queue"), root: ROOT, files }, 1);
  const run = spawnSync(process.execPath, ["--test", "--test-reporter=tap", ...processes], {
    cwd: ROOT,
    env: { ...env, ROSTRUM_CONTRACTS: "/nowhere" },
    encoding: "utf8",
  });
  assert.equal(run.status, 0, run.stdout);
  const reasons = run.stdout.split("\n").flatMap((line) => /^ *ok .* # SKIP (.*)$/.exec(line)?.[1] ?? []);
  // Of Bluesky, Google Business, Mastodon, Meta, Pinterest, Telegram, Threads, X and YouTube: the calls that are checked, and the checks of the checkers.
  assert.equal(reasons.length, 15 + 7 + 17 + 43 + 18 + 14 + 22 + 22 + 14);
  assert.match(run.stdout, /^# skipped 172$/m);
  for (const reason of reasons) assert.match(reason, /^the vendor's contract [\w/.-]+ is not here: set ROSTRUM_CONTRACTS$/);
});

test("a test that cannot run says so to the runner: none returns instead, none is turned off, none is alone", () => {
  const mistakes = FILES.filter((file) => !isThis(file)).flatMap((file) => mistakesIn(file, readFileSync(join(ROOT, file), "utf8")));
  assert.deepEqual(mistakes, []);
});

test("the check sees a return in place of a skip", () => {
  const early = ['test("a", async () => {', "  if (program === null) {", "    console.warn(1);", "    return;", "  }", "});", ""].join(
    "\n",
  );
  assert.deepEqual(mistakesIn("a.test.ts", early), ["a.test.ts:4 returns"]);
  assert.deepEqual(mistakesIn("a.test.ts", 'test("a", () => {\n  if (kind !== "found") return;\n});\n'), ["a.test.ts:2 returns"]);
  assert.deepEqual(mistakesIn("a.test.ts", 'test.only("a", () => {});\ntest.todo("b");\n'), [
    "a.test.ts:1 test.only",
    "a.test.ts:2 test.todo",
  ]);
  const nested = ['test("a", () => {', "  serve((request) => {", "    if (request === null) return;", "  });", "});", ""].join("\n");
  assert.deepEqual(mistakesIn("a.test.ts", nested), []);
});

function isThis(file: string): boolean {
  return join(ROOT, file) === import.meta.filename;
}

/** Relies on the formatter's indentation. A `return` in a function inside the test belongs to that function. */
function mistakesIn(file: string, source: string): string[] {
  const mistakes: string[] = [];
  let inside: number | null = null;
  let nested: number | null = null;
  for (const [index, line] of source.split("\n").entries()) {
    const place = `${file}:${index + 1}`;
    const depth = line.length - line.trimStart().length;
    const [off] = /\btest\.(only|todo|skip)\b/.exec(line) ?? [];
    if (off !== undefined) mistakes.push(`${place} ${off}`);
    if (inside === null && /^\s*test\(.*\{$/.test(line)) inside = depth;
    else if (inside !== null && depth <= inside && line.trim() !== "") inside = null;
    else if (inside !== null && nested === null && /(=>|\bfunction\b.*) \{$/.test(line)) nested = depth;
    else if (nested !== null && depth <= nested && line.trim() !== "") nested = null;
    else if (inside !== null && nested === null && /(^|\s)return;$/.test(line)) mistakes.push(`${place} returns`);
  }
  return mistakes;
}
