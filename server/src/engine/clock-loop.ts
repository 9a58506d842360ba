import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { crashPoint } from "../crash-points.ts";
import type { Ground } from "./attempt.ts";
import { letLeave } from "./clock.ts";
import { listChannelsWithDueCounts } from "./counts-store.ts";
import { guarded } from "./guarded.ts";
import type { Jobs } from "./jobs.ts";
import type { RunningJobs } from "./running-jobs.ts";
import { findNextMoment, listDueChannels } from "./store.ts";
import type { Waker } from "./waker.ts";

/** The clock looks again at least this often: other processes make posts too. */
const TICK_MILLISECONDS = 250;
const CHANNELS_MAX = 1000;

export interface ClockLoop extends Ground {
  readonly jobs: Jobs;
  readonly running: RunningJobs;
  readonly waker: Waker;
  readonly onWork: () => void;
  readonly stop: AbortSignal;
}

/** Lets posts leave at their moment, and asks for work on the channels on which something is due. */
export async function runClock(loop: ClockLoop): Promise<void> {
  const { app, waker, stop } = loop;
  while (!stop.aborted) {
    const rest = await guarded(app, "clock", () => tick(loop));
    if (rest !== 0) await waker.wait(rest ?? TICK_MILLISECONDS);
  }
}

/** Answers how many milliseconds there is nothing to do; 0 when there may be more at once. */
async function tick({ app, ledger, jobs, running, onWork }: ClockLoop): Promise<number> {
  const begin = app.clock.now();
  const more = await letLeave({ app, ledger });
  const now = app.clock.now();
  const due = await listDueChannels(app.db, now, CHANNELS_MAX);
  const counts = await listChannelsWithDueCounts(app.db, now, CHANNELS_MAX);
  const channels = running.passOver([...new Set([...due, ...counts])]);
  if (channels.length > 0) {
    crashPoint("jobs.before-request");
    await jobs.request(channels);
    crashPoint("jobs.after-request");
    onWork();
  }
  if (more) return 0;
  // What has become due since this look began may have come too late for it.
  const next = await findNextMoment(app.db, begin);
  return next === null ? TICK_MILLISECONDS : Math.min(TICK_MILLISECONDS, millisecondsUntil(next, app.clock.now()));
}

/** At least one: timers may be a little early. */
function millisecondsUntil(moment: Instant, now: Instant): number {
  return Math.max(1, Math.ceil(toEpochMilliseconds(moment) - toEpochMilliseconds(now)));
}
