import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Test-only packages that are too heavy for the service's own dependencies: folders below `tests/` with a lockfile of their own.
 * Installed when a test run needs them.
 */
export function testPackages(root: string): string[] {
  return globSync("tests/*/package-lock.json", { cwd: root })
    .map((path) => path.slice(0, -"/package-lock.json".length))
    .sort();
}

/**
 * Runs `npm ci` in the folder unless its packages already match the lockfile. Throws if npm fails. Install scripts are disabled:
 * the packages contain binaries, and rebuilding them needs headers that no registry has.
 */
export async function ensureInstalled(folder: string): Promise<void> {
  if (isInstalled(folder)) return;
  console.log(`Installing ${folder}`);
  const npm = process.env.npm_execpath;
  const [file, args] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const child = spawn(file, [...args, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`npm ci failed in ${folder} with code ${code}`);
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>>;
}

/** Compares the lockfile with the one npm writes into `node_modules`, which lacks packages for other systems. */
export function isInstalled(folder: string): boolean {
  const installedFile = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(installedFile)) return false;
  const wanted = readLockfile(join(folder, "package-lock.json")).packages;
  const installed = readLockfile(installedFile).packages;
  const isFaithful = Object.entries(wanted).every(
    ([path, { version, optional }]) => path === "" || installed[path]?.version === version || (optional === true && !(path in installed)),
  );
  return isFaithful && Object.keys(installed).every((path) => path in wanted);
}

function readLockfile(path: string): Lockfile {
  return JSON.parse(readFileSync(path, "utf8")) as Lockfile;
}
