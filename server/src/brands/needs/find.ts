import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { type Missed, NEEDS_AHEAD_DAYS, NEEDS_BACK_DAYS, type Need } from "@rostrum/contract/private/needs.ts";
import type { App } from "../../app.ts";
import { beginning } from "../forecast/present.ts";
import { type PathOf, thumbnails } from "../media/thumbnail.ts";
import { whyNotAgain } from "../published/rules.ts";
import { type FailedRow, listFailed } from "./failures-store.ts";
import { type LogInRow, listMissingLogIns } from "./log-ins-store.ts";
import { type CollectionOutlook, leavingWithin } from "./outlook.ts";
import { runsDry } from "./rules.ts";

const DAY_SECONDS = 24 * 3600;
/** What the event of a queue that runs empty looks at. */
const DRY_SECONDS = 48 * 3600;
/** Enough for two lines of a list. */
const POST_LENGTH_MAX = 120;

interface Asked {
  readonly brandIds: readonly number[];
  readonly outlook: readonly CollectionOutlook[];
  readonly now: Instant;
  /** Of one kind in one brand, at most so many. */
  readonly perBrand: number;
}

/** What of these brands needs somebody, the most urgent first. The one computation of it. */
export async function findNeeds(app: App, { brandIds, outlook, now, perBrand }: Asked): Promise<Need[]> {
  const [failed, logIns, thumbnailOf] = await Promise.all([
    listFailed(app.db, { brandIds, since: addSeconds(now, -NEEDS_BACK_DAYS * DAY_SECONDS), perBrand }),
    listMissingLogIns(app.db, { brandIds, until: addSeconds(now, NEEDS_AHEAD_DAYS * DAY_SECONDS), perBrand }),
    thumbnails(app),
  ]);
  const needs = [
    ...logIns.map((row) => logInNeed(row, outlook)),
    ...failed.flatMap((row) => failedNeed(row, thumbnailOf) ?? []),
    ...pausedNeeds(outlook),
    ...outlook.flatMap((collection) => queueNeed(collection, now) ?? []),
  ];
  return needs.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

const ORDER: readonly Need["kind"][] = [
  "LOG_IN_ENDED",
  "UNDECIDED",
  "FAILED",
  "QUEUE_PAUSED",
  "NO_CHANNELS",
  "NO_TIMES",
  "LOG_IN_ENDS",
  "RUNS_DRY",
];

function failedNeed(row: FailedRow, thumbnailOf: PathOf): Need | null {
  const { publicationId, brandId, postId, text, picture, at, channels } = row;
  const missed = channels
    .filter(({ status, isLeft }) => status === "FAILED" && !isLeft)
    .map(({ outcomes, channelStatus, isLeft: _, ...channel }): Missed => {
      const { status, ...shown } = channel;
      return { ...shown, canTryAgain: whyNotAgain({ status, reason: shown.reason, postId, channelStatus, outcomes }) === null };
    });
  if (missed.length === 0) return null;
  const posts = channels.filter(({ isComment }) => !isComment);
  const thumbnailUrl = picture === null ? null : thumbnailOf({ brandId, ...picture });
  return {
    kind: missed.some(({ reason }) => reason === "undecided") ? "UNDECIDED" : "FAILED",
    brandId,
    key: `failed ${publicationId}`,
    postId,
    post: beginning(text, POST_LENGTH_MAX),
    picture: picture === null || thumbnailUrl === null ? null : { id: picture.id, name: picture.name, thumbnailUrl },
    at,
    missed,
    reached: posts.filter(({ status }) => status === "PUBLISHED" || status === "SENT").map(({ id, name, type }) => ({ id, name, type })),
    underWay: posts.filter(({ status }) => !ENDED.includes(status)).length,
  };
}

const ENDED = ["PUBLISHED", "SENT", "FAILED", "SKIPPED"];

function logInNeed({ id, brandId, name, type, endsAt, since, message }: LogInRow, outlook: readonly CollectionOutlook[]): Need {
  const own = outlook.filter(({ channelIds }) => channelIds.includes(id));
  const posts = own.reduce((sum, collection) => sum + leavingWithin(collection, NEEDS_AHEAD_DAYS), 0);
  const shared = { brandId, key: `log-in ${id}`, channel: { id, name, type }, posts };
  return endsAt === null ? { kind: "LOG_IN_ENDED", ...shared, since, message } : { kind: "LOG_IN_ENDS", ...shared, endsAt };
}

/** A paused brand with posts that wait. A collection that somebody paused is meant to be. */
function pausedNeeds(outlook: readonly CollectionOutlook[]): Need[] {
  const paused = outlook.filter(({ brandQueueStatus, waiting }) => brandQueueStatus === "PAUSED" && waiting > 0);
  return [...Map.groupBy(paused, ({ brandId }) => brandId)].map(([brandId, own]) => ({
    kind: "QUEUE_PAUSED",
    brandId,
    key: `paused ${brandId}`,
    posts: own.reduce((sum, { waiting }) => sum + waiting, 0),
  }));
}

/** What keeps a collection's queue from moving, or that it runs out. */
function queueNeed(
  { id, title, brandId, isPaused, channelIds, waiting, comesBack, slots, turns }: CollectionOutlook,
  now: Instant,
): Need | null {
  if (isPaused) return null;
  const shared = { brandId, key: `queue ${id}`, collection: { id, title }, posts: waiting };
  if (waiting > 0 && slots.length === 0) return { kind: "NO_TIMES", ...shared };
  if (waiting > 0 && channelIds.length === 0) return { kind: "NO_CHANNELS", ...shared };
  if (comesBack || channelIds.length === 0 || !runsDry(slots, { waiting, until: addSeconds(now, DRY_SECONDS) })) return null;
  const lastAt = turns[waiting - 1]?.slot.nextAt ?? null;
  return { kind: "RUNS_DRY", ...shared, lastAt, free: turns.filter(({ day, isFree }) => isFree && day < NEEDS_AHEAD_DAYS).length };
}
