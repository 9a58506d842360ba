import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { countScheduled, listNearSlots, listQueues, type NearSlotRow, type QueueRow } from "./queues-store.ts";
import { type NearTurn, nearTurns } from "./rules.ts";

/** How far ahead it is looked. */
export const OUTLOOK_DAYS = 14;
const DAY_SECONDS = 24 * 3600;

/** What leaves a collection in the coming days, and what its slots have no post for. */
export interface CollectionOutlook extends QueueRow {
  readonly slots: readonly NearSlotRow[];
  /** Of a queue that moves; else none. */
  readonly turns: readonly NearTurn<NearSlotRow>[];
  /** Posts with a date of their own, by day. */
  readonly scheduled: readonly { readonly dayOffset: number; readonly posts: number }[];
}

/** The coming days of these brands' collections. In three statements, however many brands. */
export async function outlookOf(app: Pick<App, "db">, brandIds: readonly number[], now: Instant): Promise<CollectionOutlook[]> {
  const until = addSeconds(now, (OUTLOOK_DAYS + 1) * DAY_SECONDS);
  const [queues, slots, scheduled] = await Promise.all([
    listQueues(app.db, brandIds),
    listNearSlots(app.db, { brandIds, now }),
    countScheduled(app.db, { brandIds, now, until }),
  ]);
  const slotsOf = Map.groupBy(slots, ({ collectionId }) => collectionId);
  const scheduledOf = Map.groupBy(scheduled, ({ collectionId }) => collectionId);
  return queues.map((queue) => {
    const own = slotsOf.get(queue.id) ?? [];
    const waiting = queue.comesBack ? Number.POSITIVE_INFINITY : queue.waiting;
    return {
      ...queue,
      slots: own,
      turns: queue.isPaused ? [] : nearTurns(own, { waiting, days: OUTLOOK_DAYS }),
      scheduled: scheduledOf.get(queue.id) ?? [],
    };
  });
}

/** How many posts leave it within so many days. */
export function leavingWithin({ turns, scheduled }: CollectionOutlook, days: number): number {
  const queued = turns.filter(({ day, isFree }) => !isFree && day < days).length;
  return scheduled.reduce((sum, { dayOffset, posts }) => sum + (dayOffset < days ? posts : 0), queued);
}
