import { addSeconds, type Instant, printLocal } from "@rostrum/contract/formats.ts";
import { collectionsOf, foresee } from "../brands/forecast/foresee.ts";
import { outcomeOf } from "../brands/forecast/present.ts";
import { readSnapshot } from "../brands/forecast/store.ts";
import { projectQueue } from "../brands/queue/rules.ts";
import { listComingSlots, listQueued } from "../brands/queue/store.ts";
import { query } from "../ground/database/query.ts";
import { must } from "./builders.ts";
import { type Chance, createChance } from "./chance.ts";
import { instantConnectors } from "./instant-connector.ts";
import { aRandomBrand, aRandomPost, aRandomTime, type RandomBrand, ZONES } from "./random-brand.ts";
import { openStage, type Stage } from "./stage.ts";

/**
 * Simulates a year of random brands with the real engine and compares what was published with the forecasts: one at the start,
 * and a new one after each change of the brand.
 */
export interface Journey {
  readonly seed: number;
  readonly brands: number;
  readonly days: number;
  /** Of all brands together. */
  readonly changes: number;
  /** How often the service is stopped, for minutes to weeks. */
  readonly stops: number;
}

export interface JourneyReport {
  readonly zones: number;
  readonly forecasts: number;
  /** Entries that left: posts × channels. */
  readonly compared: number;
  /** Number of queued posts' dates compared with a fresh projection. */
  readonly dates: number;
  /** One line per difference, reproducible with the seed. */
  readonly mismatches: readonly string[];
}

const DAY_SECONDS = 24 * 3600;
const AHEAD_SECONDS = 365 * DAY_SECONDS;

export async function travel(journey: Journey): Promise<JourneyReport> {
  const limits = { ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0", ROSTRUM_POSTS_PER_BRAND: "0" };
  const chance = createChance(journey.seed);
  // Any day of the year: both clock changes lie in the year that follows.
  const start = addSeconds("2026-01-01T00:00:00.000000Z" as Instant, chance.number(0, 364) * DAY_SECONDS + chance.number(0, DAY_SECONDS));
  await using stage = await openStage(limits, start, instantConnectors());
  const watches: Watch[] = [];
  for (let number = 0; number < journey.brands; number += 1) {
    const brand = await aRandomBrand(stage, chance, ZONES[number % ZONES.length] as string);
    for (let posts = chance.number(3, 14); posts > 0; posts -= 1) await aRandomPost(stage, brand, chance);
    watches.push(new Watch(stage, brand));
  }
  for (const watch of watches) await watch.forecast();
  for (const event of plan(journey, chance, start)) {
    await stage.liveUntil(event.at);
    const concerned = event.stopSeconds > 0 ? watches : [chance.pick(watches)];
    for (const watch of concerned) await watch.compare();
    if (event.stopSeconds > 0) stage.jump(addSeconds(stage.now(), event.stopSeconds));
    else for (const watch of concerned) await change(stage, watch.brand, chance);
    for (const watch of concerned) await watch.forecast();
  }
  await stage.liveUntil(addSeconds(start, journey.days * DAY_SECONDS));
  for (const watch of watches) await watch.compare();
  const sum = (count: (watch: Watch) => number) => watches.reduce((total, watch) => total + count(watch), 0);
  return {
    zones: new Set(watches.map((_, number) => ZONES[number % ZONES.length])).size,
    forecasts: sum(({ forecasts }) => forecasts),
    compared: sum(({ compared }) => compared),
    dates: sum(({ dates }) => dates),
    mismatches: watches.flatMap(({ mismatches }) => mismatches),
  };
}

interface Event {
  readonly at: Instant;
  /** 0: a person changes something. */
  readonly stopSeconds: number;
}

/** In order, and none while the service is stopped. */
function plan(journey: Journey, chance: Chance, start: Instant): Event[] {
  const moment = () => addSeconds(start, chance.number(60, journey.days * DAY_SECONDS - 60));
  const changes = Array.from({ length: journey.changes }, () => ({ at: moment(), stopSeconds: 0 }));
  const stops = Array.from({ length: journey.stops }, () => ({
    at: moment(),
    stopSeconds: chance.pick([600, 2400, 3599, 3600, 3 * 3600, 3 * DAY_SECONDS, 21 * DAY_SECONDS]),
  }));
  const end = addSeconds(start, journey.days * DAY_SECONDS);
  let free = start;
  return [...changes, ...stops]
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .filter(({ at, stopSeconds }) => {
      const back = addSeconds(at, stopSeconds);
      if (at < free || back > end) return false;
      free = back;
      return true;
    });
}

/** One change by the owner. Many are refused, which is a case of its own: nothing may move then. */
async function change(stage: Stage, brand: RandomBrand, chance: Chance): Promise<void> {
  for (let count = chance.number(1, 4); count > 0; count -= 1) await changeOnce(stage, brand, chance);
}

async function changeOnce(stage: Stage, brand: RandomBrand, chance: Chance): Promise<void> {
  const posts = (await must(brand.api("GET", "/posts?per_page=100"))) as { id: number }[];
  const post = posts.length === 0 ? null : chance.pick(posts);
  const state = () => chance.pick(["ACTIVE", "ACTIVE", "PAUSED"]);
  switch (chance.number(1, 10)) {
    case 1:
      return void (await must(stage.admin("PATCH", `/brands/${brand.id}`, { queueStatus: state() })));
    case 2:
      return void (await must(stage.admin("PATCH", `/collections/${chance.pick(brand.collectionIds)}`, { status: state() })));
    case 3: {
      const status = chance.pick(["ACTIVE", "ACTIVE", "INACTIVE"]);
      return void (await must(stage.admin("PATCH", `/channels/${chance.pick(brand.channelIds)}`, { status })));
    }
    case 4:
      return void (await must(stage.admin("PATCH", `/brands/${brand.id}`, { timezone: chance.pick(ZONES) })));
    case 5:
      return void (post === null || (await brand.api("DELETE", `/posts/${post.id}`)));
    case 6:
      return void (post === null || (await brand.api("PATCH", `/posts/${post.id}`, { publishMode: "DRAFT" })));
    case 7: {
      const scheduledAt = await aRandomTime(stage, brand, chance);
      return void (post === null || (await brand.api("PATCH", `/posts/${post.id}`, { publishMode: "SCHEDULE", scheduledAt })));
    }
    case 8: {
      const queuePosition = chance.pick(["FRONT", "BACK"]);
      return void (post === null || (await brand.api("PATCH", `/posts/${post.id}`, { publishMode: "QUEUE", queuePosition })));
    }
    default:
      await aRandomPost(stage, brand, chance);
  }
}

/** Forecasts and results for one brand. */
class Watch {
  readonly brand: RandomBrand;
  readonly mismatches: string[] = [];
  forecasts = 0;
  compared = 0;
  dates = 0;
  readonly #stage: Stage;
  #expected: readonly string[] = [];
  #lastPublicationId = 0;

  constructor(stage: Stage, brand: RandomBrand) {
    this.#stage = stage;
    this.brand = brand;
  }

  /** Forecasts the coming year, and compares the dates of queued posts with a fresh projection. */
  async forecast(): Promise<void> {
    const { app } = this.#stage;
    const now = this.#stage.now();
    const snapshot = await readSnapshot(app.db, { brandId: this.brand.id, collectionId: null });
    if (snapshot === null) throw new Error("the brand is gone");
    const until = addSeconds(now, AHEAD_SECONDS);
    const collections = collectionsOf(snapshot, { app, conversions: { convertsVideos: false } });
    const entries = await foresee(collections, { timezone: snapshot.timezone, now, until });
    this.#expected = entries.flatMap((entry) =>
      entry.leaves === null
        ? []
        : [line({ ...entry.leaves, postId: entry.post.id, channelId: entry.channel?.id ?? null, status: outcomeOf(entry) })],
    );
    this.forecasts += 1;
    await this.#holdDates();
  }

  /** Holds everything that has left since the forecast against it. */
  async compare(): Promise<void> {
    const now = this.#stage.now();
    const rows = await query<Left>(this.#stage.app.db, {
      text: `select l.id "publicationId", l.due_at "dueAt", l.created_at "at", l.post_id "postId", l.slot_id "slotId", d.channel_id "channelId", d.status
             from publications l join deliveries d on d.publication_id = l.id where l.brand_id = $1 and l.id > $2 order by l.id`,
      values: [this.brand.id, this.#lastPublicationId],
    });
    // A post that was deleted after it had left has no number any more; what was expected of it is compared before that.
    const came = rows.map(line).sort();
    const expected = this.#expected.filter((text) => text <= `${now}~`).toSorted();
    this.compared += came.length;
    this.#lastPublicationId = rows.at(-1)?.publicationId ?? this.#lastPublicationId;
    const zone = `brand ${this.brand.id} until ${now} (${printLocal(now, "UTC")})`;
    this.mismatches.push(
      ...difference(expected, came).map((text) => `${zone}: forecast but not published: ${text}`),
      ...difference(came, expected).map((text) => `${zone}: published but not forecast: ${text}`),
    );
    await this.#holdDates();
  }

  async #holdDates(): Promise<void> {
    const { db } = this.#stage.app;
    const { timezone } = await must(this.brand.api("GET", "/schedule"));
    for (const id of this.brand.collectionIds) {
      const posts = await listQueued(db, id);
      const fresh = projectQueue(await listComingSlots(db, id), timezone ?? "UTC", posts.length);
      for (const [index, post] of posts.entries()) {
        this.dates += 1;
        const moment = fresh[index] ?? null;
        if (post.postAt !== moment)
          this.mismatches.push(`post ${post.id} at ${this.#stage.now()}: date ${post.postAt}, projection ${moment}`);
      }
    }
  }
}

interface Left {
  readonly publicationId: number;
  readonly at: Instant;
  readonly dueAt: Instant;
  readonly postId: number | null;
  readonly slotId: number | null;
  readonly channelId: number | null;
  readonly status: string;
}

/** Sorts by the moment at which it left. */
function line(left: Omit<Left, "publicationId">): string {
  return `${left.at} due ${left.dueAt} post ${left.postId} slot ${left.slotId} channel ${left.channelId} ${left.status}`;
}

/** What the first list has more often than the second. */
function difference(one: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of other) counts.set(text, (counts.get(text) ?? 0) + 1);
  return one.filter((text) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
}
