import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/**
 * Packs the command line and installs the package offline into a directory, as a user with only the file would. Returns the path
 * of the program.
 */
export async function installPackedCli(folder: string): Promise<string> {
  const home = join(folder, "installed");
  await mkdir(home, { recursive: true });
  await writeFile(join(home, "package.json"), "{}\n");
  const packed = await npm(["pack", "--workspace", "cli", "--pack-destination", folder, "--json"], ROOT, folder);
  const file = join(folder, fileNameIn(packed));
  await npm(["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", file], home, folder);
  return join(home, "node_modules/rostrum/bin/rostrum.js");
}

/** File name of the packed package; npm prints a list, or an object by package name. */
function fileNameIn(json: string): string {
  const told: unknown = JSON.parse(json.slice(json.search(/^[[{]/m)));
  const [entry] = Object.values(told as Readonly<Record<string, { readonly filename: string }>>);
  if (entry === undefined) throw new Error(`npm packed nothing: ${json}`);
  return entry.filename;
}

/** Runs npm with its own cache and settings and the workspace's Node. */
function npm(args: readonly string[], cwd: string, folder: string): Promise<string> {
  const PATH = [join(ROOT, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const env = { PATH, HOME: folder, npm_config_cache: join(folder, "npm"), npm_config_loglevel: "error" };
  return new Promise((resolve, reject) => {
    execFile("npm", args, { cwd, env }, (error, out, errors) =>
      error === null ? resolve(out) : reject(new Error(`npm ${args[0]} failed: ${errors}${out}`, { cause: error })),
    );
  });
}
