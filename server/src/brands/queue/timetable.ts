import { addMilliseconds, addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { Clock } from "../../ground/clock.ts";
import { type Queryable, query } from "../../ground/database/query.ts";
import { type ComingSlot, dueSlot, nextMoment, projectQueue } from "./rules.ts";
import {
  findQueueEnd,
  type LockedQueue,
  listBrandSlots,
  listComingSlots,
  listQueued,
  listQueueEnds,
  lockQueue,
  storeMoments,
  storeSlots,
} from "./store.ts";

/**
 * Keeps the dates of queued posts equal to the projection of their queue. Every function here runs inside the transaction
 * that holds the queue's lock.
 */
export interface QueuePlace {
  readonly rank: number;
  readonly postAt: Instant | null;
}

/** The place after the last post. */
export async function backOfQueue(tx: Queryable, queue: LockedQueue): Promise<QueuePlace> {
  const end = await findQueueEnd(tx, queue.collectionId);
  const slots = await listComingSlots(tx, queue.collectionId);
  return { rank: (end.backRank ?? 0) + 1, postAt: momentAfter(slots, queue.timezone, end) };
}

/** When a post that joined the queue now would leave, without holding it: at its end, and at its front. */
export async function nextInQueue(
  db: Queryable,
  { collectionId, timezone }: Pick<LockedQueue, "collectionId" | "timezone">,
): Promise<{ readonly slots: number; readonly back: Instant | null; readonly front: Instant | null }> {
  const slots = await listComingSlots(db, collectionId);
  const back = momentAfter(slots, timezone, await findQueueEnd(db, collectionId));
  return { slots: slots.length, back, front: projectQueue(slots, timezone, 1)[0] ?? null };
}

/** The place before the first post. Once the post is there, call `refreshQueue` to move the others. */
export async function frontOfQueue(tx: Queryable, queue: LockedQueue): Promise<QueuePlace> {
  const end = await findQueueEnd(tx, queue.collectionId);
  const [first] = projectQueue(await listComingSlots(tx, queue.collectionId), queue.timezone, 1);
  return { rank: (end.frontRank ?? 0) - 1, postAt: first ?? null };
}

/** Recomputes the queue's projection and stores the dates that have changed. */
export async function refreshQueue(tx: Queryable, queue: LockedQueue): Promise<void> {
  const posts = await listQueued(tx, queue.collectionId);
  const moments = projectQueue(await listComingSlots(tx, queue.collectionId), queue.timezone, posts.length);
  const moved = posts.map((post, index) => ({ id: post.id, postAt: moments[index] ?? null, before: post.postAt }));
  await storeMoments(
    tx,
    moved.filter((post) => post.postAt !== post.before),
  );
}

/**
 * After a time zone change: recomputes every slot's next moment and every queue's dates. Neither the wait for a queue nor a clock behind
 * another process's may let a slot send a second post at the moment at which it has just sent one.
 */
export async function retimeBrand(tx: Queryable, brandId: number, clock: Clock): Promise<void> {
  const collections = await query<{ id: number }>(tx, {
    text: "select id from collections where brand_id = $1 order by id",
    values: [brandId],
  });
  for (const { id } of collections) {
    const queue = await lockQueue(tx, id);
    const now = clock.now();
    // A slot that is overdue, and not by too much, fires first.
    const slots = (await listComingSlots(tx, id)).filter((slot) => slot.nextAt > now || dueSlot(slot, queue.timezone, now).fire === null);
    await storeSlots(
      tx,
      slots.map((slot) => ({ id: slot.id, nextAt: nextMoment(slot, queue.timezone, later(now, slot.sentAt)), sentAt: null })),
    );
    await refreshQueue(tx, queue);
  }
}

function later(now: Instant, sentAt: Instant | null): Instant {
  if (sentAt === null || sentAt <= now) return now;
  // Further ahead, it was another clock that was wrong, which must not keep the slot silent.
  return sentAt <= addSeconds(now, APART_SECONDS_MAX) ? sentAt : now;
}

/** How far the clocks of two processes may be apart. */
const APART_SECONDS_MAX = 3600;

/** When one more post would leave each collection of a brand: null without slots. */
export async function listNextFree(db: Queryable, { brandId, timezone }: { readonly brandId: number; readonly timezone: string }) {
  const ends = await listQueueEnds(db, brandId);
  const slots = Map.groupBy(await listBrandSlots(db, brandId), ({ collectionId }) => collectionId);
  return ends.map(({ collectionId, ...end }) => {
    return { collectionId, at: momentAfter(slots.get(collectionId) ?? [], timezone, end) };
  });
}

/** When one more post would leave, computed from the end of the queue only. */
function momentAfter(slots: readonly ComingSlot[], timezone: string, end: { lastAt: Instant | null; atLast: number }): Instant | null {
  const { lastAt } = end;
  if (slots.length === 0) return null;
  if (lastAt === null) return projectQueue(slots, timezone, 1)[0] ?? null;
  const justBefore = addMilliseconds(lastAt, -1);
  const atLast = slots.filter((slot) => slot.nextAt <= lastAt && nextMoment(slot, timezone, justBefore) === lastAt);
  if (end.atLast < atLast.length) return lastAt;
  const next = slots.map((slot) => (slot.nextAt > lastAt ? slot.nextAt : nextMoment(slot, timezone, lastAt)));
  return next.sort()[0] ?? null;
}
