import type { App } from "../app.ts";
import { attempt } from "./attempt.ts";
import { refreshCounts } from "./counts.ts";
import { nextDelivery } from "./ledger.ts";
import type { ChannelLocks } from "./locks.ts";
import { findEngineChannel } from "./store.ts";

/** A long backlog gives way to other channels after this many; the clock asks for the rest again. */
const STEPS_MAX = 100;

/**
 * Works off what is due on one channel, one step after the other: concurrency per account is one. When somebody else has
 * the channel nothing is done; what is due then is asked for again.
 */
export async function workOnChannel(app: App, locks: ChannelLocks, channelId: number, stop: AbortSignal): Promise<void> {
  await using lock = await locks.acquire(channelId);
  if (lock === null) return;
  for (let step = 0; step < STEPS_MAX && !stop.aborted && !lock.signal.aborted; step += 1) {
    const delivery = await nextDelivery(app.db, channelId, app.clock.now());
    if (delivery === null) break;
    const channel = await findEngineChannel(app.db, channelId);
    if (channel === null) throw new Error(`channel ${channelId} is gone`);
    await attempt(app, delivery, channel, lock.signal);
  }
  if (!stop.aborted && !lock.signal.aborted) await refreshCounts(app, channelId, lock.signal);
}
