import { chmodSync, chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { EmbeddedDatabaseError, explainFailure, messageOf } from "./failures.ts";
import type { Layout } from "./layout.ts";

/** Another running service holds the data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = "DataDirectoryInUse";
  readonly directory: string;
  /** Process id of the other service; null if unknown. */
  readonly pid: number | null;

  constructor(directory: string, pid: number | null) {
    const holder = pid === null ? "another service" : `the service with process id ${pid}`;
    super(`The data directory ${directory} is in use by ${holder}: stop it first, or choose another ROSTRUM_DATA_DIR`);
    this.directory = directory;
    this.pid = pid;
  }
}

/** `SQLITE_BUSY`: another process holds the lock. */
const SQLITE_BUSY = 5;
/** A service that was just killed may still be exiting. */
const LOCK_WAIT_MILLISECONDS = 500;

/**
 * Takes the data directory for this process until `release`, or until the process ends for any reason. The kernel owns the
 * lock, so a kill leaves nothing behind, and it works between containers that share the directory, where process ids are
 * meaningless. Node has no `flock`; an exclusive transaction on an empty SQLite file provides such a lock.
 *
 * Trap: a process loses the lock when it closes any descriptor of the file. Nothing else may open the lock file.
 * @throws DataDirectoryInUse
 */
export function lockDataDirectory(directory: string, layout: Layout): { release(): void } {
  const lock = openLock(directory, layout);
  try {
    writePid(layout);
  } catch (error) {
    lock.close();
    throw cannotLock(directory, error);
  }
  return {
    release() {
      rmSync(layout.pidFile, { force: true });
      lock.close();
    },
  };
}

function openLock(directory: string, layout: Layout): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(layout.lockFile, { timeout: LOCK_WAIT_MILLISECONDS });
    lock.exec("BEGIN EXCLUSIVE");
    restrict(layout);
    return lock;
  } catch (error) {
    lock?.close();
    if (isBusy(error)) throw new DataDirectoryInUse(directory, readPid(layout));
    throw cannotLock(directory, error);
  }
}

/** In the words of the system, or of SQLite. */
const NO_ROOM = /ENOSPC|EDQUOT|disk is full/;

function cannotLock(directory: string, error: unknown): EmbeddedDatabaseError {
  if (NO_ROOM.test(messageOf(error))) return explainFailure("start", messageOf(error));
  return new EmbeddedDatabaseError(
    `The data directory ${directory} cannot be locked, does it belong to another user? (${messageOf(error)})`,
  );
}

/** Anyone who can read the file could hold the lock. Root gives it to the directory's owner so as not to lock them out. */
function restrict(layout: Layout): void {
  chmodSync(layout.lockFile, 0o600);
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(layout.root);
  chownSync(layout.lockFile, uid, gid);
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

/** Only for the message of a second service; the lock itself does not depend on it. */
function writePid(layout: Layout): void {
  const fresh = `${layout.pidFile}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, `${process.pid}\n`, { flag: "wx" });
  renameSync(fresh, layout.pidFile);
}

function readPid(layout: Layout): number | null {
  try {
    const pid = Number.parseInt(readFileSync(layout.pidFile, "utf8"), 10);
    return Number.isNaN(pid) ? null : pid;
  } catch {
    return null;
  }
}
