import type { App } from "../../app.ts";
import type { AdvisoryLocks } from "../../ground/database/locks.ts";
import type { Waker } from "../../ground/loops/waker.ts";
import { makeArchive, removeOldArchives } from "./make.ts";
import { listUnmade } from "./store.ts";

/** Somebody waits for the beginning. */
const PAUSE_MILLISECONDS = 2000;
const AT_ONCE_MAX = 10;

/** Makes the archives that people have asked for, and removes old ones, until stopped. Never rejects. */
export async function runArchives(
  app: App,
  { locks, stop, waker }: { readonly locks: AdvisoryLocks; readonly stop: AbortSignal; readonly waker: Pick<Waker, "rest"> },
): Promise<void> {
  while (!stop.aborted) {
    await workOnArchives(app, { locks, stop }).catch((error: unknown) =>
      app.log.error({ event: "engine trouble", part: "archives", err: error }),
    );
    await waker.rest(PAUSE_MILLISECONDS);
  }
}

/** One after the other. An archive whose process has died has no lock any more, and is begun again. */
export async function workOnArchives(
  app: App,
  { locks, stop }: { readonly locks: AdvisoryLocks; readonly stop: AbortSignal },
): Promise<void> {
  await removeOldArchives(app);
  for (const id of await listUnmade(app.db, { now: app.clock.now(), limit: AT_ONCE_MAX })) {
    await using lock = await locks.acquire(id);
    if (lock !== null) await makeArchive(app, id, AbortSignal.any([stop, lock.signal]));
  }
}
