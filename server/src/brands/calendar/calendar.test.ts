import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { ADMIN_TOKEN, call, openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  stage.jump("2026-11-21T09:00:00Z");
});

function ask(path: string) {
  return call(`${stage.url}/app/api${path}`, "GET", ADMIN_TOKEN);
}

function calendar(place: Place, from = "2026-11-01T00:00:00Z", to = "2026-12-12T00:00:00Z") {
  return must(ask(`/brands/${place.brandId}/calendar?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`));
}

type Entry = Readonly<Record<string, unknown>> & { readonly channels: readonly Readonly<Record<string, unknown>>[] };

function brief({ entries }: { readonly entries: readonly Entry[] }): string[] {
  return entries.map(({ local, state, post, reason, channels }) => {
    const outcomes = channels.map(({ type, outcome }) => `${type} ${outcome}`).join(", ");
    return `${local} ${state} ${post}${reason === null ? "" : ` (${reason})`}: ${outcomes}`;
  });
}

test("the calendar shows queued and scheduled posts at their times with what is certain about each channel", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"], queues: ["Mon 09:00"] });
  await aPost(place, { publishMode: "QUEUE", caption: "Rye" });
  const id = await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-24 12:00:00", caption: `${"Long ".repeat(80)}` });
  await aPost(place, { publishMode: "DRAFT", caption: "No date" });
  const shown = await calendar(place);
  assert.deepEqual(brief(shown), [
    "2026-11-23 09:00:00 QUEUED Rye: Mastodon PUBLISHED, Bluesky PUBLISHED",
    `2026-11-24 12:00:00 SCHEDULED ${"Long ".repeat(24).slice(0, 119)}…: Mastodon PUBLISHED, Bluesky FAILED`,
  ]);
  const { channels, ...entry } = shown.entries[1];
  const { updatedAt, ...rest } = entry;
  assert.equal(updatedAt, "2026-11-21T09:00:00.000000Z");
  assert.deepEqual(rest, {
    postType: "TEXT",
    post: `${"Long ".repeat(24).slice(0, 119)}…`,
    collectionId: place.collectionId,
    picture: null,
    key: `post ${id} 2026-11-24T11:00:00.000000Z`,
    postId: id,
    at: "2026-11-24T11:00:00.000000Z",
    local: "2026-11-24 12:00:00",
    state: "SCHEDULED",
    canMove: true,
    reason: null,
  });
  assert.deepEqual([channels[1].reason, channels[1].message], ["text_too_long", "The text has 400 characters; Bluesky takes at most 300."]);
  assert.deepEqual([shown.timezone, shown.collections], ["Europe/Berlin", [{ id: place.collectionId, title: "Bread" }]]);
});

test("what has left is shown with its outcome on each channel, and cannot be moved; a deleted post is still there", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"] });
  const id = await aPost(place, { publishMode: "IMMEDIATE", caption: "x".repeat(400) });
  const [waiting] = (await calendar(place)).entries;
  assert.deepEqual([waiting.state, waiting.canMove], ["LEAVING", false]);
  await stage.settle();
  const shown = await calendar(place);
  assert.deepEqual(
    brief(shown).map((line) => line.replace(/x+…?/, "x")),
    ["2026-11-21 10:00:00 LEFT x: Mastodon PUBLISHED, Bluesky FAILED"],
  );
  assert.deepEqual([shown.entries[0].postId, shown.entries[0].canMove, shown.entries[0].updatedAt], [id, false, null]);
  await stage.app.db.query("update accounts set sensitive_actions = true");
  await must(place.api("DELETE", `/posts/${id}`));
  assert.equal((await calendar(place)).entries[0].postId, null);
});

test("what is on its way is leaving, and what has left outside of the time asked for is not shown", async () => {
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Rye" });
  stage.intercept = (request, reply) =>
    request.method === "POST" ? reply.code(429).header("retry-after", "600").send({ error: "Too many" }) : null;
  await stage.settle();
  stage.intercept = null;
  assert.deepEqual(brief(await calendar(place)), ["2026-11-21 10:00:00 LEAVING Rye: Mastodon OPEN"]);
  stage.pass(3600);
  await stage.settle();
  assert.deepEqual(brief(await calendar(place, "2026-11-21T09:30:00Z")), ["2026-11-21 11:00:00 LEFT Rye: Mastodon PUBLISHED"]);
  assert.deepEqual(brief(await calendar(place, "2026-11-21T10:30:00Z")), []);
});

test("a queue that does not move keeps its dates and says why; without slots it has none", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await aPost(place, { publishMode: "QUEUE", caption: "Rye" });
  await must(stage.admin("PATCH", `/collections/${place.collectionId}`, { status: "PAUSED" }));
  assert.deepEqual(brief(await calendar(place)), ["2026-11-23 09:00:00 QUEUED Rye (collection_paused): Mastodon STAYS"]);
  const none = await aPlace(stage);
  await aPost(none, { publishMode: "QUEUE" });
  assert.deepEqual(brief(await calendar(none)), []);
});

test("an evergreen post is shown at each of its rounds; only the first can be moved", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"], maxRepublish: -1 });
  await aPost(place, { publishMode: "QUEUE", caption: "Rye" });
  const shown = await calendar(place);
  assert.deepEqual(
    shown.entries.map(({ local, state, canMove }: Entry) => [local, state, canMove]),
    [
      ["2026-11-23 09:00:00", "QUEUED", true],
      ["2026-11-30 09:00:00", "REPEATS", false],
      ["2026-12-07 09:00:00", "REPEATS", false],
    ],
  );
});

interface Slot {
  readonly local: string;
  readonly isNext: boolean;
}

async function free(place: Place, from?: string, to?: string): Promise<string[]> {
  const { freeSlots } = await calendar(place, from, to);
  return freeSlots.map(({ local, isNext }: Slot) => `${local.slice(5, 16)}${isNext ? " next" : ""}`);
}

test("slots that no post takes are free: not those of queued posts, nor where a post has that very moment; the next one is marked", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Thu 17:30"] });
  assert.deepEqual(await free(place, "2026-11-16T00:00:00Z", "2026-12-01T00:00:00Z"), ["11-23 09:00 next", "11-26 17:30", "11-30 09:00"]);
  for (const caption of ["Rye", "Rolls"]) await aPost(place, { publishMode: "QUEUE", caption });
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-12-03 17:30:00", caption: "At a slot's hour" });
  assert.deepEqual(await free(place), ["11-30 09:00 next", "12-07 09:00", "12-10 17:30"]);
  assert.deepEqual(await free(place, "2026-12-07T08:00:00Z", "2026-12-10T16:30:00Z"), ["12-07 09:00"]);
  assert.deepEqual(await free(place, "2026-10-01T00:00:00Z", "2026-11-21T09:00:00Z"), [], "what has passed is not free");
});

test("a queue that does not move has no free slots", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await must(stage.admin("PATCH", `/collections/${place.collectionId}`, { status: "PAUSED" }));
  assert.deepEqual(await free(place), []);
  await must(stage.admin("PATCH", `/collections/${place.collectionId}`, { status: "ACTIVE" }));
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { queueStatus: "PAUSED" }));
  assert.deepEqual(await free(place), []);
  const mute = await aPlace(stage, { channels: [], queues: ["Mon 09:00"] });
  assert.deepEqual(await free(mute), []);
});

test("a post that returns to its queue at once leaves no slot free", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"], maxRepublish: -1 });
  await aPost(place, { publishMode: "QUEUE", caption: "Rye" });
  assert.deepEqual(await free(place), []);
});

test("of very many free slots the first are given, and that there are more", async () => {
  const place = await aPlace(stage);
  await stage.app.db.query(
    `insert into slots (brand_id, collection_id, day, time, next_at)
     select $1, $2, 1, to_char(time '00:00' + n * interval '2 minutes', 'HH24:MI'), timestamptz '2026-11-22 23:00Z' + n * interval '2 minutes'
     from generate_series(0, 499) n`,
    [place.brandId, place.collectionId],
  );
  const shown = await calendar(place);
  assert.deepEqual(
    [shown.freeSlots.length, shown.moreFreeSlots, shown.freeSlots[0].local, shown.freeSlots.at(-1).local],
    [500, true, "2026-11-23 00:00:00", "2026-11-23 16:38:00"],
  );
});

test("the next slot of each collection is told with the length of its queue", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Thu 17:30"] });
  const none = await must(place.api("POST", "/collections", { title: "No times" }));
  await aPost(place, { publishMode: "QUEUE", caption: "Rye" });
  const { timezone, slots } = await must(ask(`/brands/${place.brandId}/next-slots`));
  assert.equal(timezone, "Europe/Berlin");
  assert.deepEqual(slots, [
    { collectionId: place.collectionId, at: "2026-11-26T16:30:00.000000Z", local: "2026-11-26 17:30:00", queued: 1 },
    { collectionId: none.id, at: null, local: null, queued: 0 },
  ]);
});

test("what waits in a collection without slots is listed beside the drafts, and found by its words", async () => {
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "DRAFT", caption: "A draft" });
  for (const caption of ["Rye", "Rolls"]) await aPost(place, { publishMode: "QUEUE", caption });
  const waiting = async (search: string) => (await must(ask(`/brands/${place.brandId}/drafts?search=${search}`))).waiting;
  const { total, posts } = await waiting("");
  assert.deepEqual(
    [total, posts.map(({ post, collection }: { post: string; collection: string }) => `${post} in ${collection}`)],
    [2, ["Rye in Bread", "Rolls in Bread"]],
  );
  assert.equal((await waiting("ROL")).posts.length, 1);
  const slot = "insert into slots (brand_id, collection_id, day, time, next_at) values ($1, $2, 1, '09:00', '2026-11-23 08:00Z')";
  await stage.app.db.query(slot, [place.brandId, place.collectionId]);
  assert.deepEqual(await waiting(""), { total: 0, posts: [] });
});

test("the time asked for has an order and a maximum", async () => {
  const place = await aPlace(stage);
  const path = `/brands/${place.brandId}/calendar`;
  for (const query of ["from=2026-11-01T00:00:00Z&to=2026-11-01T00:00:00Z", "from=2026-11-01T00:00:00Z&to=2027-11-01T00:00:00Z"]) {
    const { status, body } = await ask(`${path}?${query}`);
    assert.deepEqual([status, body.errors], [422, { to: ["The to field must be later than from, by at most 100 days."] }]);
  }
});

test("drafts are listed newest first, by page, and found by their words", async () => {
  const place = await aPlace(stage);
  for (const caption of ["Rye with walnuts", "50% off", "Rolls"]) await aPost(place, { publishMode: "DRAFT", caption });
  await aPost(place, { publishMode: "QUEUE", caption: "Rye, queued" });
  const posts = async (query: string) => {
    const { total, drafts } = await must(ask(`/brands/${place.brandId}/drafts?${query}`));
    return [total, ...drafts.map(({ post }: { post: string }) => post)];
  };
  assert.deepEqual(await posts(""), [3, "Rolls", "50% off", "Rye with walnuts"]);
  assert.deepEqual(await posts("per_page=1&page=2"), [3, "50% off"]);
  assert.deepEqual(await posts("search=RYE"), [1, "Rye with walnuts"]);
  assert.deepEqual(await posts("search=%25"), [1, "50% off"]);
});

test("a queue is shown in its order with dates, and what will not be published where", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"], queues: ["Mon 09:00"] });
  await aPost(place, { publishMode: "QUEUE", caption: "Rye" });
  await aPost(place, { publishMode: "QUEUE", caption: "x".repeat(400) });
  const { entries, channels, freeSlots, ...queue } = await must(ask(`/collections/${place.collectionId}/queue`));
  assert.deepEqual(queue, {
    timezone: "Europe/Berlin",
    collectionId: place.collectionId,
    collection: "Bread",
    reason: null,
    slotsPerWeek: 1,
  });
  assert.deepEqual(
    freeSlots.map(({ local, isNext }: Slot) => [local, isNext]),
    [
      ["2026-12-07 09:00:00", true],
      ["2026-12-14 09:00:00", false],
      ["2026-12-21 09:00:00", false],
    ],
  );
  assert.deepEqual(
    channels.map(({ type, isActive }: Entry) => [type, isActive]),
    [
      ["Mastodon", true],
      ["Bluesky", true],
    ],
  );
  assert.deepEqual(
    entries.map(({ local, obstacles }: { local: string; obstacles: Entry[] }) => [
      local,
      obstacles.map(({ type, reason }) => [type, reason]),
    ]),
    [
      ["2026-11-23 09:00:00", []],
      ["2026-11-30 09:00:00", [["Bluesky", "text_too_long"]]],
    ],
  );
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { queueStatus: "PAUSED" }));
  const paused = await must(ask(`/collections/${place.collectionId}/queue`));
  assert.deepEqual([paused.reason, paused.freeSlots], ["queue_paused", []]);
});

test("what leaves next is what is on its way and the first departures to come, without what stays", async () => {
  const next = (place: Place) => must(ask(`/brands/${place.brandId}/next`));
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  assert.deepEqual([brief(await next(place)), (await next(place)).more], [[], false]);
  await aPost(place, { publishMode: "QUEUE", caption: "Rye" });
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-12-20 12:00:00", caption: "In four weeks" });
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2027-01-20 12:00:00", caption: "Too far away" });
  await aPost(place, { publishMode: "DRAFT", caption: "No date" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Now" });
  assert.deepEqual(brief(await next(place)), [
    "2026-11-21 10:00:00 LEAVING Now: Mastodon PUBLISHED",
    "2026-11-23 09:00:00 QUEUED Rye: Mastodon PUBLISHED",
    "2026-12-20 12:00:00 SCHEDULED In four weeks: Mastodon PUBLISHED",
  ]);
  await stage.settle();
  await must(stage.admin("PATCH", `/collections/${place.collectionId}`, { status: "PAUSED" }));
  assert.deepEqual(brief(await next(place)), ["2026-12-20 12:00:00 SCHEDULED In four weeks: Mastodon PUBLISHED"]);
});

test("what has been on its way for days is still there", async () => {
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Held" });
  const held = "insert into holds (channel_id, until, since, scope, reason) values ($1, $2, $3, 'channel', 'Used up')";
  await stage.app.db.query(held, [place.channelIds[0], "2026-11-23T20:00:00Z", stage.now()]);
  await stage.settle();
  stage.pass(30 * 3600);
  await stage.settle();
  const { entries: shown } = await must(ask(`/brands/${place.brandId}/next`));
  assert.deepEqual(
    shown.map(({ post, state }: Entry) => [post, state]),
    [["Held", "LEAVING"]],
  );
});

test("a window in a distant year is answered, and one outside the years of dates is refused", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"], maxRepublish: -1 });
  await aPost(place, { publishMode: "QUEUE", caption: "Rye" });
  const { entries: shown } = await calendar(place, "9990-01-01T00:00:00Z", "9990-02-01T00:00:00Z");
  assert.deepEqual(shown, []);
  const path = (from: string, to: string) =>
    `/brands/${place.brandId}/calendar?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`;
  for (const [from, to] of [
    ["+020000-01-01T00:00:00Z", "+020000-01-02T00:00:00Z"],
    ["0000-01-01T00:00:00Z", "0000-01-02T00:00:00Z"],
  ] as const) {
    assert.equal((await ask(path(from, to))).status, 422, from);
  }
});

test("of many departures the first 25 are shown, and that there are more", async () => {
  const place = await aPlace(stage);
  for (let number = 10; number < 36; number += 1) {
    await aPost(place, { publishMode: "SCHEDULE", scheduledAt: `2026-11-${22 + (number % 5)} 12:00:00`, caption: `Post ${number}` });
  }
  const shown = await must(ask(`/brands/${place.brandId}/next`));
  assert.deepEqual([shown.entries.length, shown.more, shown.entries[0].local.slice(0, 10)], [25, true, "2026-11-22"]);
  assert.equal(shown.entries.at(-1).local.slice(0, 10), "2026-11-26");
});

test("of a crowded day the first twelve are shown and all counted, by collection and state; all of them are shown if asked for", async () => {
  const place = await aPlace(stage, { queues: ["Tue 12:00"] });
  await stage.app.db.query(
    `insert into posts (brand_id, collection_id, body, post_type, posting_type, status, post_at, created_at, updated_at)
     select $1, $2, 'Post ' || n, 'TEXT', 'SCHEDULE', 'PENDING', timestamptz '2026-11-24 08:00Z' + n * interval '1 hour', now(), now()
     from generate_series(0, 29) n`,
    [place.brandId, place.collectionId],
  );
  const window = new URLSearchParams({ from: "2026-11-23T23:00:00Z", to: "2026-11-27T23:00:00Z" });
  const shown = (more: Readonly<Record<string, string>> = {}) =>
    must(ask(`/brands/${place.brandId}/calendar?${new URLSearchParams([...window, ...Object.entries(more)])}`));
  const few = await shown();
  // From nine o'clock on in Berlin fifteen hours are left of the first day.
  assert.deepEqual(few.days, [
    { day: "2026-11-24", posts: 15 },
    { day: "2026-11-25", posts: 15 },
  ]);
  const locals = few.entries.map(({ local }: Entry) => local);
  assert.deepEqual(
    [locals.length, locals[0], locals[11], locals[12]],
    [24, "2026-11-24 09:00:00", "2026-11-24 20:00:00", "2026-11-25 00:00:00"],
  );
  const all = await shown({ each: "ALL" });
  assert.deepEqual([all.entries.length, all.days], [30, few.days]);
  assert.deepEqual((await shown({ state: "queued" })).days, []);
  assert.deepEqual((await shown({ state: "scheduled" })).days, few.days);
  assert.deepEqual((await shown({ collection_id: String(place.collectionId) })).days, few.days);
  const other = await must(place.api("POST", "/collections", { title: "Cakes" }));
  assert.deepEqual((await shown({ collection_id: String(other.id) })).days, []);
});
