import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../app.ts";
import { transaction } from "../database/query.ts";
import { retimeBrand } from "./timetable.ts";
import { findZoneRules, listBrandsWithSlots, storeZoneRules } from "./zone-rules-store.ts";

/** At a time: between two batches the service may be stopped. */
const BATCH = 50;
const RETRY_MILLISECONDS = 60_000;

/**
 * Works out anew when slots come and queued posts leave if the rules of time zones are others than those by which that was done last: a
 * new version of Node brings the changes that countries have decided on since. Once, at the start. Never rejects.
 */
export async function followZoneRules(app: App, stop: AbortSignal, version = process.versions.tz ?? ""): Promise<void> {
  while (!stop.aborted) {
    const isDone = await follow(app, stop, version).catch((error: unknown) => {
      app.log.error({ event: "engine trouble", part: "zone rules", err: error });
      return false;
    });
    if (isDone) return;
    await sleep(RETRY_MILLISECONDS, undefined, { signal: stop }).catch(() => {});
  }
}

/** False if it was stopped. Another process may do the same at the same time: the second finds nothing to change. */
async function follow(app: App, stop: AbortSignal, version: string): Promise<boolean> {
  const before = await findZoneRules(app.db);
  if (before === version) return true;
  let brands = 0;
  for (let last = 0; ; ) {
    const ids = await listBrandsWithSlots(app.db, last, BATCH);
    for (const id of ids) {
      if (stop.aborted) return false;
      await transaction(app.db, (tx) => retimeBrand(tx, id, app.clock.now()));
    }
    brands += ids.length;
    const end = ids.at(-1);
    if (end === undefined) break;
    last = end;
  }
  await storeZoneRules(app.db, version);
  if (brands > 0) app.log.info({ event: "zone rules followed", before, now: version, brands });
  return true;
}
