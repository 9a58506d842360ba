import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** What was written under a name. */
export interface Written {
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface ZipWriter {
  /** Streams a file into the archive; resolves when all of it has been read. Texts are compressed, media are as small as they get. */
  add(name: string, pieces: AsyncIterable<Uint8Array | string>, options?: { readonly compress?: boolean }): Promise<Written>;
}

/** Writes a ZIP file, synced to disk. `fill` adds one file after the other. Nothing is held in memory. */
export async function writeZip(
  path: string,
  { mtime, signal }: { readonly mtime: Date; readonly signal: AbortSignal },
  fill: (zip: ZipWriter) => Promise<void>,
): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const broken = new AbortController();
  const ends = AbortSignal.any([signal, broken.signal]);
  const written = pipeline(output, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }), { signal });
  // A source that nobody reads any more would wait for ever.
  written.catch((error: unknown) => broken.abort(error));
  zip.on("error", (error: unknown) => broken.abort(error));
  try {
    await fill({ add: (name, pieces, { compress = true } = {}) => addTo(zip, { name, pieces, options: { mtime, compress }, ends }) });
    zip.end();
    await written;
  } catch (error) {
    output.destroy();
    await written.catch(() => {});
    throw error;
  }
}

interface Addition {
  readonly name: string;
  readonly pieces: AsyncIterable<Uint8Array | string>;
  readonly options: { readonly mtime: Date; readonly compress: boolean };
  readonly ends: AbortSignal;
}

async function addTo(zip: ZipFile, { name, pieces, options, ends }: Addition): Promise<Written> {
  ends.throwIfAborted();
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const hashed = async function* () {
    for await (const piece of pieces) {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      hash.update(bytes);
      sizeBytes += bytes.length;
      yield bytes;
    }
  };
  const source = Readable.from(hashed(), { objectMode: false });
  const ended = finished(source, { signal: ends });
  zip.addReadStream(source, name, { ...options, mode: 0o100600 });
  try {
    await ended;
  } finally {
    source.destroy();
  }
  return { sizeBytes, sha256: hash.digest("hex") };
}
