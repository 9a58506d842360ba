import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { temporaryFolder } from "../server/src/ground/database/testing.ts";

const FOLDER = "server/src/ground/database/migrations";
const SCRIPT = join(import.meta.dirname, "migrations.ts");

async function check(root: string): Promise<{ readonly code: unknown; readonly out: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, "--root", root], (error, out) => resolve({ code: error?.code ?? 0, out }));
  });
}

/** A repository with two migrations on main, and a branch that comes from there. */
async function aRepository() {
  const folder = await temporaryFolder();
  const root = folder.path;
  const git = async (...words: string[]) => {
    const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"];
    await promisify(execFile)("git", [...who, ...words], { cwd: root });
  };
  const write = (name: string, sql: string) => writeFile(join(root, FOLDER, name), sql);
  const commit = async () => {
    await git("add", "--all");
    await git("commit", "--quiet", "--message", "Change something");
  };
  await mkdir(join(root, FOLDER), { recursive: true });
  await git("init", "--quiet", "--initial-branch", "main");
  await write("0001-one.sql", "CREATE TABLE one ();\n");
  await write("0002-two.sql", "CREATE TABLE two ();\n");
  await commit();
  await git("checkout", "--quiet", "-b", "branch");
  return { root, git, write, commit, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test("a migration may be added and changed as long as main does not have it", async () => {
  await using repository = await aRepository();
  await repository.write("0003-three.sql", "CREATE TABLE three ();\n");
  await repository.commit();
  await repository.write("0003-three.sql", "CREATE TABLE three (id integer);\n");
  await repository.commit();
  assert.deepEqual(await check(repository.root), { code: 0, out: "" });
});

test("a migration that main has must stay as it is: changed, renamed and removed ones are told, committed or not", async () => {
  await using repository = await aRepository();
  const { root, write, commit, git } = repository;
  await write("0002-two.sql", "CREATE TABLE two (id integer);\n");
  const changed = `${FOLDER}/0002-two.sql has changed, and main has it: leave it as it was, and add a new migration instead.\n`;
  assert.deepEqual(await check(root), { code: 1, out: changed });
  await commit();
  assert.deepEqual(await check(root), { code: 1, out: changed });
  await rename(join(root, FOLDER, "0001-one.sql"), join(root, FOLDER, "0001-uno.sql"));
  const gone = `${FOLDER}/0001-one.sql is gone, and main has it: databases that have applied it refuse to start.\n`;
  assert.deepEqual(await check(root), { code: 1, out: gone + changed });
  await git("checkout", "--quiet", "main", "--", ".");
  assert.deepEqual(await check(root), { code: 0, out: "" });
});

test("what a release has must stay as well, even where main has gone on from another one", async () => {
  await using repository = await aRepository();
  const { root, write, commit, git } = repository;
  await write("0003-three.sql", "CREATE TABLE three ();\n");
  await commit();
  await git("tag", "v1.0.0");
  await write("0003-three.sql", "CREATE TABLE three (id integer);\n");
  await commit();
  const changed = `${FOLDER}/0003-three.sql has changed, and v1.0.0 has it: leave it as it was, and add a new migration instead.\n`;
  assert.deepEqual(await check(root), { code: 1, out: changed });
});

test("a copy without history passes and says that nothing was compared", async () => {
  await using repository = await aRepository();
  await repository.write("0002-two.sql", "changed");
  await rm(join(repository.root, ".git"), { recursive: true });
  const { code, out } = await check(repository.root);
  assert.equal(code, 0);
  assert.match(out, /^note: This copy has no history of main/);
});

test("a migration of the former folder may have moved, and must be as it was there", async () => {
  await using repository = await aRepository();
  const { root, git, commit } = repository;
  const former = "server/src/database/migrations";
  await git("checkout", "--quiet", "main");
  await mkdir(join(root, former, ".."), { recursive: true });
  await rename(join(root, FOLDER), join(root, former));
  await commit();
  await git("checkout", "--quiet", "-B", "branch");
  await rename(join(root, former), join(root, FOLDER));
  await commit();
  assert.deepEqual(await check(root), { code: 0, out: "" });
  await repository.write("0002-two.sql", "CREATE TABLE two (id integer);\n");
  const changed = `${FOLDER}/0002-two.sql has changed, and main has it: leave it as it was, and add a new migration instead.\n`;
  assert.deepEqual(await check(root), { code: 1, out: changed });
});
