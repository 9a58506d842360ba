import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { Conversions } from "@rostrum/contract/outlines.ts";
import { picturesOn } from "@rostrum/contract/pictures.ts";
import { deliveryWords, type ForecastReason, forecastReasons } from "@rostrum/contract/reasons.ts";
import type { App } from "../../app.ts";
import { channelOutline } from "../channels/outline.ts";
import { inTurns } from "./in-turns.ts";
import {
  channelsFor,
  type Departure,
  type ForecastChannel,
  type ForecastCollection,
  type ForecastObstacle,
  type ForecastPost,
  fateOf,
  fateOfOpen,
  type ObstaclesOf,
  obstaclesIn,
  type PostPlace,
  playCollection,
  type Span,
} from "./rules.ts";
import type { BrandSnapshot, SnapshotChannel, SnapshotDelivery, SnapshotPost } from "./store.ts";

/** What will happen to a post on a channel. */
export interface ForecastEntry {
  readonly post: ForecastPost;
  readonly collection: ForecastCollection;
  /** Null if the collection has no channels or none is active. */
  readonly channel: ForecastChannel | null;
  /** Null if the post stays. */
  readonly leaves: Leave | null;
  /** Null if it will be published. */
  readonly obstacle: ForecastObstacle | null;
  /** Why it will be published later than it leaves. */
  readonly delay: ForecastObstacle | null;
}

interface Leave {
  readonly at: Instant;
  /** When it is published on the channel, or fails there: later than `at` if the channel is held. */
  readonly arrivesAt: Instant;
  readonly dueAt: Instant;
  readonly slotId: number | null;
}

/** What one forecast holds at most: each departure on each channel is an entry. Some 40 times what a busy agency's month has. */
const ENTRIES_MAX = 250_000;

/** More would leave than one forecast may hold. */
export class TooMuchToForesee extends Error {
  readonly entriesMax: number;

  constructor(entriesMax: number) {
    super(`more than ${entriesMax} departures`);
    this.entriesMax = entriesMax;
  }
}

/**
 * Every post on every channel of its collection: first those that leave, in order, then those that stay. Where these are too many, each
 * post that stays comes once, without a channel. Lets others have their turn.
 *
 * @throws {TooMuchToForesee} before it is held in memory; a shorter span has less
 */
export function foresee(collections: readonly ForecastCollection[], span: Span, entriesMax = ENTRIES_MAX): Promise<ForecastEntry[]> {
  return inTurns(foreseeing(collections, span, entriesMax));
}

/** How far ahead to look for a post that has no date yet, and how little of that at least. */
const AHEAD_SECONDS = { most: 366 * 24 * 3600, least: 3600 };

/**
 * What leaves a collection within a year, and at `dueAt` if that is later. Where so much leaves that it would be too long, as large a part
 * of the year as fits.
 */
export async function foreseeNext(
  collection: ForecastCollection,
  { timezone, now, dueAt }: { readonly timezone: string; readonly now: Instant; readonly dueAt: Instant | null },
  entriesMax = ENTRIES_MAX,
): Promise<ForecastEntry[]> {
  for (let seconds = AHEAD_SECONDS.most; ; seconds = Math.floor(seconds / 4)) {
    const ahead = addSeconds(now, seconds);
    const until = dueAt !== null && dueAt >= ahead ? addSeconds(dueAt, 1) : ahead;
    try {
      return await foresee([collection], { timezone, now, until, repeatsUntil: ahead }, entriesMax);
    } catch (error) {
      if (!(error instanceof TooMuchToForesee) || seconds < AHEAD_SECONDS.least) throw error;
    }
  }
}

function* foreseeing(collections: readonly ForecastCollection[], span: Span, entriesMax: number): Generator<void, ForecastEntry[]> {
  const leaving: Leaving[] = [];
  const staying: Staying[] = [];
  let rest = entriesMax;
  for (const collection of collections) {
    const obstaclesOf = obstaclesIn(collection);
    const forecast = yield* playCollection(collection, span, {
      obstaclesOf,
      onDeparture: (post) => spend(channelsFor(post, collection).length),
    });
    for (const entry of onTheirWay(collection, span.now)) leaving.push(entry);
    for (const departure of forecast.departures) {
      for (const entry of departing(collection, departure, obstaclesOf)) leaving.push(entry);
      yield;
    }
    for (const { post, reason } of forecast.staying) staying.push({ post, collection, reason });
    yield;
  }
  leaving.sort((a, b) => compare(a.leaves.arrivesAt, b.leaves.arrivesAt));
  yield;
  const entries: ForecastEntry[] = [...leaving];
  const stays = staying.reduce((sum, { post, collection }) => sum + channelsFor(post, collection).length, 0);
  for (const post of staying) {
    for (const entry of stayingOf(post, stays <= rest)) entries.push(entry);
    yield;
  }
  return entries;

  function spend(entries: number): void {
    rest -= entries;
    if (rest < 0) throw new TooMuchToForesee(entriesMax);
  }
}

export interface ForecastGround {
  readonly app: Pick<App, "config" | "connectors">;
  readonly conversions: Conversions;
}

/** Converts the snapshot to the rules' types. */
export function collectionsOf(snapshot: BrandSnapshot, ground: ForecastGround): ForecastCollection[] {
  const channels = Map.groupBy(snapshot.channels, (channel) => channel.collectionId);
  const slots = Map.groupBy(snapshot.slots, (slot) => slot.collectionId);
  const posts = Map.groupBy(snapshot.posts, (post) => post.collectionId);
  const deliveries = Map.groupBy(snapshot.deliveries, (delivery) => delivery.postId);
  const { conversions } = ground;
  const brandPaused = snapshot.queueStatus === "PAUSED" ? "queue_paused" : null;
  return snapshot.collections.map(({ id, title, status, maxRepublish }) => ({
    id,
    title,
    maxRepublish,
    conversions,
    paused: brandPaused ?? (status === "PAUSED" ? "collection_paused" : null),
    channels: (channels.get(id) ?? []).map((channel) => channelOf(channel, ground)),
    slots: slots.get(id) ?? [],
    posts: (posts.get(id) ?? []).map((post) => postOf(post, deliveries.get(post.id) ?? [])),
  }));
}

type Leaving = ForecastEntry & { readonly leaves: NonNullable<ForecastEntry["leaves"]> };

function departing(collection: ForecastCollection, { post, leavesAt, dueAt, slotId }: Departure, obstaclesOf: ObstaclesOf): Leaving[] {
  return targetsOf(collection, post, obstaclesOf).map(({ channel, obstacle }) => {
    const { at, ...fate } = fateOf(channel ?? { held: null }, obstacle, { at: leavesAt, dueAt: leavesAt });
    return { post, collection, channel, leaves: { at: leavesAt, arrivesAt: at, dueAt, slotId }, ...fate };
  });
}

/** As in the engine: an entry for each channel, or one without a channel if none is active. */
function targetsOf(
  collection: ForecastCollection,
  post: ForecastPost,
  obstaclesOf: ObstaclesOf,
): readonly Pick<ForecastEntry, "channel" | "obstacle">[] {
  if (post.waits === true) return [{ channel: null, obstacle: { reason: "brand_arrived", message: forecastReasons.brand_arrived } }];
  const channels = channelsFor(post, collection);
  if (!channels.some((channel) => channel.active)) {
    const message = whyNowhere(collection, channels);
    return [{ channel: null, obstacle: { reason: "no_active_channel", message } }];
  }
  const obstacles = obstaclesOf(post);
  return channels.map((channel, index) => ({ channel, obstacle: obstacles[index] ?? null }));
}

function whyNowhere({ channels: all }: ForecastCollection, channels: readonly ForecastChannel[]): string {
  if (all.length === 0) return deliveryWords.noChannel;
  return channels.length === 0 ? deliveryWords.everyChannelLeftOut : deliveryWords.everyChannelInactive;
}

/** Posts that have left and are still open; assumes that their next step is the last. */
function onTheirWay(collection: ForecastCollection, now: Instant): Leaving[] {
  return collection.posts.flatMap((post) => {
    if (post.place.kind !== "leaving") return [];
    return post.place.open.flatMap((delivery) => {
      const channel = collection.channels.find(({ id }) => id === delivery.channelId);
      const fate = fateOfOpen(collection, post, { delivery, now });
      if (channel === undefined || fate === null) return [];
      const { at, obstacle, delay } = fate;
      return [{ post, collection, channel, leaves: { at, arrivesAt: at, dueAt: at, slotId: null }, obstacle, delay }];
    });
  });
}

interface Staying {
  readonly post: ForecastPost;
  readonly collection: ForecastCollection;
  readonly reason: ForecastReason;
}

function stayingOf({ post, collection, reason }: Staying, onEachChannel: boolean): ForecastEntry[] {
  const channels = onEachChannel ? channelsFor(post, collection) : [];
  return (channels.length === 0 ? [null] : channels).map((channel) => {
    return { post, collection, channel, leaves: null, obstacle: { reason, message: null }, delay: null };
  });
}

function channelOf(channel: SnapshotChannel, { app }: ForecastGround): ForecastChannel {
  const { id, name, type, status, heldSince, heldUntil, heldReason } = channel;
  const held = heldUntil === null ? null : { since: heldSince, until: heldUntil, reason: heldReason ?? "" };
  return { ...channelOutline(app, channel), id, name, held, active: status === "ACTIVE", supported: app.connectors[type] !== undefined };
}

function postOf(post: SnapshotPost, deliveries: readonly SnapshotDelivery[]): ForecastPost {
  const { id, body, captions, thread, asStory, poll, media, preferences, leftOut } = post;
  const title = post.title?.trim() ? post.title : (poll?.question ?? body);
  const outline = { text: body, thread, asStory, poll, media };
  return {
    id,
    title,
    outline,
    captions,
    ownMedia: ownMediaOf(post),
    preferences,
    leftOut,
    place: placeOf(post, deliveries),
    ...(post.waits ? { waits: true } : {}),
  };
}

/** Its files for each network for which it has pictures of its own; null if there is none. */
function ownMediaOf({ pictures }: SnapshotPost): NonNullable<ForecastPost["ownMedia"]> | null {
  if (pictures === null) return null;
  const { stored, mediaIds, outlines } = pictures;
  const types = CHANNEL_TYPES.filter((type) => stored.own[type] !== undefined);
  return Object.fromEntries(types.map((type) => [type, picturesOn(mediaIds, stored, type).flatMap((id) => outlines[id] ?? [])]));
}

function placeOf(post: SnapshotPost, deliveries: readonly SnapshotDelivery[]): PostPlace {
  if (post.leavingAt !== null) {
    return { kind: "leaving", open: deliveries.filter(({ open }) => open), reached: deliveries.filter(({ open }) => !open).length };
  }
  if (post.rejoinAt !== null) return { kind: "rejoins", at: post.rejoinAt };
  if (post.queueRank !== null) return { kind: "queued", rank: post.queueRank };
  if (post.postAt !== null && (post.postingType === "NOW" || post.postingType === "SCHEDULE")) {
    return { kind: "timed", mode: post.postingType, at: post.postAt };
  }
  return { kind: "draft" };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
