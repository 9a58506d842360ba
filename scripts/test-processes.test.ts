import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../server/src/ground/database/testing.ts";
import { unfinished, writeProcesses } from "./test-processes.ts";

const HEAD = `import assert from "node:assert/strict"; import { after, before, beforeEach, test } from "node:test";`;

/** Runs test files of these texts, one at a time, and returns what the runner said. */
async function run(root: string, texts: Readonly<Record<string, string>>, flags: readonly string[] = []) {
  const folder = join(root, "files");
  await mkdir(folder);
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), `${HEAD}\n${text}`);
  const queue = { folder: join(root, "queue"), root: folder, files: Object.keys(texts) };
  const processes = await writeProcesses(queue, 2);
  const args = ["--test", "--test-concurrency=1", "--test-reporter=tap", ...flags, ...processes];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: "utf8", env });
  const count = (what: string) => Number(new RegExp(`^# ${what} (\\d+)$`, "m").exec(stdout)?.[1]);
  return {
    stdout,
    status,
    processes: processes.length,
    unfinished: unfinished(queue),
    tests: count("tests"),
    pass: count("pass"),
    fail: count("fail"),
  };
}

test("each file that shares a process keeps its hooks to itself, and the closing lines count every test", async () => {
  await using folder = await temporaryFolder();
  const counting = `let is = 0; before(() => { is += 1; }); beforeEach(() => { is += 10; }); after(() => { is = 0; });
    await new Promise((resolve) => setTimeout(resolve, 10));
    test("first", () => assert.equal(is, 11)); test("second", () => assert.equal(is, 21));`;
  const ended = await run(folder.path, { "a.test.mjs": counting, "b.test.mjs": counting, "c.test.mjs": counting });
  assert.equal(ended.status, 0, ended.stdout);
  assert.deepEqual([ended.tests, ended.pass, ended.fail, ended.unfinished], [6, 6, 0, []]);
});

test("a file whose process dies is named and fails, and the others run", async () => {
  await using folder = await temporaryFolder();
  const passes = `test("passes", () => {});`;
  const texts = {
    "a.test.mjs": passes,
    "b.test.mjs": passes,
    "c.test.mjs": `test("dies", () => process.kill(process.pid, "SIGKILL"));`,
    "d.test.mjs": passes,
    "e.test.mjs": passes,
  };
  const ended = await run(folder.path, texts);
  assert.equal(ended.status, 1, ended.stdout);
  assert.deepEqual(ended.unfinished, ["c.test.mjs"]);
  assert.deepEqual([ended.pass, ended.fail], [4, 1]);
});

test("a file that fails names itself and its test, and one that cannot be loaded hides no other", async () => {
  await using folder = await temporaryFolder();
  const texts = {
    "a.test.mjs": `import "./missing.mjs"; test("never", () => {});`,
    "b.test.mjs": `test("fails", () => assert.equal(1, 2)); test("passes", () => {});`,
    "c.test.mjs": `test("passes", () => {});`,
  };
  const ended = await run(folder.path, texts);
  assert.equal(ended.status, 1);
  assert.deepEqual(ended.unfinished, []);
  assert.match(ended.stdout, /^not ok \d+ - a\.test\.mjs$/m);
  assert.match(ended.stdout, /^ {4}not ok 1 - fails\n.*?location: '[^']*b\.test\.mjs:2:1'.*?^not ok \d+ - b\.test\.mjs$/ms);
  assert.match(ended.stdout, /^ok \d+ - c\.test\.mjs$/m);
  assert.equal(ended.pass, 2);
});

test("a pattern for names runs these tests alone", async () => {
  await using folder = await temporaryFolder();
  const texts = {
    "a.test.mjs": `test("one", () => {}); test("two", () => assert.fail());`,
    "b.test.mjs": `test("three", () => assert.fail());`,
  };
  const ended = await run(folder.path, texts, ["--test-name-pattern=one"]);
  assert.equal(ended.status, 0, ended.stdout);
  assert.match(ended.stdout, /^ {4}ok 1 - one$/m);
  assert.doesNotMatch(ended.stdout, /two|three/);
});

test("a file that says why it needs a process of its own gets one, the others share what there are", async () => {
  await using folder = await temporaryFolder();
  const pid = `test(String(process.pid), () => {});`;
  const texts = Object.fromEntries([..."abcdefgh"].map((name) => [`${name}.test.mjs`, pid]));
  const ended = await run(folder.path, { ...texts, "own.test.mjs": `// A process of its own: it measures memory.\n${pid}` });
  assert.equal(ended.status, 0, ended.stdout);
  assert.deepEqual([ended.processes, ended.tests, ended.unfinished], [3, 9, []]);
  const pids = [...ended.stdout.matchAll(/^ {4}ok 1 - (\d+)$/gm)].map(([, of]) => of);
  assert.deepEqual([pids.length, new Set(pids).size, pids.filter((of) => of === pids[0]).length], [9, 3, 1]);
});
