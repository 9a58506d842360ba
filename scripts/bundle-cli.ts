import { globSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { LICENCE_RULE } from "./pack/bundled.ts";

/**
 * Run by `npm pack` of the command line: bundles it and everything it imports into `cli/dist` as JavaScript, because Node does
 * not run TypeScript from `node_modules`. Lazily imported code stays in separate files.
 */

const ROOT = join(import.meta.dirname, "..");
const OUT = join(ROOT, "cli/dist");

await rm(OUT, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: ["cli/src/main.ts"],
  outdir: OUT,
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node22",
  format: "esm",
  minify: true,
  // Keep the names of errors and classes, which appear in messages.
  keepNames: true,
  metafile: true,
  // CommonJS packages need `require`, which ES modules do not have.
  banner: { js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);' },
  logLevel: "warning",
});
await writeFile(join(OUT, "LICENSES.txt"), await licences(packagesIn(metafile)));

/** Directories of the packages whose code is in the bundle. */
function packagesIn({ inputs }: Metafile): string[] {
  const folders = Object.keys(inputs).map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** Their licences must be distributed with the code. */
async function licences(folders: readonly string[]): Promise<string> {
  const texts = folders.map(async (folder) => {
    const [file] = globSync("LICEN[CS]E*", { cwd: join(ROOT, folder) });
    if (file === undefined) throw new Error(`${folder} has no licence file`);
    return `${folder.replace(/^.*node_modules\//, "")}\n\n${(await readFile(join(ROOT, folder, file), "utf8")).trim()}\n`;
  });
  return (await Promise.all(texts)).join(LICENCE_RULE);
}
