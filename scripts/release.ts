import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { newestIn, withSection } from "./release/changelog.ts";
import { type Change, readChanges } from "./release/changes.ts";
import { findPlaces, type Place, withVersion } from "./release/places.ts";
import { compareVersions, isVersion, nextVersion } from "./release/version.ts";

/**
 * `npm run release -- check`: whether every place names the same version, and every file in `changes/` can become a line of the
 * changelog. Part of `npm run check`.
 *
 * `npm run release -- prepare`: makes the changes in `changes/` a section of the changelog under the version that follows from them,
 * writes that version wherever it stands, and removes the files. `--version 1.0.0` takes a higher one. Nothing is committed, tagged or
 * published. `--root` names another copy of the repository.
 */

const REPOSITORY = join(import.meta.dirname, "..");
const CHANGELOG = "CHANGELOG.md";

interface State {
  readonly version: string;
  readonly places: readonly Place[];
  readonly changes: readonly Change[];
  readonly changelog: string;
}

/** What the repository says of its version and its changes, or a sentence for each thing that is wrong. */
async function examine(root: string): Promise<State | { readonly faults: readonly string[] }> {
  const [{ version }, found, { changes, faults }, changelog] = await Promise.all([
    readFile(join(root, "package.json"), "utf8").then((text) => JSON.parse(text) as { version: string }),
    findPlaces(root),
    readChanges(root),
    readFile(join(root, CHANGELOG), "utf8"),
  ]);
  const newest = newestIn(changelog);
  const all = [
    ...found.faults,
    ...found.places
      .filter((place) => place.version !== version)
      .map(({ path, version: other }) => `${path} names ${other} instead of ${version}.`),
    ...faults,
    ...(newest === version ? [] : [`The newest section of ${CHANGELOG} is ${newest ?? "missing"}, but the version is ${version}.`]),
  ];
  return all.length > 0 ? { faults: all } : { version, places: found.places, changes, changelog };
}

/** The version to release; a sentence if there is none. */
function chosenVersion({ version, changes }: State, wanted: string | undefined): { readonly next: string } | string {
  if (changes.length === 0) return "There is nothing to release: changes/ has no file. Its README says how to write one.";
  const next = nextVersion(
    version,
    changes.map(({ kind }) => kind),
  );
  if (wanted === undefined) return { next };
  if (!isVersion(wanted)) return `${wanted} is not a version such as 1.2.3.`;
  return compareVersions(wanted, next) < 0 ? `${wanted} is too low: with these changes it must be ${next} or more.` : { next: wanted };
}

async function prepare(root: string, state: State, next: string): Promise<void> {
  const byPath = Map.groupBy(state.places, ({ path }) => path);
  // All of them are read before the first is written.
  const texts = await Promise.all(
    [...byPath].map(async ([path, places]) => ({ path, text: withVersion(await readFile(join(root, path), "utf8"), places, next) })),
  );
  const day = new Date().toISOString().slice(0, 10);
  const changelog = withSection(state.changelog, { version: next, day, changes: state.changes });
  for (const { path, text } of [...texts, { path: CHANGELOG, text: changelog }]) await writeFile(join(root, path), text);
  for (const { path } of state.changes) await rm(join(root, path));
  const count = `${state.changes.length} ${state.changes.length === 1 ? "change" : "changes"}`;
  console.log(`${state.version} becomes ${next}, in ${texts.length} files, with ${count} in ${CHANGELOG}.
Read the section, and let the tests pass. Then:
  git add --all && git commit --message "Release ${next}" && git tag v${next}
  npm run pack`);
}

function fail(...sentences: readonly string[]): void {
  for (const sentence of sentences) console.error(sentence);
  process.exitCode = 1;
}

const { values, positionals } = parseArgs({
  options: { version: { type: "string" }, root: { type: "string", default: REPOSITORY } },
  allowPositionals: true,
});
const [command] = positionals;
if (positionals.length !== 1 || (command !== "check" && command !== "prepare")) {
  fail("Usage: npm run release -- check, or npm run release -- prepare [--version 1.2.3]");
} else {
  const state = await examine(values.root);
  if ("faults" in state) fail(...state.faults);
  else if (command === "prepare") {
    const chosen = chosenVersion(state, values.version);
    if (typeof chosen === "string") fail(chosen);
    else await prepare(values.root, state, chosen.next);
  }
}
