import { randomUUID } from "node:crypto";
import { type FileHandle, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { makeIncoming, nullWhenMissing } from "./incoming.ts";
import { type ByteRange, MissingFile, type Room, type Storage, type StoragePage, type StoredFile } from "./storage.ts";

/** Media in a folder, in subfolders named by the first two characters of the key. The file `owner` names the owner. */
export async function diskStorage(directory: string): Promise<Storage> {
  const incoming = await makeIncoming(directory);
  const place = (key: string) => join(directory, folderOf(key), key);
  const openFile = async (key: string) => (await open(place(key)).catch(nullWhenMissing)) ?? missing(key);
  return {
    incoming: incoming.path,
    async adopt(key, path) {
      const target = place(key);
      const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await flush(path);
      await rename(path, target);
      await flush(dirname(target));
      if (made !== undefined) await flush(dirname(made));
    },
    async stream(key, range) {
      // Open the file here: a stream would report a missing file only after the reply's headers are sent.
      const file = await openFile(key);
      return file.createReadStream({ ...range });
    },
    pieces: (key, range, room) => readPieces(() => openFile(key), range, room),
    delete: (key) => rm(place(key), { force: true }),
    sizeOf: async (key) => (await stat(place(key)).catch(nullWhenMissing))?.size ?? null,
    list: (from) => listFolder(directory, from),
    claim: (name) => claim({ path: join(directory, "owner"), draft: join(incoming.path, randomUUID()) }, name),
    sweep: (before) => incoming.sweep(before),
  };
}

const FOLDER_LETTERS = 2;

function folderOf(key: string): string {
  return key.slice(0, FOLDER_LETTERS);
}

function missing(key: string): never {
  throw new MissingFile(key);
}

async function* readPieces(openFile: () => Promise<FileHandle>, { start, end }: ByteRange, room: Room) {
  await using file = await openFile();
  for (let position = start; position <= end; ) {
    const memory = room();
    const { bytesRead } = await file.read(memory, 0, Math.min(memory.length, end - position + 1), position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield memory.subarray(0, bytesRead);
  }
}

/** A page is one sub-folder. */
async function listFolder(directory: string, from: string | null): Promise<StoragePage> {
  const folders = (await readdir(directory)).filter((name) => name.length === FOLDER_LETTERS && (from === null || name >= from)).sort();
  const [folder, next = null] = folders;
  if (folder === undefined) return { files: [], next: null };
  const files: StoredFile[] = [];
  for (const key of await readdir(join(directory, folder))) {
    const facts = await stat(join(directory, folder, key)).catch(nullWhenMissing);
    // The time of the last write, which precedes adoption, since only complete files are moved here.
    if (facts?.isFile()) files.push({ key, sizeBytes: facts.size, storedAt: fromEpochMilliseconds(facts.mtimeMs) });
  }
  return { files, next };
}

async function claim({ path, draft }: { readonly path: string; readonly draft: string }, name: string): Promise<string> {
  await writeFile(draft, name, { flag: "wx", mode: 0o600, flush: true });
  // If several start at once, one creates the link, and nobody reads a partial name.
  await link(draft, path).catch(passWhenThere);
  await rm(draft);
  return readFile(path, "utf8");
}

function passWhenThere(error: unknown): void {
  if (error instanceof Error && "code" in error && error.code === "EEXIST") return;
  throw error;
}

/** Acknowledged data must survive a power failure, so sync contents and directory entries first. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
