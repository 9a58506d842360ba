import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import type { Instant } from "@rostrum/contract/formats.ts";

/** Where media are stored. Keys are random names from `newStorageKey`. */
export interface Storage {
  /**
   * Takes over a complete file by moving it; replaces any file under the key. On failure the file stays where it was, and
   * the storage may contain only leftovers that `sweep` removes.
   */
  adopt(key: string, path: string): Promise<void>;
  /** The file, or a byte range with an inclusive end. Throws `MissingFile` if there is none. */
  stream(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * The range of a file in pieces, each read into memory that the caller makes room for where the storage can do that. A piece
   * is the caller's until they ask for the next. Opens the file at the first; throws `MissingFile` if there is none.
   */
  pieces(key: string, range: ByteRange, room: Room): AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Succeeds if there is none. */
  delete(key: string): Promise<void>;
  /** Size of a file in bytes; null if there is none. */
  sizeOf(key: string): Promise<number | null>;
  /** Lists every file, page by page: `from` is the previous page's `next`, null for the first. A page may be empty. */
  list(from: string | null): Promise<StoragePage>;
  /**
   * Makes `name` the owner of the files unless they have one, and returns the owner. Only the owner may delete files as
   * orphans: two databases on one storage would each know only half of them.
   */
  claim(name: string): Promise<string>;
  /**
   * Removes what was started before that time and never finished, received files and parts of aborted uploads, and what processes on
   * this machine that are gone have left. Returns how many.
   */
  sweep(before: Instant): Promise<number>;
  /** A folder of this process for files that are still being received. */
  readonly incoming: string;
}

/** Memory for one piece of a file, as large as the piece may be. */
export type Room = () => Uint8Array<ArrayBuffer>;

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoragePage {
  readonly files: readonly StoredFile[];
  /** Null on the last page. */
  readonly next: string | null;
}

export interface StoredFile {
  readonly key: string;
  readonly sizeBytes: number;
  /** By the clock of the disk or store; never later than its adoption. */
  readonly storedAt: Instant;
}

/** A file received with a request, on this machine's disk. It is removed when the request ends unless storage has adopted it. */
export interface ReceivedFile {
  readonly path: string;
  /** As the sender names it. */
  readonly fileName: string;
}

/** There is no file under a key. Bytes are stored before their row is written, so this means data loss. */
export class MissingFile extends Error {
  override readonly name = "MissingFile";

  constructor(key: string) {
    super(`There is no file ${key} in the media storage.`);
  }
}

/** The storage failed to respond properly, even after retries. What it did is unknown. */
export class StorageTrouble extends Error {
  override readonly name = "StorageTrouble";
}

export function newStorageKey(): string {
  return randomBytes(16).toString("hex");
}

/**
 * The key from `newStorageKey` that this key is, or starts with if the file was derived from another one. Null for any other
 * name, since foreign files next to ours are not ours to remove.
 */
export function originalKey(key: string): string | null {
  return /^([0-9a-f]{32})(\.[\w.-]+)?$/.exec(key)?.[1] ?? null;
}
