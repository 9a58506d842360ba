import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { platforms } from "@rostrum/contract/platforms.ts";
import { readConfig } from "../server/src/config.ts";

const ROOT = join(import.meta.dirname, "..");
const DOCUMENTS = ["README.md", "CONTRIBUTING.md", "STYLE.md"];

const manifest = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

for (const document of DOCUMENTS) {
  test(`every path that ${document} names is there`, () => {
    const named = [
      ...read(document).matchAll(/`((?:contract|server|cli|dashboard|openapi|tests|bench|scripts)\/[\w./-]*)`|\]\(([\w./-]+)\)/g),
    ].map((match) => match[1] ?? match[2] ?? "");
    assert.deepEqual(
      named.filter((path) => !existsSync(join(ROOT, path))),
      [],
    );
  });

  test(`every npm script that ${document} names is there`, () => {
    const named = [...read(document).matchAll(/npm (?:run )?(start|test|dev|check|bench|openapi|format|[\w-]+:[\w-]+)\b/g)].map(
      (match) => match[1] ?? "",
    );
    assert.deepEqual(
      named.filter((script) => !(script in manifest.scripts)),
      [],
    );
  });
}

test("the README names every setting that the service reads, and no other", () => {
  const readme = read("README.md");
  const named = new Set([...readme.matchAll(/`((?:ROSTRUM_[A-Z0-9_]+|DATABASE_URL|PORT|HOST))`/g)].map((match) => match[1]));
  const source = read("server/src/config.ts");
  const known = new Set([...source.matchAll(/\b(ROSTRUM_[A-Z0-9_]*[A-Z0-9]|DATABASE_URL|PORT|HOST):/g)].map((match) => match[1] as string));
  assert.ok(known.size > 15);
  const unread = [...known].filter((name) => !named.has(name));
  assert.deepEqual(unread, []);
  assert.deepEqual(
    [...named].filter((name) => name !== undefined && !known.has(name) && name !== "ROSTRUM_TEST_DATABASE_URL"),
    [],
  );
});

test("a platform's address can be set under its own name", () => {
  for (const { slug } of Object.values(platforms)) {
    const name = `ROSTRUM_${slug.toUpperCase().replaceAll("-", "_")}_API_URL`;
    assert.equal(readConfig({ [name]: "http://127.0.0.1:9/x/" }).apiUrls[slug], "http://127.0.0.1:9/x");
  }
});

test("CI runs exactly the README's test command", () => {
  const commands = [...read("README.md").matchAll(/^npm ci && npm (?:start|test)$/gm)].map(([line]) => line);
  assert.deepEqual(commands, ["npm ci && npm start", "npm ci && npm test"]);
  assert.ok(read(".ci/run").split("\n").includes("npm ci && npm test"));
});

test("no lockfile names where packages come from", () => {
  for (const lockfile of globSync("{,tests/*/}package-lock.json", { cwd: ROOT })) {
    assert.doesNotMatch(read(lockfile), /"resolved": "http/, lockfile);
  }
});

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
