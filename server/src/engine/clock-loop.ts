import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { crashPoint } from "../crash-points.ts";
import type { Waker } from "../loops/waker.ts";
import type { Ground } from "./attempt.ts";
import { letLeave } from "./clock.ts";
import { listChannelsWithDueCounts } from "./counts-store.ts";
import { guarded } from "./guarded.ts";
import type { Jobs } from "./jobs.ts";
import { Lookback } from "./lookback.ts";
import type { RunningJobs } from "./running-jobs.ts";
import { findNextMoment, listDueChannels } from "./store.ts";

/** The clock polls at least this often, because other processes create posts too. */
const TICK_MILLISECONDS = 250;
const CHANNELS_MAX = 1000;

export interface ClockLoop extends Ground {
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
    const rest = await guarded(app, "clock", () => tick(loop, lookbacks));
    if (rest !== 0) await waker.wait(rest ?? TICK_MILLISECONDS);
  }
}

/** Returns how many milliseconds to sleep; 0 if there may be more to do right away. */
async function tick({ app, ledger, jobs, running, onWork }: ClockLoop, lookbacks: Lookbacks): Promise<number> {
  const begin = app.clock.now();
  const more = await depart({ app, ledger }, lookbacks.posts, begin);
  const now = app.clock.now();
  const due = await dueChannels(app, lookbacks.deliveries, now);
  const counts = await listChannelsWithDueCounts(app.db, now, CHANNELS_MAX);
  const channels = running.passOver([...new Set([...due, ...counts])]);
  if (channels.length > 0) {
    crashPoint("jobs.before-request");
    await jobs.request(channels);
    crashPoint("jobs.after-request");
    onWork();
  }
  if (more) return 0;
  // This pass may have missed what became due since it began.
  const next = await findNextMoment(app.db, begin);
  return next === null ? TICK_MILLISECONDS : Math.min(TICK_MILLISECONDS, millisecondsUntil(next, app.clock.now()));
}

/** Returns whether there may be more. */
async function depart(ground: Ground, lookback: Lookback, now: Instant): Promise<boolean> {
  const from = lookback.at(now);
  const { more, oldest } = await letLeave(ground, from);
  if (from === null) lookback.looked(now, oldest);
  return more;
}

async function dueChannels({ db }: Ground["app"], lookback: Lookback, now: Instant): Promise<readonly number[]> {
  const from = lookback.at(now);
  const { ids, oldest } = await listDueChannels(db, { now, from, limit: CHANNELS_MAX });
  if (from === null) lookback.looked(now, oldest);
  return ids;
}

interface Lookbacks {
  readonly posts: Lookback;
  readonly deliveries: Lookback;
}

/** At least one, because timers may fire slightly early. */
function millisecondsUntil(moment: Instant, now: Instant): number {
  return Math.max(1, Math.ceil(toEpochMilliseconds(moment) - toEpochMilliseconds(now)));
}
