import { type LockedPackage, type Lockfile, lockedAt } from "../lockfiles.ts";

/** The workspace whose dependencies the package has. */
const WORKSPACE = "server";
/** Parts of the package itself, not dependencies. */
const OWN = /^@rostrum\//;

interface Entry extends LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** What the package asks for, by name and exact version. */
export interface Needs {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/**
 * The lockfile of a folder in which only the package is installed: the same versions and hashes of everything that it needs, directly
 * or not, as in the repository's lockfile. `place` is the package's own entry.
 */
export function releaseLock(
  repository: Lockfile,
  { name, place, needs }: { name: string; place: object; needs: Needs },
): Lockfile["packages"] {
  const packages = repository.packages as Readonly<Record<string, Entry>>;
  const home = `node_modules/${name}`;
  const found = new Map<string, Entry>();
  const waiting = asked(WORKSPACE, needs).filter(({ wanted }) => !OWN.test(wanted));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const path = lockedAt(packages, next.from, next.wanted);
    const entry = path === null ? undefined : packages[path];
    if (path === null || entry === undefined) {
      if (next.isPeer) continue;
      throw new Error(`${next.from} needs ${next.wanted}, which the lockfile does not have`);
    }
    const target = path.startsWith(`${WORKSPACE}/`) ? `${home}/${path.slice(WORKSPACE.length + 1)}` : path;
    if (found.has(target)) continue;
    found.set(target, inProduction(entry));
    waiting.push(...asked(path, entry));
  }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries([...sorted, [home, place]]);
}

interface Asked {
  readonly from: string;
  readonly wanted: string;
  /** Present only if something else brings it. */
  readonly isPeer: boolean;
}

function asked(from: string, entry: Pick<Entry, "dependencies" | "optionalDependencies" | "peerDependencies">): Asked[] {
  const all = { ...entry.dependencies, ...entry.optionalDependencies };
  const peers = Object.keys(entry.peerDependencies ?? {}).filter((name) => !(name in all));
  return [
    ...Object.keys(all).map((wanted) => ({ from, wanted, isPeer: false })),
    ...peers.map((wanted) => ({ from, wanted, isPeer: true })),
  ];
}

/** In the repository an entry may also be there for development. */
function inProduction({ dev: _, devOptional, ...entry }: Entry): Entry {
  return devOptional === true ? { ...entry, optional: true } : entry;
}
