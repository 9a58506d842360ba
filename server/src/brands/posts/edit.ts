import { type Instant, parseLocal } from "@rostrum/contract/formats.ts";
import { type GivenPictures, givenPictures, storedPictures } from "@rostrum/contract/pictures.ts";
import { changedPreferences, type PreferenceValues, perPostOf } from "@rostrum/contract/preferences.ts";
import type { EditedPost } from "@rostrum/contract/private/writing.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import type { BrandGround, Entering, Reaching } from "../../ground/viewer.ts";
import { channelPreferences } from "../channels/preferences.ts";
import { findCollection } from "../collections/store.ts";
import { type LockedQueue, lockQueueIfThere } from "../queue/store.ts";
import { refreshQueue } from "../queue/timetable.ts";
import { type ContentMedia, contentOf, holdMediaOf, keepAll, withMedia } from "./content.ts";
import { holdChannels, movePost } from "./move.ts";
import { holdScheduleLimits } from "./plan.ts";
import { listChannelsOfPost, storePostPreferences } from "./preferences-store.ts";
import { type PostMove, placeOnEdit } from "./rules.ts";
import { DRAFT_TIMING, lockPost, type PostRow, storePlace } from "./store.ts";
import { differences } from "./versions.ts";
import { givenCaptions, unknownPost, wholePost } from "./whole.ts";
import {
  findPostGround,
  findWholePost,
  removeAllPreferences,
  storeCollection,
  storeContent,
  storeLeftOut,
  storePictures,
} from "./writing-store.ts";

/** Replaces what a post consists of, and moves it if that is asked for: all of it or nothing. */
export async function editPost(
  app: App,
  { postId, body }: PrivateInput<"editPost">,
  { again }: Entering,
): Promise<PrivateOutput<"editPost">> {
  const { brand, collectionId: from } = (await findPostGround(app.db, postId)) ?? unknownPost(postId);
  const to = body.collectionId ?? from;
  if (to !== from && (await findCollection(app.db, { brandId: brand.id, collectionId: to })) === null) {
    refuse(404, "collectionId", "Collection not found.");
  }
  const content = { app, brand, body, pictures: body.pictures, fetching: { again } };
  await withMedia(content, (media) => transaction(app.db, (tx) => edit(tx, { ...content, ...media, postId, from, to })));
  if (body.publishMode === "IMMEDIATE") app.wake();
  return wholePost(app, { postId, brand });
}

interface Edit extends ContentMedia {
  readonly app: App;
  readonly brand: BrandGround;
  readonly body: EditedPost;
  readonly pictures: GivenPictures | undefined;
  readonly fetching: Reaching;
  readonly postId: number;
  /** Collections: where it was seen, and where it will be. */
  readonly from: number;
  readonly to: number;
}

async function edit(tx: Queryable, work: Edit): Promise<void> {
  const { app, brand, body, postId, from, to } = work;
  const find = { brandId: brand.id, postId };
  const queues = await lockQueues(tx, [from, to]);
  const post = (await lockPost(tx, find)) ?? unknownPost(postId);
  const now = app.clock.now();
  const [old, queue] = [queueOf(queues, from), queueOf(queues, to)];
  const at = body.scheduledAt === undefined ? null : parseLocal(body.scheduledAt, queue.timezone);
  const state = { ...post, leaving: post.leavingAt !== null };
  const move = placeOnEdit(state, { publishMode: body.publishMode, queuePosition: body.queuePosition, at }, now);
  if ("problem" in move) throw new Refused(move.problem);
  await holdVersion(tx, post, work);
  const asked = from === to ? move : elsewhere(post, move);
  if (asked.to === "scheduled") await holdScheduleLimits(tx, { app, queue, at: asked.at, mode: "SCHEDULE", exceptId: postId });
  if (asked.to === "now") await holdScheduleLimits(tx, { app, queue, at: now, mode: "NOW", exceptId: postId });
  const free = from === to ? post : await changeCollection(tx, { post, old, to, now });
  const stored = (await findWholePost(tx, find)) ?? unknownPost(postId);
  const captions = body.captions ?? givenCaptions(stored);
  await holdMediaOf(tx, work);
  const row = { ...contentOf({ ...work, captions }), mediaIds: await keepAll(tx, work) };
  await storeLeftOut(tx, { postId, channelIds: body.leftOut ?? stored.leftOut });
  await storePictures(tx, { postId, pictures: storedPictures(body.pictures ?? givenPictures(stored.pictures), row.mediaIds) });
  if (asked.to === "stay" && post.status !== "DRAFT") await holdChannels(tx, postId);
  await movePost(tx, { queue, post: free, move: asked, now });
  await storeContent(tx, { ...find, content: row, now });
  if (body.preferences !== undefined) await storePreferences(tx, work, body.preferences);
}

/** In ascending order, so that two edits in opposite directions do not wait for each other. */
async function lockQueues(tx: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, LockedQueue>> {
  const queues = new Map<number, LockedQueue>();
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    queues.set(id, (await lockQueueIfThere(tx, id)) ?? refuse(404, "collection", `There is no collection with the id ${id}.`));
  }
  return queues;
}

function queueOf(queues: ReadonlyMap<number, LockedQueue>, id: number): LockedQueue {
  return queues.get(id) as LockedQueue;
}

async function holdVersion(tx: Queryable, post: PostRow, { brand, body, from }: Edit): Promise<void> {
  if (post.updatedAt === body.version && post.collectionId === from) return;
  const stored = await findWholePost(tx, { brandId: brand.id, postId: post.id });
  const changed = stored === null ? [] : differences(stored, body);
  const what = changed.length === 0 ? "" : ` Different from yours: ${changed.join(", ")}.`;
  refuse(409, "version", `Somebody else has changed this post in the meantime.${what}`);
}

/** In another collection it takes up the same kind of place. */
function elsewhere(post: PostRow, move: PostMove): PostMove {
  if (move.to !== "stay") return move;
  if (post.postingType === "QUEUE") return { to: "queue", position: "BACK" };
  return post.postingType === "SCHEDULE" && post.postAt !== null ? { to: "scheduled", at: post.postAt } : move;
}

async function changeCollection(
  tx: Queryable,
  { post, old, to, now }: { readonly post: PostRow; readonly old: LockedQueue; readonly to: number; readonly now: Instant },
): Promise<PostRow> {
  const free = await storePlace(tx, post.id, DRAFT_TIMING, now);
  await storeCollection(tx, { postId: post.id, collectionId: to });
  if (post.postingType === "QUEUE") await refreshQueue(tx, old);
  return free;
}

async function storePreferences(tx: Queryable, { app, postId }: Edit, given: NonNullable<EditedPost["preferences"]>): Promise<void> {
  const channels = await listChannelsOfPost(tx, postId);
  await removeAllPreferences(tx, postId);
  for (const { channelId, values } of given) {
    const channel = channels.find(({ id }) => id === channelId);
    if (channel === undefined) refuse(422, "preferences", "The post does not go to one of the channels that have preferences.");
    const offered = perPostOf(channelPreferences(app, channel).offered);
    // What the account does not offer any more stays until somebody takes it back: it is no reason to refuse another change.
    const kept = Object.entries(values).filter(([name, value]) => value !== null && channel.own[name] === value);
    const changed = Object.entries(values).filter(([name, value]) => value === null || channel.own[name] !== value);
    const own = changedPreferences({ offered, chosen: Object.fromEntries(kept) as PreferenceValues }, Object.fromEntries(changed));
    if ("problem" in own) refuse(422, "preferences", own.problem);
    if (Object.keys(own.values).length > 0) await storePostPreferences(tx, { postId, channelId, preferences: own.values });
  }
}
