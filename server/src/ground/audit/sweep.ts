import { setTimeout as sleep } from "node:timers/promises";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { transaction } from "../database/query.ts";
import { record } from "./record.ts";
import { fact } from "./rules.ts";
import { allowForgetting, deleteEntries } from "./store.ts";

const SWEEP_MILLISECONDS = 3_600_000;
/** So that no transaction takes long. */
const ENTRIES_AT_ONCE = 10_000;

/** Forgets entries that are older than the setting says, once an hour until stopped. Never rejects. */
export async function sweepAudit(app: App, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await forgetOld(app, stop).catch((error: unknown) => app.log.error({ event: "engine trouble", part: "audit", err: error }));
    await sleep(SWEEP_MILLISECONDS, undefined, { signal: stop }).catch(() => {});
  }
}

async function forgetOld(app: App, stop: AbortSignal): Promise<void> {
  const before = forgottenBefore(app.clock.now(), app.config.auditDays);
  for (let count = ENTRIES_AT_ONCE; count === ENTRIES_AT_ONCE && !stop.aborted; ) count = await forgetSome(app, before);
}

/** By whole days of UTC: the trail tells once a day that something was forgotten. */
function forgottenBefore(now: Instant, days: number): Instant {
  return `${addSeconds(now, -days * 86_400).slice(0, 10)}T00:00:00.000000Z` as Instant;
}

async function forgetSome(app: App, before: Instant): Promise<number> {
  return transaction(app.db, async (tx) => {
    await allowForgetting(tx);
    const count = await deleteEntries(tx, before, ENTRIES_AT_ONCE);
    const changes = [fact("entries", count), fact("before", before)];
    if (count > 0)
      await record(app, tx, { action: "audit.forgotten", brandId: null, object: { type: "audit", id: null, name: null }, changes });
    return count;
  });
}
