import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npm, npmPack } from "./npm.ts";

/**
 * Packs the command line and installs the package offline into a directory, as a user with only the file would. Returns the path
 * of the program.
 */
export async function installPackedCli(folder: string): Promise<string> {
  const home = join(folder, "installed");
  await mkdir(home, { recursive: true });
  await writeFile(join(home, "package.json"), "{}\n");
  const file = await npmPack(["--workspace", "cli"], folder);
  // Its own empty cache: nothing but the file is needed.
  const env = { HOME: folder, npm_config_cache: join(folder, "npm") };
  await npm(["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", file], { cwd: home, env });
  return join(home, "node_modules/rostrum-cli/bin/rostrum.js");
}
