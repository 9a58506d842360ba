import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Where the product's version stands in the repository. The version of the public API is another one: `CONTRACT_VERSION`. */
interface Rule {
  readonly files: string | readonly string[];
  /** Before the version, without a group. */
  readonly before: RegExp;
  /** Whether each of the files must name it. */
  readonly always: boolean;
}

const VERSION = String.raw`\d+\.\d+\.\d+`;

const RULES: readonly Rule[] = [
  // The first one of a file is the package's own.
  { files: ["package.json", "*/package.json"], before: /^\{\s*"name": "[^"]+",\s*"version": "/, always: true },
  { files: "*/package.json", before: /"@rostrum\/\w+": "/, always: false },
  { files: ["package-lock.json", "*/package-lock.json"], before: /^\{\s*"name": "[^"]+",\s*"version": "/, always: true },
  // Of the package itself and the workspaces: keys without a slash.
  {
    files: ["package-lock.json", "*/package-lock.json"],
    before: /\n {4}"[\w-]*": \{\s*(?:"name": "[^"]+",\s*)?"version": "/,
    always: true,
  },
  { files: "package-lock.json", before: /"@rostrum\/\w+": "/, always: true },
  { files: "cli/src/version.ts", before: /\bVERSION = "/, always: true },
  { files: "contract/src/tools/instructions.ts", before: /\bversion: "/, always: true },
  { files: "deploy/helm/*/Chart.yaml", before: /^(?:version|appVersion): /, always: true },
  {
    files: ["compose*.yaml", "*.md", "docs/**/*.md", "deploy/**/*.md", "Dockerfile"],
    before: /\brostrum(?:-[a-z]+)?(?::|-)/,
    always: false,
  },
];

/** A mention of the version. */
export interface Place {
  readonly path: string;
  /** Of the version's first character. */
  readonly index: number;
  readonly version: string;
}

/** Every mention of the version, and a sentence for each file that lacks one. The changelog names all versions, so it is left out. */
export async function findPlaces(root: string): Promise<{ readonly places: readonly Place[]; readonly faults: readonly string[] }> {
  const found = await Promise.all(RULES.map(async (rule) => await placesOf(root, rule)));
  const unique = new Map(found.flatMap(({ places }) => places).map((place) => [`${place.path} ${place.index}`, place]));
  return { places: [...unique.values()], faults: found.flatMap(({ faults }) => faults) };
}

async function placesOf(root: string, { files, before, always }: Rule) {
  const paths = globSync(files, { cwd: root, exclude: (path) => /(?:^|\/)(?:node_modules|CHANGELOG\.md)$/.test(path) }).sort();
  const pattern = new RegExp(`(${before.source})(${VERSION})`, `g${before.source.startsWith("^\\{") ? "" : "m"}`);
  const read = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), "utf8") })));
  const places = read.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(({ index, 1: start = "", 2: version = "" }): Place => ({ path, index: index + start.length, version })),
  );
  const named = new Set(places.map(({ path }) => path));
  const lacking = always ? paths.filter((path) => !named.has(path)) : [];
  const faults = lacking.map((path) => `${path} does not name the version where it should: ${before.source}`);
  return { places, faults: paths.length === 0 ? [`There is no ${[files].flat().join(", ")}`] : faults };
}

/** The text of a file with another version at each of its places. */
export function withVersion(text: string, places: readonly Place[], version: string): string {
  return places
    .toSorted((a, b) => b.index - a.index)
    .reduce((whole, place) => whole.slice(0, place.index) + version + whole.slice(place.index + place.version.length), text);
}
