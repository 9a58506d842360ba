import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { KindRule } from "@rostrum/contract/media-rules.ts";
import { operationRows } from "@rostrum/contract/operations.ts";
import { platforms, type TextUnit } from "@rostrum/contract/platforms.ts";
import { readConfig } from "../server/src/ground/config.ts";

const ROOT = join(import.meta.dirname, "..");
const DOCUMENTS = ["README.md", "CONTRIBUTING.md", "STYLE.md"];

const manifest = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

for (const document of DOCUMENTS) {
  test(`every path in ${document} exists`, () => {
    const named = [
      ...read(document).matchAll(/`((?:contract|server|cli|dashboard|openapi|tests|bench|scripts)\/[\w./-]*)`|\]\(([\w./-]+)\)/g),
    ].map((match) => match[1] ?? match[2] ?? "");
    assert.deepEqual(
      named.filter((path) => !existsSync(join(ROOT, path))),
      [],
    );
  });

  test(`every npm script in ${document} exists`, () => {
    const named = [...read(document).matchAll(/npm (?:run )?(start|test|dev|check|bench|openapi|abilities|format|[\w-]+:[\w-]+)\b/g)].map(
      (match) => match[1] ?? "",
    );
    assert.deepEqual(
      named.filter((script) => !(script in manifest.scripts)),
      [],
    );
  });
}

test("the page of settings lists exactly those that the service reads", () => {
  const page = read("docs/settings.md");
  const named = new Set([...page.matchAll(/`((?:ROSTRUM_[A-Z0-9_]+|DATABASE_(?:DIRECT_)?URL|PORT|HOST))`/g)].map((match) => match[1]));
  const source = read("server/src/ground/config.ts");
  const known = new Set(
    [...source.matchAll(/\b(ROSTRUM_[A-Z0-9_]*[A-Z0-9]|DATABASE_(?:DIRECT_)?URL|PORT|HOST):/g)].map((match) => match[1] as string),
  );
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
    assert.equal(readConfig({ [name]: "http://127.0.0.1:9/x/" }).hostUrls[`${slug}/api`], "http://127.0.0.1:9/x");
  }
});

test("the index of the documentation names every page once", () => {
  const named = [...read("docs/README.md").matchAll(/^- \[[^\]]+\]\(([\w-]+\.md)\)/gm)].map(([, page = ""]) => page);
  const pages = globSync("*.md", { cwd: join(ROOT, "docs") }).filter((page) => page !== "README.md");
  assert.deepEqual(named.toSorted(), pages.toSorted());
});

test("the index of the documentation names every guide once", () => {
  const named = [...read("docs/README.md").matchAll(/^- \[[^\]]+\]\(guides\/([\w-]+\.md)\)/gm)].map(([, page = ""]) => page);
  assert.deepEqual(named.toSorted(), globSync("*.md", { cwd: join(ROOT, "docs/guides") }).toSorted());
});

test("what a guide says to press or open has that name on a page", () => {
  const sources = globSync(["dashboard/src/**/*.{ts,tsx}", "server/src/{doors,brands}/{oauth,connecting,account-pages}/*.ts"], {
    cwd: ROOT,
  });
  const shown = sources
    .filter((path) => !path.endsWith(".test.ts"))
    .map(read)
    .join("\n");
  const guides = globSync("docs/guides/*.md", { cwd: ROOT });
  const named = guides.flatMap((guide) =>
    [...read(guide).matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].map(([, name = ""]) => `${guide}: ${name}`),
  );
  assert.ok(named.length > 10);
  const missing = named.filter((line) => {
    const name = line.slice(line.indexOf(": ") + 2);
    return !new RegExp(`["'>\`]${RegExp.escape(name)}[.…]?["'<\`]`).test(shown);
  });
  assert.deepEqual(
    missing.filter((line) => !line.endsWith(": not")),
    [],
  );
});

test("no surface uses the words that the glossary replaces", () => {
  const glossary = read("docs/glossary.md");
  const words = [...glossary.matchAll(/^\| [^|]+ \| [^|]+ \| ([^|]+) \|$/gm)].flatMap(([, cell = ""]) => cell.split(", "));
  const replaced = words.filter((word) => word !== "not" && word.trim() !== "");
  assert.ok(replaced.length > 7);
  const surfaces = globSync(
    [
      "README.md",
      "docs/**/*.md",
      "dashboard/src/**/words.ts",
      "contract/src/**/*.ts",
      "cli/src/**/*.ts",
      "server/src/{telling/mail,ground/observability}/words.ts",
    ],
    { cwd: ROOT },
  ).filter((path) => path !== "docs/glossary.md" && !path.endsWith(".test.ts"));
  const uses = surfaces.flatMap((path) => {
    // A product of this name.
    const text = read(path).replaceAll("Microsoft Teams", "");
    return replaced.filter((word) => new RegExp(`\\b${word.trim()}s?\\b`, "i").test(text)).map((word) => `${path}: ${word}`);
  });
  assert.deepEqual(uses, []);
});

test("the index of networks names every page beside it once", () => {
  const named = [...read("docs/networks/README.md").matchAll(/^- \[[^\]]+\]\(([\w-]+\.md)\)/gm)].map(([, page = ""]) => page);
  const pages = globSync("*.md", { cwd: join(ROOT, "docs/networks") }).filter((page) => !["README.md", "conformance.md"].includes(page));
  assert.deepEqual(named.toSorted(), pages.toSorted());
});

test("the page of the API names each operation with its tool and its command, in their order", () => {
  const rows = operationRows().map(([, { method, path, tool, command }]) => [`\`${method} ${path}\``, `\`${tool}\``, `\`${command}\``]);
  assert.deepEqual(tableUnder("docs/api.md", "Operations"), rows);
});

const UNITS: Readonly<Record<TextUnit, string>> = {
  codePoints: "code points",
  graphemes: "graphemes",
  utf16: "UTF-16 units",
  utf8Bytes: "UTF-8 bytes",
  weighted: "weighted characters",
};
const yesOrNo = (value: boolean) => (value ? "yes" : "no");

test("the page of platforms has the figures of texts by which posts are judged", () => {
  const rows = Object.entries(platforms).map(([type, { text, textAlone, threads, polls, comments, stories }]) => [
    type,
    text.max.toLocaleString("en"),
    UNITS[text.unit],
    ...[textAlone, threads, polls, comments, stories].map(yesOrNo),
  ]);
  assert.deepEqual(tableUnder("docs/platforms.md", "Texts"), rows);
});

test("the page of platforms has the numbers of files by which posts are judged", () => {
  const rows = Object.entries(platforms).map(([type, { media }]) => [
    type,
    ...[media.images, media.videos, media.documents].map(wordsOf),
    media.filesMax === null ? "" : String(media.filesMax),
    yesOrNo(media.mixed),
  ]);
  assert.deepEqual(tableUnder("docs/platforms.md", "Media"), rows);
});

test("the page of platforms says of each network where its figures were read and when", () => {
  const rows = tableUnder("docs/platforms.md", "Where the figures come from");
  assert.deepEqual(
    rows.map(([type]) => type),
    Object.keys(platforms),
  );
  for (const [type = "", page = "", read = ""] of rows) {
    if (type === "Social Media") continue;
    assert.match(page, /\]\(https:\/\//, type);
    assert.match(read, /\b20\d\d$/, type);
  }
});

test("each row of facts about a platform names a page that can be opened, and the month in which it was read", () => {
  const source = read("contract/src/platforms.ts");
  for (const type of Object.keys(platforms).filter((name) => name !== "Social Media")) {
    const [, comment = ""] = new RegExp(`\\n((?: {2}// .*\\n)+) {2}"?${type}"?: \\{`).exec(source) ?? [];
    assert.match(comment, /https:\/\//, type);
    assert.match(comment, /\(20\d\d-\d\d|[( ]20\d\d-\d\d\)/, type);
  }
});

function wordsOf({ max, beyond }: KindRule): string {
  if (max === 0) return beyond === "refused" ? "none" : "left out";
  if (max === Number.POSITIVE_INFINITY) return "any";
  return { refused: `${max}`, continued: `${max}, more follow`, dropped: `${max}, the rest left out` }[beyond];
}

/** The rows of the first table below a heading, without the header. */
function tableUnder(path: string, heading: string): string[][] {
  const part =
    read(path)
      .split(/^## /m)
      .find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const [, , ...rows] = /(?:^\|.*\n)+/m.exec(part)?.[0].trimEnd().split("\n") ?? [];
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

test("CI runs exactly the README's test command", () => {
  const commands = [...read("README.md").matchAll(/^npm ci && npm (?:start|test)$/gm)].map(([line]) => line);
  assert.deepEqual(commands, ["npm ci && npm start", "npm ci && npm test"]);
  assert.ok(read(".ci/run").split("\n").includes("npm ci && npm test"));
});

test("no lockfile contains registry URLs", () => {
  for (const lockfile of globSync("{,tests/*/}package-lock.json", { cwd: ROOT })) {
    assert.doesNotMatch(read(lockfile), /"resolved": "http/, lockfile);
  }
});

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
