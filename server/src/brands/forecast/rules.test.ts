import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_LIMITS } from "@rostrum/contract/channel-limits.ts";
import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { nextMoment } from "../queue/rules.ts";
import { foresee, foreseeNext, TooMuchToForesee } from "./foresee.ts";
import { type ForecastChannel, type ForecastCollection, type ForecastPost, type PostPlace, playCollection } from "./rules.ts";

const NOW = toInstant("2026-11-21T09:00:00Z");
const BERLIN = "Europe/Berlin";

function aChannel(facts: Partial<ForecastChannel> = {}): ForecastChannel {
  return {
    id: 1,
    name: "Bakery",
    type: "Mastodon",
    active: true,
    supported: true,
    limits: NO_LIMITS,
    elsewhere: false,
    measure: null,
    held: null,
    ...facts,
  };
}

function aPost(id: number, place: PostPlace, text = "Fresh bread"): ForecastPost {
  return { id, title: text, outline: { text, thread: false, asStory: false, poll: null, media: [] }, place };
}

function queued(...ids: number[]): ForecastPost[] {
  return ids.map((id, rank) => aPost(id, { kind: "queued", rank }));
}

/** A collection with the slot Mon 09:00 in Berlin, and the given overrides. */
function aCollection(facts: Partial<ForecastCollection> & { readonly times?: readonly string[] } = {}): ForecastCollection {
  const slots = (facts.times ?? ["09:00"]).map((time, index) => {
    const slot = { id: index + 1, day: "MON" as const, time };
    return { ...slot, nextAt: nextMoment(slot, BERLIN, NOW) };
  });
  return {
    id: 1,
    title: "Bread",
    conversions: { convertsVideos: false },
    paused: null,
    maxRepublish: 0,
    channels: [aChannel()],
    slots,
    posts: [],
    ...facts,
  };
}

function finished<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

function played(collection: ForecastCollection, until = "2026-12-21T09:00:00Z", now: Instant = NOW): string[] {
  const { departures } = finished(playCollection(collection, { timezone: BERLIN, now, until: toInstant(until) }));
  return departures.map(({ post, leavesAt }) => `${post.id} ${leavesAt.slice(0, 16)}`);
}

function staying(collection: ForecastCollection): string[] {
  const { staying } = finished(playCollection(collection, { timezone: BERLIN, now: NOW, until: toInstant("2026-12-01T00:00:00Z") }));
  return staying.map(({ post, reason }) => `${post.id} ${reason}`);
}

test("queued posts leave at the coming slots, at the same wall-clock time across a clock change", () => {
  const slots = [{ id: 1, day: "SUN" as const, time: "09:00", nextAt: toInstant("2027-03-21T08:00:00Z") }];
  const collection = aCollection({ slots, posts: queued(1, 2, 3) });
  assert.deepEqual(played(collection, "2027-05-01T00:00:00Z", toInstant("2027-03-20T00:00:00Z")), [
    "1 2027-03-21T08:00",
    "2 2027-03-28T07:00",
    "3 2027-04-04T07:00",
  ]);
});

test("two slots at the same time send two posts", () => {
  assert.deepEqual(played(aCollection({ times: ["09:00", "09:00"], posts: queued(1, 2, 3) })), [
    "1 2026-11-23T08:00",
    "2 2026-11-23T08:00",
    "3 2026-11-30T08:00",
  ]);
});

test("a slot missed by less than 60 minutes fires, dated at its own time, an older one is passed over", () => {
  const collection = aCollection({ times: ["09:00", "09:40"], posts: queued(1, 2) });
  const now = toInstant("2026-11-23T09:20:00Z");
  const { departures } = finished(playCollection(collection, { timezone: BERLIN, now, until: toInstant("2026-12-01T00:00:00Z") }));
  assert.deepEqual(
    departures.map(({ post, dueAt, leavesAt, slotId }) => [post.id, dueAt, leavesAt, slotId]),
    [
      [1, "2026-11-23T08:40:00.000000Z", now, 2],
      [2, "2026-11-30T08:00:00.000000Z", "2026-11-30T08:00:00.000000Z", 1],
    ],
  );
});

test("overdue scheduled posts leave now, oldest first", () => {
  const posts = [
    aPost(1, { kind: "timed", mode: "SCHEDULE", at: toInstant("2026-11-20T10:00:00Z") }),
    aPost(2, { kind: "timed", mode: "SCHEDULE", at: toInstant("2026-11-19T10:00:00Z") }),
  ];
  assert.deepEqual(played(aCollection({ posts })), ["2 2026-11-21T09:00", "1 2026-11-21T09:00"]);
});

test("evergreen -1 joins the back of the queue at once, behind waiting posts", () => {
  assert.deepEqual(played(aCollection({ maxRepublish: -1, posts: queued(1, 2) }), "2026-12-15T00:00:00Z"), [
    "1 2026-11-23T08:00",
    "2 2026-11-30T08:00",
    "1 2026-12-07T08:00",
    "2 2026-12-14T08:00",
  ]);
});

test("evergreen N joins N weeks later, and misses the slot at that same moment", () => {
  assert.deepEqual(played(aCollection({ maxRepublish: 1, posts: queued(1) })), [
    "1 2026-11-23T08:00",
    "1 2026-12-07T08:00",
    "1 2026-12-21T08:00",
  ]);
});

test("a scheduled post of an evergreen collection joins the queue after the slot at its own moment", () => {
  const posts = [aPost(1, { kind: "timed", mode: "SCHEDULE", at: toInstant("2026-11-23T08:00:00Z") })];
  assert.deepEqual(played(aCollection({ maxRepublish: -1, posts }), "2026-12-01T00:00:00Z"), ["1 2026-11-23T08:00", "1 2026-11-30T08:00"]);
});

test("a post that reaches no reader does not rejoin", () => {
  const channels = [aChannel({ type: "YouTube" })];
  assert.deepEqual(played(aCollection({ maxRepublish: -1, channels, posts: queued(1) })), ["1 2026-11-23T08:00"]);
});

test("a post that is under way joins its evergreen queue when its last delivery is due", () => {
  const open = [{ channelId: 1, nextAt: toInstant("2026-11-23T08:30:00Z"), holdable: true }];
  const posts = [aPost(1, { kind: "leaving", open, reached: 0 })];
  assert.deepEqual(played(aCollection({ maxRepublish: -1, posts }), "2026-12-08T00:00:00Z"), ["1 2026-11-30T08:00", "1 2026-12-07T08:00"]);
});

test("a pause holds queued posts, never scheduled ones", () => {
  const posts = [...queued(1), aPost(2, { kind: "timed", mode: "SCHEDULE", at: toInstant("2026-11-24T08:00:00Z") })];
  assert.deepEqual(played(aCollection({ paused: "collection_paused", posts })), ["2 2026-11-24T08:00"]);
});

test("each post that stays has the reason why", () => {
  const waiting = queued(1);
  assert.deepEqual(staying(aCollection({ paused: "queue_paused", posts: waiting })), ["1 queue_paused"]);
  assert.deepEqual(staying(aCollection({ paused: "collection_paused", posts: waiting })), ["1 collection_paused"]);
  assert.deepEqual(staying(aCollection({ channels: [aChannel({ active: false })], posts: waiting })), ["1 no_active_channel"]);
  assert.deepEqual(staying(aCollection({ slots: [], posts: waiting })), ["1 no_slots"]);
  assert.deepEqual(staying(aCollection({ posts: queued(1, 2, 3) })), ["3 beyond_horizon"]);
  assert.deepEqual(staying(aCollection({ posts: [aPost(1, { kind: "draft" })] })), ["1 draft"]);
  const late = aPost(1, { kind: "timed", mode: "SCHEDULE", at: toInstant("2027-01-01T00:00:00Z") });
  assert.deepEqual(staying(aCollection({ paused: "queue_paused", posts: [late] })), ["1 beyond_horizon"]);
});

test("each channel has its own outcome: inactive, unsuitable, too long", async () => {
  const channels = [
    aChannel(),
    aChannel({ id: 2, active: false }),
    aChannel({ id: 3, type: "YouTube" }),
    aChannel({ id: 4, type: "X" }),
    aChannel({ id: 5, limits: { ...NO_LIMITS, maxCharacters: 5000 } }),
    aChannel({ id: 6, type: "LinkedIn", supported: false }),
  ];
  const posts = [aPost(1, { kind: "queued", rank: 1 }, "x".repeat(501))];
  const entries = await foresee([aCollection({ channels, posts })], {
    timezone: BERLIN,
    now: NOW,
    until: toInstant("2026-12-01T00:00:00Z"),
  });
  assert.deepEqual(
    entries.map(({ channel, obstacle }) => [channel?.id, obstacle?.reason ?? null]),
    [
      [1, "text_too_long"],
      [2, "channel_inactive"],
      [3, "unsuitable"],
      [4, "text_too_long"],
      [5, null],
      [6, "unsuitable"],
    ],
  );
});

test("a scheduled post without an active channel leaves with one entry that names none", async () => {
  const posts = [aPost(1, { kind: "timed", mode: "SCHEDULE", at: toInstant("2026-11-24T08:00:00Z") })];
  const [entry, ...rest] = await foresee([aCollection({ channels: [aChannel({ active: false })], posts })], {
    timezone: BERLIN,
    now: NOW,
    until: toInstant("2026-12-01T00:00:00Z"),
  });
  assert.equal(rest.length, 0);
  assert.deepEqual(
    [entry?.channel, entry?.leaves?.at, entry?.obstacle],
    [null, "2026-11-24T08:00:00.000000Z", { reason: "no_active_channel", message: "Every channel is inactive." }],
  );
});

test("posts that repeat are left out after as long as is asked for, and what has a date in a thousand years is found all the same", () => {
  const far = toInstant("3026-01-05T12:00:00Z");
  const collection = aCollection({ maxRepublish: -1, posts: [...queued(1), aPost(2, { kind: "timed", mode: "SCHEDULE", at: far })] });
  const span = { timezone: BERLIN, now: NOW, until: toInstant("3026-01-20T00:00:00Z"), repeatsUntil: toInstant("2026-12-31T00:00:00Z") };
  const { departures } = finished(playCollection(collection, span));
  const own = departures.filter(({ post }) => post.id === 1);
  assert.ok(own.length >= 6 && own.length <= 7, String(own.length));
  const last = departures.filter(({ leavesAt }) => leavesAt >= far).map(({ post }) => post.id);
  assert.deepEqual(last, [2]);
});

test("where a year of an evergreen collection would not fit, the next departures are told all the same", async () => {
  const channels = [1, 2, 3, 4].map((id) => aChannel({ id }));
  const collection = aCollection({ channels, posts: queued(1, 2, 3), maxRepublish: -1 });
  const place = { timezone: BERLIN, now: NOW, dueAt: null };
  const next = async (entriesMax?: number) =>
    (await foreseeNext(collection, place, entriesMax)).flatMap(({ post, leaves }) => leaves?.at.slice(0, 10) ?? `${post.id} stays`);
  const [year, part] = [await next(), await next(30)];
  assert.ok(year.length > 150 && part.length <= 30, `${year.length} and ${part.length}`);
  assert.deepEqual([part[0], year[0]], ["2026-11-23", "2026-11-23"]);
});

test("what would not fit into one forecast ends it before it is held, and a shorter span fits", async () => {
  const channels = [1, 2, 3, 4].map((id) => aChannel({ id }));
  const collection = aCollection({ channels, posts: queued(1, 2, 3) });
  const until = (date: string) => ({ timezone: BERLIN, now: NOW, until: toInstant(date) });
  await assert.rejects(foresee([collection], until("2026-12-21T09:00:00Z"), 10), TooMuchToForesee);
  const entries = await foresee([collection], until("2026-11-24T09:00:00Z"), 10);
  assert.deepEqual(
    entries.map(({ post, channel, leaves }) => `${post.id} ${channel?.id ?? "all"} ${leaves === null ? "stays" : "leaves"}`),
    ["1 1 leaves", "1 2 leaves", "1 3 leaves", "1 4 leaves", "2 all stays", "3 all stays"],
  );
});
