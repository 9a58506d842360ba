import { randomBytes } from "node:crypto";
import type { App } from "../app.ts";
import type { Queryable } from "../database/query.ts";
import { newStorageKey, type ReceivedFile } from "../storage/storage.ts";
import type { FileFacts } from "./inspect.ts";
import { displayName } from "./rules.ts";
import { insertMedia, type MediaRow } from "./store.ts";

/** A received file that has been found acceptable. */
export interface InspectedFile extends ReceivedFile {
  readonly facts: FileFacts;
}

/** A file that storage has, of which the database does not know yet. */
export interface StoredUpload {
  readonly fileName: string;
  readonly facts: FileFacts;
  readonly storageKey: string;
}

/**
 * Moves a file into storage, before the database is told: a row always has its bytes. Never inside a transaction, whose
 * locks would be held for as long as a store far away takes. What no row follows becomes an orphan and is collected.
 */
export async function storeFile(app: App, { path, fileName, facts }: InspectedFile): Promise<StoredUpload> {
  const storageKey = newStorageKey();
  await app.storage.adopt(storageKey, path);
  return { fileName, facts, storageKey };
}

/** `storeFile` for each, in their order: all of them are stored or none. */
export async function storeFiles(app: App, files: readonly InspectedFile[]): Promise<StoredUpload[]> {
  const stored: StoredUpload[] = [];
  try {
    for (const file of files) stored.push(await storeFile(app, file));
    return stored;
  } catch (error) {
    await discardFiles(app, stored);
    throw error;
  }
}

/**
 * Removes stored files that surely have no row: not after a commit without an answer. What cannot be removed now is left
 * to the collection of orphans.
 */
export async function discardFiles(app: App, files: readonly StoredUpload[]): Promise<void> {
  for (const { storageKey } of files) {
    await app.storage
      .delete(storageKey)
      .catch((error: unknown) => app.log.warn({ event: "stored file not discarded", key: storageKey, err: error }));
  }
}

export async function keepMedia(app: App, db: Queryable, keep: { brandId: number; file: StoredUpload }): Promise<MediaRow> {
  const { fileName, storageKey, facts } = keep.file;
  const id = `m_${BigInt(`0x${randomBytes(12).toString("hex")}`).toString(36)}`;
  return insertMedia(db, { id, brandId: keep.brandId, name: displayName(fileName, id), storageKey, now: app.clock.now(), ...facts });
}
