import { setTimeout as sleep } from "node:timers/promises";
import { fromEpochMilliseconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { originalKey, type StoredFile } from "../../ground/storage/storage.ts";
import { findStorageOwner, findUsedKeys, lockOrphans, unlockOrphans } from "./orphans-store.ts";

/**
 * Age at which a file without a medium is an orphan. An upload takes hours at worst (15 minutes to arrive, then up to 13 parts
 * with four attempts of five minutes each); a restore may take longer, but blocks collection.
 */
const ORPHAN_AGE_HOURS = 24;
const WAIT_SECONDS = 5;

/**
 * Unknown files older than this are orphans. Uses the system clock, not the app's: file dates come from disks and stores, which
 * tests cannot move.
 */
export function orphansBefore(): Instant {
  return fromEpochMilliseconds(Date.now() - ORPHAN_AGE_HOURS * 3600_000);
}

export interface Collection {
  /** Number of files checked. */
  readonly files: number;
  readonly removed: number;
  readonly removedBytes: number;
}

/**
 * Removes stored files without a medium: uploads interrupted between storage and database. Every medium keeps its file, used or
 * not, since it is in its brand's list. Null if another collection, a backup or a restore is running, or if the files belong to
 * another installation.
 */
export async function collectOrphans(
  app: Ground,
  options: { readonly before: Instant; readonly stop?: AbortSignal; readonly patienceSeconds?: number },
): Promise<Collection | null> {
  const connection = await app.db.connect();
  let failure: Error | undefined;
  try {
    return (await lockOrphans(connection, "collection")) ? await collectLocked({ app, connection, ...options }) : null;
  } catch (error) {
    // Do not reuse a connection that may still hold the lock.
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    connection.release(failure);
  }
}

type Ground = Pick<App, "db" | "storage" | "log">;

async function collectLocked(collecting: Collecting): Promise<Collection | null> {
  const { app, connection } = collecting;
  try {
    if (!(await isOwner(app, connection))) return null;
    const { isWhole, ...collection } = await collect(collecting);
    if (isWhole || collection.removed > 0)
      app.log[collection.removed > 0 ? "info" : "debug"]({ event: "media orphans collected", ...collection });
    return isWhole ? collection : null;
  } finally {
    await unlockOrphans(connection, "collection");
  }
}

/** Whether the storage is this database's; it becomes so if it is nobody's. */
export async function isOwner({ storage, log }: Ground, db: Queryable): Promise<boolean> {
  const self = await findStorageOwner(db);
  const owner = await storage.claim(self);
  if (owner !== self) log.warn({ event: "media belong to another installation", owner, self });
  return owner === self;
}

interface Collecting {
  readonly app: Ground;
  /** Holds the locks: if it is lost, queries fail and nothing more is removed. */
  readonly connection: Queryable;
  readonly before: Instant;
  readonly stop?: AbortSignal;
  /** How long each page waits for a backup, restore or archive to end; absent: not at all. */
  readonly patienceSeconds?: number;
}

async function collect(collecting: Collecting): Promise<Collection & { readonly isWhole: boolean }> {
  const { app, before } = collecting;
  const found = { files: 0, removed: 0, removedBytes: 0 };
  let from: string | null = null;
  do {
    const page = await app.storage.list(from);
    found.files += page.files.length;
    const old = oldAmong(page.files, before);
    // Page by page: a backup that begins meanwhile waits for one of them, and not for a bucket of millions.
    if (old.length > 0 && !(await removeOrphans(collecting, old, found))) return { ...found, isWhole: false };
    from = page.next;
  } while (from !== null && !collecting.stop?.aborted);
  return { ...found, isWhole: from === null };
}

/** Removes those that belong to nobody and counts them; false if it was not let in, or told to stop. */
async function removeOrphans(
  { app, connection, stop, patienceSeconds = 0 }: Collecting,
  old: readonly OldFile[],
  found: { removed: number; removedBytes: number },
): Promise<boolean> {
  if (!(await locked(connection, { stop, patienceSeconds }))) return false;
  try {
    for (const { key, sizeBytes } of await orphansAmong(connection, old)) {
      if (stop?.aborted) return false;
      await app.storage.delete(key);
      found.removed += 1;
      found.removedBytes += sizeBytes;
    }
    return true;
  } finally {
    await unlockOrphans(connection, "removal");
  }
}

interface Waiting {
  readonly stop: AbortSignal | undefined;
  readonly patienceSeconds: number;
}

/** Whether the lock of a page was had in time. */
async function locked(connection: Queryable, { stop, patienceSeconds }: Waiting): Promise<boolean> {
  for (let waited = 0; !stop?.aborted; waited += WAIT_SECONDS) {
    if (await lockOrphans(connection, "removal")) return true;
    if (waited >= patienceSeconds) return false;
    await sleep(WAIT_SECONDS * 1000, undefined, { ref: false, ...(stop && { signal: stop }) }).catch(() => {});
  }
  return false;
}

interface OldFile extends StoredFile {
  /** Of the medium that it belongs to, or was derived from. */
  readonly original: string;
}

function oldAmong(files: readonly StoredFile[], before: Instant): OldFile[] {
  return files.flatMap((file) => {
    const original = originalKey(file.key);
    return original === null || file.storedAt >= before ? [] : [{ ...file, original }];
  });
}

/** A derived file is kept as long as its medium. */
async function orphansAmong(db: Queryable, old: readonly OldFile[]): Promise<OldFile[]> {
  const used = await findUsedKeys(
    db,
    old.map(({ original }) => original),
  );
  return old.filter(({ original }) => !used.has(original));
}
