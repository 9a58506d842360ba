import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import type { Waker } from "../../ground/loops/waker.ts";
import type { EngineContext } from "./attempt.ts";
import { letLeave } from "./clock.ts";
import { listChannelsWithDueCounts } from "./counts-store.ts";
import { guarded } from "./guarded.ts";
import type { Jobs } from "./jobs.ts";
import { Lookback } from "./lookback.ts";
import type { RunningJobs } from "./running-jobs.ts";
import { findNextMoment, listDueChannels } from "./store.ts";

/** The clock looks at least this often while there is something to do. */
const TICK_MILLISECONDS = 250;
/** And this often when there is nothing: by then it finds what another machine's clock has dated back. */
const IDLE_MILLISECONDS = 10_000;
const COUNTS_MILLISECONDS = 1000;
const CHANNELS_MAX = 1000;

export interface ClockLoop extends EngineContext {
  readonly jobs: Jobs;
  readonly running: RunningJobs;
  readonly waker: Waker;
  readonly onWork: () => void;
  readonly stop: AbortSignal;
}

/** Releases posts when they are due, and requests work on channels that have something due. */
export async function runClock(loop: ClockLoop): Promise<void> {
  const { app, waker, stop } = loop;
  const lookbacks = { posts: new Lookback(), deliveries: new Lookback() };
  while (!stop.aborted) {
    const ticked = await guarded(app, "clock", () => tick(loop, lookbacks));
    if (ticked === null) await waker.wait(TICK_MILLISECONDS);
    else if (ticked.isIdle) await waker.rest(TICK_MILLISECONDS, ticked.milliseconds);
    else if (ticked.milliseconds > 0) await waker.wait(ticked.milliseconds);
  }
}

interface Ticked {
  /** How long to sleep at most; 0 if there may be more to do right away. */
  readonly milliseconds: number;
  /** Whether nothing was to be done, so that it may sleep until something is. */
  readonly isIdle: boolean;
}

async function tick({ app, ledger, jobs, running, onWork }: ClockLoop, lookbacks: Lookbacks): Promise<Ticked> {
  const begin = app.clock.now();
  // What has left already is delivered, whatever keeps the rest.
  const [departed] = await Promise.allSettled([lookbacks.posts.look(begin, (from) => letLeave({ app, ledger }, from))]);
  const now = app.clock.now();
  const due = await lookbacks.deliveries.look(now, (from) => listDueChannels(app.db, { now, from, limit: CHANNELS_MAX }));
  const channels = running.passOver(due.channels);
  if (channels.length > 0) {
    crashPoint("jobs.before-request");
    await jobs.request(channels);
    crashPoint("jobs.after-request");
    onWork();
  }
  if (departed.status === "rejected") throw departed.reason;
  if (departed.value.more) return { milliseconds: 0, isIdle: false };
  // They are due still, and would be asked for again at once.
  if (departed.value.left > 0) return { milliseconds: TICK_MILLISECONDS, isIdle: false };
  // This pass may have missed what became due since it began.
  const next = await findNextMoment(app.db, begin);
  const isIdle = channels.length === 0;
  const most = isIdle ? IDLE_MILLISECONDS : TICK_MILLISECONDS;
  return { milliseconds: next === null ? most : Math.min(most, millisecondsUntil(next, app.clock.now())), isIdle };
}

/**
 * Requests work on channels with engagement counts to read. Apart from the clock: posts do not wait for it, however many are overdue.
 */
export async function runCountsClock({ app, jobs, running, waker, onWork, stop }: Omit<ClockLoop, "ledger">): Promise<void> {
  while (!stop.aborted) {
    await guarded(app, "counts", async () => {
      const channels = running.passOver(await listChannelsWithDueCounts(app.db, app.clock.now(), CHANNELS_MAX));
      if (channels.length === 0) return;
      await jobs.request(channels);
      onWork();
    });
    await waker.rest(COUNTS_MILLISECONDS);
  }
}

interface Lookbacks {
  readonly posts: Lookback;
  readonly deliveries: Lookback;
}

/** At least one, because timers may fire slightly early. */
function millisecondsUntil(moment: Instant, now: Instant): number {
  return Math.max(1, Math.ceil(toEpochMilliseconds(moment) - toEpochMilliseconds(now)));
}
