import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds, type Instant, secondsBetween, toInstant } from "@rostrum/contract/formats.ts";
import {
  afterFailure,
  afterRead,
  datedBy,
  floodOf,
  newestOf,
  oldestFirst,
  problemsOfItems,
  type Read,
  type RunState,
  slidInOf,
} from "./rules.ts";

const NOW = toInstant("2026-11-21T09:00:00Z");
const HOUR = 3600;
const DAY = 24 * HOUR;
const STATE: RunState & { refreshHours: number } = {
  status: "ACTIVE",
  fetchUrl: "https://shop.example/feed",
  etag: 'W/"1"',
  lastModified: null,
  failures: 0,
  failingSince: null,
  movedTo: null,
  moves: 0,
  catchingUp: false,
  nextRunAt: NOW,
  refreshHours: 6,
};
const READ: Read = { feedUrl: STATE.fetchUrl, marks: { etag: '"2"', lastModified: "today" }, freshSeconds: 0, left: "nothing" };
const NO_ANSWER = { status: null, retryAfterSeconds: null };

function secondsUntil(state: RunState): number {
  return (Date.parse(state.nextRunAt) - Date.parse(NOW)) / 1000;
}

function item(name: string, publishedAt: string | null) {
  return { name, publishedAt: publishedAt === null ? null : toInstant(publishedAt) };
}

test("the next run is one refresh interval away, with up to 10% jitter", () => {
  for (const [chance, factor] of [
    [0, 0.9],
    [0.5, 1],
    [0.999999, 1.1],
  ] as const) {
    assert.equal(Math.round(secondsUntil(afterRead(STATE, READ, NOW, chance))), Math.round(6 * HOUR * factor));
  }
});

test("a feed with a lifetime is not fetched before it ends, nor sooner than usual", () => {
  assert.equal(secondsUntil(afterRead(STATE, { ...READ, freshSeconds: 20 * HOUR }, NOW, 0.5)), 20 * HOUR);
  assert.equal(secondsUntil(afterRead(STATE, { ...READ, freshSeconds: 60 }, NOW, 0.5)), 6 * HOUR);
});

test("validators are kept as received, after 304 the previous ones, and none while items are left", () => {
  const marks = (read: Partial<Read>) => {
    const { etag, lastModified } = afterRead(STATE, { ...READ, ...read }, NOW, 0.5);
    return [etag, lastModified];
  };
  assert.deepEqual(marks({}), ['"2"', "today"]);
  assert.deepEqual(marks({ marks: null }), ['W/"1"', null]);
  assert.deepEqual(marks({ left: "more" }), [null, null]);
  assert.deepEqual(marks({ left: "waiting" }), [null, null]);
});

test("items left because of the run's cap are imported a minute later, those left because the brand is full at the usual time", () => {
  const more = afterRead(STATE, { ...READ, left: "more" }, NOW, 0.5);
  assert.deepEqual([secondsUntil(more), more.catchingUp], [60, true]);
  const waiting = afterRead(STATE, { ...READ, left: "waiting" }, NOW, 0.5);
  assert.deepEqual([secondsUntil(waiting), waiting.catchingUp], [6 * HOUR, true]);
});

test("a permanent redirect is adopted after three in a row, and the old URL's validators are dropped", () => {
  const to = (state: RunState, feedUrl: string) => ({
    refreshHours: 6,
    ...afterRead({ refreshHours: 6, ...state }, { ...READ, feedUrl }, NOW, 0.5),
  });
  const moved = "https://new.example/feed";
  const twice = to(to(STATE, moved), moved);
  assert.deepEqual([twice.fetchUrl, twice.movedTo, twice.moves, twice.etag], [STATE.fetchUrl, moved, 2, '"2"']);
  const thrice = to(twice, moved);
  assert.deepEqual([thrice.fetchUrl, thrice.movedTo, thrice.moves, thrice.etag], [moved, null, 0, null]);
  const other = to(twice, "https://else.example/feed");
  assert.deepEqual([other.fetchUrl, other.movedTo, other.moves], [STATE.fetchUrl, "https://else.example/feed", 1]);
  const back = to(twice, STATE.fetchUrl);
  assert.deepEqual([back.fetchUrl, back.movedTo, back.moves], [STATE.fetchUrl, null, 0]);
});

/** The status after each of the failures in a row, and in how many hours the next try is. */
function failing(refreshHours: number, runs: number): [string, number][] {
  const seen: [string, number][] = [];
  let [state, now] = [{ ...STATE, refreshHours }, NOW];
  for (let run = 0; run < runs; run += 1) {
    state = { ...afterFailure(state, NO_ANSWER, now, 0.5), refreshHours };
    seen.push([state.status, secondsBetween(now, state.nextRunAt) / HOUR]);
    now = state.nextRunAt;
  }
  return seen;
}

test("failures are retried after two and four hours, in the automation's own rhythm for a day, then daily; the third makes it FAILING", () => {
  assert.deepEqual(failing(6, 7), [
    ["ACTIVE", 2],
    ["ACTIVE", 4],
    ["FAILING", 6],
    ["FAILING", 6],
    ["FAILING", 6],
    ["FAILING", 24],
    ["FAILING", 24],
  ]);
  // A site that answers 404 in waves is read again as soon as the wave is over.
  assert.deepEqual(
    failing(1, 26).map(([, hours]) => hours),
    [...Array(24).fill(1), 24, 24],
  );
  assert.deepEqual(
    failing(24, 6).map(([, hours]) => hours),
    [2, 4, 8, 16, 24, 24],
  );
  const state = afterFailure(STATE, NO_ANSWER, NOW, 0.5);
  const well = afterRead({ ...state, refreshHours: 6 }, READ, NOW, 0.5);
  assert.deepEqual([well.status, well.failures, well.failingSince, secondsUntil(well)], ["ACTIVE", 0, null, 6 * HOUR]);
});

test("Retry-After is respected", () => {
  assert.equal(secondsUntil(afterFailure(STATE, { status: 429, retryAfterSeconds: 5 * HOUR }, NOW, 0.5)), 5 * HOUR);
  assert.equal(secondsUntil(afterFailure(STATE, { status: 503, retryAfterSeconds: 60 }, NOW, 0.5)), 2 * HOUR);
});

test("410 stops an automation; a single 404 does not; failing for 14 days does", () => {
  assert.equal(afterFailure(STATE, { status: 410, retryAfterSeconds: null }, NOW, 0.5).status, "STOPPED");
  assert.equal(afterFailure(STATE, { status: 404, retryAfterSeconds: null }, NOW, 0.5).status, "ACTIVE");
  const since = (failingSince: Instant) => afterFailure({ ...STATE, failures: 9, failingSince }, NO_ANSWER, NOW, 0.5).status;
  assert.equal(since(addSeconds(NOW, -14 * DAY + 1)), "FAILING");
  assert.equal(since(addSeconds(NOW, -14 * DAY)), "STOPPED");
  // The service was off in between.
  const rarely = { ...STATE, failures: 3, failingSince: addSeconds(NOW, -20 * DAY) };
  assert.equal(afterFailure(rarely, NO_ANSWER, NOW, 0.5).status, "FAILING");
});

test("a run says which items could not become what they were to become", () => {
  assert.deepEqual(problemsOfItems({ bare: 0, impossible: 0, small: 0, sidePixelsMin: 200, unreadable: 0 }), []);
  assert.deepEqual(problemsOfItems({ bare: 1, impossible: 3, small: 1, sidePixelsMin: 200, unreadable: 2 }), [
    "1 new post has no files, because the account's media storage is full.",
    "3 items could not be stored as a post.",
    "1 picture was left out: a side has fewer than 200 pixels.",
    "2 files were left out: loading or reading failed.",
  ]);
});

test("a response that is not a feed clears the validators; no response keeps them", () => {
  assert.equal(afterFailure(STATE, { status: 200, retryAfterSeconds: null }, NOW, 0.5).etag, null);
  assert.equal(afterFailure(STATE, { status: 500, retryAfterSeconds: null }, NOW, 0.5).etag, 'W/"1"');
  assert.equal(afterFailure(STATE, NO_ANSWER, NOW, 0.5).etag, 'W/"1"');
});

test("items are ordered by date; undated ones count as new, last in the feed first; a future date counts as now", () => {
  const items = [item("c", null), item("b", null), item("d", "2027-01-01T00:00:00Z"), item("a", "2026-11-20T00:00:00Z")];
  assert.deepEqual(
    oldestFirst(items.map((one) => datedBy(one, NOW))).map(({ name, publishedAt }) => [name, publishedAt]),
    [
      ["a", "2026-11-20T00:00:00.000000Z"],
      ["d", NOW],
      ["b", NOW],
      ["c", NOW],
    ],
  );
});

test("a feed more than half unknown and old is a flood: items not newer than the newest known one are skipped", () => {
  const newestAt = toInstant("2026-11-20T00:00:00Z");
  const unknown = [
    item("old", "2026-10-01T00:00:00Z"),
    item("older", "2026-09-01T00:00:00Z"),
    item("recent", "2026-11-10T00:00:00Z"),
    item("new", "2026-11-20T08:00:00Z"),
    item("undated", null),
  ];
  const names = (total: number, from: Instant | null = newestAt) =>
    floodOf({ total, unknown, newestAt: from, createdAt: NOW }).map((one) => one.name);
  assert.deepEqual(names(3), ["old", "older", "recent"]);
  assert.deepEqual(names(4), []);
  assert.deepEqual(names(3, null), []);
  const many = Array.from({ length: 21 }, (_, index) => item(`moved in ${index}`, "2019-10-01T00:00:00Z"));
  const moved = floodOf({ total: 26, unknown: [...unknown, ...many], newestAt: null, createdAt: NOW });
  assert.equal(moved.length, 23);
});

test("future dates are ignored for the newest date of a feed", () => {
  const items = [item("a", "2026-11-01T00:00:00Z"), item("b", "2026-11-19T00:00:00Z"), item("c", "2030-01-01T00:00:00Z"), item("d", null)];
  assert.equal(newestOf(items, NOW), "2026-11-19T00:00:00.000000Z");
  assert.equal(newestOf([item("d", null)], NOW), null);
});

test("what comes in at the old end of a feed, older than all that is known and than the automation, is not new", () => {
  const createdAt = toInstant("2026-11-01T00:00:00Z");
  const feed = [
    item("new", "2026-11-20T00:00:00Z"),
    item("known", "2026-10-20T00:00:00Z"),
    item("known too", "2026-10-10T00:00:00Z"),
    item("known as well", "2026-10-05T00:00:00Z"),
    item("old", "2026-10-01T00:00:00Z"),
    item("older", "2026-09-01T00:00:00Z"),
  ];
  const isKnown = ({ name }: { readonly name: string }) => name.startsWith("known");
  const names = (items: readonly { readonly name: string }[]) => slidInOf(items as typeof feed, isKnown, createdAt).map(({ name }) => name);
  assert.deepEqual(names(feed), ["old", "older"]);
  assert.deepEqual(names(feed.toReversed()), ["older", "old"], "whichever end is the old one");
  const [newest, ...others] = feed;
  assert.deepEqual(names([item("put at the top", "2026-01-01T00:00:00Z"), newest as (typeof feed)[number], ...others]), []);
  assert.deepEqual(names(feed.filter(({ name }) => !name.startsWith("known"))), [], "of a feed in which nothing is known");
  assert.deepEqual(slidInOf(feed, isKnown, toInstant("2025-01-01T00:00:00Z")), [], "what was written since is new, wherever it stands");
  const few = [
    item("new, dated before", "2026-11-20T00:00:00Z"),
    item("known, undated", null),
    item("known, dated", "2026-11-22T00:00:00Z"),
  ];
  assert.deepEqual(
    slidInOf(few, ({ name }) => name.startsWith("known"), NOW),
    [],
    "one known date tells no order",
  );
});
