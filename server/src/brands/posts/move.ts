import type { Instant } from "@rostrum/contract/formats.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import type { LockedQueue } from "../queue/store.ts";
import { backOfQueue, frontOfQueue, refreshQueue } from "../queue/timetable.ts";
import type { PostMove } from "./rules.ts";
import { type PostRow, storePlace } from "./store.ts";
import { leavesAllOut } from "./writing-store.ts";

export interface MoveWork {
  readonly queue: LockedQueue;
  readonly post: PostRow;
  readonly move: PostMove;
  readonly now: Instant;
}

/** Carries out a decided move. The caller's transaction holds the locks of queue and post. */
export async function movePost(tx: Queryable, work: MoveWork): Promise<PostRow> {
  const { post, move, now, queue } = work;
  if (move.to === "stay") return post;
  if (move.to !== "draft") await holdChannels(tx, post.id);
  if (move.to === "draft") {
    return leaveQueue(tx, work, { postingType: "DRAFT", status: "DRAFT", postAt: null });
  }
  if (move.to === "scheduled") {
    return leaveQueue(tx, work, { postingType: "SCHEDULE", status: "PENDING", postAt: move.at });
  }
  if (move.to === "now") {
    return leaveQueue(tx, work, { postingType: "NOW", status: "PENDING", postAt: now });
  }
  // Leaves its old place first, so that the end of the queue is computed without it.
  const wasQueued = post.postingType === "QUEUE";
  if (wasQueued) {
    await storePlace(tx, post.id, { postingType: "QUEUE", status: "PENDING", postAt: null, queueRank: null }, now);
    if (move.position === "BACK") await refreshQueue(tx, queue);
  }
  const place = move.position === "FRONT" ? await frontOfQueue(tx, queue) : await backOfQueue(tx, queue);
  const row = await storePlace(tx, post.id, { postingType: "QUEUE", status: "PENDING", postAt: place.postAt, queueRank: place.rank }, now);
  if (move.position === "FRONT") await refreshQueue(tx, queue);
  return row;
}

/** Refuses (422) a post that would go nowhere, because it leaves all channels of its collection out. */
export async function holdChannels(tx: Queryable, postId: number): Promise<void> {
  if (await leavesAllOut(tx, postId)) refuse(422, "leftOut", "Choose at least one channel: this post leaves all of its collection out.");
}

async function leaveQueue(tx: Queryable, work: MoveWork, place: Pick<PostRow, "postingType" | "status" | "postAt">): Promise<PostRow> {
  const row = await storePlace(tx, work.post.id, { ...place, queueRank: null }, work.now);
  if (work.post.postingType === "QUEUE") await refreshQueue(tx, work.queue);
  return row;
}
