import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What npm cannot hold against anything: a package from the registry without a hash of its contents is taken as it comes,
 * and one for another system that the lockfile leaves out is looked up anew there, in whatever version there is by then.
 * Trap: npm writes both kinds when it makes a lockfile from what is installed. One is made whole by deleting the entries
 * and running `npm install --package-lock-only` in a folder without `node_modules`.
 */
export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  /** Of a workspace: its folder is elsewhere in the repository. */
  readonly link?: boolean;
  /** Comes inside of another package, whose hash covers it. */
  readonly inBundle?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** One line for each entry that is not pinned; none when the lockfile is whole. */
export function unpinned({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...(isFromRegistry(path, entry) && !SHA512.test(entry.integrity ?? "") ? [`${path} ${entry.version} has no integrity`] : []),
    ...Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isLocked(packages, path, name))
      .map((name) => `${name}, which ${path === "" ? "the root" : path} may need on another system, is missing`),
  ]);
}

const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

function isFromRegistry(path: string, { link, inBundle }: LockedPackage): boolean {
  return path.includes("node_modules/") && link !== true && inBundle !== true;
}

/** As Node looks for a package: beside the one that asks, then in each folder above. */
function isLocked(packages: Lockfile["packages"], from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const path = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (path in packages) return true;
    if (folder === "") return false;
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
