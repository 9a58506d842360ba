import { randomUUID } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { ARCHIVE_DAYS } from "@rostrum/contract/private/archives.ts";
import type { App } from "../../app.ts";
import { isDiskFull } from "../../ground/shortages.ts";
import { newStorageKey } from "../../ground/storage/storage.ts";
import { DamagedMedium, fillArchive, LostMedium, type Progress } from "./fill.ts";
import { NO_DISK_LEFT, NoRoom } from "./room.ts";
import { beginArchive, failArchive, finishArchive, postponeArchive, removeOver, storeProgress } from "./store.ts";
import { writeZip } from "./zip-writer.ts";

/** A process that dies over an archive, or is stopped, leaves it to the next one. */
const TRIES_MAX = 8;
/** Before the second try; twice as long before each that follows: an hour in all. */
const AGAIN_SECONDS = 30;
const PROGRESS_MILLISECONDS = 1000;

/** Makes an archive that somebody has asked for. The caller holds its lock; `stop` leaves it to be begun again. */
export async function makeArchive(app: App, id: number, stop: AbortSignal): Promise<void> {
  const begun = await beginArchive(app.db, id);
  if (begun === null) return;
  if (begun.tries > TRIES_MAX) return failArchive(app.db, id, `The service stopped ${TRIES_MAX} times while it was being made.`);
  const path = join(app.storage.incoming, randomUUID());
  try {
    const isMade = await write(app, { id, path, brandId: begun.brandId, stop });
    if (isMade) await keep(app, id, path);
  } catch (error) {
    if (stop.aborted) return;
    app.log.error({ event: "archive not made", archive: id, brand: begun.brandId, err: error });
    const problem = problemOf(error);
    if (problem !== null) await failArchive(app.db, id, problem);
    else if (begun.tries === TRIES_MAX) await failArchive(app.db, id, "It could not be made. The service's log says why.");
    else await postponeArchive(app.db, id, addSeconds(app.clock.now(), AGAIN_SECONDS * 2 ** (begun.tries - 1)));
  } finally {
    await rm(path, { force: true });
  }
}

/** Why another try would not help, for people; null if it may. */
function problemOf(error: unknown): string | null {
  if (error instanceof LostMedium) return `${error.message} It was deleted while the archive was being made, or is lost. Try again.`;
  if (error instanceof DamagedMedium) return `${error.message} Put it back from a backup or delete it in the library, then try again.`;
  if (error instanceof NoRoom) return error.message;
  // Each try would fill the disk again, on which the database may be, too.
  return isDiskFull(error) ? NO_DISK_LEFT : null;
}

interface Writing {
  readonly id: number;
  readonly path: string;
  readonly brandId: number;
  readonly stop: AbortSignal;
}

/** False if the brand is gone. */
async function write(app: App, { id, path, brandId, stop }: Writing): Promise<boolean> {
  let latest: Progress | null = null;
  const telling = setInterval(() => {
    if (latest !== null) void storeProgress(app.db, id, latest).catch(() => {});
  }, PROGRESS_MILLISECONDS).unref();
  let isThere = false;
  const mtime = new Date(toEpochMilliseconds(app.clock.now()));
  const onProgress = (progress: Progress) => {
    latest = progress;
  };
  try {
    await writeZip(path, { mtime, signal: stop }, async (zip) => {
      isThere = await fillArchive(app, zip, { brandId, onProgress });
    });
  } finally {
    clearInterval(telling);
  }
  return isThere;
}

/** The file first: a row always has its bytes, and a file without a row is an orphan. */
async function keep(app: App, id: number, path: string): Promise<void> {
  const { size: sizeBytes } = await stat(path);
  const storageKey = newStorageKey();
  await app.storage.adopt(storageKey, path);
  const endsAt = addSeconds(app.clock.now(), ARCHIVE_DAYS * 86_400);
  const isWanted = await finishArchive(app.db, { id, storageKey, sizeBytes, endsAt });
  if (!isWanted) await app.storage.delete(storageKey);
  await removeOldArchives(app);
}

/** Removes archives whose days are over, and those that a newer one replaces. What cannot be removed now is collected as an orphan. */
export async function removeOldArchives(app: Pick<App, "db" | "storage" | "clock" | "log">): Promise<void> {
  for (const key of await removeOver(app.db, app.clock.now()))
    await app.storage.delete(key).catch((error: unknown) => app.log.warn({ event: "archive left to collection", key, err: error }));
}
