import type { App } from "../app.ts";
import { type Conclusion, conclude } from "./consequences.ts";
import { crashPoint } from "./crash-points.ts";
import { gather } from "./gather.ts";
import { type AttemptStart, type ChannelTurn, nextTurns, startAttempts } from "./ledger.ts";

/** The ledger as the channels of one process use it: what they read and write at the same time goes in one statement, one commit. */
export interface GroupLedger {
  /** What is due next on a channel; null when the channel is gone. */
  next(channelId: number): Promise<ChannelTurn | null>;
  /** The attempt's number, on disk; null when the delivery is no longer as it was read. */
  start(start: AttemptStart): Promise<number | null>;
  /** Whether the outcome was stored; on disk then with all that follows from it. */
  conclude(conclusion: Conclusion): Promise<boolean>;
}

/** Rows that one statement changes at most: others wait for its locks. */
const MOST = 50;

export function groupLedger(app: App): GroupLedger {
  return {
    next: gather((channelIds: readonly number[]) => nextTurns(app.db, channelIds, app.clock.now()), { most: MOST, lanes: 1 }),
    start: gather(
      async (starts: readonly AttemptStart[]) => {
        crashPoint("attempt.before-start");
        const numbers = await startAttempts(app.db, starts);
        crashPoint("attempt.after-start");
        return numbers;
      },
      { most: MOST, lanes: 1 },
    ),
    conclude: gather((conclusions: readonly Conclusion[]) => conclude(app, conclusions), { most: MOST, lanes: 2 }),
  };
}
