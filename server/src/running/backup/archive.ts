import { createHash, type Hash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { link, lstat, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { extract, pack } from "tar-stream";

/** A tar file being written, entry by entry. */
export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>;
  addStream(name: string, sizeBytes: number, stream: Readable): Promise<void>;
  /** SHA-256 over names and bytes of all entries so far. */
  digest(): string;
}

/**
 * Writes a tar file with mode 0600, synced to disk. It appears under its name only once complete; the name must be free
 * (`EEXIST` otherwise).
 */
export async function writeArchive(
  path: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  if (await isThere(path)) throw existsAlready(path);
  await removeAbandoned(dirname(path));
  // A name of its own: what a killed process has left behind stands in nobody's way.
  const draft = `${path}.${randomBytes(4).toString("hex")}.part`;
  await using cleanup = new AsyncDisposableStack();
  const tar = pack();
  const file = createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true });
  const written = pipeline(tar, file, signal === undefined ? {} : { signal });
  // Handled by the await below; without this a failure before it would count as unhandled.
  written.catch(() => {});
  await opened(file);
  cleanup.defer(() => rm(draft, { force: true }));
  try {
    await Promise.race([fill(writerOf(tar)), written]);
    tar.finalize();
    await written;
  } catch (error) {
    tar.destroy();
    await written.catch(() => {});
    throw error;
  }
  await nameIt(draft, path);
  await flushFolderOf(path);
}

const DRAFT = /.\.tar\.[0-9a-f]{8}\.part$/;
/** One that is being written changes all the time. */
const ABANDONED_MILLISECONDS = 3600_000;

/** What killed processes have begun in the folder would stay for ever, because each backup has a name of its own. */
async function removeAbandoned(folder: string): Promise<void> {
  const before = Date.now() - ABANDONED_MILLISECONDS;
  for (const name of (await readdir(folder).catch(() => [])).filter((one) => DRAFT.test(one))) {
    const draft = await stat(join(folder, name)).catch(() => null);
    if (draft !== null && draft.mtimeMs < before) await rm(join(folder, name), { force: true });
  }
}

/** Never over a file that is there. A memory stick has no hard links, which would do that in one step. */
async function nameIt(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (!NO_LINKS.includes(codeOf(error))) throw error;
    if (await isThere(path)) throw existsAlready(path);
    await rename(draft, path);
  }
}

const NO_LINKS: readonly string[] = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function existsAlready(path: string): Error {
  return Object.assign(new Error(`EEXIST: file already exists, '${path}'`), { code: "EEXIST", syscall: "open", path });
}

export interface ArchiveEntry {
  readonly name: string;
  /** Must be read to its end before the next entry. */
  readonly stream: Readable;
  /** The whole entry; throws `BrokenBackup` if it is larger than `sizeMax`. */
  bytes(sizeMax: number): Promise<Buffer>;
  /** SHA-256 over names and bytes of all entries before this one. */
  readonly digestBefore: string;
}

/** The file is not an archive that this version can restore. */
export class BrokenBackup extends Error {
  override readonly name = "BrokenBackup";
}

/** The entries of a tar file in order. Throws `BrokenBackup` if the file is not a tar or is truncated. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry, void, void> {
  const tar = extract();
  const read = pipeline(createReadStream(path), tar);
  // The loop below reports the failure to the reader.
  read.catch(() => {});
  const hash = createHash("sha256");
  const seen = new Set<string>();
  for await (const entry of explained(tar)) {
    const { name, type, size = 0 } = entry.header;
    if (type !== "file") throw new BrokenBackup(`The archive contains something other than a file: ${JSON.stringify(name)}.`);
    if (seen.has(name)) throw new BrokenBackup(`The archive contains a duplicate entry: ${JSON.stringify(name)}.`);
    seen.add(name);
    const digestBefore = hash.copy().digest("hex");
    hash.update(`${name}\0`);
    const stream = Readable.from(hashed(explained(entry as AsyncIterable<Buffer>), hash), { objectMode: false });
    const bytes = (sizeMax: number) => {
      if (size > sizeMax) throw new BrokenBackup(`The archive's ${JSON.stringify(name)} is damaged: it is too large.`);
      return buffer(stream);
    };
    yield { name, stream, bytes, digestBefore };
  }
}

/** File system errors pass through; any other error is due to the file's contents. */
async function* explained<T>(source: AsyncIterable<T>): AsyncGenerator<T, void, void> {
  try {
    yield* source;
  } catch (error) {
    if (error instanceof Error && "syscall" in error) throw error;
    throw new BrokenBackup("The file is not an archive made by rostrum admin backup, or it is damaged.", { cause: error });
  }
}

async function* hashed(source: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer, void, void> {
  for await (const piece of source) {
    hash.update(piece);
    yield piece;
  }
}

function writerOf(tar: ReturnType<typeof pack>): ArchiveWriter {
  const hash = createHash("sha256");
  return {
    add(name, bytes) {
      hash.update(`${name}\0`).update(bytes);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()));
      return promise;
    },
    addStream(name, size, stream) {
      hash.update(`${name}\0`);
      return pipeline(stream, (pieces) => hashed(pieces, hash), tar.entry({ name, size, mode: 0o600 }));
    },
    digest: () => hash.copy().digest("hex"),
  };
}

function opened(file: ReturnType<typeof createWriteStream>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  file.once("open", () => resolve());
  file.once("error", reject);
  return promise;
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}

async function flushFolderOf(path: string): Promise<void> {
  await using folder = await open(path.slice(0, path.lastIndexOf("/")) || "/", "r");
  await folder.sync();
}
