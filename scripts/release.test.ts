import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../server/src/ground/database/testing.ts";
import { readChange } from "./release/changes.ts";
import { findPlaces } from "./release/places.ts";
import { compareVersions, nextVersion } from "./release/version.ts";

const ROOT = join(import.meta.dirname, "..");
const CURRENT = (JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string }).version;
const { places } = await findPlaces(ROOT);
const FILES = [...new Set(places.map(({ path }) => path))];

/** A copy of what a release is prepared from, without changes. */
async function aCopy() {
  const folder = await temporaryFolder();
  for (const path of [...FILES, "CHANGELOG.md"]) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await cp(join(ROOT, path), join(folder.path, path));
  }
  await mkdir(join(folder.path, "changes"));
  await cp(join(ROOT, "changes/README.md"), join(folder.path, "changes/README.md"));
  const read = (path: string) => readFile(join(folder.path, path), "utf8");
  return {
    read,
    write: (path: string, text: string) => writeFile(join(folder.path, path), text),
    remove: (path: string) => rm(join(folder.path, path)),
    changes: () => readdir(join(folder.path, "changes")),
    release: (...args: string[]) => release(...args, "--root", folder.path),
    json: async (path: string) => JSON.parse(await read(path)),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

function release(...args: string[]): Promise<{ readonly code: unknown; readonly out: string; readonly err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, "scripts/release.ts"), ...args], (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

test("every place in the repository names the same version, and every file of changes/ is well-formed", async () => {
  assert.deepEqual(await release("check"), { code: 0, out: "", err: "" });
  for (const path of ["package-lock.json", "cli/src/version.ts", "contract/src/tools/instructions.ts", "deploy/helm/rostrum/Chart.yaml"]) {
    assert.ok(FILES.includes(path), path);
  }
  for (const path of ["compose.yaml", "compose.scale.yaml", "docs/installing.md", "docs/typed-client.md", "server/package.json"]) {
    assert.ok(FILES.includes(path), path);
  }
});

test("preparing a release writes the next version everywhere and makes the changes a section of the changelog", async () => {
  await using copy = await aCopy();
  await copy.write("changes/albums.added.md", "Albums on [Telegram](../docs/networks/telegram.md) keep the order\nof their pictures.\n");
  await copy.write("changes/paths.breaking.md", `\`ROSTRUM_OLD\` is gone: ${"words and ".repeat(20)}words.\n`);
  await copy.write("changes/typo.fixed.md", "A sentence.\n");
  const next = nextVersion(CURRENT, ["breaking"]);
  const before = await copy.read("CHANGELOG.md");
  const { code, out, err } = await copy.release("prepare");
  assert.equal(code, 0, err);
  assert.match(out, new RegExp(`^${CURRENT} becomes ${next}, in ${FILES.length} files, with 3 changes`));
  const after = await copy.read("CHANGELOG.md");
  const day = new Date().toISOString().slice(0, 10);
  assert.ok(
    after.startsWith(`# Changes\n\n## ${next} (${day})\n\n### Breaking\n\n- \`ROSTRUM_OLD\` is gone: words and`),
    after.slice(0, 200),
  );
  assert.ok(
    after.includes(
      "\n### Added\n\n- Albums on [Telegram](docs/networks/telegram.md) keep the order of their pictures.\n\n### Fixed\n\n- A sentence.\n\n## ",
    ),
  );
  assert.ok(after.endsWith(before.slice("# Changes\n".length)), "what was there is still there");
  for (const line of after.split("\n")) assert.ok(line.length <= 140, line);
  assert.deepEqual(await copy.changes(), ["README.md"]);
  assert.equal((await copy.json("package.json")).version, next);
  const lock = await copy.json("package-lock.json");
  assert.equal(lock.version, next);
  for (const workspace of ["", "cli", "contract", "dashboard", "server"]) {
    const own = await copy.json(join(workspace, "package.json"));
    assert.deepEqual([own.version, lock.packages[workspace].version], [next, next], workspace);
    for (const kind of ["dependencies", "devDependencies"]) assert.deepEqual(lock.packages[workspace][kind], own[kind], workspace);
  }
  const ofNodes = await copy.json("n8n-nodes-rostrum/package-lock.json");
  assert.deepEqual([ofNodes.version, ofNodes.packages[""].version], [next, next]);
  const other = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8"));
  assert.deepEqual(withoutOwn(lock), withoutOwn(other), "other packages stay");
  assert.match(await copy.read("docs/installing.md"), new RegExp(`npm install ./rostrum-${next}\\.tgz`));
  assert.deepEqual(await copy.release("check"), { code: 0, out: "", err: "" });
  const again = await copy.release("prepare");
  assert.deepEqual([again.code, again.out], [1, ""]);
  assert.match(again.err, /^There is nothing to release/);
});

test("a higher version may be chosen, a lower one is refused and nothing is written", async () => {
  await using copy = await aCopy();
  await copy.write("changes/new.added.md", "Something is new.\n");
  for (const wrong of [CURRENT, "1.0", "v9.0.0"]) {
    const { code, err } = await copy.release("prepare", "--version", wrong);
    assert.equal(code, 1, wrong);
    assert.match(err, /is too low|is not a version/);
    assert.equal((await copy.json("package.json")).version, CURRENT);
  }
  assert.equal((await copy.release("prepare", "--version", "9.0.0")).code, 0);
  assert.match(await copy.read("deploy/helm/rostrum/Chart.yaml"), /^version: 9\.0\.0\nappVersion: 9\.0\.0$/m);
});

test("a place with another version, a file without one, and a change that cannot be read stop the check and the release", async () => {
  await using copy = await aCopy();
  await copy.write("changes/new.added.md", "Something is new.\n");
  await copy.write("changes/idea.new.md", "Something.\n");
  await copy.write("cli/src/version.ts", "export const NUMBER = 1;\n");
  await copy.write("compose.yaml", (await copy.read("compose.yaml")).replace(`rostrum:${CURRENT}`, "rostrum:99.0.0"));
  for (const command of ["check", "prepare"]) {
    const { code, err } = await copy.release(command);
    assert.equal(code, 1);
    assert.match(err, /^compose\.yaml names 99\.0\.0 instead of /m);
    assert.match(err, /^cli\/src\/version\.ts does not name the version/m);
    assert.match(err, /^changes\/idea\.new\.md: the name must be/m);
  }
  assert.equal((await copy.json("package.json")).version, CURRENT);
});

const STEPS = [
  ["0.1.0", ["fixed", "security"], "0.1.1"],
  ["0.1.3", ["fixed", "added"], "0.2.0"],
  ["0.9.0", ["breaking"], "0.10.0"],
  ["1.2.3", ["fixed"], "1.2.4"],
  ["1.2.3", ["deprecated", "fixed"], "1.3.0"],
  ["1.2.3", ["changed", "breaking"], "2.0.0"],
] as const;

for (const [current, kinds, next] of STEPS) {
  test(`after ${current}, ${kinds.join(" and ")} make ${next}`, () => assert.equal(nextVersion(current, kinds), next));
}

test("versions are compared by their numbers", () => {
  assert.ok(compareVersions("0.10.0", "0.9.9") > 0);
  assert.ok(compareVersions("1.0.0", "1.0.1") < 0);
  assert.equal(compareVersions("2.3.4", "2.3.4"), 0);
});

test("a change is a paragraph of sentences in a file that is named by its kind", () => {
  assert.deepEqual(readChange("a-b.fixed.md", "One\nsentence. `Two`.\n"), {
    path: "changes/a-b.fixed.md",
    kind: "fixed",
    text: "One sentence. `Two`.",
  });
  for (const [name, text] of [
    ["a.md", "One."],
    ["A.fixed.md", "One."],
    ["a.bug.md", "One."],
    ["a.fixed.txt", "One."],
    ["a.fixed.md", " \n"],
    ["a.fixed.md", "one."],
    ["a.fixed.md", "One"],
    ["a.fixed.md", "One.\n\nTwo."],
    ["a.fixed.md", "- One."],
    ["a.fixed.md", `O${"n".repeat(700)}.`],
  ] as const) {
    assert.equal(typeof readChange(name, text), "string", `${name}: ${text.slice(0, 20)}`);
  }
});

/** The entries of packages from elsewhere. */
function withoutOwn(lock: { packages: Readonly<Record<string, unknown>> }): unknown {
  return Object.entries(lock.packages).filter(([path]) => path.includes("node_modules/"));
}
