import type { NetworkCaption } from "@rostrum/contract/captions.ts";
import { type Problem, refusal } from "@rostrum/contract/errors.ts";
import { type Instant, parseLocal } from "@rostrum/contract/formats.ts";
import type { OperationInput } from "@rostrum/contract/operations.ts";
import { channelsNamedIn } from "@rostrum/contract/platform-options.ts";
import type { NewPost } from "@rostrum/contract/posts.ts";
import type { App } from "../../app.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { isDanglingReference } from "../../ground/database/rejections.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import type { BrandGround, Reaching } from "../../ground/viewer.ts";
import { findCollection } from "../collections/store.ts";
import { lockQueueIfThere } from "../queue/store.ts";
import { backOfQueue } from "../queue/timetable.ts";
import { type ContentMedia, contentOf, type GivenContent, holdMediaOf, keepAll, knownMedia, requireThere, withMedia } from "./content.ts";
import { holdScheduleLimits } from "./plan.ts";
import { scheduleLead } from "./rules.ts";
import { countPosts, DRAFT_TIMING, insertPost, lockPostCount, type NewPostRow, type PostTiming } from "./store.ts";

/** Stores a post in a collection. */
export async function storePost(
  app: App,
  viewer: { readonly brand: BrandGround },
  input: OperationInput<"createPost"> &
    Reaching & {
      readonly captions?: readonly NetworkCaption[];
      /** Stores something else in the post's own transaction: both are there, or, if it throws, neither. */
      readonly also?: (tx: Queryable, postId: number) => Promise<void>;
      /** By whose clock `scheduledAt` is meant; absent: by the brand's, as it is when the post is stored. */
      readonly zone?: string;
    },
): Promise<StoredPost> {
  const { body, collectionId, captions = [], also = null, zone = null } = input;
  const asked = { app, brand: viewer.brand, collectionId, body, captions, fetching: input, also, zone };
  const stored = await save(asked).catch(async (error: unknown) => {
    // The rules for time and media come after the limit of the brand, which is known only when the post is stored.
    const isLate = error instanceof Refused && isBusinessRule(error) && (await isFull(app, viewer.brand.id));
    throw isLate ? new Refused(noPlace(app)) : error;
  });
  crashPoint("create.after-commit");
  if (body.publishMode === "IMMEDIATE") app.wake();
  return stored;
}

interface StoredPost {
  readonly id: number;
  readonly mediaIds: readonly string[];
  /** When it leaves; null for a draft, and in a queue that has no slots. */
  readonly at: Instant | null;
}

async function save(asked: Asked): Promise<StoredPost> {
  const draft = namesNothing(asked.body) ? await saveDraft({ ...asked, known: new Map(), fetched: [] }) : null;
  return draft ?? createWithMedia(asked);
}

function isBusinessRule({ problem }: Refused): boolean {
  return problem.kind === "domain" && problem.status === 422;
}

async function isFull(app: App, brandId: number): Promise<boolean> {
  return (await countPosts(app.db, brandId)) >= limitOf(app);
}

/** Checks in this order: referenced things exist, limits, rules for time and media. */
async function createWithMedia(asked: Asked): Promise<StoredPost> {
  const { app, brand, collectionId } = asked;
  const collection = await findCollection(app.db, { brandId: brand.id, collectionId });
  if (collection === null) refuse(404, "collection", "Collection not found.");
  return withMedia(asked, (media) => store({ ...asked, ...media }));
}

function namesNothing(body: NewPost): boolean {
  return (body.media ?? []).length === 0 && channelsNamedIn(body.platforms).length === 0;
}

interface Asked extends GivenContent {
  readonly collectionId: number;
  readonly body: NewPost;
  readonly also: ((tx: Queryable, postId: number) => Promise<void>) | null;
  /** By whose clock the date is meant; null: by the brand's, as it is when the post is stored. */
  readonly zone: string | null;
}

type Work = Asked & ContentMedia;

async function store(work: Work): Promise<StoredPost> {
  const { app } = work;
  const draft = await saveDraft(work);
  if (draft !== null) return draft;
  return transaction(app.db, async (tx) => {
    const now = app.clock.now();
    const queue = await lockQueueIfThere(tx, work.collectionId);
    if (queue === null) refuse(404, "collection", "Collection not found.");
    // Files may have taken minutes to store, and others the queue.
    requireThere(work.fetching);
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
        const at = parseLocal(work.body.scheduledAt as string, work.zone ?? queue.timezone);
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
async function saveDraft(work: Work): Promise<StoredPost | null> {
  const { app, body, fetched, also } = work;
  if (body.publishMode !== "DRAFT" || fetched.length > 0 || also !== null) return null;
  const row = { ...rowOf(work, app.clock.now(), DRAFT_TIMING), mediaIds: await keepAll(app.db, work) };
  const post = await insertPost(app.db, row, limitOf(app) - LAST_PLACES).catch((error: unknown) => {
    // The collection was deleted while the statement ran.
    if (isDanglingReference(error)) return null;
    throw error;
  });
  return post === null ? null : { id: post.id, mediaIds: row.mediaIds, at: null };
}

/**
 * A brand's last places are given out one at a time, under a lock. Must exceed the number of connections that create posts
 * concurrently, since these do not see each other's.
 */
const LAST_PLACES = 500;

function limitOf(app: App): number {
  return app.config.postsPerBrand || Number.MAX_SAFE_INTEGER;
}

async function insert(tx: Queryable, work: Work, now: Instant, place: PostTiming): Promise<StoredPost> {
  const limit = limitOf(work.app);
  if (work.fetched.length > 0) {
    // New files hold their brand too, so that two posts which both have some would wait for one another's count. The places between are
    // more than are filled while this runs.
    if ((await countPosts(tx, work.brand.id)) >= limit - 2 * LAST_PLACES) await lockPostCount(tx, work.brand.id);
    // Before the account's space is claimed, in the order in which files are deleted.
    await holdMediaOf(tx, work);
  }
  const row = { ...rowOf(work, now, place), mediaIds: await keepAll(tx, work) };
  const stored = { mediaIds: row.mediaIds, at: place.postAt };
  const quick = await insertPost(tx, row, limit - LAST_PLACES);
  if (quick !== null) await work.also?.(tx, quick.id);
  crashPoint("create.before-commit");
  if (quick !== null) return { id: quick.id, ...stored };
  await lockPostCount(tx, work.brand.id);
  const post = await insertPost(tx, row, limit);
  if (post !== null) await work.also?.(tx, post.id);
  if (post !== null) return { id: post.id, ...stored };
  // A file may have been deleted since it was looked up.
  await knownMedia(tx, work);
  throw new Refused(noPlace(work.app));
}

function noPlace(app: App): Problem {
  return refusal(403, "plan", `A brand may have ${limitOf(app)} posts.`);
}

function rowOf(work: Work, now: Instant, place: PostTiming): Omit<NewPostRow, "mediaIds"> {
  return { ...place, ...contentOf(work), brandId: work.brand.id, collectionId: work.collectionId, now };
}
