import type { AutomationStatus } from "@rostrum/contract/automations.ts";
import { addSeconds, type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";

/** When an automation runs, what its state becomes, and which items a run takes: `docs/automations.md#how-servers-are-asked`. */

/** Items that a run imports; the rest is taken by another one soon. What a new automation finds is taken at once. */
export const RUN_ITEMS_MAX = 20;
export const REST_SECONDS = 60;
/** Seen items are forgotten so long after they left the feed, unless they are among the newest of an automation. */
export const KEPT_DAYS = 90;
export const KEPT_ITEMS_MIN = 1000;

const JITTER = 0.1;
const FAILURES_UNTIL_FAILING = 3;
const FAILING_DAYS_MAX = 14;
const MOVES_UNTIL_ADOPTED = 3;
const FLOOD_DAYS = 30;
const FLOOD_SHARE = 0.5;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const GONE = 410;

/** What one run leaves for the next. */
export interface RunState {
  readonly status: AutomationStatus;
  readonly fetchUrl: string;
  /** As the server sent them; null when the next answer has to be a whole one. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly failures: number;
  readonly failingSince: Instant | null;
  readonly movedTo: string | null;
  readonly moves: number;
  readonly catchingUp: boolean;
  readonly nextRunAt: Instant;
}

/** A run that read its feed, or heard that nothing is new. `left`: what of the feed is still to be imported. */
export interface Read {
  /** Where the feed was read, after permanent redirects. */
  readonly feedUrl: string;
  /** null: the same feed as the last time. */
  readonly marks: { readonly etag: string | null; readonly lastModified: string | null } | null;
  readonly freshSeconds: number;
  readonly left: "nothing" | "more" | "waiting";
}

/** The state after a run that was completed. `chance` is in [0, 1). */
export function afterRead(state: RunState & { readonly refreshHours: number }, read: Read, now: Instant, chance: number): RunState {
  const move = afterMove(state, read.feedUrl);
  const adopted = move.fetchUrl !== state.fetchUrl;
  // A server that is told these marks answers that nothing is new, also to one who has not taken everything.
  const whole = adopted || read.left !== "nothing";
  const marks = read.marks ?? state;
  const usual = Math.max(jittered(state.refreshHours * HOUR_SECONDS, chance), read.freshSeconds);
  return {
    ...move,
    status: "ACTIVE",
    etag: whole ? null : marks.etag,
    lastModified: whole ? null : marks.lastModified,
    failures: 0,
    failingSince: null,
    catchingUp: read.left !== "nothing",
    nextRunAt: addSeconds(now, read.left === "more" ? REST_SECONDS : usual),
  };
}

/** A run that got no feed. `status` of HTTP; null when no answer came. */
export interface Failure {
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
}

/**
 * The state after a run that failed: tried again after two hours, four, then daily. A 404 alone means nothing, since large
 * sites answer so in waves; 410 says that the feed is gone for good.
 */
export function afterFailure(state: RunState, failure: Failure, now: Instant, chance: number): RunState {
  const failures = state.failures + 1;
  const failingSince = state.failingSince ?? now;
  const given = failure.status !== null && failure.status >= 200 && failure.status < 300;
  const backoff = failures >= FAILURES_UNTIL_FAILING ? DAY_SECONDS : Math.min(2 ** failures * HOUR_SECONDS, DAY_SECONDS);
  return {
    ...state,
    status: statusAfter(failure, failures, secondsBetween(failingSince, now)),
    // What came was no feed: the marks may belong to that.
    etag: given ? null : state.etag,
    lastModified: given ? null : state.lastModified,
    failures,
    failingSince,
    nextRunAt: addSeconds(now, Math.max(jittered(backoff, chance), failure.retryAfterSeconds ?? 0)),
  };
}

function statusAfter(failure: Failure, failures: number, failingSeconds: number): AutomationStatus {
  if (failure.status === GONE || failingSeconds >= FAILING_DAYS_MAX * DAY_SECONDS) return "STOPPED";
  return failures >= FAILURES_UNTIL_FAILING ? "FAILING" : "ACTIVE";
}

/** A move for good is believed when it is said three times in a row. */
function afterMove(state: RunState, feedUrl: string): Pick<RunState, "fetchUrl" | "movedTo" | "moves"> {
  const stays = { fetchUrl: state.fetchUrl, movedTo: null, moves: 0 };
  if (feedUrl === state.fetchUrl) return stays;
  const moves = feedUrl === state.movedTo ? state.moves + 1 : 1;
  return moves >= MOVES_UNTIL_ADOPTED ? { ...stays, fetchUrl: feedUrl } : { ...stays, movedTo: feedUrl, moves };
}

interface Dated {
  readonly publishedAt: Instant | null;
}

/** A date that is missing or lies ahead means now: the item is seen for the first time. */
export function datedBy<Item extends Dated>(item: Item, now: Instant): Item & { readonly publishedAt: Instant } {
  return { ...item, publishedAt: item.publishedAt === null || item.publishedAt > now ? now : item.publishedAt };
}

/** By date; items of one moment, and those without a date, in the turned order of the feed, since feeds begin with the newest. */
export function oldestFirst<Item extends { readonly publishedAt: Instant }>(items: readonly Item[]): Item[] {
  return items.toReversed().sort((a, b) => (a.publishedAt === b.publishedAt ? 0 : a.publishedAt < b.publishedAt ? -1 : 1));
}

/**
 * The unknown items that are no news: when more than half of a feed is unknown and over 30 days older than the newest item
 * ever seen, the feed has been rebuilt, and what is not newer than that item has been there before.
 */
export function floodOf<Item extends Dated>(feed: { total: number; unknown: readonly Item[]; newestAt: Instant | null }): Item[] {
  const { total, unknown, newestAt } = feed;
  if (newestAt === null) return [];
  const oldBefore = addSeconds(newestAt, -FLOOD_DAYS * DAY_SECONDS);
  const old = unknown.filter((item) => item.publishedAt !== null && item.publishedAt < oldBefore);
  if (old.length <= total * FLOOD_SHARE) return [];
  return unknown.filter((item) => item.publishedAt !== null && item.publishedAt <= newestAt);
}

/** The date of the newest item, as far as items have dates that have come; null when none has. */
export function newestOf(items: readonly Dated[], now: Instant): Instant | null {
  const dates = items.flatMap(({ publishedAt }) => (publishedAt !== null && publishedAt <= now ? [publishedAt] : []));
  return dates.sort().at(-1) ?? null;
}

/** Up to a tenth shorter or longer, so that automations that were made together do not run together for ever. */
function jittered(seconds: number, chance: number): number {
  return seconds * (1 - JITTER + 2 * JITTER * chance);
}

function secondsBetween(from: Instant, to: Instant): number {
  return (toEpochMilliseconds(to) - toEpochMilliseconds(from)) / 1000;
}
