import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Reads a secret file from the data directory, creating it with mode 0600 if missing. */
export async function secretFile(directory: string, name: string, make: () => string): Promise<string> {
  const path = join(directory, name);
  const present = await read(path);
  if (present !== null) return present;
  await mkdir(directory, { recursive: true });
  // Write a draft and link it into place: a crash leaves no partial file, and concurrent processes agree on one.
  const draft = join(directory, `.${name}.${randomBytes(6).toString("hex")}`);
  await writeFile(draft, `${make()}\n`, { mode: 0o600, flush: true });
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  const made = await read(path);
  if (made === null) throw new Error(`${path} cannot be read`);
  return made;
}

async function read(path: string): Promise<string | null> {
  try {
    const text = (await readFile(path, "utf8")).trim();
    return text === "" ? null : text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
