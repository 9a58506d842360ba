import { addSeconds, type Instant, printLocal, toInstant } from "@rostrum/contract/formats.ts";
import { type CalendarChannel, type CalendarEntry, NEXT_ENTRIES_MAX } from "@rostrum/contract/private/calendar.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import { offsetOf } from "../database/page.ts";
import { collectionsOf, foresee } from "../forecast/foresee.ts";
import { flatMapInTurns } from "../forecast/in-turns.ts";
import { entryStatus } from "../forecast/present.ts";
import { blockOf, type ForecastCollection, type ForecastPost, obstacleOn } from "../forecast/rules.ts";
import { findBrandOfCollection, readSnapshot } from "../forecast/store.ts";
import { conversionsOf } from "../media/conversions.ts";
import { thumbnails } from "../media/thumbnail.ts";
import { refuse } from "../refusal.ts";
import { type Planned, plannedOf } from "./planned.ts";
import { leftEntry, outlineOf, type Presenting, plannedEntry } from "./present.ts";
import { listDraftsOf, listLeft, listOutlines, listTitles } from "./store.ts";

/** A queue that has fallen behind may still have dates that are about to move: its posts are read a little further. */
const MARGIN_SECONDS = 8 * 24 * 3600;
/** How far ahead the rounds of evergreen posts are shown. */
const REPEATS_DAYS = 2 * 366;

/** Everything of a brand that leaves or has left between two moments. */
export function showCalendar(app: App, { brandId, from, to }: PrivateInput<"showCalendar">): Promise<PrivateOutput<"showCalendar">> {
  return planOf(app, brandId, { from: toInstant(from), to: toInstant(to) });
}

const DAY_SECONDS = 24 * 3600;
/** A busy brand's next departures are found without reading those of a whole month. */
const NEXT_DAYS = [2, 30] as const;

/** What is on its way, and the first departures to come. */
export function showNext(app: App, { brandId }: PrivateInput<"showNext">): Promise<PrivateOutput<"showNext">> {
  return nextWithin(app, brandId, NEXT_DAYS);
}

async function nextWithin(app: App, brandId: number, [days = 0, ...longer]: readonly number[]): Promise<PrivateOutput<"showNext">> {
  const now = app.clock.now();
  const window = { from: addSeconds(now, -DAY_SECONDS), to: addSeconds(now, days * DAY_SECONDS) };
  const { entries, ...rest } = await planOf(app, brandId, window, { allOnTheWay: true });
  const coming = entries.filter(({ state, reason }) => state !== "LEFT" && reason === null);
  if (coming.length <= NEXT_ENTRIES_MAX && longer.length > 0) return nextWithin(app, brandId, longer);
  return { ...rest, entries: coming.slice(0, NEXT_ENTRIES_MAX), more: coming.length > NEXT_ENTRIES_MAX };
}

/** `allOnTheWay`: what is on its way is there, however long ago it left. */
async function planOf(app: App, brandId: number, window: Window, { allOnTheWay = false } = {}): Promise<PrivateOutput<"showCalendar">> {
  const snapshot = await readSnapshot(app.db, { brandId, collectionId: null, until: addSeconds(window.to, MARGIN_SECONDS) });
  if (snapshot === null) refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  const { timezone } = snapshot;
  const presenting = { app, brandId, timezone, thumbnailOf: await thumbnails(app) };
  const collections = collectionsOf(snapshot, { app, conversions: await conversionsOf(app) });
  const leavingIds = snapshot.posts.flatMap(({ id, leavingAt }) => (leavingAt === null ? [] : id));
  const now = app.clock.now();
  const repeatsUntil = addSeconds(now, REPEATS_DAYS * DAY_SECONDS);
  const foreseen = await foresee(collections, { timezone, now, until: window.to, repeatsUntil });
  const [left, planned, titles] = await Promise.all([
    listLeft(app.db, { brandId, ...window, leavingIds, allOnTheWay }),
    plannedEntries(plannedOf(foreseen), presenting, window),
    listTitles(app.db, brandId),
  ]);
  const entries = [...left.map((row) => leftEntry(row, presenting)), ...planned];
  return { timezone, collections: titles, entries: entries.sort((a, b) => compare(a.at, b.at) || compare(a.key, b.key)) };
}

interface Window {
  readonly from: Instant;
  readonly to: Instant;
}

async function plannedEntries(
  planned: readonly Planned[],
  presenting: Presenting & { readonly app: App },
  { from, to }: Window,
): Promise<CalendarEntry[]> {
  const within = planned.filter(({ at }) => at === null || (at >= from && at < to));
  const ids = [...new Set(within.map(({ postId }) => postId))];
  const rows = new Map((await listOutlines(presenting.app.db, { brandId: presenting.brandId, ids })).map((row) => [row.id, row]));
  return flatMapInTurns(within, (departure) => {
    const row = rows.get(departure.postId);
    const at = departure.at ?? row?.at ?? null;
    if (row === undefined || at === null || at < from || at >= to) return [];
    return plannedEntry({ ...departure, at }, row, presenting);
  });
}

/** Posts without a date. */
export async function listDrafts(app: App, input: PrivateInput<"listDrafts">): Promise<PrivateOutput<"listDrafts">> {
  const { brandId, search = "" } = input;
  const { rows, total } = await listDraftsOf(app.db, { brandId, search: search.trim(), limit: input.perPage, offset: offsetOf(input) });
  const presenting = { brandId, timezone: "UTC", thumbnailOf: await thumbnails(app) };
  return {
    total,
    drafts: rows.map((row) => ({ ...outlineOf(row, presenting), postId: row.id, createdAt: row.createdAt, updatedAt: row.updatedAt })),
  };
}

/** The posts in a collection's queue. */
export async function showQueue(app: App, { collectionId }: PrivateInput<"showQueue">): Promise<PrivateOutput<"showQueue">> {
  const brandId = await findBrandOfCollection(app.db, collectionId);
  const snapshot = brandId === null ? null : await readSnapshot(app.db, { brandId, collectionId });
  const [collection] = snapshot === null ? [] : collectionsOf(snapshot, { app, conversions: await conversionsOf(app) });
  if (brandId === null || snapshot === null || collection === undefined) {
    refuse(404, "collection", `There is no collection with the id ${collectionId}.`);
  }
  const { timezone } = snapshot;
  const queued = collection.posts.flatMap((post) => (post.place.kind === "queued" ? [{ post, rank: post.place.rank }] : []));
  queued.sort((a, b) => a.rank - b.rank || a.post.id - b.post.id);
  const ids = queued.map(({ post }) => post.id);
  const rows = new Map((await listOutlines(app.db, { brandId, ids })).map((row) => [row.id, row]));
  const thumbnailOf = await thumbnails(app);
  return {
    timezone,
    collectionId,
    collection: collection.title,
    reason: blockOf(collection),
    slotsPerWeek: collection.slots.length,
    channels: collection.channels.map(({ id, name, type, active }) => ({ id, name, type, isActive: active })),
    entries: await flatMapInTurns(queued, ({ post }) => {
      const row = rows.get(post.id);
      if (row === undefined) return [];
      const { at, updatedAt } = row;
      return {
        ...outlineOf(row, { brandId, timezone, thumbnailOf }),
        postId: post.id,
        updatedAt,
        at,
        local: at === null ? null : printLocal(at, timezone),
        obstacles: obstaclesTo(post, collection),
      };
    }),
  };
}

/** The channels on which the post will certainly not be published. */
function obstaclesTo(post: ForecastPost, { channels, conversions }: ForecastCollection): CalendarChannel[] {
  return channels.flatMap((channel) => {
    const obstacle = obstacleOn(channel, post, conversions);
    if (obstacle === null) return [];
    const { id, name, type } = channel;
    return { id, name, type, outcome: entryStatus(obstacle.reason), reason: obstacle.reason, message: obstacle.message };
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
