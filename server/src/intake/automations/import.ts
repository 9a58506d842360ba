import type { Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { discardFiles, hasRoomFor, keepMedia, type StoredUpload, storeFiles } from "../../brands/media/keep.ts";
import { ownCaptions } from "../../brands/posts/content.ts";
import { postTypeOf } from "../../brands/posts/rules.ts";
import { DRAFT_TIMING, insertPost, lockPostCount, type NewPostRow, type PostTiming } from "../../brands/posts/store.ts";
import { lockQueue } from "../../brands/queue/store.ts";
import { backOfQueue } from "../../brands/queue/timetable.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { isRejectionOfValues } from "../../ground/database/rejections.ts";
import { Refused } from "../../ground/refusal.ts";
import type { DatedItem } from "./compose.ts";
import { fetchItemFiles, type UnusableFile } from "./files.ts";
import { type FittedText, fitText, outlinesIn } from "./fit.ts";
import { insertKnownItems, isStored } from "./items-store.ts";
import { countPostMade, countPostsOf, holdRun, type Runnable } from "./run-store.ts";

/** For all files of an item together: one slow server must not keep the others waiting. What has not arrived by then is left out. */
const FILES_SECONDS_MAX = 180;

/**
 * `bare`: imported without its files, for which the account has no room. `known`: it has been imported in the meantime. `impossible`: it
 * cannot be stored, ever. `full`: the brand has reached its post limit. `stopped`: the run is no longer the current one.
 */
type ImportOutcome = "imported" | "bare" | "known" | "impossible" | "full" | "stopped";

interface ImportedItem {
  readonly outcome: ImportOutcome;
  readonly unusable: readonly UnusableFile[];
}

/**
 * Imports one item as one post. Key and post are written in one transaction that locks the automation, so that the item is known
 * exactly if its post exists, and no other worker can interfere.
 */
export async function importItem(
  app: App,
  run: Runnable,
  item: DatedItem,
  { now, signal }: { readonly now: Instant; readonly signal: AbortSignal },
): Promise<ImportedItem> {
  if (await isFull(app.db, app, run.brandId)) return { outcome: "full", unusable: [] };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(FILES_SECONDS_MAX * 1000)]);
  await using fetched = await fetchItemFiles(app, run.importAsType, item, inTime);
  if (signal.aborted) return { outcome: "stopped", unusable: [] };
  const hasRoom = await hasRoomFor(app, { brandId: run.brandId, files: fetched.files });
  const files = hasRoom ? await storeFiles(app, fetched.files) : [];
  const channels = await outlinesIn(app, run.collectionId);
  // Before the queue is locked: a long text is measured many times.
  const text = fitText(run, item, { channels, mimes: files.map((file) => file.facts.mime), autoThread: run.autoThread });
  const alts = hasRoom ? fetched.files.map(({ alt }) => alt) : [];
  const outcome = await store(app, { run, item, text, files, alts, now }).catch(async (error: unknown) => {
    // Otherwise the commit may have come through.
    if (!isRejectionOfValues(error) && !(error instanceof Refused)) throw error;
    if (error instanceof Refused) {
      await discardFiles(app, files);
      throw error;
    }
    app.log.warn({ event: "feed item cannot be stored", automation: run.id, link: item.link, err: error });
    await insertKnownItems(app.db, run.id, [item], now);
    return "impossible" as const;
  });
  if (outcome !== "imported") await discardFiles(app, files);
  return { outcome: outcome === "imported" && !hasRoom ? "bare" : outcome, unusable: fetched.unusable };
}

interface Importing {
  readonly run: Runnable;
  readonly item: DatedItem;
  readonly text: FittedText;
  readonly files: readonly StoredUpload[];
  /** Of the files, in their order. */
  readonly alts: readonly (string | null)[];
  readonly now: Instant;
}

async function store(app: App, { run, item, text, files, alts, now }: Importing): Promise<Exclude<ImportOutcome, "bare" | "impossible">> {
  return transaction(app.db, async (tx) => {
    if (!(await holdRun(tx, run))) return "stopped";
    if (await isStored(tx, run.id, item)) return "known";
    const place = run.addPostsAsDraft ? DRAFT_TIMING : await placeInQueue(tx, run.collectionId);
    await lockPostCount(tx, run.brandId);
    if (await isFull(tx, app, run.brandId)) return "full";
    const mediaIds: string[] = [];
    for (const file of files) mediaIds.push((await keepMedia(app, tx, { brandId: run.brandId, file })).id);
    const mimes = files.map((file) => file.facts.mime);
    const post = await insertPost(
      tx,
      { ...rowOf(run, text, mimes), ...place, mediaIds, mediaAlts: alts.some((alt) => alt !== null) ? alts : [], now },
      Number.MAX_SAFE_INTEGER,
    );
    if (post === null) throw new Error(`automation ${run.id} and its collection belong to different brands`);
    await insertKnownItems(tx, run.id, [item], now);
    await countPostMade(tx, run.id);
    return "imported";
  });
}

async function isFull(db: Queryable, app: App, brandId: number): Promise<boolean> {
  const limit = app.config.postsPerBrand;
  return limit !== 0 && (await countPostsOf(db, brandId)) >= limit;
}

async function placeInQueue(tx: Queryable, collectionId: number): Promise<PostTiming> {
  const { rank, postAt } = await backOfQueue(tx, await lockQueue(tx, collectionId));
  return { postingType: "QUEUE", status: "PENDING", postAt, queueRank: rank };
}

function rowOf(
  run: Runnable,
  { title, body, link, autoThreadText, captions }: FittedText,
  mimes: readonly string[],
): Omit<NewPostRow, "mediaIds" | "mediaAlts" | "now" | keyof PostTiming> {
  return {
    brandId: run.brandId,
    collectionId: run.collectionId,
    title,
    body,
    alt: null,
    link,
    postType: postTypeOf({ caption: body, autoThreadText }, mimes),
    poll: null,
    comment: null,
    platforms: null,
    asStory: false,
    regularType: null,
    autoThread: autoThreadText,
    captions: ownCaptions(captions, { autoThreadText }, mimes),
  };
}
