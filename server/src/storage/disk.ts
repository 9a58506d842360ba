import { createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Storage } from "./storage.ts";

/** Media in a folder, spread over sub-folders by the first two letters of the key. Half-received files of earlier runs are removed. */
export async function diskStorage(directory: string): Promise<Storage> {
  const incoming = join(directory, "incoming");
  const place = (key: string) => join(directory, key.slice(0, 2), key);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  for (const name of await readdir(incoming)) await rm(join(incoming, name), { force: true, recursive: true });
  return {
    incoming,
    async adopt(key, path) {
      const target = place(key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await flush(path);
      await rename(path, target);
      await flush(dirname(target));
    },
    read: (key) => readFile(place(key)),
    stream: async (key, range) => createReadStream(place(key), { ...range }),
    delete: (key) => rm(place(key), { force: true }),
  };
}

/** What is acknowledged must survive a power cut: contents and directory entries go to the disk first. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
