import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Storage } from "../storage/storage.ts";

export interface LocalFile extends AsyncDisposable {
  readonly path: string;
}

/** A stored file on this machine's disk, for readers that want a path; disposing removes it. Streams, so that its size is no matter. */
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

/** A place for a file that is going to be made; disposing removes it, unless storage has adopted it. */
export function newLocalFile(storage: Storage): LocalFile {
  const path = join(storage.incoming, randomBytes(16).toString("hex"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}
