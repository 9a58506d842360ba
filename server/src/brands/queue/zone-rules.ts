import { setTimeout as sleep } from "node:timers/promises";
import { addSeconds, type Instant, secondsBetween } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { transaction } from "../../ground/database/query.ts";
import { retimeBrand } from "./timetable.ts";
import { findZoneRules, listBrandsWithSlots, storeZoneRules } from "./zone-rules-store.ts";

/** At a time: between two batches the service may be stopped. */
const BATCH = 50;
const RETRY_MILLISECONDS = 60_000;
/** By then processes of an earlier version have been replaced, which may have timed slots by the rules that they know. */
const AGAIN_SECONDS = 15 * 60;

/**
 * Works out anew when slots come and queued posts leave if the rules of time zones are others than those by which that was done last: a
 * new version of Node brings the changes that countries have decided on since. At the start, and once more a little later. Never rejects.
 */
export async function followZoneRules(app: App, stop: AbortSignal): Promise<void> {
  const version = process.versions.tz ?? "";
  const againAt = await surely(app, stop, () => applyZoneRules(app, stop, version));
  if (againAt === null) return;
  const seconds = Math.min(AGAIN_SECONDS, Math.max(0, secondsBetween(app.clock.now(), againAt)));
  await sleep(seconds * 1000, undefined, { signal: stop }).catch(() => {});
  await surely(app, stop, () => applyAgain(app, stop, version));
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

/**
 * Returns when it is to be done once more; null if it need not be. Another process may do the same at the same time: the second finds
 * nothing to change.
 */
export async function applyZoneRules(app: App, stop: AbortSignal, version: string): Promise<Instant | null> {
  const before = await findZoneRules(app.db);
  if (before?.version === version) return before.againAt;
  const brands = await retimeAll(app, stop);
  if (stop.aborted) return null;
  const againAt = brands === 0 ? null : addSeconds(app.clock.now(), AGAIN_SECONDS);
  await storeZoneRules(app.db, { version, againAt });
  if (brands > 0) app.log.info({ event: "zone rules followed", before: before?.version ?? null, now: version, brands });
  return againAt;
}

async function applyAgain(app: App, stop: AbortSignal, version: string): Promise<void> {
  await retimeAll(app, stop);
  if (!stop.aborted) await storeZoneRules(app.db, { version, againAt: null });
}

/** Returns how many brands have slots. */
async function retimeAll(app: App, stop: AbortSignal): Promise<number> {
  let brands = 0;
  for (let last = 0; ; ) {
    const ids = await listBrandsWithSlots(app.db, last, BATCH);
    for (const id of ids) {
      if (stop.aborted) return brands;
      await transaction(app.db, (tx) => retimeBrand(tx, id, app.clock));
    }
    brands += ids.length;
    const end = ids.at(-1);
    if (end === undefined) return brands;
    last = end;
  }
}
