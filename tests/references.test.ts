import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

const ROOT = join(import.meta.dirname, "..");
const DOCUMENTS = globSync(["*.md", "docs/**/*.md"], { cwd: ROOT });
const SOURCES = globSync("{contract,server,cli,dashboard,tests,scripts,bench,openapi}/**/*.{ts,js,css,sql,yaml}", {
  cwd: ROOT,
  exclude: (path) => path.includes("node_modules"),
}).filter((path) => join(ROOT, path) !== import.meta.filename);

test("every link in the documents leads to a file that is there, and every anchor to a heading of it", () => {
  const broken = DOCUMENTS.flatMap((document) =>
    linksOf(prose(read(document)))
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !leadsSomewhere(link, document))
      .map((link) => `${document}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test("every page that code names is there, with the heading that it names", () => {
  const named = SOURCES.flatMap((source) =>
    [...read(source).matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([page]) => ({ source, page })),
  );
  assert.ok(named.length > 40, "code names pages");
  const broken = named.filter(({ page }) => !leadsSomewhere(page, "README.md"));
  assert.deepEqual(
    broken.map(({ source, page }) => `${source}: ${page}`),
    [],
  );
});

test("no comment and no document refers to a text that a reader of the repository does not have", () => {
  const texts = [
    ...DOCUMENTS.map((path) => ({ path, text: prose(read(path)) })),
    ...SOURCES.flatMap((path) => commentsOf(path).map((text) => ({ path, text }))),
  ];
  const found = texts.flatMap(({ path, text }) => outsideReferences(text).map((words) => `${path}: ${words}`));
  assert.deepEqual(found, []);
});

for (const text of [
  "By the rulings.",
  "Section 8.",
  "Of section 6 of the sheet",
  "(sheet, section 11)",
  "sections 4 and 7 of it",
  "As api-v1.md says",
]) {
  test(`"${text}" refers to a text that is not there`, () => assert.notDeepEqual(outsideReferences(text), []));
}

for (const text of [
  "RFC 9110, section 10.2.3",
  "of RFC 6749, section 4.1.2.1, and RFC 8707",
  "a stylesheet",
  "a CDATA section",
  "as ruled above",
]) {
  test(`"${text}" refers to nothing that is not there`, () => assert.deepEqual(outsideReferences(text), []));
}

/** Section numbers must follow the standard that they belong to. */
function outsideReferences(text: string): string[] {
  const words = [...text.matchAll(/\brulings?\b|\bsheets?\b|\b(?:api-v1|operator)\.md\b/gi)];
  const sections = [...text.matchAll(/\bsections? \d[\d.]*[a-z]?\b/gi)].filter(
    ({ index }) => !/(?:RFC \d+|draft-[\w-]+|Annex \d+)[^;:]{0,60}$/.test(text.slice(0, index)),
  );
  return [...words, ...sections].map(([found]) => found);
}

function leadsSomewhere(link: string, from: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? from : relative(ROOT, join(ROOT, dirname(from), path));
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
}

/** Anchors as GitHub generates them: lower case, hyphens for spaces, no punctuation. */
function anchorsOf(path: string): string[] {
  return [...prose(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** The text without fenced code. */
function prose(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, "");
}

/** The comments of a source file, each on one line. For files in other languages, the whole text. */
function commentsOf(path: string): string[] {
  const text = read(path);
  if (!/\.(ts|js)$/.test(path)) return path.endsWith(".css") ? [] : [text];
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm)].map(([comment]) => comment.replace(/\n\s*\*?\s*/g, " "));
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
