import { setTimeout as sleep } from "node:timers/promises";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import {
  beginUpkeep,
  deleteOthers,
  dropPartition,
  listMissingMonths,
  listOldPartitions,
  type Month,
  makeMonth,
} from "./attempt-details-store.ts";
import { guarded } from "./guarded.ts";

const UPKEEP_MILLISECONDS = 3_600_000;
/** After an upkeep that had to give way, such as to a dump. */
const AGAIN_MILLISECONDS = 300_000;
/** This month and those after it. */
const MONTHS_AHEAD = 3;
const BATCH = 1_000;

/** Makes the months to come and drops those whose time is over, until stopped. Never rejects. */
export async function keepDetails(app: App, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const isDone = await guarded(app, "attempt details", () => keepOnce(app));
    await sleep(isDone === true ? UPKEEP_MILLISECONDS : AGAIN_MILLISECONDS, undefined, { signal: stop, ref: false }).catch(() => {});
  }
}

/**
 * What an attempt sent and got is kept for the days that the setting says and, since whole months are dropped, up to a month longer.
 * How the attempt ended is not part of it: that stays. False if there is more to do once others have let go of the table.
 */
export async function keepOnce(app: App): Promise<boolean> {
  try {
    await keep(app);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
    app.log.debug({ event: "attempt details in use" });
    return false;
  }
}

const LOCK_NOT_AVAILABLE = "55P03";

async function keep(app: App): Promise<void> {
  const now = app.clock.now();
  await change(app, async (tx) => {
    for (const month of await listMissingMonths(tx, monthsFrom(now, MONTHS_AHEAD))) await makeMonth(tx, month);
  });
  const { attemptDays } = app.config;
  if (attemptDays === 0) return;
  const before = addSeconds(now, -attemptDays * 24 * 3600);
  for (let name = await dropOldest(app, before); name !== null; name = await dropOldest(app, before))
    app.log.info({ event: "attempt details dropped", partition: name });
  while ((await deleteOthers(app.db, { before, limit: BATCH })) === BATCH);
}

/** Looks for it when no other process drops one: which one it was, null for none. */
async function dropOldest(app: App, before: Instant): Promise<string | null> {
  return change(app, async (tx) => {
    const [name = null] = await listOldPartitions(tx, before);
    if (name !== null) await dropPartition(tx, name);
    return name;
  });
}

/** Null if another process is at it. */
async function change<T>(app: App, work: (tx: Queryable) => Promise<T>): Promise<T | null> {
  return transaction(app.db, async (tx) => ((await beginUpkeep(tx)) ? work(tx) : null));
}

/** The month of that moment and those after it, in UTC. */
export function monthsFrom(now: Instant, count: number): Month[] {
  const [year, month] = now.split("-").map(Number) as [number, number];
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [firstOf(year, month + index), firstOf(year, month + index + 1)];
    return { name: `attempt_details_${from.slice(0, 7).replace("-", "_")}`, from, to };
  });
}

/** Months above 12 are of the years that follow. */
function firstOf(year: number, month: number): Instant {
  return new Date(Date.UTC(year, month - 1)).toISOString().replace("000Z", "000000Z") as Instant;
}
