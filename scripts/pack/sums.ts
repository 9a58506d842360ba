import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";

/** The SHA-256 of a file, as a line that `sha256sum --check` reads in the folder of its name. */
export async function sumLineOf(file: string, name = basename(file)): Promise<string> {
  const sum = createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
  return `${sum}  ${name}\n`;
}
