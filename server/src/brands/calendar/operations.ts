import { addSeconds, type Instant, printLocal, toInstant } from "@rostrum/contract/formats.ts";
import {
  type CalendarChannel,
  type CalendarEntry,
  DAY_ENTRIES_MAX,
  FOUND_POSTS_MAX,
  FREE_SLOTS_MAX,
  NEXT_ENTRIES_MAX,
  QUEUE_FREE_SLOTS,
  UNDATED_MAX,
} from "@rostrum/contract/private/calendar.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { offsetOf } from "../../ground/database/page.ts";
import { refuse } from "../../ground/refusal.ts";
import { collectionsOf, type ForecastEntry, foresee } from "../forecast/foresee.ts";
import { flatMapInTurns } from "../forecast/in-turns.ts";
import { entryStatus } from "../forecast/present.ts";
import { blockOf, channelsFor, type ForecastCollection, type ForecastPost, obstacleOn } from "../forecast/rules.ts";
import { findBrandOfCollection, readSnapshot } from "../forecast/store.ts";
import { refuseTooMuch } from "../forecast/too-much.ts";
import { conversionsOf } from "../media/conversions.ts";
import { thumbnails } from "../media/thumbnail.ts";
import { findPlanner } from "../posts/moves-store.ts";
import { projectQueue } from "../queue/rules.ts";
import { countQueued } from "../queue/store.ts";
import { listNextFree } from "../queue/timetable.ts";
import { freeSlotsOf } from "./free-slots.ts";
import { type Planned, plannedOf } from "./planned.ts";
import { entryOf, leftStanding, outlineOf, type Presenting, plannedStanding, type Standing } from "./present.ts";
import { byDay, isOf } from "./rules.ts";
import { listDates, listDraftsOf, listFound, listLeft, listOutlines, listTitles, listUndated, type OutlineRow } from "./store.ts";

/** A queue that has fallen behind may still have dates that are about to move: its posts are read a little further. */
const MARGIN_SECONDS = 8 * 24 * 3600;
/** How far ahead the rounds of evergreen posts are shown. */
const REPEATS_DAYS = 2 * 366;

/** What of a brand leaves or has left between two moments, the first of each day, and the slots between them that are free. */
export async function showCalendar(app: App, input: PrivateInput<"showCalendar">): Promise<PrivateOutput<"showCalendar">> {
  const { brandId, from, to, collectionId, state, each } = input;
  const window = { from: toInstant(from), to: toInstant(to) };
  const { forecast, foreseen, standings, presenting, collections } = await planOf(app, brandId, window);
  const { timezone } = presenting;
  const wanted = standings.filter(
    (one) => (collectionId === undefined || one.collectionId === collectionId) && (state === undefined || isOf(one, state)),
  );
  const days = byDay(wanted, timezone);
  const span = { timezone, now: app.clock.now(), ...window, max: FREE_SLOTS_MAX };
  const open = state === undefined ? forecast.filter(({ id }) => collectionId === undefined || id === collectionId) : [];
  const [entries, free, nextFree] = await Promise.all([
    entriesOf(
      app,
      days.flatMap(({ all }) => (each === "ALL" ? all : all.slice(0, DAY_ENTRIES_MAX))),
      presenting,
    ),
    freeSlotsOf(open, foreseen, span),
    listNextFree(app.db, { brandId, timezone }),
  ]);
  const nextAt = new Map(nextFree.map((next) => [next.collectionId, next.at]));
  const freeSlots = free.slots.map((slot) => {
    return { ...slot, local: printLocal(slot.at, timezone), isNext: nextAt.get(slot.collectionId) === slot.at };
  });
  return {
    timezone,
    collections,
    entries,
    days: days.map(({ day, all }) => ({ day, posts: all.length })),
    freeSlots,
    moreFreeSlots: free.more,
  };
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
  const { standings, presenting, collections } = await planOf(app, brandId, window, { allOnTheWay: true });
  const { timezone } = presenting;
  const coming = standings.filter(({ state, reason }) => state !== "LEFT" && reason === null);
  if (coming.length <= NEXT_ENTRIES_MAX && longer.length > 0) return nextWithin(app, brandId, longer);
  const first = byDay(coming, timezone).flatMap(({ all }) => all);
  const entries = await entriesOf(app, first.slice(0, NEXT_ENTRIES_MAX), presenting);
  return { timezone, collections, entries, more: coming.length > NEXT_ENTRIES_MAX };
}

interface CalendarPlan {
  readonly collections: PrivateOutput<"showCalendar">["collections"];
  readonly standings: readonly Standing[];
  readonly presenting: Presenting;
  readonly forecast: readonly ForecastCollection[];
  readonly foreseen: readonly ForecastEntry[];
}

/** `allOnTheWay`: what is on its way is there, however long ago it left. */
async function planOf(app: App, brandId: number, window: Window, { allOnTheWay = false } = {}): Promise<CalendarPlan> {
  const snapshot = await readSnapshot(app.db, { brandId, collectionId: null, until: addSeconds(window.to, MARGIN_SECONDS) });
  if (snapshot === null) refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  const { timezone } = snapshot;
  const forecast = collectionsOf(snapshot, { app, conversions: await conversionsOf(app) });
  const leavingIds = snapshot.posts.flatMap(({ id, leavingAt }) => (leavingAt === null ? [] : id));
  const now = app.clock.now();
  const repeatsUntil = addSeconds(now, REPEATS_DAYS * DAY_SECONDS);
  const foreseen = await foresee(forecast, { timezone, now, until: window.to, repeatsUntil }).catch((error: unknown) =>
    refuseTooMuch(error, "to"),
  );
  const [left, planned, collections] = await Promise.all([
    listLeft(app.db, { brandId, ...window, leavingIds, allOnTheWay }),
    plannedStandings(app, brandId, plannedOf(foreseen), window),
    listTitles(app.db, brandId),
  ]);
  const presenting = { brandId, timezone, thumbnailOf: await thumbnails(app) };
  return { collections, standings: [...left.map(leftStanding), ...planned], presenting, forecast, foreseen };
}

interface Window {
  readonly from: Instant;
  readonly to: Instant;
}

/** What keeps its place in a queue that does not move has the date of its slot. */
async function plannedStandings(app: App, brandId: number, planned: readonly Planned[], { from, to }: Window): Promise<Standing[]> {
  const ids = planned.flatMap(({ at, postId }) => (at === null ? postId : []));
  const dates = ids.length === 0 ? new Map<number, Instant>() : await listDates(app.db, { brandId, ids });
  return planned.flatMap((departure) => {
    const at = departure.at ?? dates.get(departure.postId) ?? null;
    return at === null || at < from || at >= to ? [] : plannedStanding(departure, at);
  });
}

async function entriesOf(app: App, standings: readonly Standing[], presenting: Presenting): Promise<CalendarEntry[]> {
  const ids = [...new Set(standings.flatMap((one) => (one.kind === "planned" ? one.postId : [])))];
  const rows = new Map((await listOutlines(app.db, { brandId: presenting.brandId, ids })).map((row) => [row.id, row]));
  return flatMapInTurns(standings, (standing) => entryOf(standing, rows, presenting) ?? []);
}

/** When the next post that joins each queue would leave. */
export async function listNextSlots(app: App, { brandId }: PrivateInput<"listNextSlots">): Promise<PrivateOutput<"listNextSlots">> {
  const planner = await findPlanner(app.db, brandId);
  if (planner === null) refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  const { timezone } = planner;
  const [free, queued] = await Promise.all([listNextFree(app.db, { brandId, timezone }), countQueued(app.db, brandId)]);
  const slots = free.map(({ collectionId, at }) => {
    return { collectionId, at, local: at === null ? null : printLocal(at, timezone), queued: queued.get(collectionId) ?? 0 };
  });
  return { timezone, slots };
}

/** Posts without a date: drafts, and what is queued where no slot says when it leaves. */
export async function listDrafts(app: App, input: PrivateInput<"listDrafts">): Promise<PrivateOutput<"listDrafts">> {
  const { brandId, search = "" } = input;
  const [drafts, waiting] = await Promise.all([
    listDraftsOf(app.db, { brandId, search: search.trim(), limit: input.perPage, offset: offsetOf(input) }),
    listUndated(app.db, { brandId, search: search.trim(), limit: UNDATED_MAX }),
  ]);
  const presenting = { brandId, timezone: "UTC", thumbnailOf: await thumbnails(app) };
  const draftOf = (row: OutlineRow) => {
    const { id: postId, createdAt, updatedAt } = row;
    return { ...outlineOf(row, presenting), postId, createdAt, updatedAt };
  };
  return {
    total: drafts.total,
    drafts: drafts.rows.map(draftOf),
    waiting: { total: waiting.total, posts: waiting.rows.map((row) => ({ ...draftOf(row), collection: row.collection })) },
  };
}

/** Posts by their words. */
export async function findPosts(app: App, { brandId, search }: PrivateInput<"findPosts">): Promise<PrivateOutput<"findPosts">> {
  const planner = await findPlanner(app.db, brandId);
  if (planner === null) refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  const { timezone } = planner;
  const presenting = { brandId, timezone, thumbnailOf: await thumbnails(app) };
  const rows = await listFound(app.db, { brandId, search: search.trim(), limit: FOUND_POSTS_MAX });
  return rows.map((row) => {
    const { id: postId, status, at } = row;
    return { ...outlineOf(row, presenting), postId, status, local: at === null ? null : printLocal(at, timezone) };
  });
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
  const reason = blockOf(collection);
  const ahead = reason === null ? projectQueue(collection.slots, timezone, queued.length + QUEUE_FREE_SLOTS).slice(queued.length) : [];
  return {
    timezone,
    collectionId,
    collection: collection.title,
    reason,
    freeSlots: ahead.map((at, index) => ({ collectionId, at, local: printLocal(at, timezone), isNext: index === 0 })),
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
        networks: channelsFor(post, collection).map(({ type }) => type),
        obstacles: obstaclesTo(post, collection),
      };
    }),
  };
}

/** The channels on which the post will certainly not be published. */
function obstaclesTo(post: ForecastPost, collection: ForecastCollection): CalendarChannel[] {
  return channelsFor(post, collection).flatMap((channel) => {
    const obstacle = obstacleOn(channel, post, collection.conversions);
    if (obstacle === null) return [];
    const { id, name, type } = channel;
    return { id, name, type, outcome: entryStatus(obstacle.reason), reason: obstacle.reason, message: obstacle.message };
  });
}
