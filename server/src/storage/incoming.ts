import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fromEpochMilliseconds, type Instant } from "@rostrum/contract/formats.ts";

/** The folder in which files are received; created if missing. */
export async function makeIncoming(mediaDirectory: string): Promise<string> {
  const incoming = join(mediaDirectory, "incoming");
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  return incoming;
}

/**
 * Removes received files last written before that time, and returns how many. By age only: several processes may receive
 * into the same folder, and one that starts must not remove what another is receiving.
 */
export async function sweepIncoming(incoming: string, before: Instant): Promise<number> {
  let removed = 0;
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const facts = await stat(path).catch(nullWhenMissing);
    if (facts === null || fromEpochMilliseconds(facts.mtimeMs) >= before) continue;
    await rm(path, { force: true, recursive: true });
    removed += 1;
  }
  return removed;
}

/** For `catch`: a missing file is null; any other error is rethrown. */
export function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
