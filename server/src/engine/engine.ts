import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../app.ts";
import { runAutomations } from "../automations/loop.ts";
import { runCatchUp } from "../media/catch-up.ts";
import { workOnChannel } from "./channel-work.ts";
import { letLeave } from "./clock.ts";
import { listChannelsWithDueCounts } from "./counts.ts";
import { crashPoint } from "./crash-points.ts";
import { groupLedger } from "./group-ledger.ts";
import { type ChannelJob, HEARTBEAT_SECONDS, type Jobs, startJobs } from "./jobs.ts";
import { AUTOMATION_LOCK_SPACE, ChannelLocks } from "./locks.ts";
import { listDueChannels } from "./store.ts";
import { createWaker, type Waker } from "./waker.ts";

const TICK_MILLISECONDS = 250;
const POLL_MILLISECONDS = 500;
const RELEASE_MILLISECONDS = 1000;
/** Channels on which one process works at the same time. */
const CHANNELS_AT_ONCE = 50;
/** How long a stop waits for what is in flight before it is told to end. */
const STOP_SECONDS = 20;

export interface Engine extends AsyncDisposable {
  wake(): void;
}

/** Starts the clock and the workers. Disposing stops claiming, lets what is in flight end, and leaves nothing running. */
export async function startEngine(app: App, databaseUrl: string): Promise<Engine> {
  const stop = new AbortController();
  const jobs = await startJobs({ url: databaseUrl, log: app.log, supervise: true });
  const locks = new ChannelLocks(databaseUrl);
  const automationLocks = new ChannelLocks(databaseUrl, AUTOMATION_LOCK_SPACE);
  const clockWaker = createWaker(stop.signal);
  const workWaker = createWaker(stop.signal);
  const running = new Map<ChannelJob, Promise<void>>();
  const loops = [
    runClock({ app, jobs, waker: clockWaker, onWork: workWaker.wake, stop: stop.signal }),
    runWork({ app, jobs, locks, waker: workWaker, running, stop: stop.signal }),
    runHeartbeat({ app, jobs, running, stop: stop.signal }),
    runRelease({ app, jobs, waker: createWaker(stop.signal), onWork: workWaker.wake, stop: stop.signal }),
    runCatchUp(app, stop.signal),
    runAutomations(app, { locks: automationLocks, stop: stop.signal }),
  ];
  return {
    wake: clockWaker.wake,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await Promise.race([Promise.allSettled([...loops, ...running.values()]), sleep(STOP_SECONDS * 1000, undefined, { ref: false })]);
      await locks[Symbol.asyncDispose]();
      await automationLocks[Symbol.asyncDispose]();
      await Promise.allSettled(running.values());
      await jobs[Symbol.asyncDispose]();
    },
  };
}

interface ClockLoop {
  readonly app: App;
  readonly jobs: Jobs;
  readonly waker: Waker;
  readonly onWork: () => void;
  readonly stop: AbortSignal;
}

async function runClock({ app, jobs, waker, onWork, stop }: ClockLoop): Promise<void> {
  while (!stop.aborted) {
    const more = await guarded(app, "clock", async () => {
      const more = await letLeave(app);
      const now = app.clock.now();
      const due = await listDueChannels(app.db, now, 1000);
      const counts = await listChannelsWithDueCounts(app.db, now, 1000);
      const channels = [...new Set([...due, ...counts])];
      if (channels.length > 0) {
        crashPoint("jobs.before-request");
        await jobs.request(channels);
        crashPoint("jobs.after-request");
        onWork();
      }
      return more;
    });
    if (more !== true) await waker.wait(TICK_MILLISECONDS);
  }
}

interface WorkLoop {
  readonly app: App;
  readonly jobs: Jobs;
  readonly locks: ChannelLocks;
  readonly waker: Waker;
  readonly running: Map<ChannelJob, Promise<void>>;
  readonly stop: AbortSignal;
}

async function runWork({ app, jobs, locks, waker, running, stop }: WorkLoop): Promise<void> {
  const ledger = groupLedger(app);
  while (!stop.aborted) {
    const free = CHANNELS_AT_ONCE - running.size;
    const taken = free > 0 ? ((await guarded(app, "workers", () => jobs.take(free))) ?? []) : [];
    if (taken.length > 0) crashPoint("job.after-take");
    for (const job of taken) {
      const work = guarded(app, "channel", () => workOnChannel({ app, ledger }, locks, job.channelId, stop))
        .then(() => crashPoint("job.before-done"))
        .then(() => guarded(app, "channel", () => jobs.done(job)))
        .then(() => {
          crashPoint("job.after-done");
          running.delete(job);
          waker.wake();
        });
      running.set(job, work);
    }
    if (taken.length === 0) await waker.wait(POLL_MILLISECONDS);
  }
}

async function runHeartbeat({ app, jobs, running, stop }: Pick<WorkLoop, "app" | "jobs" | "running" | "stop">): Promise<void> {
  while (!stop.aborted || running.size > 0) {
    await guarded(app, "heartbeat", () => jobs.touch([...running.keys()]));
    await sleep((HEARTBEAT_SECONDS * 1000) / 3, undefined, {
      ref: false,
      signal: running.size > 0 ? new AbortController().signal : stop,
    }).catch(() => {});
  }
}

/** What a killed worker had taken is free again at once, and not only when its heartbeat is missed. */
async function runRelease({ app, jobs, waker, onWork, stop }: ClockLoop): Promise<void> {
  while (!stop.aborted) {
    const released = await guarded(app, "release", () => jobs.release());
    if (released !== null && released > 0) {
      app.log.warn({ event: "jobs released", jobs: released });
      onWork();
    }
    await waker.wait(RELEASE_MILLISECONDS);
  }
}

/** The database may be away for a while: a loop says so and goes on. */
async function guarded<T>(app: App, part: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    app.log.error({ event: "engine trouble", part, err: error });
    await sleep(1000);
    return null;
  }
}
