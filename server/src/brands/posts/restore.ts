import { givenPictures, idsBeside, picturesAmong, storedPictures } from "@rostrum/contract/pictures.ts";
import type { RestoredPost } from "@rostrum/contract/private/deletions.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import { rememberedSince } from "../deletions/rules.ts";
import { holdMedia } from "../media/store.ts";
import { type LockedQueue, lockQueueIfThere, storeMoment } from "../queue/store.ts";
import { refreshQueue } from "../queue/timetable.ts";
import { holdScheduleLimits } from "./plan.ts";
import { restoredTiming } from "./restore-rules.ts";
import { type BinnedRow, findUsableCollection, listBinnedCollections, lockBinned, putBack, takeOutOfBin } from "./restore-store.ts";
import { countFurther, countPosts, DRAFT_TIMING, findPost, lockPostCount, type PostTiming } from "./store.ts";

/** Brings deleted posts back: all or none. */
export async function restorePosts(app: App, { brandId, body }: PrivateInput<"restorePosts">): Promise<PrivateOutput<"restorePosts">> {
  const ids = [...new Set(body.postIds)];
  const find = { brandId, since: rememberedSince(app.clock.now()), ids };
  return transaction(app.db, async (tx) => {
    const queues = new Map<number, LockedQueue>();
    for (const collectionId of await listBinnedCollections(tx, find)) {
      const queue = await lockQueueIfThere(tx, collectionId);
      if (queue !== null) queues.set(collectionId, queue);
    }
    await lockPostCount(tx, brandId);
    const rows = await lockBinned(tx, find);
    if (rows.length < ids.length) refuse(409, "posts", "At least one of these posts is no longer in the bin, or cannot be restored.");
    const limit = app.config.postsPerBrand;
    if (limit > 0 && (await countPosts(tx, brandId)) + rows.length > limit) refuse(403, "plan", `A brand may have ${limit} posts.`);
    const restored: RestoredPost[] = [];
    for (const row of rows) restored.push(await restore(tx, { app, brandId, row, queue: queues.get(row.collectionId) ?? null }));
    await countFurther(tx, brandId, rows.length);
    for (const queue of queues.values()) await refreshQueue(tx, queue);
    // Only now the dates of the queued ones are known.
    const posts: RestoredPost[] = [];
    for (const post of restored) posts.push({ ...post, postAt: (await findPost(tx, { brandId, postId: post.postId }))?.postAt ?? null });
    return { posts };
  });
}

interface Restoring {
  readonly app: App;
  readonly brandId: number;
  readonly row: BinnedRow;
  /** Null: its collection is gone. */
  readonly queue: LockedQueue | null;
}

async function restore(tx: Queryable, { app, brandId, row, queue }: Restoring): Promise<RestoredPost> {
  const now = app.clock.now();
  const { postId, text, mediaIds, mediaAlts } = row;
  const collectionId = queue?.collectionId ?? (await findUsableCollection(tx, { brandId, collectionId: row.collectionId }));
  if (collectionId === null) refuse(409, "collection", "The brand has no collection. Create one, then restore the post into it.");
  const beside = givenPictures(row.pictures);
  const held = await holdMedia(tx, { brandId, ids: [...mediaIds, ...idsBeside(beside)] });
  const files = mediaIds.map((id, index) => ({ id, alt: mediaAlts[index] ?? null })).filter(({ id }) => held.has(id));
  const kept = picturesAmong(beside, held);
  const filesMissing = mediaIds.length - files.length + idsBeside(beside).length - idsBeside(kept).length;
  const isWhole = queue !== null && filesMissing === 0;
  const timing = await withinLimits(tx, { app, queue, timing: restoredTiming({ ...row, isWhole }, now) });
  const alts = mediaAlts.length === 0 ? [] : files.map(({ alt }) => alt);
  const pictures = storedPictures(
    kept,
    files.map(({ id }) => id),
  );
  await putBack(tx, { ...timing, postId, collectionId, mediaIds: files.map(({ id }) => id), mediaAlts: alts, pictures, now });
  if (timing.queueRank !== null) await storeMoment(tx, { id: postId, postAt: timing.postAt });
  await takeOutOfBin(tx, postId);
  await record(app, tx, { action: "post.restored", brandId, object: { type: "post", id: postId, name: text === "" ? null : text } });
  return {
    postId,
    collectionId,
    postingType: timing.postingType,
    status: timing.status,
    postAt: timing.postAt,
    isDraftNow: timing.status === "DRAFT" && row.status !== "DRAFT",
    filesMissing,
  };
}

/** A date that the plan has no room for any more is given up: better a draft than nothing. */
async function withinLimits(
  tx: Queryable,
  { app, queue, timing }: { readonly app: App; readonly queue: LockedQueue | null; readonly timing: PostTiming },
): Promise<PostTiming> {
  if (queue === null || timing.postingType !== "SCHEDULE" || timing.status !== "PENDING" || timing.postAt === null) return timing;
  try {
    await holdScheduleLimits(tx, { app, queue, at: timing.postAt, mode: "SCHEDULE", exceptId: null });
    return timing;
  } catch (error) {
    if (error instanceof Refused) return DRAFT_TIMING;
    throw error;
  }
}
