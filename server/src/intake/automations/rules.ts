import type { AutomationStatus } from "@rostrum/contract/automations.ts";
import { addSeconds, type Instant, secondsBetween } from "@rostrum/contract/formats.ts";

/** When an automation runs, what its state becomes, and which items a run takes: `docs/automations.md#how-servers-are-asked`. */

/** Items imported per run; the next run follows soon for the rest. A new automation's first run has no cap. */
export const RUN_ITEMS_MAX = 20;
export const REST_SECONDS = 60;
/** Items are forgotten this long after they left the feed, unless they are among the automation's newest. */
export const KEPT_DAYS = 90;
export const KEPT_ITEMS_MIN = 1000;

const JITTER = 0.1;
const FAILURES_UNTIL_FAILING = 3;
const FAILING_DAYS_MAX = 14;
/** In that time; fewer if the service itself was off. */
const FAILURES_UNTIL_STOPPED = 10;
const MOVES_UNTIL_ADOPTED = 3;
const FLOOD_DAYS = 30;
const FLOOD_SHARE = 0.5;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const GONE = 410;

/** The state that one run leaves for the next. */
export interface RunState {
  readonly status: AutomationStatus;
  readonly fetchUrl: string;
  /** Validators as received; null if the next request must be unconditional. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly failures: number;
  readonly failingSince: Instant | null;
  readonly movedTo: string | null;
  readonly moves: number;
  readonly catchingUp: boolean;
  readonly nextRunAt: Instant;
}

/** A run that read its feed or got 304. `left`: what remains to be imported. */
export interface Read {
  /** Where the feed was read, after permanent redirects. */
  readonly feedUrl: string;
  /** Null: unchanged since the last time. */
  readonly marks: { readonly etag: string | null; readonly lastModified: string | null } | null;
  readonly freshSeconds: number;
  readonly left: "nothing" | "more" | "waiting";
}

/** The state after a completed run. `chance` is in [0, 1). */
export function afterRead(state: RunState & { readonly refreshHours: number }, read: Read, now: Instant, chance: number): RunState {
  const move = afterMove(state, read.feedUrl);
  const adopted = move.fetchUrl !== state.fetchUrl;
  // With these validators the server would return 304 although items are left to import.
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

/** A run that got no feed. `status` is the HTTP status; null if no response came. */
export interface Failure {
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
}

/**
 * The state after a failed run: retried after two hours, four hours and so on, but not later than by the automation's own rhythm on the
 * first day, and daily after it. A single 404 means nothing, since large sites return them in waves; 410 means that the feed is gone for
 * good.
 */
export function afterFailure(
  state: RunState & { readonly refreshHours: number },
  failure: Failure,
  now: Instant,
  chance: number,
): RunState {
  const failures = state.failures + 1;
  const failingSince = state.failingSince ?? now;
  const given = failure.status !== null && failure.status >= 200 && failure.status < 300;
  const isLong = secondsBetween(failingSince, now) >= DAY_SECONDS;
  const backoff = isLong ? DAY_SECONDS : Math.min(2 ** failures, state.refreshHours) * HOUR_SECONDS;
  return {
    ...state,
    status: statusAfter(failure, failures, secondsBetween(failingSince, now)),
    // The response was not a feed, and the validators may belong to it.
    etag: given ? null : state.etag,
    lastModified: given ? null : state.lastModified,
    failures,
    failingSince,
    nextRunAt: addSeconds(now, Math.max(jittered(backoff, chance), failure.retryAfterSeconds ?? 0)),
  };
}

/** A run in words for people that read the feed but could not make posts of everything; null if it was fine. */
export function problemOfRest(left: Read["left"]): string | null {
  return left === "waiting" ? "The brand has as many posts as it may have. The other items wait until there is room." : null;
}

interface Shortfalls {
  readonly bare: number;
  readonly impossible: number;
  /** Pictures that are icons, with a side of fewer than `sidePixelsMin`. */
  readonly small: number;
  readonly sidePixelsMin: number;
  readonly unreadable: number;
}

/** The same for one that could not make of every item what was asked for. */
export function problemsOfItems({ bare, impossible, small, sidePixelsMin, unreadable }: Shortfalls): string[] {
  const full = `${bare} new ${bare === 1 ? "post has" : "posts have"} no files, because the account's media storage is full.`;
  const lost = `${impossible} ${impossible === 1 ? "item" : "items"} could not be stored as a post.`;
  const tiny = `${small} ${small === 1 ? "picture was" : "pictures were"} left out: a side has fewer than ${sidePixelsMin} pixels.`;
  const unread = `${unreadable} ${unreadable === 1 ? "file was" : "files were"} left out: loading or reading failed.`;
  const told: readonly (readonly [number, string])[] = [
    [bare, full],
    [impossible, lost],
    [small, tiny],
    [unreadable, unread],
  ];
  return told.filter(([count]) => count > 0).map(([, sentence]) => sentence);
}

/** A run that a person asks for may begin this long after the last one: servers are not asked more often. */
const ASKED_SECONDS_MIN = 60;

interface Asked {
  readonly status: AutomationStatus;
  /** Of the last run, whatever its outcome; null if there was none. */
  readonly endedAt: Instant | null;
}

/** Why an automation cannot run now; null if it can. */
export function reasonAgainstRun({ status, endedAt }: Asked, now: Instant): string | null {
  if (status === "PAUSED") return "It is paused. Resume it, and it runs at once.";
  if (status === "STOPPED") return "It has stopped. Start it again, and it runs at once.";
  if (endedAt !== null && addSeconds(endedAt, ASKED_SECONDS_MIN) > now) return "It ran less than a minute ago. Try again in a minute.";
  return null;
}

function statusAfter(failure: Failure, failures: number, failingSeconds: number): AutomationStatus {
  const isLong = failingSeconds >= FAILING_DAYS_MAX * DAY_SECONDS && failures >= FAILURES_UNTIL_STOPPED;
  if (failure.status === GONE || isLong) return "STOPPED";
  return failures >= FAILURES_UNTIL_FAILING ? "FAILING" : "ACTIVE";
}

/** A permanent redirect is adopted after three in a row. */
function afterMove(state: RunState, feedUrl: string): Pick<RunState, "fetchUrl" | "movedTo" | "moves"> {
  const stays = { fetchUrl: state.fetchUrl, movedTo: null, moves: 0 };
  if (feedUrl === state.fetchUrl) return stays;
  const moves = feedUrl === state.movedTo ? state.moves + 1 : 1;
  return moves >= MOVES_UNTIL_ADOPTED ? { ...stays, fetchUrl: feedUrl } : { ...stays, movedTo: feedUrl, moves };
}

interface Dated {
  readonly publishedAt: Instant | null;
}

/** A missing or future date means now, when the item is first seen. */
export function datedBy<Item extends Dated>(item: Item, now: Instant): Item & { readonly publishedAt: Instant } {
  return { ...item, publishedAt: item.publishedAt === null || item.publishedAt > now ? now : item.publishedAt };
}

/** By date; items with the same date or none in reverse feed order, since feeds start with the newest. */
export function oldestFirst<Item extends { readonly publishedAt: Instant }>(items: readonly Item[]): Item[] {
  return items.toReversed().sort((a, b) => (a.publishedAt === b.publishedAt ? 0 : a.publishedAt < b.publishedAt ? -1 : 1));
}

/**
 * The unknown items to skip: if more than half of a feed is unknown and over 30 days older than the newest item ever seen, the
 * feed has been rebuilt, and anything not newer than that item is old content. Where no item with a date has been seen, many that are
 * over 30 days older than the automation are what somebody has moved in from elsewhere.
 */
export function floodOf<Item extends Dated>(feed: {
  total: number;
  unknown: readonly Item[];
  newestAt: Instant | null;
  createdAt: Instant;
}): Item[] {
  const { total, unknown, newestAt, createdAt } = feed;
  const oldBefore = addSeconds(newestAt ?? createdAt, -FLOOD_DAYS * DAY_SECONDS);
  const old = unknown.filter((item) => item.publishedAt !== null && item.publishedAt < oldBefore);
  if (old.length <= Math.max(total * FLOOD_SHARE, newestAt === null ? RUN_ITEMS_MAX : 0)) return [];
  return newestAt === null ? old : unknown.filter((item) => item.publishedAt !== null && item.publishedAt <= newestAt);
}

/** By chance, two dates are in order as often as not. */
const DATES_IN_ORDER_MIN = 3;

/**
 * The items, in the order of the document, that have come in below: unknown ones at its old end that are older than everything known in it and
 * than the automation. One of those above them has been deleted, or the feed shows more than before. They are old, and only new ones are taken.
 * Where items are not in the order of their dates, their place says nothing. The order is that of known items: an unknown one with an early
 * date, at the top of a feed that tells few dates, would turn it around.
 */
export function slidInOf<Item extends Dated>(items: readonly Item[], isKnown: (item: Item) => boolean, createdAt: Instant): Item[] {
  const dates = items.flatMap((item) => (isKnown(item) ? (item.publishedAt ?? []) : []));
  const oldest = dates.toSorted()[0];
  const [first, last] = [dates[0], dates.at(-1)];
  if (oldest === undefined || first === undefined || last === undefined || new Set(dates).size < DATES_IN_ORDER_MIN) return [];
  const all = items.flatMap(({ publishedAt }) => publishedAt ?? []);
  const isOldestFirst = first < last;
  const inOrder = isOldestFirst ? all : all.toReversed();
  if (inOrder.some((date, index) => index > 0 && date < (inOrder[index - 1] ?? ""))) return [];
  const end = isOldestFirst ? items.slice(0, items.findIndex(isKnown)) : items.slice(items.findLastIndex(isKnown) + 1);
  return end.filter(({ publishedAt }) => publishedAt !== null && publishedAt < oldest && publishedAt < createdAt);
}

/** The newest date among items with a date that is not in the future; null if there is none. */
export function newestOf(items: readonly Dated[], now: Instant): Instant | null {
  const dates = items.flatMap(({ publishedAt }) => (publishedAt !== null && publishedAt <= now ? [publishedAt] : []));
  return dates.sort().at(-1) ?? null;
}

/** Up to 10% shorter or longer, so that automations created together spread out. */
function jittered(seconds: number, chance: number): number {
  return seconds * (1 - JITTER + 2 * JITTER * chance);
}
