import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import type { Database } from "../../ground/database/connect.ts";
import type { AdvisoryLocks } from "../../ground/database/locks.ts";
import { workOnChannel } from "./channel-work.ts";
import { letLeave } from "./clock.ts";
import { groupLedger } from "./group-ledger.ts";
import { listDueChannels } from "./store.ts";

/** Networks work on what they were sent: it is asked about for so long. */
const STEPS_MAX = 12;
const STEP_SECONDS = 60;
const CHANNELS_MAX = 100;

interface AtOnce {
  readonly app: App;
  readonly locks: AdvisoryLocks;
  readonly ledgerDb: Database;
  /** Sets the clock of `app`. */
  readonly travel: (to: Instant) => void;
  readonly isDone: () => Promise<boolean>;
}

/**
 * Lets everything leave that is due, and asks the networks until all has ended, moving the clock on by a minute each time. Only for as long
 * as nothing else works: the demo makes its past with it.
 */
export async function publishAtOnce({ app, locks, ledgerDb, travel, isDone }: AtOnce): Promise<void> {
  const engine = { app, ledger: groupLedger(app, ledgerDb) };
  const stop = new AbortController().signal;
  await letLeave(engine, null);
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const { channels } = await listDueChannels(app.db, { now: app.clock.now(), from: null, limit: CHANNELS_MAX });
    await Promise.all(channels.map(({ id }) => workOnChannel(engine, locks, id, stop)));
    if (await isDone()) return;
    travel(addSeconds(app.clock.now(), STEP_SECONDS));
  }
}
