import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { BRAND_FILE, MANIFEST_FILE } from "@rostrum/contract/archive.ts";
import { type Entry, openPromise } from "yauzl";
import { BrokenArchive } from "./broken.ts";

/** More files than an account may have media of any use; each costs some memory. */
const ENTRIES_MAX = 200_000;
/** Deflate makes at most a thousandth of anything; what people write becomes a thirtieth at best. */
const RATIO_MAX = 200;
const RATIO_FREE_BYTES = 1024 * 1024;
/** All lines together. */
const DATA_BYTES_MAX = 2 * 1024 ** 3;
/** What an attempt keeps of its calls is 100 kB of text, each of whose characters may be six bytes of JSON. */
const LINE_BYTES_MAX = 2 * 1024 * 1024;

/** Nothing else is in an archive: no folders, no links, no names that lead elsewhere. */
const NAME = /^(README\.txt|manifest\.json|posts\.csv|published\.csv|data\/[a-z-]{1,40}\.jsonl?|media\/[\w-]{1,100}\.\w{1,5})$/;

/** A ZIP file whose directory has been looked at: names, sizes and compression are what an archive may have. */
export interface ZipReader {
  /** The whole of a small file. */
  text(name: string, bytesMax: number): Promise<string>;
  /** The lines of a file of data, with what the file is once all have been read. */
  lines(name: string): Lines;
  /** The media, in the order of the archive, each read to its end before the next. */
  media(): AsyncGenerator<{ readonly file: string; readonly sizeBytes: number; readonly stream: Readable }, void, void>;
  /** Of all media together. */
  readonly mediaFound: { readonly files: number; readonly sizeBytes: number };
}

export interface Lines extends AsyncIterable<string> {
  /** Of everything read so far. */
  digest(): { readonly sizeBytes: number; readonly sha256: string };
}

export async function openZip(path: string, fileBytes: number): Promise<ZipReader> {
  const entries = new Map<string, Entry>();
  const names = new Set<string>();
  const mediaFound = { files: 0, sizeBytes: 0 };
  let dataBytes = 0;
  let compressed = 0;
  for await (const entry of entriesOf(path)) {
    const { fileName: name, compressedSize, uncompressedSize } = entry;
    if (!NAME.test(name))
      throw new BrokenArchive(`The archive contains something that is not part of one: ${JSON.stringify(name.slice(0, 100))}.`);
    if (names.has(name)) throw new BrokenArchive(`The archive contains ${name} twice.`);
    if (names.add(name).size > ENTRIES_MAX) throw new BrokenArchive(`The archive has more than ${ENTRIES_MAX} files.`);
    if (entry.isEncrypted()) throw new BrokenArchive("The archive is encrypted. Decrypt it first.");
    // Entries that share bytes would unfold to more than the file has.
    compressed += compressedSize;
    const isBomb = uncompressedSize > RATIO_FREE_BYTES && uncompressedSize > compressedSize * RATIO_MAX;
    if (isBomb || compressed > fileBytes) throw new BrokenArchive(`The archive's ${name} unfolds to more than it can contain.`);
    if (name.startsWith("media/")) {
      mediaFound.files += 1;
      mediaFound.sizeBytes += uncompressedSize;
      continue;
    }
    dataBytes += uncompressedSize;
    if (dataBytes > DATA_BYTES_MAX) throw new BrokenArchive("The archive has more than 2 GiB of texts.");
    entries.set(name, entry);
  }
  for (const needed of [MANIFEST_FILE, BRAND_FILE])
    if (!entries.has(needed)) throw new BrokenArchive(`The archive has no ${needed}: it was not made by Rostrum, or is cut off.`);
  const entry = (name: string) => entries.get(name) ?? missing(name);
  return {
    mediaFound,
    async text(name, bytesMax) {
      const found = entry(name);
      if (found.uncompressedSize > bytesMax) throw new BrokenArchive(`The archive's ${name} is too large.`);
      const pieces: Buffer[] = [];
      for await (const piece of streamOf(path, found)) pieces.push(piece);
      return utf8(Buffer.concat(pieces), name);
    },
    lines: (name) => linesOf(streamOf(path, entry(name)), name),
    media: () => mediaOf(path),
  };
}

function missing(name: string): never {
  throw new BrokenArchive(`The archive has no ${name}.`);
}

/** The directory, entry by entry; errors of the ZIP format are the archive's. */
async function* entriesOf(path: string): AsyncGenerator<Entry, void, void> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch(asBroken);
  try {
    yield* explained(zip.eachEntry());
  } finally {
    zip.close();
  }
}

async function* streamOf(path: string, entry: Entry): AsyncGenerator<Buffer, void, void> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch(asBroken);
  try {
    yield* explained((await zip.openReadStreamPromise(entry).catch(asBroken)) as AsyncIterable<Buffer>);
  } finally {
    zip.close();
  }
}

async function* mediaOf(path: string): ReturnType<ZipReader["media"]> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch(asBroken);
  try {
    for await (const entry of explained(zip.eachEntry())) {
      if (!entry.fileName.startsWith("media/")) continue;
      const stream = await zip.openReadStreamPromise(entry).catch(asBroken);
      yield { file: entry.fileName, sizeBytes: entry.uncompressedSize, stream };
    }
  } finally {
    zip.close();
  }
}

/** File system errors pass through; any other is due to the file's contents. */
async function* explained<T>(source: AsyncIterable<T>): AsyncGenerator<T, void, void> {
  try {
    yield* source;
  } catch (error) {
    asBroken(error);
  }
}

/** For reading a ZIP file: what went wrong, as a `BrokenArchive` unless it is the disk's fault. */
export function asBroken(error: unknown): never {
  if (error instanceof BrokenArchive || (error instanceof Error && "syscall" in error)) throw error;
  throw new BrokenArchive("The file is not an archive that Rostrum made, or it is damaged or cut off.", { cause: error });
}

function linesOf(stream: AsyncIterable<Buffer>, name: string): Lines {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  return {
    digest: () => ({ sizeBytes, sha256: hash.copy().digest("hex") }),
    async *[Symbol.asyncIterator]() {
      let rest: Buffer[] = [];
      let restBytes = 0;
      const add = (piece: Buffer) => {
        rest.push(piece);
        restBytes += piece.length;
        if (restBytes > LINE_BYTES_MAX) throw new BrokenArchive(`The archive's ${name} has a line that is too long.`);
      };
      for await (const piece of stream) {
        hash.update(piece);
        sizeBytes += piece.length;
        let start = 0;
        for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, start)) {
          add(piece.subarray(start, end));
          yield utf8(Buffer.concat(rest), name);
          rest = [];
          restBytes = 0;
          start = end + 1;
        }
        add(piece.subarray(start));
      }
      if (restBytes > 0) throw new BrokenArchive(`The archive's ${name} is cut off.`);
    },
  };
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function utf8(bytes: Buffer, name: string): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new BrokenArchive(`The archive's ${name} is damaged: it is not text.`);
  }
}
