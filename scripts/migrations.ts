import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs, promisify } from "node:util";

/**
 * Part of `npm run check`: whether the migrations that others may have applied are as they were. A database remembers what each of its
 * migrations was, and refuses to start with another one of that number. Applied is what `main` has, here or at `origin`, at the commit
 * from which this branch comes, and what the newest release has. `--root` names another copy of the repository.
 */

const FOLDER = "server/src/ground/database/migrations";
/** Where commits before the wings have them. */
const FORMER = "server/src/database/migrations";
const MAINS = ["origin/main", "main"];
const run = promisify(execFile);

interface Base {
  readonly commit: string;
  /** As people call it. */
  readonly name: string;
}

/** A sentence for each migration of a base that is gone or changed; null if the clone has nothing to compare with. */
async function faultsIn(root: string): Promise<string[] | null> {
  const bases = await basesOf(root);
  if (bases.length === 0) return null;
  const found = new Map<string, string>();
  for (const { commit, name } of bases) {
    for (const [file, sha] of await migrationsAt(root, commit)) {
      const now = await readFile(join(root, file)).catch(() => null);
      if (now === null) found.set(file, `${file} is gone, and ${name} has it: databases that have applied it refuse to start.`);
      else if (blobOf(now) !== sha)
        found.set(file, `${file} has changed, and ${name} has it: leave it as it was, and add a new migration instead.`);
    }
  }
  return [...found.values()];
}

async function basesOf(root: string): Promise<Base[]> {
  const mains = await Promise.all(MAINS.map(async (name) => ({ name, commit: await git(root, ["merge-base", "HEAD", name]) })));
  const tag = await git(root, ["describe", "--tags", "--abbrev=0", "--match=v[0-9]*", "HEAD"]);
  const release = tag === null ? [] : [{ name: tag, commit: tag }];
  return [...mains, ...release].flatMap(({ name, commit }) => (commit === null ? [] : [{ name, commit }]));
}

/** The hash that Git keeps of each. */
async function migrationsAt(root: string, commit: string): Promise<(readonly [file: string, sha: string])[]> {
  const listed = await git(root, ["ls-tree", "-r", commit, "--", FOLDER, FORMER]);
  return (listed ?? "").split("\n").flatMap((line) => {
    const [, sha, file] = /^\d+ blob ([0-9a-f]+)\t(.+\.sql)$/.exec(line) ?? [];
    return sha === undefined || file === undefined ? [] : [[join(FOLDER, basename(file)), sha] as const];
  });
}

/** https://git-scm.com/book/en/v2/Git-Internals-Git-Objects (November 2026). */
function blobOf(bytes: Buffer): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** What Git says; null if it cannot. */
async function git(root: string, words: readonly string[]): Promise<string | null> {
  return await run("git", words, { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}

const { values } = parseArgs({ options: { root: { type: "string", default: join(import.meta.dirname, "..") } } });
const faults = await faultsIn(values.root);
if (faults === null) console.log("note: This copy has no history of main, so nobody can say whether an applied migration has changed.");
else for (const fault of faults) console.log(fault);
process.exitCode = faults === null || faults.length === 0 ? 0 : 1;
