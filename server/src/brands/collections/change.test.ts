import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, aPost, must, type Place, readPost } from "../../testing/builders.ts";
import { ADMIN_TOKEN, call, openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage({}, "2027-01-05T09:00:00Z");
});
after(() => stage[Symbol.asyncDispose]());

const path = (place: Pick<Place, "collectionId">) => `${stage.url}/app/api/collections/${place.collectionId}`;
const operator = (method: string, url: string, body?: unknown) => call(url, method, ADMIN_TOKEN, body);
const show = (place: Place) => must(operator("GET", path(place)));
const change = async (place: Place, body: Record<string, unknown>) =>
  operator("PATCH", path(place), { seenAt: (await show(place)).updatedAt, ...body });

type Slot = { readonly id: number; readonly day: string; readonly time: string };
const wanted = (slots: readonly Slot[]) => slots.map(({ id, day, time }) => ({ id, day, time }));
const dates = async (place: Place, posts: readonly number[]) =>
  Promise.all(posts.map(async (id) => (await readPost(place, id)).postDate as string | null));

test("a collection is shown with its channels, its week, the number of its posts and how many slots a day may have", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Thu 17:30"] });
  await aPost(place, { publishMode: "QUEUE" });
  await aPost(place, { publishMode: "DRAFT" });
  const { queues, channels, postsCount, title, status, slotsPerDayMax } = await show(place);
  assert.deepEqual(
    [
      title,
      status,
      slotsPerDayMax,
      postsCount,
      channels.map(({ id }: { id: number }) => id),
      queues.map(({ date }: { date: string }) => date),
    ],
    ["Bread", "ACTIVE", 10, { queued: 1, scheduled: 0, drafts: 1, published: 0 }, place.channelIds, ["MON 09:00", "THU 17:30"]],
  );
});

test("a slot that moves keeps its id, and the dates of queued posts follow", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Thu 17:30"] });
  const posts = [await aPost(place, { publishMode: "QUEUE" }), await aPost(place, { publishMode: "QUEUE" })];
  assert.deepEqual(await dates(place, posts), ["2027-01-07 16:30:00", "2027-01-11 08:00:00"]);
  const [monday, thursday] = (await show(place)).queues;
  const moved = await must(change(place, { slots: wanted([{ ...monday, day: "WED", time: "08:15" }, thursday]) }));
  assert.deepEqual(wanted(moved.queues), [
    { id: monday.id, day: "WED", time: "08:15" },
    { id: thursday.id, day: "THU", time: "17:30" },
  ]);
  assert.deepEqual(await dates(place, posts), ["2027-01-06 07:15:00", "2027-01-07 16:30:00"]);
  await must(change(place, { slots: [] }));
  assert.deepEqual(await dates(place, posts), [null, null]);
  const back = await must(change(place, { slots: [...wanted([thursday]), { day: "FRI", time: "10:00" }] }));
  assert.deepEqual(
    back.queues.map(({ date }: { date: string }) => date),
    ["THU 17:30", "FRI 10:00"],
  );
  assert.deepEqual(await dates(place, posts), ["2027-01-07 16:30:00", "2027-01-08 09:00:00"]);
});

test("title, description, status, interval and the order of the channels change in one call; what is left out stays", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"], queues: ["Mon 09:00"] });
  const [first, second] = place.channelIds;
  const fields = { title: "Rolls", description: "Every morning", status: "PAUSED", maxRepublish: 4 };
  await must(change(place, { ...fields, channels: [second, first] }));
  const { title, description, status, maxRepublish, channels, queues } = await show(place);
  assert.deepEqual({ title, description, status, maxRepublish }, fields);
  assert.deepEqual(
    channels.map(({ id }: { id: number }) => id),
    [second, first],
  );
  assert.equal(queues.length, 1);
  await must(change(place, { channels: [first] }));
  assert.deepEqual((await show(place)).channels.length, 1);
});

test("who saw an older version is refused with 409, and nothing of theirs is stored", async () => {
  const place = await aPlace(stage);
  const seen = (await show(place)).updatedAt;
  await must(operator("PATCH", path(place), { seenAt: seen, title: "Theirs" }));
  const { status, body } = await operator("PATCH", path(place), { seenAt: seen, title: "Mine", slots: [{ day: "MON", time: "09:00" }] });
  const sentence = "Somebody has changed this collection in the meantime. Nothing of yours was stored.";
  assert.deepEqual([status, body], [409, { status: "error", message: sentence, errors: { collection: sentence } }]);
  const { title, queues } = await show(place);
  assert.deepEqual([title, queues], ["Theirs", []]);
});

test("channels of another brand and more slots a day than allowed are refused with 422, and nothing is stored", async () => {
  const [place, other] = [await aPlace(stage, { queues: ["Mon 09:00"] }), await aPlace(stage)];
  const foreign = await change(place, { title: "New", channels: other.channelIds });
  assert.deepEqual([foreign.status, Object.keys(foreign.body.errors)], [422, ["channels"]]);
  const slots = Array.from({ length: 11 }, (_, hour) => ({ day: "TUE", time: `${String(hour + 8).padStart(2, "0")}:00` }));
  const many = await change(place, { title: "New", slots });
  assert.deepEqual([many.status, many.body.errors], [422, { slots: "TUE would have 11 slots; a collection may have 10 per day." }]);
  assert.equal((await show(place)).title, "Bread");
});

test("a new evergreen interval counts for posts that wait for their next round, and none ends their rounds", async () => {
  const place = await aPlace(stage, { maxRepublish: 2 });
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const rejoin = async () => {
    const { rows } = await stage.app.db.query("select rejoin_at at from posts where collection_id = $1", [place.collectionId]);
    return rows[0]?.at as string | null;
  };
  const before = await rejoin();
  await must(change(place, { maxRepublish: 3 }));
  const weeks = (Date.parse((await rejoin()) ?? "") - Date.parse(before ?? "")) / (7 * 24 * 3_600_000);
  assert.equal(weeks, 1);
  await must(change(place, { maxRepublish: 0 }));
  assert.equal(await rejoin(), null);
});
