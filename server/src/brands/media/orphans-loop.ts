import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app.ts";
import { collectOrphans, isOwner, orphansBefore } from "./orphans.ts";
import { isCollectionDue, recordCollection } from "./orphans-store.ts";

const COLLECT_HOURS = 24;
const LOOK_SECONDS = 3600;
/** By then a process that was killed before this one began has given no sign for long enough. */
const SECOND_LOOK_SECONDS = 180;
const STOP_SECONDS_MAX = 5;
/** Backups and archives that come one after the other must not keep the last pages from ever being looked at. */
const PAGE_SECONDS_MAX = 1800;

/** `db` has to keep sessions: a collection holds its lock longer than a transaction. */
type Ground = Pick<App, "db" | "storage" | "log" | "clock">;

interface Keeping {
  /** Whether orphans are collected. Not by a process that is only to look at a copy of the database: the files are the original's. */
  readonly collects: boolean;
}

/**
 * Cleans up media storage until disposed. Runs in every process, whatever its role, because each machine has its own received
 * files; orphans are collected once a day by whichever of the processes that do so comes first.
 */
export function startMediaKeeping(app: Ground, keeping: Keeping): AsyncDisposable {
  const stop = new AbortController();
  const loop = keepTidy(app, keeping, stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      // An unresponsive store must not delay shutdown; unfinished work is done another day.
      await Promise.race([loop, sleep(STOP_SECONDS_MAX * 1000, undefined, { ref: false })]);
    },
  };
}

async function keepTidy(app: Ground, keeping: Keeping, stop: AbortSignal): Promise<void> {
  for (let pause = SECOND_LOOK_SECONDS; !stop.aborted; pause = LOOK_SECONDS) {
    await tidyOnce(app, keeping, stop).catch((error: unknown) => {
      if (!stop.aborted) app.log.error({ event: "media not tidied", err: error });
    });
    await sleep(pause * 1000, undefined, { signal: stop, ref: false }).catch(() => {});
  }
}

/** Does everything that is currently due. */
export async function tidyOnce(app: Ground, { collects }: Keeping = { collects: true }, stop?: AbortSignal): Promise<void> {
  const unfinished = await app.storage.sweep(orphansBefore());
  if (unfinished > 0) app.log.info({ event: "unfinished uploads removed", uploads: unfinished });
  if (!collects) return void (await isOwner(app, app.db));
  const due = { now: app.clock.now(), hours: COLLECT_HOURS };
  if (!(await isCollectionDue(app.db, due))) return;
  const options = { before: orphansBefore(), patienceSeconds: PAGE_SECONDS_MAX, ...(stop && { stop }) };
  const collection = await collectOrphans(app, options);
  if (collection !== null) await recordCollection(app.db, due.now);
}
