import { randomBytes } from "node:crypto";
import { BOUNDS } from "@rostrum/contract/bounds.ts";
import type { App } from "../../app.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { isDanglingReference } from "../../ground/database/rejections.ts";
import { refuse } from "../../ground/refusal.ts";
import { newStorageKey, type ReceivedFile } from "../../ground/storage/storage.ts";
import type { FileFacts } from "./inspect.ts";
import { displayName } from "./rules.ts";
import { hasBrand, hasFewerFiles, hasRoom, insertMedia, type MediaRow } from "./store.ts";

/** A received file of an accepted type. */
export interface InspectedFile extends ReceivedFile {
  readonly facts: FileFacts;
}

/** A file in storage that the database does not know yet. */
export interface StoredUpload {
  readonly fileName: string;
  readonly facts: FileFacts;
  readonly storageKey: string;
}

/**
 * Moves a file into storage before its row is inserted, so that a row always has its bytes. Never call it inside a transaction,
 * which would hold its locks while a remote store takes its time. A file without a row becomes an orphan and is collected.
 */
export async function storeFile(app: App, { path, fileName, facts }: InspectedFile): Promise<StoredUpload> {
  const storageKey = newStorageKey();
  await app.storage.adopt(storageKey, path);
  return { fileName, facts, storageKey };
}

/**
 * `storeFile` for each, in order: all or none are stored.
 */
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
 * Removes stored files that certainly have no row, so never after a commit with unknown outcome. Files that cannot be removed now
 * are left to orphan collection.
 */
export async function discardFiles(app: App, files: readonly StoredUpload[]): Promise<void> {
  for (const { storageKey } of files) {
    await app.storage
      .delete(storageKey)
      .catch((error: unknown) => app.log.warn({ event: "stored file not discarded", key: storageKey, err: error }));
  }
}

export function newMediumId(): string {
  return `m_${BigInt(`0x${randomBytes(12).toString("hex")}`).toString(36)}`;
}

export async function keepMedia(app: App, db: Queryable, keep: { brandId: number; file: StoredUpload }): Promise<MediaRow> {
  const { fileName, storageKey, facts } = keep.file;
  if (!(await hasFewerFiles(db, { brandId: keep.brandId, most: BOUNDS.files.most })))
    refuse(403, "plan", `A brand may have ${BOUNDS.files.most} files. Delete some first.`);
  const id = newMediumId();
  const media = { id, brandId: keep.brandId, name: displayName(fileName, id), storageKey, now: app.clock.now(), ...facts };
  const kept = await insertMedia(db, media, bytesMaxOf(app)).catch((error: unknown) => {
    if (isDanglingReference(error)) refuse(404, "brand", "Brand not found.");
    throw error;
  });
  if (kept !== null) return kept;
  if (!(await hasBrand(db, keep.brandId))) refuse(404, "brand", "Brand not found.");
  return refuseMore(app);
}

/** Refuses files that exceed the account's limit, before they are stored. */
export async function holdRoom(app: App, room: Room): Promise<void> {
  if (!(await hasRoomFor(app, room))) refuseMore(app);
}

export async function hasRoomFor(app: App, { brandId, files }: Room): Promise<boolean> {
  const bytes = files.reduce((sum, { facts }) => sum + facts.sizeBytes, 0);
  return bytes === 0 || (await hasRoom(app.db, { brandId, bytes, bytesMax: bytesMaxOf(app) }));
}

interface Room {
  readonly brandId: number;
  readonly files: readonly { readonly facts: FileFacts }[];
}

function bytesMaxOf(app: App): number {
  return accountBytesMax(app) ?? Number.MAX_SAFE_INTEGER;
}

/** What an account may keep; null for no limit. */
export function accountBytesMax({ config }: App): number | null {
  return config.mediaMiBPerAccount === 0 ? null : config.mediaMiBPerAccount * 1024 * 1024;
}

function refuseMore({ config }: App): never {
  return refuse(403, "plan", `An account may keep ${config.mediaMiBPerAccount} MiB of media.`);
}
