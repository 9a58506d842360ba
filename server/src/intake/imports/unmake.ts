import type { App } from "../../app.ts";
import type { Doer } from "../../brands/deletions/rules.ts";
import { removeRow } from "../../brands/posts/delete-row.ts";
import { listCollectionsOf, lockPosts } from "../../brands/posts/moves-store.ts";
import { finalState } from "../../brands/posts/rules.ts";
import type { PostRow } from "../../brands/posts/store.ts";
import { type LockedQueue, lockQueueIfThere } from "../../brands/queue/store.ts";
import { refreshQueue } from "../../brands/queue/timetable.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { hasPostsBehind, listFirstRanks, listMade, type MadeRow, markUnmade, type Unmade } from "./work-store.ts";

/** Posts that are removed in one transaction. */
const POSTS_AT_ONCE = 50;

interface Unmaking {
  readonly importId: number;
  readonly brandId: number;
  readonly doer: Doer;
}

/** Removes the next posts of an import that are as it has made them; false if there are none left. */
export async function unmakeNext(app: App, { importId, brandId, doer }: Unmaking): Promise<boolean> {
  const rows = await listMade(app.db, importId, POSTS_AT_ONCE);
  if (rows.length === 0) return false;
  await transaction(app.db, async (tx) => {
    const ids = rows.map(({ postId }) => postId);
    // Locks the queues before the posts, as the engine does, both in the order of their ids.
    const queues = new Map<number, LockedQueue>();
    for (const collectionId of await listCollectionsOf(tx, { brandId, ids })) {
      const queue = await lockQueueIfThere(tx, collectionId);
      if (queue !== null) queues.set(collectionId, queue);
    }
    const posts = new Map((await lockPosts(tx, { brandId, ids })).map((post) => [post.id, post]));
    // A post that has just gone to another collection waits for the next round.
    const decided = rows.flatMap((row) => {
      const post = posts.get(row.postId);
      return post !== undefined && !queues.has(post.collectionId) ? [] : [decide(row, post)];
    });
    const removed = new Set(decided.filter(({ state }) => state === "REMOVED").map(({ number }) => number));
    const gone = rows.filter(({ number }) => removed.has(number)).map(({ postId }) => postId);
    const ranks = await listFirstRanks(tx, { brandId, ids: gone });
    for (const postId of gone) await removeRow(app, tx, { brandId, postId, doer });
    await closeGaps(tx, queues, ranks);
    await markUnmade(tx, importId, decided);
    crashPoint("undo.before-commit");
  });
  crashPoint("undo.after-commit");
  return true;
}

function decide({ number, madeVersion, hasLeft }: MadeRow, post: PostRow | undefined): Unmade {
  if (post === undefined) return { number, state: "GONE", problem: null };
  const kept = (problem: string): Unmade => ({ number, state: "KEPT", problem });
  if (hasLeft || post.status === "PUBLISHED") return kept("It has been published.");
  if (finalState({ ...post, leaving: post.leavingAt !== null }) !== null) return kept("It is being published.");
  if (post.updatedAt !== madeVersion) return kept("It was changed after the import.");
  return { number, state: "REMOVED", problem: null };
}

/** Posts behind the removed ones move up. Where nobody stands behind them, no date changes. */
async function closeGaps(
  tx: Queryable,
  queues: ReadonlyMap<number, LockedQueue>,
  ranks: readonly { readonly collectionId: number; readonly rank: number }[],
): Promise<void> {
  for (const { collectionId, rank } of ranks) {
    const queue = queues.get(collectionId);
    if (queue !== undefined && (await hasPostsBehind(tx, collectionId, rank))) await refreshQueue(tx, queue);
  }
}
