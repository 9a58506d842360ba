import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import { type AdvisoryLocks, LOCK_SPACES } from "../../ground/database/locks.ts";
import { createWaker, type Waker } from "../../ground/loops/waker.ts";
import type { EngineContext } from "./attempt.ts";
import { workOnChannel } from "./channel-work.ts";
import { type ClockLoop, runClock, runCountsClock } from "./clock-loop.ts";
import { NEXT_COUNTS } from "./counts-store.ts";
import type { DatabaseAccess } from "./database-access.ts";
import { groupLedger } from "./group-ledger.ts";
import { guarded } from "./guarded.ts";
import { HEARTBEAT_SECONDS, type Jobs, NEXT_JOB, NEXT_TAKEN } from "./jobs.ts";
import { Lookback } from "./lookback.ts";
import { RunningJobs } from "./running-jobs.ts";
import { listAbandonedChannels, NEXT_STEP } from "./store.ts";
import { Watch } from "./watch.ts";

const POLL_MILLISECONDS = 500;
const RELEASE_MILLISECONDS = 1000;
const TAKE_OVER_MILLISECONDS = 5000;
/** Whatever is under way was due before it began, so that a look that is not whole misses nothing but what somebody has dated back. */
const TAKE_OVER_WHOLE_SECONDS = 30;
/** How long a stop waits for work in flight before interrupting it. */
const STOP_SECONDS = 20;

export interface Engine extends AsyncDisposable {
  wake(): void;
}

/** Runs until the signal aborts, then finishes what is in flight. Never rejects. */
export type BackgroundWork = (stop: AbortSignal, watch: Watch) => Promise<void>;

interface EngineOptions {
  /** Work that starts and stops with the clock and the workers. */
  readonly alongside?: readonly BackgroundWork[];
  /** For tests that cannot wait: how long a stop waits for work in flight before interrupting it. */
  readonly stopSeconds?: number;
}

/** Starts the clock and the workers. Disposing stops taking jobs, lets work in flight finish, and leaves nothing running. */
export async function startEngine(
  app: App,
  open: DatabaseAccess,
  { alongside = [], stopSeconds = STOP_SECONDS }: EngineOptions = {},
): Promise<Engine> {
  const stop = new AbortController();
  await using starting = new AsyncDisposableStack();
  const ledgerDb = starting.adopt(open.ledger(), (pool) => pool.end());
  const jobs = starting.use(await open.jobs());
  const running = new RunningJobs();
  const locks = starting.use(open.locks(LOCK_SPACES.channels));
  // A channel may go to another worker only after whatever this one was sending has been interrupted and its outcome stored.
  starting.defer(async () => void (await Promise.allSettled(running.works)));
  starting.defer(() => locks.letGo(new Error("the service stops")));
  const ground = { app, ledger: groupLedger(app, ledgerDb) };
  const watch = new Watch(app, stop.signal);
  const clockWaker = watch.waker(NEXT_STEP, { isExact: true });
  const workWaker = watch.waker(NEXT_JOB);
  const loops = [
    runClock({ ...ground, jobs, running, waker: clockWaker, onWork: workWaker.wake, stop: stop.signal }),
    runCountsClock({ app, jobs, running, waker: watch.waker(NEXT_COUNTS), onWork: workWaker.wake, stop: stop.signal }),
    runWork({ ...ground, jobs, locks, waker: workWaker, running, onMissed: clockWaker.wake, stop: stop.signal }),
    runHeartbeat({ app, jobs, running, stop: stop.signal }),
    runRelease({ app, jobs, waker: watch.waker(NEXT_TAKEN), onWork: workWaker.wake, stop: stop.signal }),
    runTakeOver({ app, jobs, waker: createWaker(stop.signal), onWork: workWaker.wake, stop: stop.signal }),
    ...alongside.map((work) => work(stop.signal, watch)),
    watch.run(),
  ];
  const started = starting.move();
  return {
    wake: clockWaker.wake,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await Promise.race([Promise.allSettled(loops), sleep(stopSeconds * 1000, undefined, { ref: false })]);
      await started.disposeAsync();
    },
  };
}

interface WorkLoop extends EngineContext {
  readonly jobs: Jobs;
  readonly locks: AdvisoryLocks;
  readonly waker: Waker;
  readonly running: RunningJobs;
  /** Called when something may be due on a channel whose work has just ended. */
  readonly onMissed: () => void;
  readonly stop: AbortSignal;
}

async function runWork({ app, ledger, jobs, locks, waker, running, onMissed, stop }: WorkLoop): Promise<void> {
  while (!stop.aborted) {
    const room = running.room;
    const taken = room.limit > 0 ? ((await guarded(app, "workers", () => jobs.take(room))) ?? []) : [];
    if (taken.length > 0) crashPoint("job.after-take");
    for (const job of taken) {
      const work = guarded(app, "channel", () => workOnChannel({ app, ledger }, locks, job.channelId, stop))
        .then(() => crashPoint("job.before-done"))
        .then(() => guarded(app, "channel", () => jobs.done(job)))
        .then(() => {
          crashPoint("job.after-done");
          if (running.remove(job)) onMissed();
          waker.wake();
        });
      running.add(job, work);
    }
    if (taken.length === 0) await waker.rest(POLL_MILLISECONDS);
  }
  // Among them what was taken at the very moment of the stop.
  await Promise.allSettled(running.works);
}

async function runHeartbeat({ app, jobs, running, stop }: Pick<WorkLoop, "app" | "jobs" | "running" | "stop">): Promise<void> {
  while (!stop.aborted || running.size > 0) {
    await guarded(app, "heartbeat", () => jobs.touch(running.jobs));
    await sleep((HEARTBEAT_SECONDS * 1000) / 3, undefined, {
      ref: false,
      signal: running.size > 0 ? new AbortController().signal : stop,
    }).catch(() => {});
  }
}

type Watching = Pick<ClockLoop, "app" | "jobs" | "waker" | "onWork" | "stop">;

/** Frees a killed worker's jobs right away instead of waiting for its heartbeat to expire. */
async function runRelease({ app, jobs, waker, onWork, stop }: Watching): Promise<void> {
  while (!stop.aborted) {
    const released = await guarded(app, "release", () => jobs.release());
    if (released !== null && released > 0) {
      app.log.warn({ event: "jobs released", jobs: released });
      onWork();
    }
    await waker.rest(RELEASE_MILLISECONDS);
  }
}

/**
 * Takes over attempts that nobody carries out any more. Without it, a channel on which nothing else is due would wait for the lease
 * of its attempt: the job of a worker that was frozen or cut off has long been taken in vain by another, while its lock was still held.
 */
async function runTakeOver({ app, jobs, waker, onWork, stop }: Watching): Promise<void> {
  const lookback = new Lookback(TAKE_OVER_WHOLE_SECONDS);
  while (!stop.aborted) {
    const now = app.clock.now();
    const look = () => lookback.look(now, (from) => listAbandonedChannels(app.db, { now, from }));
    const channels = (await guarded(app, "take over", look))?.channels ?? [];
    if (channels.length > 0) {
      await guarded(app, "take over", () => jobs.request(channels));
      onWork();
    }
    await waker.wait(TAKE_OVER_MILLISECONDS);
  }
}
