import { createHash, randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { TakeTurns } from "@rostrum/contract/client/reconcile/facts.ts";
import { turnsInProcess } from "@rostrum/contract/client/reconcile/turns.ts";

/**
 * Mutual exclusion among all processes of a user by lock files. Without it, two processes that create the same post at the same
 * time could not tell whose post the lists show when a reply is lost. Where no file can be created, as on a read-only disk, it
 * only works within the process.
 */
export function turnsByFile(folder: string, signal: AbortSignal): TakeTurns {
  return (key, work) =>
    turnsInProcess(key, async () => {
      const file = join(folder, `${createHash("sha256").update(key).digest("hex")}.lock`);
      const release = await taken(folder, file, signal);
      try {
        return await work();
      } finally {
        await release?.();
      }
    });
}

const POLL_MILLISECONDS = 40;
const BEAT_MILLISECONDS = 5_000;
/** A lock not refreshed for this long is stale, wherever its holder ran. */
const STALE_MILLISECONDS = 30_000;

/** Nothing can be created there, or it has no hard links. */
const NO_FILES: readonly string[] = ["EACCES", "EROFS", "ENOTDIR", "EPERM", "ENOSPC", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/** Waits for the lock and returns its release function; null where files cannot be created. */
async function taken(folder: string, file: string, signal: AbortSignal): Promise<(() => Promise<void>) | null> {
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), mark: randomBytes(8).toString("hex") });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    while (!(await made(file, mine))) {
      await removeIfLeft(file);
      await pause(POLL_MILLISECONDS * (0.5 + Math.random()), undefined, { signal });
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && "code" in error && NO_FILES.includes(String(error.code))) return null;
    throw error;
  }
  const beat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), BEAT_MILLISECONDS);
  beat.unref();
  return async () => {
    clearInterval(beat);
    // After a sleep of the machine it may be another's by now.
    if ((await readFile(file, "utf8").catch(() => null)) === mine) await rm(file, { force: true });
  };
}

/** False if another process holds the lock. The file appears with its content, because it is linked, not written. */
async function made(file: string, text: string): Promise<boolean> {
  const beside = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await using handle = await open(beside, "wx", 0o600);
    await handle.writeFile(text);
    await link(beside, file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(beside, { force: true });
  }
}

/**
 * Removes the lock of a killed process. Renames it first: of two processes that find it only one succeeds, and it checks what it
 * moved.
 */
async function removeIfLeft(file: string): Promise<void> {
  const left = await leftText(file);
  if (left === null) return;
  const moved = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await rename(file, moved);
    if ((await readFile(moved, "utf8")) !== left) await link(moved, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && ["ENOENT", "EEXIST"].includes(String(error.code)))) throw error;
  } finally {
    await rm(moved, { force: true });
  }
}

/** The content of a stale lock file; null if its holder is alive or the file is gone. */
async function leftText(file: string): Promise<string | null> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
    return Date.now() - mtimeMs > STALE_MILLISECONDS || isDead(text) ? text : null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function isDead(text: string): boolean {
  const holder = JSON.parse(text) as { readonly pid: number; readonly host: string };
  if (holder.host !== hostname()) return false;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}
