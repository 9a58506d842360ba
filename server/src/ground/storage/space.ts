import { statfs } from "node:fs/promises";

/** The file system that a folder is on. */
export interface Space {
  /** What this process may use of it. */
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

/** Null if the folder cannot be read. */
export async function spaceAt(folder: string): Promise<Space | null> {
  const found = await statfs(folder).catch(() => null);
  return found === null ? null : { freeBytes: found.bavail * found.bsize, sizeBytes: found.blocks * found.bsize };
}
