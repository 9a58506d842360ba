import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../app.ts";
import { transaction } from "../database/query.ts";
import { sumChanges } from "./store.ts";

const PAUSE_MILLISECONDS = 5_000;

/** Sums changes into the totals until stopped, so that few are left to be added when a list is read. Never rejects. */
export async function sumTotals(app: App, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const isMore = await transaction(app.db, sumChanges).catch((error: unknown) => {
      app.log.error({ event: "engine trouble", part: "totals", err: error });
      return false;
    });
    if (!isMore) await sleep(PAUSE_MILLISECONDS, undefined, { signal: stop }).catch(() => {});
  }
}
