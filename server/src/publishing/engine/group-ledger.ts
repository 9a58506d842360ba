import type { Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { type CrashPoint, crashPoint } from "../../ground/crash-points.ts";
import type { Database } from "../../ground/database/connect.ts";
import { gather } from "../../ground/database/gather.ts";
import { transaction } from "../../ground/database/query.ts";
import { type Advance, type Advanced, type DeliveryChange, storeAdvances } from "./advance-store.ts";
import { departDue } from "./depart.ts";
import type { Left } from "./departures-store.ts";
import { countAdvances, countSkipped } from "./figures.ts";
import { type ChannelTurns, type CheckpointWrite, nextTurns, storeCheckpoints, type TurnsAsked } from "./ledger-store.ts";

/** The ledger for the channels of one process: concurrent reads and writes share one statement and one commit. */
export interface GroupLedger {
  /** What is due next on a channel; null if the channel is gone. */
  next(asked: TurnsAsked): Promise<ChannelTurns | null>;
  /** Stores how an attempt ended and which one starts; durable once this resolves. */
  advance(advance: Advance): Promise<Advanced>;
  /** Stores progress of an attempt, durable once this resolves; false if it is no longer the delivery's latest. */
  checkpoint(write: CheckpointWrite): Promise<boolean>;
  /** Sends off up to `limit` scheduled and immediate posts that are due, and not since before `from`; returns what left. */
  departDue(leave: Leave): Promise<Pick<Left, "posts" | "until">>;
}

interface Leave {
  readonly limit: number;
  /** Null: however long they have been due. */
  readonly from: Instant | null;
}

/** Maximum rows per statement: others wait for its locks, and the next batch fills while it runs. */
const MOST = 25;

/** `db`: connections of `connectLedger`. */
export function groupLedger(app: Pick<App, "clock" | "changes" | "metrics">, db: Database): GroupLedger {
  const { clock } = app;
  return {
    next: gather((asked: readonly TurnsAsked[]) => nextTurns(db, asked, clock.now()), { most: MOST, lanes: 1 }),
    advance: gather((advances: readonly Advance[]) => advance(app, db, advances), { most: MOST, lanes: 2 }),
    checkpoint: gather((writes: readonly CheckpointWrite[]) => storeCheckpoints(db, writes), { most: MOST, lanes: 1 }),
    departDue: (leave) => departNow(app, db, leave),
  };
}

async function departNow(
  { clock, changes, metrics }: Pick<App, "clock" | "changes" | "metrics">,
  db: Database,
  leave: Leave,
): Promise<Left> {
  const left = await transaction(db, async (tx) => {
    const left = await departDue(tx, { ...leave, now: clock.now() });
    if (left.posts > 0) crashPoint("departure.before-commit");
    return left;
  });
  if (left.posts > 0) crashPoint("departure.after-commit");
  countSkipped(metrics, left.skipped);
  for (const brandId of left.brandIds) changes.tell(brandId, "posts", "published");
  return left;
}

async function advance(
  { changes, metrics }: Pick<App, "changes" | "metrics">,
  db: Database,
  advances: readonly Advance[],
): Promise<Advanced[]> {
  const points = new Set(advances.flatMap(pointsOf));
  for (const point of points) crashPoint(POINTS[point][0]);
  const stored = await storeAdvances(db, advances);
  for (const point of points) crashPoint(POINTS[point][1]);
  countAdvances(metrics, advances, stored);
  // An outcome may also hold or disconnect its channel.
  for (const { brandId } of stored) if (brandId !== null) changes.tell(brandId, "posts", "published", "channels");
  return stored;
}

/** The crash points before and after each statement. */
const POINTS = {
  start: ["attempt.before-start", "attempt.after-start"],
  outcome: ["outcome.before-commit", "outcome.after-commit"],
  "cut-off": ["cut-off.before-commit", "cut-off.after-commit"],
  end: ["end.before-commit", "end.after-commit"],
} as const satisfies Record<string, readonly [CrashPoint, CrashPoint]>;
type Point = keyof typeof POINTS;

function pointsOf({ end, start }: Advance): Point[] {
  return [...(end === null ? [] : [pointOf(end)]), ...(start === null ? [] : (["start"] as const))];
}

function pointOf({ attempt, from }: DeliveryChange): Point {
  if (attempt === null) return "end";
  return from === "publishing" ? "cut-off" : "outcome";
}
