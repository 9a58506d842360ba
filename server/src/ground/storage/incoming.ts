import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, readlink, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { fromEpochMilliseconds, type Instant } from "@rostrum/contract/formats.ts";

/** Where one process receives files. */
export interface Incoming {
  /** Its own folder. */
  readonly path: string;
  /**
   * Removes files last written before that time, and all that processes have left which are gone: at once where that is certain, else
   * when such a process has given no sign for a while. Returns how many files.
   */
  sweep(before: Instant): Promise<number>;
}

/** The names of the folders that this very process has made. */
const OWN = new Set<string>();
const SIGN_SECONDS = 30;
/** Several signs, on a machine that is busy. */
const SILENCE_SECONDS = 120;

/** A folder in which this process receives files; it shows that the process lives by touching it. */
export async function makeIncoming(mediaDirectory: string): Promise<Incoming> {
  const parent = join(mediaDirectory, "incoming");
  const world = await processWorld();
  const own = `${world}-${process.pid}-${randomUUID()}`;
  const path = join(parent, own);
  OWN.add(own);
  // Others may have removed the folder of a process that stood still.
  const sign = async () => {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await utimes(path, new Date(), new Date());
  };
  await sign();
  setInterval(() => void sign().catch(() => {}), SIGN_SECONDS * 1000).unref();
  /** By folder, its last sign and since when, by this process's own clock, that has been the last. */
  const signs = new Map<string, { readonly sign: number; readonly since: number }>();

  /** Other machines' clocks may differ, so a sign is only compared with the one before. */
  const isSilent = (name: string, sign: number): boolean => {
    const known = signs.get(name);
    if (known?.sign !== sign) signs.set(name, { sign, since: performance.now() });
    return known?.sign === sign && performance.now() - known.since > SILENCE_SECONDS * 1000;
  };

  return {
    path,
    async sweep(before) {
      let removed = await removeOld(path, before);
      for (const name of await readdir(parent)) {
        const other = join(parent, name);
        const facts = await stat(other).catch(nullWhenMissing);
        if (OWN.has(name) || facts === null) continue;
        // As the version before has left it.
        if (!facts.isDirectory()) removed += await removeIfOld(other, before);
        else if (isEnded(name, world) || isSilent(name, facts.mtimeMs)) {
          removed += (await readdir(other).catch(nullWhenMissing))?.length ?? 0;
          await rm(other, { force: true, recursive: true });
          signs.delete(name);
        }
      }
      return removed;
    },
  };
}

/** Within which a process id names one process: a namespace of a kernel since it has started. Null where nothing tells it, as on macOS. */
async function processWorld(): Promise<string | null> {
  try {
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8");
    return `${boot}${await readlink("/proc/self/ns/pid")}`.replaceAll(/[^\da-f]/g, "");
  } catch {
    return null;
  }
}

/** Whether the process of a folder is certainly gone. */
function isEnded(name: string, world: string | null): boolean {
  const [theirs, pid] = name.split("-");
  if (world === null || theirs !== world) return false;
  return Number(pid) === process.pid || !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** What is in a folder, and was last written before that time; returns how many. */
async function removeOld(folder: string, before: Instant): Promise<number> {
  let removed = 0;
  for (const name of (await readdir(folder).catch(nullWhenMissing)) ?? []) removed += await removeIfOld(join(folder, name), before);
  return removed;
}

async function removeIfOld(path: string, before: Instant): Promise<number> {
  const facts = await stat(path).catch(nullWhenMissing);
  if (facts === null || fromEpochMilliseconds(facts.mtimeMs) >= before) return 0;
  await rm(path, { force: true, recursive: true });
  return 1;
}

/** For `catch`: a missing file is null; any other error is rethrown. */
export function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
