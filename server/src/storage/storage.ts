import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import type { Instant } from "@rostrum/contract/formats.ts";

/** Where media lie. Keys are random names of our own: `newStorageKey`. */
export interface Storage {
  /**
   * Takes over a finished file; the file is gone from its place afterwards. What is there under the key is replaced. When
   * this fails the file stays, and nothing but what `sweep` removes may be left in the storage.
   */
  adopt(key: string, path: string): Promise<void>;
  /** Throws `MissingFile` when there is none. */
  read(key: string): Promise<Uint8Array>;
  /** The file, or one range of its bytes, the last one included. Throws `MissingFile` when there is none. */
  stream(key: string, range?: ByteRange): Promise<Readable>;
  /** No error when there is none. */
  delete(key: string): Promise<void>;
  /** Bytes of a file; null when there is none. */
  sizeOf(key: string): Promise<number | null>;
  /** Every file, page by page: `from` is the `next` of the page before, null for the first one. A page may be empty. */
  list(from: string | null): Promise<StoragePage>;
  /**
   * Makes `name` the owner of the files where nobody is yet, and answers who is. Whoever does not own the files must not
   * call them orphans: two databases on one storage each know half of them.
   */
  claim(name: string): Promise<string>;
  /**
   * Removes what was begun before that moment and never finished: received files that a killed process left on this
   * machine, parts of broken uploads. Answers how many.
   */
  sweep(before: Instant): Promise<number>;
  /** A folder on this machine for files that are still being received. */
  readonly incoming: string;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoragePage {
  readonly files: readonly StoredFile[];
  /** Null: this is the last page. */
  readonly next: string | null;
}

export interface StoredFile {
  readonly key: string;
  readonly sizeBytes: number;
  /** By the clock of the disk or store that keeps it, and never later than it was adopted. */
  readonly storedAt: Instant;
}

/** A file that a request brought, on this machine's disk. It is removed when the request ends, unless storage has adopted it. */
export interface ReceivedFile {
  readonly path: string;
  /** As the sender names it. */
  readonly fileName: string;
}

/** There is no file under a key. Media have their bytes before anybody knows of them, so that this is a loss. */
export class MissingFile extends Error {
  override readonly name = "MissingFile";

  constructor(key: string) {
    super(`There is no file ${key} in the storage of media.`);
  }
}

/** The storage does not answer, or not as it should, also when asked again. Nothing is said about what it has done. */
export class StorageTrouble extends Error {
  override readonly name = "StorageTrouble";
}

export function newStorageKey(): string {
  return randomBytes(16).toString("hex");
}

/**
 * The key of `newStorageKey` that a key is, or begins with when it is that of a file made of another one; null for all
 * others, since what somebody lays beside our files is not ours to remove.
 */
export function originalKey(key: string): string | null {
  return /^([0-9a-f]{32})(\.[\w.-]+)?$/.exec(key)?.[1] ?? null;
}
