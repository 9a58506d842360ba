import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** Runs npm with the workspace's Node, whose packages need a newer one than npm does. Returns what it prints; throws if it fails. */
export function npm(args: readonly string[], { cwd, env = {} }: { cwd: string; env?: Readonly<Record<string, string>> }): Promise<string> {
  const PATH = [join(ROOT, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const settings = { ...process.env, npm_config_loglevel: "error", ...env, PATH };
  return new Promise((resolve, reject) => {
    execFile("npm", args, { cwd, env: settings, maxBuffer: 64 * 1024 * 1024 }, (error, out, errors) =>
      error === null ? resolve(out) : reject(new Error(`npm ${args[0]} failed: ${errors}${out}`, { cause: error })),
    );
  });
}

/** Packs a package into a folder. `what` is a folder, or `--workspace` and its name. Returns the path of the file. */
export async function npmPack(what: readonly string[], folder: string): Promise<string> {
  const told = await npm(["pack", ...what, "--pack-destination", folder, "--json"], { cwd: ROOT });
  return join(folder, fileNameIn(told));
}

/** File name of the packed package; npm prints a list, or an object by package name. */
function fileNameIn(json: string): string {
  const told: unknown = JSON.parse(json.slice(json.search(/^[[{]/m)));
  const [entry] = Object.values(told as Readonly<Record<string, { readonly filename: string }>>);
  if (entry === undefined) throw new Error(`npm packed nothing: ${json}`);
  return entry.filename;
}
