import { type Instant, parseLocal } from "@rostrum/contract/formats.ts";
import type { OperationInput, OperationOutput } from "@rostrum/contract/operations.ts";
import { channelsNamedIn } from "@rostrum/contract/platform-options.ts";
import type { NewPost } from "@rostrum/contract/posts.ts";
import type { App } from "../app.ts";
import { findShownChannels } from "../channels/store.ts";
import { findCollection } from "../collections/store.ts";
import { crashPoint } from "../crash-points.ts";
import { type Queryable, transaction } from "../database/query.ts";
import { fetchMedia } from "../media/fetch.ts";
import { discardFiles, holdRoom, keepMedia, type StoredUpload, storeFiles } from "../media/keep.ts";
import { findMedia } from "../media/store.ts";
import { lockQueueIfThere } from "../queue/store.ts";
import { backOfQueue } from "../queue/timetable.ts";
import { Refused, refuse } from "../refusal.ts";
import { type BrandAccess, type BrandViewer, zoneOf } from "../viewer.ts";
import { holdScheduleLimits } from "./plan.ts";
import { documentAlone, postTypeOf, scheduleLead } from "./rules.ts";
import { DRAFT_TIMING, insertPost, lockPostCount, type NewPostRow, type PostTiming } from "./store.ts";

/** Creates a post in a collection. */
export async function createPost(
  app: App,
  viewer: BrandViewer,
  input: OperationInput<"createPost"> & { readonly gone?: AbortSignal },
): Promise<OperationOutput<"createPost">> {
  const { body, collectionId, gone } = input;
  const asked = { app, brand: viewer.brand, collectionId, body, fetching: gone === undefined ? {} : { signal: gone } };
  const draft = namesNothing(body) ? await saveDraft({ ...asked, known: new Map(), fetched: [] }) : null;
  const id = draft ?? (await lookUpAndStore(asked));
  crashPoint("create.after-commit");
  if (body.publishMode === "IMMEDIATE") app.wake();
  return { id, message: MESSAGES[body.publishMode] };
}

function namesNothing(body: NewPost): boolean {
  return (body.media ?? []).length === 0 && channelsNamedIn(body.platforms).length === 0;
}

/** Checks in this order: referenced things exist, limits, rules for time and media. */
async function lookUpAndStore(asked: Asked): Promise<number> {
  const { app, brand, collectionId, body, fetching } = asked;
  const collection = await findCollection(app.db, { brandId: brand.id, collectionId });
  if (collection === null) refuse(404, "collection", "Collection not found.");
  await holdNamedChannels(app, brand, body);
  const known = await knownMedia(app.db, brand, body);
  await using fetched = await fetchMedia(
    app,
    (body.media ?? []).flatMap((item) => item.url ?? []),
    fetching,
  );
  await holdRoom(app, { brandId: brand.id, files: fetched.files });
  const stored = await storeFiles(app, fetched.files);
  return await store({ ...asked, known, fetched: stored }).catch(async (error: unknown) => {
    if (error instanceof Refused) await discardFiles(app, stored);
    throw error;
  });
}

const MESSAGES: Readonly<Record<NewPost["publishMode"], string>> = {
  DRAFT: "Post saved as a draft.",
  QUEUE: "Post added to the queue.",
  SCHEDULE: "Post scheduled.",
  IMMEDIATE: "Post is being published.",
};

interface Asked {
  readonly app: App;
  readonly brand: BrandAccess;
  readonly collectionId: number;
  readonly body: NewPost;
  readonly fetching: { readonly signal?: AbortSignal };
}

interface Work extends Asked {
  /** MIME types of media given by id. */
  readonly known: ReadonlyMap<string, string>;
  /** Media given by URL, in order. */
  readonly fetched: readonly StoredUpload[];
}

async function store(work: Work): Promise<number> {
  const { app } = work;
  const draft = await saveDraft(work);
  if (draft !== null) return draft;
  return transaction(app.db, async (tx) => {
    const now = app.clock.now();
    const queue = await lockQueueIfThere(tx, work.collectionId);
    if (queue === null) refuse(404, "collection", "Collection not found.");
    switch (work.body.publishMode) {
      case "DRAFT":
        return insert(tx, work, now, DRAFT_TIMING);
      case "QUEUE": {
        const place = await backOfQueue(tx, queue);
        return insert(tx, work, now, { postingType: "QUEUE", status: "PENDING", postAt: place.postAt, queueRank: place.rank });
      }
      case "IMMEDIATE": {
        await holdScheduleLimits(tx, { ...work, queue, at: now, mode: "NOW", exceptId: null });
        return insert(tx, work, now, { postingType: "NOW", status: "PENDING", postAt: now, queueRank: null });
      }
      case "SCHEDULE": {
        const at = parseLocal(work.body.scheduledAt as string, zoneOf(work.brand));
        await holdScheduleLimits(tx, { ...work, queue, at, mode: "SCHEDULE", exceptId: null });
        const problem = scheduleLead(at, now);
        if (problem !== null) throw new Refused(problem);
        return insert(tx, work, now, { postingType: "SCHEDULE", status: "PENDING", postAt: at, queueRank: null });
      }
    }
  });
}

/**
 * Fast path: a draft without new media is stored with one statement and no lock. Null for other posts, and where only the full
 * path can say what is wrong: an unknown collection, or a brand near its limit.
 */
async function saveDraft(work: Work): Promise<number | null> {
  const { app, body, fetched } = work;
  if (body.publishMode !== "DRAFT" || fetched.length > 0) return null;
  const row = { ...rowOf(work, app.clock.now(), DRAFT_TIMING), mediaIds: await keepAll(app.db, work) };
  return (await insertPost(app.db, row, limitOf(app) - LAST_PLACES))?.id ?? null;
}

/**
 * A brand's last places are given out one at a time, under a lock. Must exceed the number of connections that create posts
 * concurrently, since these do not see each other's.
 */
const LAST_PLACES = 500;

function limitOf(app: App): number {
  return app.config.postsPerBrand || Number.MAX_SAFE_INTEGER;
}

async function insert(tx: Queryable, work: Work, now: Instant, place: PostTiming): Promise<number> {
  const limit = limitOf(work.app);
  const row = { ...rowOf(work, now, place), mediaIds: await keepAll(tx, work) };
  const quick = await insertPost(tx, row, limit - LAST_PLACES);
  crashPoint("create.before-commit");
  if (quick !== null) return quick.id;
  await lockPostCount(tx, work.brand.id);
  const post = await insertPost(tx, row, limit);
  if (post !== null) return post.id;
  // A file may have been deleted since it was looked up.
  await knownMedia(tx, work.brand, work.body);
  return refuse(403, "plan", `A brand may have ${limit} posts.`);
}

/** The post as stored, without its media; refuses media that cannot be combined. */
function rowOf(work: Work, now: Instant, place: PostTiming): Omit<NewPostRow, "mediaIds"> {
  const { brand, body } = work;
  const mimes = mimesOf(work);
  const problem = documentAlone(mimes);
  if (problem !== null) throw new Refused(problem);
  return {
    ...place,
    brandId: brand.id,
    collectionId: work.collectionId,
    title: body.title ?? null,
    body: body.caption ?? "",
    alt: body.alt ?? null,
    link: body.link ?? null,
    postType: postTypeOf(body, mimes),
    poll: body.poll ?? null,
    comment: body.comment ?? null,
    platforms: body.platforms ?? null,
    asStory: body.postAsStory ?? false,
    regularType: body.postAsStory ? postTypeOf({ ...body, postAsStory: false }, mimes) : null,
    autoThread: body.autoThreadText ?? false,
    now,
  };
}

/** Stores fetched files as media and returns all media ids in request order. */
async function keepAll(tx: Queryable, work: Work): Promise<string[]> {
  const ids: string[] = [];
  const fetched = work.fetched.values();
  for (const item of work.body.media ?? []) {
    if (item.id !== undefined) ids.push(item.id);
    else ids.push((await keepMedia(work.app, tx, { brandId: work.brand.id, file: fetched.next().value as StoredUpload })).id);
  }
  return ids;
}

function mimesOf(work: Work): string[] {
  const fetched = work.fetched.values();
  return (work.body.media ?? []).map((item) =>
    item.id === undefined ? (fetched.next().value as StoredUpload).facts.mime : (work.known.get(item.id) as string),
  );
}

async function knownMedia(db: Queryable, brand: BrandAccess, body: NewPost): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set((body.media ?? []).flatMap((item) => item.id ?? []))];
  const found = new Map((await findMedia(db, { brandId: brand.id, ids })).map((media) => [media.id, media.type]));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) refuse(404, "media", `These media are not in the brand: ${missing.join(", ")}.`);
  return found;
}

async function holdNamedChannels(app: App, brand: BrandAccess, body: NewPost): Promise<void> {
  const named = channelsNamedIn(body.platforms);
  if (named.length === 0) return;
  const ids = named.map(({ channelId }) => channelId);
  const found = await findShownChannels(app.db, { brandId: brand.id, ids });
  const wrong = named.find(({ channelId, type }) => found.get(channelId) !== type);
  if (wrong !== undefined) refuse(404, wrong.field, wrong.missing);
}
