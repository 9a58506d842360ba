import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../app.ts";
import { transaction } from "../database/query.ts";
import { retimeBrand } from "./timetable.ts";
import { findZoneRules, listBrandsWithSlots, storeZoneRules } from "./zone-rules-store.ts";

/** At a time: between two batches the service may be stopped. */
const BATCH = 50;
const RETRY_MILLISECONDS = 60_000;
/** Until then processes of an earlier version that are being replaced may have timed slots by the rules that they know. */
const AGAIN_MILLISECONDS = 15 * 60_000;

/**
 * Works out anew when slots come and queued posts leave if the rules of time zones are others than those by which that was done last: a
 * new version of Node brings the changes that countries have decided on since. At the start, and once more a little later. Never rejects.
 */
export async function followZoneRules(app: App, stop: AbortSignal): Promise<void> {
  const version = process.versions.tz ?? "";
  const outcome = await surely(app, stop, () => applyZoneRules(app, stop, version));
  if (outcome !== "applied") return;
  await sleep(AGAIN_MILLISECONDS, undefined, { signal: stop }).catch(() => {});
  await surely(app, stop, () => retimeAll(app, stop));
}

/** Tries it again until it is done or stopped. */
async function surely<T>(app: App, stop: AbortSignal, work: () => Promise<T>): Promise<T | null> {
  while (!stop.aborted) {
    try {
      return await work();
    } catch (error) {
      app.log.error({ event: "engine trouble", part: "zone rules", err: error });
      await sleep(RETRY_MILLISECONDS, undefined, { signal: stop }).catch(() => {});
    }
  }
  return null;
}

/** Another process may do the same at the same time: the second finds nothing to change. */
export async function applyZoneRules(app: App, stop: AbortSignal, version: string): Promise<"same" | "applied" | "stopped"> {
  const before = await findZoneRules(app.db);
  if (before === version) return "same";
  const brands = await retimeAll(app, stop);
  if (stop.aborted) return "stopped";
  await storeZoneRules(app.db, version);
  if (brands > 0) app.log.info({ event: "zone rules followed", before, now: version, brands });
  return "applied";
}

/** Returns how many brands have slots. */
async function retimeAll(app: App, stop: AbortSignal): Promise<number> {
  let brands = 0;
  for (let last = 0; ; ) {
    const ids = await listBrandsWithSlots(app.db, last, BATCH);
    for (const id of ids) {
      if (stop.aborted) return brands;
      await transaction(app.db, (tx) => retimeBrand(tx, id, app.clock.now()));
    }
    brands += ids.length;
    const end = ids.at(-1);
    if (end === undefined) return brands;
    last = end;
  }
}
