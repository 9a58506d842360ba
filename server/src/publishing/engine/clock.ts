import type { Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { type ComingSlot, dueSlot } from "../../brands/queue/rules.ts";
import { listComingSlots, lockQueueIfFree, storeSlots } from "../../brands/queue/store.ts";
import { backOfQueue, refreshQueue } from "../../brands/queue/timetable.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import { transaction } from "../../ground/database/query.ts";
import { tellOfQueue } from "../../telling/events/store.ts";
import type { EngineContext } from "./attempt.ts";
import { depart, NobodyLeft } from "./depart.ts";
import { countSkipped } from "./figures.ts";
import { type DueRejoin, listDueCollections, listDueRejoins, listTargets, rejoin, stayAway, takeFront } from "./store.ts";

const BATCH = 200;

/**
 * Releases everything that is due by `app.clock`: scheduled and immediate posts, slots, and evergreen posts that rejoin
 * their queue. Safe to run in any number of processes: each item is processed once, under a lock.
 * Scheduled and immediate posts that have been due since before `from` are left for another time; null leaves none. So is a queue that
 * is locked, or with which something is wrong: others do not wait for it.
 */
export async function letLeave({ app, ledger }: EngineContext, from: Instant | null): Promise<Departed> {
  const { posts, until } = await ledger.departDue({ limit: BATCH, from });
  const collections = await listDueCollections(app.db, app.clock.now(), BATCH);
  let left = 0;
  const inTurn = async (collectionId: number, work: () => Promise<boolean>) => {
    try {
      if (!(await work())) left += 1;
    } catch (error) {
      left += 1;
      app.log.error({ event: "queue trouble", collection: collectionId, err: error });
    }
  };
  for (const id of collections) await inTurn(id, () => fireSlots(app, id));
  const rejoins = await listDueRejoins(app.db, app.clock.now(), BATCH);
  for (const due of rejoins) await inTurn(due.collectionId, () => rejoinQueue(app, due));
  const more = posts >= BATCH || Math.max(collections.length, rejoins.length) - left >= BATCH;
  return { more, left, oldest: posts < BATCH ? null : until };
}

export interface Departed {
  /** Whether there may be more. */
  readonly more: boolean;
  /** How many queues were passed over. */
  readonly left: number;
  /** Nothing that is due earlier has been left; null: nothing at all. */
  readonly oldest: Instant | null;
}

/**
 * Fires all due slots of a collection in one transaction. Each takes the front post, unless the queue is paused or no
 * channel is active: then nothing leaves and every post moves back one slot. Returns whether the queue was free.
 */
async function fireSlots(app: App, collectionId: number): Promise<boolean> {
  const left = await inOneGo(app, collectionId).catch((error: unknown) => {
    if (!(error instanceof NobodyLeft)) throw error;
    return inOneGo(app, collectionId);
  });
  crashPoint("slots.after-commit");
  if (left === null) return false;
  countSkipped(app.metrics, left.skipped);
  app.changes.tell(left.brandId, "posts", "published");
  return true;
}

function inOneGo(app: App, collectionId: number) {
  return transaction(app.db, async (tx) => {
    const queue = await lockQueueIfFree(tx, collectionId);
    if (queue === null) return null;
    const now = app.clock.now();
    const due = (await listComingSlots(tx, collectionId)).filter((slot) => slot.nextAt <= now);
    if (due.length === 0) return null;
    const turns = due.map((slot) => ({ slot, ...dueSlot(slot, queue.timezone, now) })).sort(byMoment);
    const firing = turns.filter((turn) => turn.fire !== null);
    const open = !queue.paused && (await listTargets(tx, collectionId)).some((channel) => channel.status === "ACTIVE");
    const posts = open ? await takeFront(tx, collectionId, firing.length) : [];
    const departures = posts.map((postId, index) => {
      const { slot, fire } = firing[index] as (typeof firing)[number];
      return { postId, slotId: slot.id, dueAt: fire as Instant };
    });
    const skipped = await depart(tx, departures, now);
    const sent = new Set(departures.map(({ slotId }) => slotId));
    await storeSlots(
      tx,
      turns.map(({ slot, nextAt }) => ({ id: slot.id, nextAt, sentAt: sent.has(slot.id) ? now : null })),
    );
    // If every slot fired on time with its own post, the other dates still hold; otherwise the queue has shifted.
    if (posts.length < turns.length || turns.some(isLate)) await refreshQueue(tx, queue);
    if (open) await tellOfQueue(tx, collectionId, now);
    crashPoint("slots.before-commit");
    return { brandId: queue.brandId, skipped };
  });
}

/** Returns whether the queue was free. */
async function rejoinQueue(app: App, due: DueRejoin): Promise<boolean> {
  const brandId = await transaction(app.db, async (tx) => {
    const queue = await lockQueueIfFree(tx, due.collectionId);
    if (queue === null) return null;
    // It may have been switched off after the post had been published, before its return was stored.
    if (queue.maxRepublish === 0) await stayAway(tx, due.id);
    else await rejoin(tx, due.id, await backOfQueue(tx, queue), app.clock.now());
    crashPoint("rejoin.before-commit");
    return queue.brandId;
  });
  crashPoint("rejoin.after-commit");
  if (brandId !== null) app.changes.tell(brandId, "posts");
  return brandId !== null;
}

interface Turn {
  readonly slot: ComingSlot;
  readonly fire: Instant | null;
}

function byMoment(a: Turn, b: Turn): number {
  if (a.fire !== b.fire) return (a.fire ?? "") < (b.fire ?? "") ? -1 : 1;
  return a.slot.id - b.slot.id;
}

/** Fired at a different time than its post was promised. */
function isLate(turn: Turn): boolean {
  return turn.fire !== turn.slot.nextAt;
}
