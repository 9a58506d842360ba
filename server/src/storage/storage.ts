import type { Readable } from "node:stream";

/** Where media lie. Keys are random names of our own. */
export interface Storage {
  /** Takes over a finished file; the file is gone from its place afterwards. */
  adopt(key: string, path: string): Promise<void>;
  read(key: string): Promise<Uint8Array>;
  /** The file, or one range of its bytes, the last one included. */
  stream(key: string, range?: ByteRange): Promise<Readable>;
  delete(key: string): Promise<void>;
  /** A folder on this machine for files that are still being received. */
  readonly incoming: string;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file that a request brought, on this machine's disk. It is removed when the request ends, unless storage has adopted it. */
export interface ReceivedFile {
  readonly path: string;
  /** As the sender names it. */
  readonly fileName: string;
}
