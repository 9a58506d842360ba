import { createHash, randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type TakeTurns, turnsInProcess } from "@rostrum/contract/client/reconcile/turns.ts";

/**
 * Turns among all processes of a user: whoever made the lock file has the turn. Without them two processes that create the
 * same post at the same moment could not tell whose post the lists show when a reply is lost. Where no file can be made, as
 * on a read-only disk, turns hold within the process alone.
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
/** A holder that has not been heard of for so long is gone, wherever it ran. */
const STALE_MILLISECONDS = 30_000;

/** Waits for the turn and answers what ends it; null where there can be no files. */
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
    if (error instanceof Error && "code" in error && ["EACCES", "EROFS", "ENOTDIR", "EPERM", "ENOSPC"].includes(String(error.code)))
      return null;
    throw error;
  }
  const beat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), BEAT_MILLISECONDS);
  beat.unref();
  return async () => {
    clearInterval(beat);
    await rm(file, { force: true });
  };
}

/** False when somebody else has the turn. The file appears with its content: it is linked, not written. */
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

/** Takes away what a killed process left. It is moved first: of two that find it one alone moves it, and what it moved is looked at again. */
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

/** What stands in a lock file whose holder is gone; null where the holder lives, or the file is no more. */
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
