import { addSeconds, fromEpochMilliseconds, type Instant } from "@rostrum/contract/formats.ts";
import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { countChannelsByStatus, countEndingLogIns, countHeldChannels } from "../../brands/channels/store.ts";
import { type Space, spaceAt } from "../../ground/storage/space.ts";
import { VERSION } from "../../ground/version.ts";
import { WARNING_SECONDS } from "../../networks/grants/loop.ts";
import { oldestAge } from "./rules.ts";
import {
  countAutomations,
  countWebhooks,
  listNetworkStates,
  readCounts,
  readDatabaseFacts,
  readOutlook,
  readWaitingEvents,
  readWaitingMails,
  readWork,
} from "./store.ts";

/** What waits, what is late, and what networks made of the last day's deliveries. */
export async function showServiceState(app: App): Promise<PrivateOutput<"showServiceState">> {
  const { config, db, clock } = app;
  const now = clock.now();
  const { due, oldestDueAt, inFlight, unknown } = await readWork(db, now);
  return {
    version: VERSION,
    node: process.versions.node,
    publicUrl: config.publicUrl,
    startedAt: fromEpochMilliseconds(performance.timeOrigin),
    database: { ...(await readDatabaseFacts(db)), embedded: config.databaseUrl === null },
    counts: await readCounts(db),
    engine: { due, oldestDueAt, inFlight, unknown, ...(await readOutlook(db, now)) },
    networks: await listNetworkStates(db, now),
  };
}

export type ServiceFigures = Awaited<ReturnType<typeof readFigures>>;

/** So that several scrapers cost the database no more than one. */
const KEPT_SECONDS = 5;
/** Longer than the database lets all of its statements take together: a connection that does not answer by then is lost. */
const READING_SECONDS_MAX = 300;
interface Kept {
  readonly at: Instant;
  /** By the clock that nobody sets, in milliseconds. */
  readonly begunAt: number;
  readonly figures: Promise<ServiceFigures>;
  isRead: boolean;
}
const kept = new WeakMap<App, Kept>();

/** What an operator watches: what is late, and what needs somebody. May be a few seconds old. */
export function serviceFigures(app: App): Promise<ServiceFigures> {
  const now = app.clock.now();
  const last = kept.get(app);
  // A database that is slow would only become slower by a second reading beside the first. A clock that was set back makes nothing young.
  if (last !== undefined) {
    const isFresh = last.isRead && now >= last.at && now < addSeconds(last.at, KEPT_SECONDS);
    const isComing = !last.isRead && performance.now() - last.begunAt < READING_SECONDS_MAX * 1000;
    if (isFresh || isComing) return last.figures;
  }
  const reading: Kept = { at: now, begunAt: performance.now(), figures: readFigures(app, now), isRead: false };
  kept.set(app, reading);
  reading.figures.then(
    () => {
      reading.isRead = true;
    },
    () => {
      if (kept.get(app) === reading) kept.delete(app);
    },
  );
  return reading.figures;
}

/** The disk with the data directory; null if that cannot be read. It is told without the database, which stops on a full one. */
export function dataSpace({ config }: Pick<App, "config">): Promise<Space | null> {
  return spaceAt(config.dataDirectory);
}

async function readFigures({ db }: App, now: Instant) {
  const work = await readWork(db, now);
  const mails = await readWaitingMails(db);
  return {
    work,
    oldestUntakenSeconds: oldestAge([work.oldestPostAt, work.oldestSlotAt], now),
    // Without any worker, posts and slots are late and no delivery is.
    oldestDueSeconds: oldestAge([work.oldestDueAt, work.oldestPostAt, work.oldestSlotAt], now),
    channels: {
      byStatus: await countChannelsByStatus(db),
      held: await countHeldChannels(db, now),
      expiring: await countEndingLogIns(db, addSeconds(now, WARNING_SECONDS)),
    },
    automations: await countAutomations(db),
    webhooks: await countWebhooks(db),
    events: (await readWaitingEvents(db, now)).map((events) => ({ ...events, oldestDueSeconds: oldestAge([events.oldestDueAt], now) })),
    mails,
    oldestMailSeconds: oldestAge([mails.oldestAt], now),
  };
}
