import { attempt, type Ground } from "./attempt.ts";
import { refreshCounts } from "./counts.ts";
import type { ChannelLocks } from "./locks.ts";

/** A long backlog gives way to other channels after this many; the clock asks for the rest again. */
const STEPS_MAX = 100;

/**
 * Works off what is due on one channel, one step after the other: concurrency per account is one. When somebody else has
 * the channel nothing is done; what is due then is asked for again.
 */
export async function workOnChannel(ground: Ground, locks: ChannelLocks, channelId: number, stop: AbortSignal): Promise<void> {
  await using lock = await locks.acquire(channelId);
  if (lock === null) return;
  for (let step = 0; step < STEPS_MAX && !stop.aborted && !lock.signal.aborted; step += 1) {
    const turn = await ground.ledger.next(channelId);
    if (turn === null) throw new Error(`channel ${channelId} is gone`);
    if (turn.delivery === null) break;
    await attempt(ground, turn.delivery, turn.channel, { lost: lock.signal, stop });
  }
  if (!stop.aborted && !lock.signal.aborted) await refreshCounts(ground.app, channelId, lock.signal);
}
