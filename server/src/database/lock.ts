import { chmodSync, chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { EmbeddedDatabaseError, messageOf } from "./failures.ts";
import type { Layout } from "./layout.ts";

/** Another living service holds the data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = "DataDirectoryInUse";
  readonly directory: string;
  /** Process id of the other service; null when it can't be told. */
  readonly pid: number | null;

  constructor(directory: string, pid: number | null) {
    const holder = pid === null ? "another service" : `the service with process id ${pid}`;
    super(`The data directory ${directory} is in use by ${holder}: stop it first, or choose another ROSTRUM_DATA_DIR`);
    this.directory = directory;
    this.pid = pid;
  }
}

/** `SQLITE_BUSY`: somebody else holds the lock. */
const SQLITE_BUSY = 5;
/** A service that was killed a moment ago may still be on its way out. Milliseconds. */
const LOCK_WAIT_MILLISECONDS = 500;

/**
 * Takes the data directory for this process until `release`, or until the process ends in any way: the lock belongs to
 * the kernel, so a kill leaves nothing behind, and it holds between containers that share the directory, where process
 * ids say nothing. Node has no `flock`; the exclusive transaction of an empty SQLite file is such a lock.
 *
 * Trap: a process loses such a lock when it closes any descriptor of the file. Nothing else may open the lock file.
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

function cannotLock(directory: string, error: unknown): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The data directory ${directory} cannot be locked, does it belong to another user? (${messageOf(error)})`,
  );
}

/** Whoever may read the file could hold the lock. Root gives it to the directory's user, who is not shut out by a start as root. */
function restrict(layout: Layout): void {
  chmodSync(layout.lockFile, 0o600);
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(layout.root);
  chownSync(layout.lockFile, uid, gid);
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

/** For the other service's message only; the lock itself does not depend on it. */
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
