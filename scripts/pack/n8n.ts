import { globSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { transform } from "esbuild";

const ROOT = join(import.meta.dirname, "../..");
const SOURCE = join(ROOT, "n8n-nodes-rostrum");

/**
 * Fills `folder` with the package `n8n-nodes-rostrum` as it is published: what `n8n-node build` makes of it, but without that
 * program, which only the tests install.
 */
export async function makeN8nPackage(folder: string): Promise<void> {
  for (const file of globSync("{credentials,nodes}/**/*.ts", { cwd: SOURCE })) {
    const { code } = await transform(await readFile(join(SOURCE, file), "utf8"), {
      loader: "ts",
      format: "cjs",
      platform: "node",
      target: "node22",
      sourcefile: file,
    });
    await write(join(folder, "dist", file.replace(/\.ts$/, ".js")), code);
  }
  for (const file of globSync(["nodes/**/*.json", "icons/*.svg"], { cwd: SOURCE }))
    await copy(join(SOURCE, file), join(folder, "dist", file));
  await copy(join(SOURCE, "README.md"), join(folder, "README.md"));
  await copy(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  const { devDependencies: _, scripts: __, ...manifest } = JSON.parse(await readFile(join(SOURCE, "package.json"), "utf8"));
  await write(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to);
}
