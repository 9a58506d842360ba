import { type OwnWords, wordsOn } from "@rostrum/contract/captions.ts";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { HELD_HOURS_MAX } from "@rostrum/contract/limits.ts";
import type { MediumOutline } from "@rostrum/contract/medium-facts.ts";
import type { ChannelOutline, Conversions, PostOutline } from "@rostrum/contract/outlines.ts";
import type { PreferenceValues } from "@rostrum/contract/preferences.ts";
import { obstacleOf } from "@rostrum/contract/preflight.ts";
import { deliveryWords, type ForecastReason } from "@rostrum/contract/reasons.ts";
import { type ComingSlot, comingTurns, dueSlot, nextMoment as nextMomentOf, rejoinAt, type SlotTurn } from "../queue/rules.ts";

/**
 * What will happen to one collection while nobody changes anything: simulates the engine's clock. Collections do not affect
 * each other. Assumes that publishing succeeds the moment a post leaves.
 */
export interface ForecastCollection {
  readonly id: number;
  readonly title: string;
  /** Why its queue is not moving. */
  readonly paused: "queue_paused" | "collection_paused" | null;
  readonly maxRepublish: number;
  /** The visible channels, in the collection's order. */
  readonly channels: readonly ForecastChannel[];
  readonly slots: readonly ComingSlot[];
  readonly posts: readonly ForecastPost[];
  /** How the service can convert files that a platform does not accept. */
  readonly conversions: Conversions;
}

export interface ForecastChannel extends ChannelOutline {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  /** Whether the service can publish on channels of this type. */
  readonly supported: boolean;
  /** Null if it is not held. */
  readonly held: ChannelHold | null;
}

/** Nothing is sent on the channel until then; over if that is past. */
export interface ChannelHold {
  /** Since when it keeps posts waiting; null for a pause: when it is over, the network is asked. */
  readonly since: Instant | null;
  readonly until: Instant;
  readonly reason: string;
}

export interface ForecastPost {
  readonly id: number;
  readonly title: string;
  readonly outline: PostOutline;
  /** Own words, by the type of the channels that get them; absent if it has none. */
  readonly captions?: OwnWords | null;
  /** Its files, by the type of the channels for which it has pictures of its own; absent if it has none. */
  readonly ownMedia?: Readonly<Partial<Record<ChannelType, readonly MediumOutline[]>>> | null;
  /** Its own values of channels' preferences, by the channel's id; absent if it has none. */
  readonly preferences?: Readonly<Record<string, PreferenceValues>> | null;
  /** The channels to which it does not go; absent if it goes to all. */
  readonly leftOut?: readonly number[];
  readonly place: PostPlace;
  /** Whether it becomes a draft at its time instead of leaving, because it came with the brand from another installation. */
  readonly waits?: boolean;
}

export type PostPlace =
  | { readonly kind: "draft" }
  | { readonly kind: "timed"; readonly mode: "NOW" | "SCHEDULE"; readonly at: Instant }
  | { readonly kind: "queued"; readonly rank: number }
  /** Published, and rejoins the queue at this time. */
  | { readonly kind: "rejoins"; readonly at: Instant }
  /** Under way: the deliveries still open, and the number of channels already reached. */
  | { readonly kind: "leaving"; readonly open: readonly OpenDelivery[]; readonly reached: number };

export interface OpenDelivery {
  readonly channelId: number;
  /** The time of its next step, if nothing holds the channel; null if an attempt is in flight. */
  readonly nextAt: Instant | null;
  /** Whether a hold of the channel concerns it: what the platform is processing goes on. */
  readonly holdable: boolean;
}

export interface Span {
  readonly timezone: string;
  readonly now: Instant;
  /** Exclusive. */
  readonly until: Instant;
  /** Posts that return to the queue later are left out: else a month in a thousand years would have all the years before it played. Default: `until`. */
  readonly repeatsUntil?: Instant;
}

export interface Departure {
  readonly post: ForecastPost;
  /** The time of its slot, or its own scheduled time. */
  readonly dueAt: Instant;
  /** Later than `dueAt` only if that was missed. */
  readonly leavesAt: Instant;
  readonly slotId: number | null;
}

export interface CollectionForecast {
  /** In order. An evergreen post leaves several times. */
  readonly departures: readonly Departure[];
  readonly staying: readonly { readonly post: ForecastPost; readonly reason: ForecastReason }[];
}

/** The collection's channels to which a post goes. */
export function channelsFor(
  { leftOut = [] }: Pick<ForecastPost, "leftOut">,
  { channels }: Pick<ForecastCollection, "channels">,
): readonly ForecastChannel[] {
  return leftOut.length === 0 ? channels : channels.filter(({ id }) => !leftOut.includes(id));
}

/** What stops a post on each of the channels to which it goes, in their order: as `obstacleOn`. */
export type ObstaclesOf = (post: ForecastPost) => readonly (ForecastObstacle | null)[];

/** Works each post's out once: an evergreen post leaves often, and measuring texts is what a forecast spends its time on. */
export function obstaclesIn(collection: ForecastCollection): ObstaclesOf {
  const { conversions } = collection;
  const known = new Map<ForecastPost, readonly (ForecastObstacle | null)[]>();
  return (post) => {
    const obstacles = known.get(post) ?? channelsFor(post, collection).map((channel) => obstacleOn(channel, post, conversions));
    known.set(post, obstacles);
    return obstacles;
  };
}

interface Playing {
  readonly obstaclesOf?: ObstaclesOf;
  /** Told of each departure as it is found: it may throw, which ends the simulation. */
  readonly onDeparture?: (post: ForecastPost) => void;
}

/**
 * Simulates a collection. At equal times the order is the engine's: timed posts, slots, rejoining posts. Yields after each departure,
 * so that a long simulation can be interrupted.
 */
export function* playCollection(
  collection: ForecastCollection,
  span: Span,
  { obstaclesOf = obstaclesIn(collection), onDeparture = () => undefined }: Playing = {},
): Generator<void, CollectionForecast> {
  const blocked = blockOf(collection);
  const line = placed(collection, "queued")
    .sort((a, b) => a.place.rank - b.place.rank || a.id - b.id)
    .map((post): ForecastPost => post);
  const timed = placed(collection, "timed").sort((a, b) => compare(a.place.at, b.place.at) || a.id - b.id);
  const rejoins = new Rejoins(span.repeatsUntil ?? span.until);
  for (const post of placed(collection, "rejoins")) rejoins.add(post, post.place.at);
  for (const post of placed(collection, "leaving")) {
    const { open, reached } = post.place;
    const fates = open.flatMap((delivery) => fateOfOpen(collection, post, { delivery, now: span.now }) ?? []);
    if (reached > 0 || fates.some(({ obstacle }) => obstacle === null)) {
      rejoins.addAfter(post, latest(span.now, fates), collection.maxRepublish);
    }
  }
  let turns: Iterator<SlotTurn, unknown> = blocked === null ? turnsFrom(collection.slots, span) : [].values();
  const departures: Departure[] = [];
  const nextTurn = () => {
    const { done, value } = turns.next();
    return done === true ? undefined : (value as SlotTurn);
  };
  let next = { timed: 0, line: 0, turn: nextTurn() };

  for (let at: Instant | null = span.now; at !== null && at < span.until; at = nextMoment()) {
    const first = departures.length;
    for (let post = timed[next.timed]; post !== undefined && post.place.at <= at; post = timed[next.timed]) {
      departures.push({ post, dueAt: post.place.at, leavesAt: at, slotId: null });
      next.timed += 1;
    }
    while (next.turn !== undefined && next.turn.at <= at) {
      const post = line[next.line];
      if (post !== undefined) {
        departures.push({ post, dueAt: next.turn.at, leavesAt: at, slotId: next.turn.slot.id });
        next.line += 1;
      } else if (addSeconds(next.turn.at, SKIPPED_SECONDS_MIN) < at) {
        // Nobody waits for the turns until then, however many they are.
        turns = turnsAfter(collection.slots, span.timezone, at);
      }
      next = { ...next, turn: nextTurn() };
    }
    line.push(...rejoins.takeUntil(at));
    // They are published by now; those that repeat forever are back in the queue at once.
    for (const { post } of departures.slice(first)) {
      onDeparture(post);
      yield;
      if (collection.maxRepublish === 0 || post.waits === true) continue;
      const obstacles = obstaclesOf(post);
      const fates = channelsFor(post, collection).map((channel, index) => fateOf(channel, obstacles[index] ?? null, { at, dueAt: at }));
      if (fates.some(({ obstacle }) => obstacle === null)) rejoins.addAfter(post, latest(at, fates), collection.maxRepublish);
    }
    line.push(...rejoins.takeUntil(at));
  }

  function nextMoment(): Instant | null {
    const moments = [timed[next.timed]?.place.at, rejoins.nextAt()];
    if (next.line < line.length) moments.push(next.turn?.at);
    return moments.reduce<Instant | null>((least, at) => (at !== undefined && (least === null || at < least) ? at : least), null);
  }

  const left = new Set(departures.map(({ post }) => post));
  const staying = collection.posts
    .filter((post) => !left.has(post) && post.place.kind !== "leaving")
    .map((post) => ({ post, reason: reasonToStay(post, blocked) }));
  return { departures, staying };
}

/** Why no queued post of the collection leaves; null if its queue moves. */
export function blockOf(collection: ForecastCollection): ForecastReason | null {
  if (collection.slots.length === 0) return "no_slots";
  if (collection.paused !== null) return collection.paused;
  return collection.channels.some((channel) => channel.active) ? null : "no_active_channel";
}

export interface ForecastObstacle {
  readonly reason: ForecastReason;
  /** Details beyond the reason, such as counts and limits. */
  readonly message: string | null;
}

/** What is certain to stop a post on this channel once it leaves; null if it will be published. */
export function obstacleOn(
  channel: ForecastChannel,
  { outline, captions, ownMedia, preferences }: Pick<ForecastPost, "outline" | "captions" | "ownMedia" | "preferences">,
  conversions: Conversions,
): ForecastObstacle | null {
  if (!channel.active) return { reason: "channel_inactive", message: deliveryWords.channelInactive };
  if (!channel.supported) return { reason: "unsuitable", message: deliveryWords.cannotPublish(channel.type) };
  const { [channel.type]: media = outline.media } = ownMedia ?? {};
  return obstacleOf(
    { ...wordsOn(outline, captions, channel.type), media, preferences: preferences?.[channel.id] ?? {} },
    channel,
    conversions,
  );
}

/** When a delivery ends, and how. */
export interface Fate {
  readonly at: Instant;
  /** Null if it is published. */
  readonly obstacle: ForecastObstacle | null;
  /** Why it is published later than it could be. */
  readonly delay: ForecastObstacle | null;
}

interface Turn {
  readonly at: Instant;
  /** From when on a hold keeps it waiting. */
  readonly dueAt: Instant;
}

/** What becomes of a post on the channel at its turn, given what is certain to stop it: it waits for the end of a hold, but not forever. */
export function fateOf({ held }: Pick<ForecastChannel, "held">, obstacle: ForecastObstacle | null, { at, dueAt }: Turn): Fate {
  if (held === null || held.until <= at || obstacle !== null) return { at, obstacle, delay: null };
  const message = deliveryWords.held(held.reason, held.until);
  const since = held.since !== null && held.since > dueAt ? held.since : dueAt;
  const endsAt = addSeconds(since, HELD_HOURS_MAX * 3600);
  if (held.since !== null && endsAt < held.until) return { at: endsAt, obstacle: { reason: "held_too_long", message }, delay: null };
  return { at: held.until, obstacle: null, delay: { reason: "channel_held", message } };
}

/** The same for a delivery that is open; assumes that its next step is the last. Null if its channel is gone. */
export function fateOfOpen(
  { channels, conversions }: ForecastCollection,
  post: ForecastPost,
  { delivery, now }: { readonly delivery: OpenDelivery; readonly now: Instant },
): Fate | null {
  const { channelId, nextAt, holdable } = delivery;
  const channel = channels.find(({ id }) => id === channelId);
  if (channel === undefined) return null;
  const obstacle = obstacleOn(channel, post, conversions);
  const at = nextAt === null || nextAt < now ? now : nextAt;
  return nextAt === null || !holdable ? { at, obstacle, delay: null } : fateOf(channel, obstacle, { at, dueAt: nextAt });
}

/** Turns of a shorter time are passed one by one, which is cheaper. */
const SKIPPED_SECONDS_MIN = 60 * 24 * 3600;

/** Posts waiting to rejoin the queue, by time and then id. */
class Rejoins {
  readonly #until: Instant;
  readonly #waiting: { readonly post: ForecastPost; readonly at: Instant }[] = [];

  constructor(until: Instant) {
    this.#until = until;
  }

  addAfter(post: ForecastPost, publishedAt: Instant, maxRepublish: number): void {
    const at = rejoinAt(publishedAt, maxRepublish);
    if (at !== null) this.add(post, at);
  }

  add(post: ForecastPost, at: Instant): void {
    if (at > this.#until) return;
    let place = this.#waiting.length;
    while (place > 0 && isLater(this.#waiting[place - 1], { post, at })) place -= 1;
    this.#waiting.splice(place, 0, { post, at });
  }

  nextAt(): Instant | undefined {
    return this.#waiting[0]?.at;
  }

  takeUntil(at: Instant): ForecastPost[] {
    const after = this.#waiting.findIndex((entry) => entry.at > at);
    return this.#waiting.splice(0, after === -1 ? this.#waiting.length : after).map(({ post }) => post);
  }
}

function isLater(one: { post: ForecastPost; at: Instant } | undefined, other: { post: ForecastPost; at: Instant }): boolean {
  return one !== undefined && (compare(one.at, other.at) || one.post.id - other.post.id) > 0;
}

/** The slots' turns from now on; missed slots fire at once or are skipped. */
function* turnsFrom(slots: readonly ComingSlot[], { timezone, now }: Span): Generator<SlotTurn, void> {
  const due = slots.filter((slot) => slot.nextAt <= now).map((slot) => ({ slot, ...dueSlot(slot, timezone, now) }));
  const fired = due.flatMap(({ slot, fire }) => (fire === null ? [] : [{ slot, at: fire }]));
  yield* fired.sort((a, b) => compare(a.at, b.at) || a.slot.id - b.slot.id);
  const after = new Map(due.map(({ slot, nextAt }) => [slot.id, nextAt]));
  yield* comingTurns(
    slots.map((slot) => ({ ...slot, nextAt: after.get(slot.id) ?? slot.nextAt })),
    timezone,
  );
}

/** The turns later than `at`. */
function turnsAfter(slots: readonly ComingSlot[], timezone: string, at: Instant): Generator<SlotTurn, void> {
  const coming = slots.map((slot) => ({ ...slot, nextAt: slot.nextAt > at ? slot.nextAt : nextMomentOf(slot, timezone, at) }));
  return comingTurns(coming, timezone);
}

function reasonToStay(post: ForecastPost, blocked: ForecastReason | null): ForecastReason {
  if (post.place.kind === "draft") return "draft";
  return post.place.kind === "timed" ? "beyond_horizon" : (blocked ?? "beyond_horizon");
}

type Placed<K extends PostPlace["kind"]> = ForecastPost & { readonly place: Extract<PostPlace, { kind: K }> };

function placed<K extends PostPlace["kind"]>(collection: ForecastCollection, kind: K): Placed<K>[] {
  return collection.posts.filter((post): post is Placed<K> => post.place.kind === kind);
}

function latest(now: Instant, fates: readonly Fate[]): Instant {
  return fates.reduce((last, { at }) => (at > last ? at : last), now);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
