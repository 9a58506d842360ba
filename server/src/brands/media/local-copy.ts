import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Storage } from "../../ground/storage/storage.ts";

export interface LocalFile extends AsyncDisposable {
  readonly path: string;
}

/** A local copy of a stored file, for readers that need a path; disposing removes it. Streamed, so any size works. */
export async function localCopy(storage: Storage, key: string): Promise<LocalFile> {
  const copy = newLocalFile(storage);
  try {
    await pipeline(await storage.stream(key), createWriteStream(copy.path, { mode: 0o600 }));
    return copy;
  } catch (error) {
    await copy[Symbol.asyncDispose]();
    throw error;
  }
}

/** A path for a new local file; disposing removes the file, unless storage has adopted it. */
export function newLocalFile(storage: Storage): LocalFile {
  const path = join(storage.incoming, randomBytes(16).toString("hex"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}
