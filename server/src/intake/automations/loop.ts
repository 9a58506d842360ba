import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app.ts";
import type { AdvisoryLocks } from "../../ground/database/locks.ts";
import { createWaker, type Waker } from "../../ground/loops/waker.ts";
import { RecentFeeds } from "./recent-feeds.ts";
import { type RunTools, runAutomation } from "./run.ts";
import { listDueAutomations } from "./run-store.ts";

/** Automations that one process runs concurrently. */
const RUNS_AT_ONCE = 8;
const POLL_MILLISECONDS = 1000;
/** A server gets at most one request from us in this time, not counting media. */
const HOST_PAUSE_MILLISECONDS = 1000;

/** Runs due automations until stopped; resolves when nothing is in flight. Never rejects. */
export async function runAutomations(
  app: App,
  {
    locks,
    stop,
    waker = createWaker(stop),
  }: { readonly locks: AdvisoryLocks; readonly stop: AbortSignal; readonly waker?: Pick<Waker, "rest"> },
): Promise<void> {
  const tools: RunTools = { locks, stop, feeds: new RecentFeeds(), chance: Math.random };
  const busy = new Map<string, Promise<void>>();
  while (!stop.aborted) {
    const due = await listDueAutomations(app.db, {
      now: app.clock.now(),
      busyHosts: [...busy.keys()],
      limit: RUNS_AT_ONCE - busy.size,
    }).catch((error: unknown) => {
      app.log.error({ event: "engine trouble", part: "automations", err: error });
      return [];
    });
    for (const { id, host } of due) {
      const run = runAutomation(app, id, tools)
        .catch((error: unknown) => app.log.error({ event: "engine trouble", part: "automation", automation: id, err: error }))
        .then(() => pause(HOST_PAUSE_MILLISECONDS, stop))
        .then(() => void busy.delete(host));
      busy.set(host, run);
    }
    await waker.rest(POLL_MILLISECONDS);
  }
  await Promise.all(busy.values());
}

/** Runs everything currently due, once; for tests that step the clock. */
export async function runDueAutomations(app: App, tools: RunTools): Promise<void> {
  const done = new Set<number>();
  for (;;) {
    const due = await listDueAutomations(app.db, { now: app.clock.now(), busyHosts: [], limit: RUNS_AT_ONCE });
    const open = due.filter(({ id }) => !done.has(id));
    if (open.length === 0) return;
    for (const { id } of open) {
      done.add(id);
      await runAutomation(app, id, tools);
    }
  }
}

async function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal: stop }).catch(() => {});
}
