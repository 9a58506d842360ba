import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { inTurnOfBrand } from "../../brands/media/in-turn.ts";
import type { AdvisoryLocks } from "../../ground/database/locks.ts";
import { transaction } from "../../ground/database/query.ts";
import { asTrace, currentSpan, errorName } from "../../ground/spans.ts";
import type { RefusedFeed } from "../feeds/fetch.ts";
import type { Feed } from "../feeds/item.ts";
import { PICTURE_SIDE_PIXELS_MIN } from "../feeds/limits.ts";
import type { UnusableFile } from "./files.ts";
import { importItem } from "./import.ts";
import { findKnown, followItems, followMoved, forgetOldItems, insertKnownItems, markSeen, markSeenAgain } from "./items-store.ts";
import { openLogin } from "./logins.ts";
import type { RecentFeeds } from "./recent-feeds.ts";
import {
  afterFailure,
  afterRead,
  datedBy,
  floodOf,
  newestOf,
  oldestFirst,
  problemOfRest,
  problemsOfItems,
  type Read,
  RUN_ITEMS_MAX,
  slidInOf,
} from "./rules.ts";
import { beginRun, endRun, findDue, holdRun, putOff, type Runnable, storeRun } from "./run-store.ts";

/** A full disk or a database failure is not the feed's fault; wait before fetching it again. */
const TROUBLE_SECONDS = 300;
/** Process deaths allowed while a feed is being run, whatever the cause. */
const DEATHS_MAX = 3;
const DEADLY = "The service crashed three times while it read the feed and its files.";

export interface RunTools {
  readonly locks: AdvisoryLocks;
  /** Aborts work in flight; items imported by then stay, the rest follow in the next run. */
  readonly stop: AbortSignal;
  readonly feeds: RecentFeeds;
  /** In [0, 1); for jitter. */
  chance(): number;
}

/**
 * Runs one automation if it is due and no other worker is running it: fetches its feed, imports new items, and schedules the next
 * run. A run interrupted by a stop or a crash stays due. Feed errors are never thrown.
 */
export async function runAutomation(app: App, automationId: number, tools: RunTools): Promise<void> {
  await using lock = await tools.locks.acquire(automationId);
  if (lock === null) return;
  const run = await findDue(app.db, automationId, app.clock.now());
  if (run === null) return;
  const signal = AbortSignal.any([lock.signal, tools.stop]);
  const span = { name: "automation run", facts: { "rostrum.automation.id": run.id } };
  await asTrace(app.traces, span, () => inTurnOfBrand(app, run.brandId, () => runDue(app, run, tools, signal)));
}

async function runDue(app: App, run: Runnable, tools: RunTools, signal: AbortSignal): Promise<void> {
  try {
    if ((await beginRun(app.db, run.id)) > DEATHS_MAX) await giveUp(app, run, tools.chance());
    else await readAndImport(app, run, { signal, feeds: tools.feeds, chance: tools.chance() });
  } catch (error) {
    if (signal.aborted) return;
    currentSpan()?.fail(errorName(error));
    app.log.error({ event: "automation trouble", automation: run.id, err: error });
    await putOff(app.db, run, addSeconds(app.clock.now(), TROUBLE_SECONDS));
  } finally {
    app.changes.tell(run.brandId, "automations", "posts", "media");
    await endRun(app.db, run.id).catch((error: unknown) => app.log.error({ event: "automation trouble", automation: run.id, err: error }));
  }
}

/** After too many process deaths the run counts as failed and is rescheduled like any failure. */
async function giveUp(app: App, run: Runnable, chance: number): Promise<void> {
  await fail(app, run, { reason: DEADLY, status: null, retryAfterSeconds: null }, chance);
}

async function fail(app: App, run: Runnable, failure: Omit<RefusedFeed, "kind">, chance: number): Promise<void> {
  const now = app.clock.now();
  const next = afterFailure(run, failure, now, chance);
  currentSpan()?.fail(failure.status === null ? "feed" : String(failure.status));
  app.log.info({ event: "automation failed", automation: run.id, reason: failure.reason, status: failure.status, now: next.status });
  await finish(app, run, { ...next, newestItemAt: null, completedAt: null, now, posts: 0, problem: failure.reason });
}

interface RunFacts {
  readonly signal: AbortSignal;
  readonly feeds: RecentFeeds;
  readonly chance: number;
}

async function readAndImport(app: App, run: Runnable, { signal, feeds, chance }: RunFacts): Promise<void> {
  const answer = await feeds.read(app.net, { ...run, login: openLogin(app, run.id, run.sealedLogin) }, { now: app.clock.now(), signal });
  if (signal.aborted) return;
  const now = app.clock.now();
  if (answer.kind === "refused") return fail(app, run, answer, chance);
  const { feedUrl, freshSeconds } = answer;
  if (answer.kind === "notModified") {
    await markSeenAgain(app.db, run.id, now);
    const left = run.catchingUp ? "waiting" : "nothing";
    const next = afterRead(run, { feedUrl, freshSeconds, marks: null, left }, now, chance);
    return finish(app, run, { ...next, newestItemAt: null, completedAt: now, now, posts: 0, problem: problemOfRest(left) });
  }
  const { left, ...made } = await importNew(app, run, answer.feed, { now, signal });
  if (left === "interrupted") return;
  await forgetOldItems(app.db, run.id, now);
  const next = afterRead(run, { feedUrl, freshSeconds, marks: answer, left }, now, chance);
  const newestItemAt = newestOf(answer.feed.items, now);
  const problems = [
    problemOfRest(left),
    ...problemsOfItems({ ...made, ...countsOf(made.unusable), sidePixelsMin: PICTURE_SIDE_PIXELS_MIN }),
  ].filter((problem) => problem !== null);
  const problem = problems.length === 0 ? null : problems.join(" ");
  await finish(app, run, { ...next, newestItemAt, completedAt: now, now, posts: made.posts, problem });
}

function countsOf(unusable: Imported["unusable"]): { readonly small: number; readonly unreadable: number } {
  const small = unusable
    .values()
    .filter((why) => why === "small")
    .toArray().length;
  return { small, unreadable: unusable.size - small };
}

/** A run takes places from others, so it ends after this time, and what is left is for the next one. */
const IMPORT_SECONDS_MAX = 600;

interface Imported {
  readonly left: Read["left"] | "interrupted";
  readonly posts: number;
  /** Of these, how many have no files because the account has no room for them. */
  readonly bare: number;
  /** How many items could not be stored. */
  readonly impossible: number;
  /** Files that they could not have, by address. */
  readonly unusable: ReadonlyMap<string, UnusableFile["why"]>;
}

/** Imports unknown items, oldest first. Returns what is left for a later run, and what became of the others. */
async function importNew(
  app: App,
  run: Runnable,
  feed: Feed,
  { now, signal }: { readonly now: Instant; readonly signal: AbortSignal },
): Promise<Imported> {
  let known = await findKnown(app.db, run.id, feed.items);
  if (known.size === 0 && feed.items.length > 0) known = await followMoved(app.db, run.id, feed.items, now);
  await transaction(app.db, async (tx) => {
    if (await holdRun(tx, run)) await followItems(tx, run.id, feed.items, now);
  });
  await markSeen(app.db, run.id, feed.items, now);
  const unknown = feed.items.filter((item) => !known.has(item.key));
  // Unknown old items are those that a previous run has left.
  const flood = run.catchingUp ? [] : floodOf({ total: feed.items.length, unknown, newestAt: run.newestItemAt, createdAt: run.createdAt });
  if (flood.length > 0) {
    app.log.warn({ event: "feed rebuilt", automation: run.id, items: flood.length });
    await insertKnownItems(app.db, run.id, flood, now);
  }
  const below = run.catchingUp ? [] : slidInOf(feed.items, (item) => known.has(item.key), run.createdAt);
  await insertKnownItems(app.db, run.id, below, now);
  const isOld = new Set([...flood, ...below]);
  const fresh = oldestFirst(unknown.filter((item) => !isOld.has(item)).map((item) => datedBy(item, now)));
  const isFirst = run.runCount === 0 && run.catchingUp;
  const taken = isFirst ? fresh : fresh.slice(0, RUN_ITEMS_MAX);
  const endsAt = performance.now() + IMPORT_SECONDS_MAX * 1000;
  const made = { posts: 0, bare: 0, impossible: 0, unusable: new Map<string, UnusableFile["why"]>() };
  for (const [index, item] of taken.entries()) {
    if (signal.aborted) return { left: "interrupted", ...made };
    if (index > 0 && performance.now() > endsAt) return { left: "more", ...made };
    const { outcome, unusable } = await importItem(app, run, item, { now, signal });
    if (outcome === "imported" || outcome === "bare") {
      made.posts += 1;
      for (const { url, why } of unusable) made.unusable.set(url, why);
    }
    if (outcome === "bare" || outcome === "impossible") made[outcome] += 1;
    if (outcome === "stopped") return { left: "interrupted", ...made };
    if (outcome === "full") {
      app.log.warn({ event: "brand is full", automation: run.id, brand: run.brandId });
      return { left: "waiting", ...made };
    }
  }
  return { left: taken.length < fresh.length ? "more" : "nothing", ...made };
}

async function finish(app: App, run: Runnable, state: Parameters<typeof storeRun>[2]): Promise<void> {
  currentSpan()?.tell({ "rostrum.posts": state.posts });
  await transaction(app.db, async (tx) => {
    if (await holdRun(tx, run)) await storeRun(tx, run.id, state);
  });
}
