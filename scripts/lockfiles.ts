import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Finds lockfile entries that npm cannot verify: a registry package without an integrity hash is accepted as it comes, and a
 * missing package for another system is resolved again, to whatever version is current. Trap: npm writes such lockfiles when it
 * generates one from installed packages. To fix it, delete the entries and run `npm install --package-lock-only` in a directory
 * without `node_modules`.
 */
export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  /** A workspace: its directory is elsewhere in the repository. */
  readonly link?: boolean;
  /** Bundled in another package, whose hash covers it. */
  readonly inBundle?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** One line per entry that is not pinned; empty if the lockfile is complete. */
export function unpinned({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...(isFromRegistry(path, entry) && !SHA512.test(entry.integrity ?? "") ? [`${path} ${entry.version} has no integrity`] : []),
    ...Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => lockedAt(packages, path, name) === null)
      .map((name) => `${name}, which ${path === "" ? "the root" : path} may need on another system, is missing`),
  ]);
}

const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

function isFromRegistry(path: string, { link, inBundle }: LockedPackage): boolean {
  return path.includes("node_modules/") && link !== true && inBundle !== true;
}

/** The entry that a package gets when it asks for another by name. Resolves like Node: next to the package, then in each directory above. */
export function lockedAt(packages: Lockfile["packages"], from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const path = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === "") return null;
  }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..");
  const files = globSync("**/package-lock.json", { cwd: root, exclude: (path) => path.endsWith("node_modules") }).sort();
  const faults = files.flatMap((file) =>
    unpinned(JSON.parse(readFileSync(join(root, file), "utf8")) as Lockfile).map((fault) => `${file}: ${fault}`),
  );
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
