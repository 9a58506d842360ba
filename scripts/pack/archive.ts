import { createWriteStream } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { pack } from "tar-stream";
import { sumLineOf } from "./sums.ts";

/** So that the same files make the same archive. */
const MADE_AT = new Date(0);

/**
 * Writes all files of a folder into one tar file, in a folder `name`, and its SHA-256 beside it, as `sha256sum --check` reads it. Not compressed:
 * what is large in a release is compressed already.
 */
export async function writeArchive(folder: string, file: string, name: string): Promise<void> {
  const tar = pack();
  const written = pipeline(tar, createWriteStream(file));
  for (const entry of await filesIn(folder)) {
    tar.entry({ name: `${name}/${entry}`, mode: 0o644, mtime: MADE_AT }, await readFile(join(folder, entry)));
  }
  tar.finalize();
  await written;
  await writeFile(`${file}.sha256`, await sumLineOf(file));
}

/** Their paths below the folder, in order. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(glob("**/*", { cwd: folder, withFileTypes: true }));
  return entries.flatMap((entry) => (entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : [])).sort();
}
