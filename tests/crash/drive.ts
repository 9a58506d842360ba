import { setTimeout as sleep } from "node:timers/promises";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { Database } from "../../server/src/ground/database/connect.ts";
import { type Pending, readPending } from "./ledger.ts";
import type { Time } from "./time.ts";

export interface Drive {
  readonly db: Database;
  readonly time: Time;
  /** Time is advanced at least to here. */
  readonly horizon: Instant;
  /** Time is not advanced beyond this before it is asked again; null: however far. */
  notBeyond(): Instant | null;
  /** Whether to stop before the end: something has been killed. */
  isInterrupted(): boolean;
  /** Called before time advances; returns whether it did something that requires another look. */
  beforeTimePasses(): Promise<boolean>;
}

/** Each look asks the database for everything that is open, which with shorter pauses takes as much CPU time as the work. */
const LOOK_MILLISECONDS = 50;
/** Work due at nearly the same time runs together. */
const MARGIN_SECONDS = 20;
/** An attempt that runs longer has been interrupted: its lease must expire. */
const CUT_OFF_SECONDS = 4;
/** While a worker is running, due work must not wait longer than this. */
const STUCK_SECONDS = 120;

/** Advances time from one due moment to the next until everything has finished. */
export async function driveToEnd(drive: Drive): Promise<"ended" | "interrupted" | Stuck> {
  const { time, horizon } = drive;
  let trace = "";
  let since = performance.now();
  for (;;) {
    if (drive.isInterrupted()) return "interrupted";
    const pending = await readPending(drive.db, horizon).catch(() => null);
    if (pending === null) {
      await sleep(LOOK_MILLISECONDS);
      continue;
    }
    if (pending.trace !== trace) {
      trace = pending.trace;
      since = performance.now();
    }
    const waitedSeconds = (performance.now() - since) / 1000;
    if (waitedSeconds > STUCK_SECONDS) return { stuck: pending };
    const next = nextMoment(pending, time.now(), { horizon, isCutOff: waitedSeconds > CUT_OFF_SECONDS });
    if (next === "wait") await sleep(LOOK_MILLISECONDS);
    else if (await drive.beforeTimePasses()) since = performance.now();
    else if (next === "end") return "ended";
    else {
      const moments = [addSeconds(next, MARGIN_SECONDS), drive.notBeyond()].filter((moment) => moment !== null);
      time.passTo(moments.toSorted()[0] ?? next);
      since = performance.now();
    }
  }
}

export interface Stuck {
  readonly stuck: Pending;
}

function nextMoment(
  pending: Pending,
  now: Instant,
  { horizon, isCutOff }: { horizon: Instant; isCutOff: boolean },
): Instant | "wait" | "end" {
  const { nextAt, publishing, lease } = pending;
  if (publishing > 0 && !isCutOff) return "wait";
  if (nextAt !== null && nextAt <= now) return "wait";
  const coming = [nextAt, lease].filter((moment) => moment !== null).toSorted()[0];
  if (coming !== undefined) return coming;
  if (now < horizon) return horizon;
  return pending.unsettled > 0 ? "wait" : "end";
}
