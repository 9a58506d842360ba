import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../app.ts";
import { collectOrphans, orphansBefore } from "./orphans.ts";
import { isCollectionDue, recordCollection } from "./orphans-store.ts";

const COLLECT_HOURS = 24;
const LOOK_SECONDS = 3600;
const STOP_SECONDS_MAX = 5;

/**
 * Keeps the storage of media tidy until it is disposed of. In every process, whatever its role: each machine has received
 * files of its own. The rest is done once a day by whoever comes first.
 */
export function startMediaKeeping(app: App): AsyncDisposable {
  const stop = new AbortController();
  const loop = keepTidy(app, stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      // A store that does not answer must not keep the service; whatever is not done now is done another day.
      await Promise.race([loop, sleep(STOP_SECONDS_MAX * 1000, undefined, { ref: false })]);
    },
  };
}

async function keepTidy(app: App, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await tidyOnce(app, stop).catch((error: unknown) => {
      if (!stop.aborted) app.log.error({ event: "media not tidied", err: error });
    });
    await sleep(LOOK_SECONDS * 1000, undefined, { signal: stop, ref: false }).catch(() => {});
  }
}

/** Everything that is due at this moment. */
export async function tidyOnce(app: App, stop?: AbortSignal): Promise<void> {
  const unfinished = await app.storage.sweep(orphansBefore());
  if (unfinished > 0) app.log.info({ event: "unfinished uploads removed", uploads: unfinished });
  const due = { now: app.clock.now(), hours: COLLECT_HOURS };
  if (!(await isCollectionDue(app.db, due))) return;
  const collection = await collectOrphans(app, { before: orphansBefore(), ...(stop && { stop }) });
  if (collection !== null && !stop?.aborted) await recordCollection(app.db, due.now);
}
