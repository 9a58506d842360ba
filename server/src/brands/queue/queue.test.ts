import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import { aPlace, aPost, entries, must, type Place, readPost } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { waitsForLock } from "../../testing/waits-for-lock.ts";
import { applyZoneRules } from "./zone-rules.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

async function queued(place: Place): Promise<string[]> {
  const { body } = await place.api("GET", "/posts?view=QUEUE&sort_by=post_date&sort_order=asc&per_page=100");
  return body.data.map((post: { body: string; postDate: string }) => `${post.body} ${post.postDate}`);
}

async function fill(place: Place, ...captions: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const caption of captions) ids.push(await aPost(place, { publishMode: "QUEUE", caption }));
  return ids;
}

test("postDate of a queued post is the time of the slot at which it will leave", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Thu 17:30"] });
  await fill(place, "a", "b", "c");
  assert.deepEqual(await queued(place), ["a 2026-11-23 08:00:00", "b 2026-11-26 16:30:00", "c 2026-11-30 08:00:00"]);
});

test("a queue without slots has null dates", async () => {
  const place = await aPlace(stage);
  const [id] = await fill(place, "a");
  assert.equal((await readPost(place, id as number)).postDate, null);
});

test("at its slot the front post leaves, and the others keep their dates", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Thu 17:30"] });
  await fill(place, "a", "b");
  stage.jump("2026-11-23T08:00:00Z");
  await stage.settle();
  assert.deepEqual(await queued(place), ["b 2026-11-26 16:30:00"]);
  assert.equal((await entries(place, "PUBLISHED"))[0].body, "a");
  const { body } = await place.api("GET", "/collections");
  assert.deepEqual(
    body.data[0].queues.map((slot: { status: string }) => slot.status),
    ["PUBLISHED", "PENDING"],
  );
  stage.jump("2026-11-30T07:00:00Z");
  const later = await place.api("GET", "/collections");
  assert.deepEqual(
    later.body.data[0].queues.map((slot: { status: string }) => slot.status),
    ["PENDING", "PENDING"],
  );
});

test("two slots at the same time send two posts", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Mon 09:00"] });
  await fill(place, "a", "b", "c");
  assert.deepEqual(await queued(place), ["a 2026-11-23 08:00:00", "b 2026-11-23 08:00:00", "c 2026-11-30 08:00:00"]);
  stage.jump("2026-11-23T08:00:00Z");
  await stage.settle();
  assert.deepEqual(await queued(place), ["c 2026-11-30 08:00:00"]);
});

test("FRONT and BACK move a post to either end of its queue", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const [a, , c] = await fill(place, "a", "b", "c");
  const moved = await must(place.api("PATCH", `/posts/${c}`, { queuePosition: "FRONT" }));
  assert.equal(moved.postDate, "2026-11-23 08:00:00");
  assert.deepEqual(await queued(place), ["c 2026-11-23 08:00:00", "a 2026-11-30 08:00:00", "b 2026-12-07 08:00:00"]);
  await must(place.api("PATCH", `/posts/${a}`, { publishMode: "QUEUE", queuePosition: "BACK" }));
  assert.deepEqual(await queued(place), ["c 2026-11-23 08:00:00", "b 2026-11-30 08:00:00", "a 2026-12-07 08:00:00"]);
});

test("a post that leaves the queue lets the later ones move up", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const [a] = await fill(place, "a", "b", "c");
  const draft = await must(place.api("PATCH", `/posts/${a}`, { publishMode: "DRAFT" }));
  assert.deepEqual([draft.status, draft.postingType, draft.postDate], ["DRAFT", "DRAFT", null]);
  assert.deepEqual(await queued(place), ["b 2026-11-23 08:00:00", "c 2026-11-30 08:00:00"]);
});

test("at a slot while the collection is paused nothing leaves and every post moves one slot later", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await fill(place, "a", "b");
  await must(stage.admin("PATCH", `/collections/${place.collectionId}`, { status: "PAUSED" }));
  stage.jump("2026-11-23T08:00:00Z");
  await stage.settle();
  assert.deepEqual(await queued(place), ["a 2026-11-30 08:00:00", "b 2026-12-07 08:00:00"]);
  await must(stage.admin("PATCH", `/collections/${place.collectionId}`, { status: "ACTIVE" }));
  stage.jump("2026-11-30T08:00:00Z");
  await stage.settle();
  assert.deepEqual(await queued(place), ["b 2026-12-07 08:00:00"]);
});

test("at a slot while the brand's queue is paused or no channel is active nothing leaves", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await fill(place, "a");
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { queueStatus: "PAUSED" }));
  stage.jump("2026-11-23T08:00:00Z");
  await stage.settle();
  assert.deepEqual(await queued(place), ["a 2026-11-30 08:00:00"]);
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { queueStatus: "ACTIVE" }));
  await must(stage.admin("PATCH", `/channels/${place.channelIds[0]}`, { status: "INACTIVE" }));
  stage.jump("2026-11-30T08:00:00Z");
  await stage.settle();
  assert.deepEqual(await queued(place), ["a 2026-12-07 08:00:00"]);
});

test("a slot missed by less than 60 minutes fires on return, an older one is passed over", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Mon 10:00"] });
  await fill(place, "a", "b", "c");
  stage.jump("2026-11-23T09:30:00Z");
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  assert.deepEqual(await queued(place), ["b 2026-11-30 08:00:00", "c 2026-11-30 09:00:00"]);
});

test("after three weeks of downtime nothing bursts", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Tue 09:00", "Wed 09:00"] });
  await fill(place, "a", "b", "c", "d", "e");
  stage.jump("2026-12-14T08:20:00Z");
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("evergreen -1 joins the back of the queue at once, as the same post with entries for each round", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00"], maxRepublish: -1 });
  const [a] = await fill(place, "a", "b");
  stage.jump("2026-11-23T08:00:00Z");
  await stage.settle();
  assert.deepEqual(await queued(place), ["b 2026-11-30 08:00:00", "a 2026-12-07 08:00:00"]);
  stage.jump("2026-11-30T08:00:00Z");
  await stage.settle();
  stage.jump("2026-12-07T08:00:00Z");
  await stage.settle();
  const published = await entries(place, "PUBLISHED");
  assert.deepEqual(
    published.map((entry: { body: string }) => entry.body),
    ["a", "b", "a"],
  );
  assert.equal(published[2].postId, a);
});

test("evergreen N joins the queue N weeks after publication", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00"], maxRepublish: 2 });
  const [a] = await fill(place, "a");
  stage.jump("2026-11-23T08:00:00Z");
  await stage.settle();
  assert.equal((await readPost(place, a as number)).status, "PUBLISHED");
  stage.jump("2026-12-07T07:59:59Z");
  await stage.settle();
  assert.deepEqual(await queued(place), []);
  stage.jump("2026-12-07T08:00:00Z");
  await stage.settle();
  assert.deepEqual(await queued(place), ["a 2026-12-14 08:00:00"]);
});

test("a post that was to rejoin stays away once its collection repeats nothing, whoever was faster", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00"], maxRepublish: 2 });
  const [a] = await fill(place, "a");
  stage.jump("2026-11-23T08:00:00Z");
  await stage.settle();
  // As if the end of the publication had been stored after the change, which looks through posts that wait for their return.
  await stage.app.db.query("update collections set max_republish = 0 where id = $1", [place.collectionId]);
  stage.jump("2026-12-07T08:00:00Z");
  await stage.settle();
  assert.deepEqual(await queued(place), []);
  const { rows } = await stage.app.db.query("select rejoin_at from posts where id = $1", [a]);
  assert.deepEqual(rows, [{ rejoin_at: null }]);
});

test("changing the brand's timezone moves every slot and every queued post", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await fill(place, "a");
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { timezone: "America/New_York" }));
  assert.deepEqual(await queued(place), ["a 2026-11-23 14:00:00"]);
});

test("a slot that is overdue when the timezone changes fires on return all the same, and the others keep the new one's time", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await fill(place, "a", "b", "c");
  stage.jump("2026-11-23T08:20:00Z");
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { timezone: "America/New_York" }));
  const others = ["b 2026-11-23 14:00:00", "c 2026-11-30 14:00:00"];
  assert.deepEqual(await queued(place), ["a 2026-11-23 08:00:00", ...others]);
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED"))[0]?.body, "a");
  assert.deepEqual(await queued(place), others);
});

/** Somebody else is at the queue until the work that waits for it has been seen to wait. */
async function whileHeld<Result>(
  { collectionId }: Place,
  begin: () => Promise<Result>,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<Result> {
  const connection = await stage.app.db.connect();
  try {
    await connection.query("begin");
    await connection.query("select from collections where id = $1 for no key update", [collectionId]);
    const work = begin();
    await waitsForLock(stage.app.db, "it waits for the queue");
    await meanwhile();
    await connection.query("commit");
    return await work;
  } finally {
    connection.release(true);
  }
}

test("the pause of a brand's queue is confirmed when nothing that was firing can leave any more", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const paused = await whileHeld(place, () => stage.admin("PATCH", `/brands/${place.brandId}`, { queueStatus: "PAUSED" }));
  assert.equal(paused.status, 200);
});

test("a post that is moved to another collection during a change is changed there", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const other = await must(place.api("POST", "/collections", { title: "Other", channels: place.channelIds, queues: ["Tue 09:00"] }));
  const [id] = await fill(place, "a");
  await aPost({ ...place, collectionId: other.id }, { publishMode: "QUEUE", caption: "b" });
  const changed = await whileHeld(
    place,
    () => place.api("PATCH", `/posts/${id}`, { publishMode: "QUEUE", queuePosition: "FRONT" }),
    () => stage.app.db.query("update posts set collection_id = $2 where id = $1", [id, other.id]),
  );
  assert.equal(changed.status, 200);
  assert.deepEqual(await queued(place), ["a 2026-11-24 08:00:00", "b 2026-12-01 08:00:00"]);
});

test("a post stays in its queue if the last channel becomes inactive at the very moment of its slot", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const [id] = await fill(place, "a");
  const connection = await stage.app.db.connect();
  try {
    await connection.query("begin");
    // The slot has seen an active channel when it waits for its post.
    await connection.query("select from posts where id = $1 for update", [id]);
    stage.jump("2026-11-23T08:00:00Z");
    const settled = stage.settle();
    await waitsForLock(stage.app.db, "it waits for the post");
    await stage.app.db.query("update channels set status = 'INACTIVE' where id = any($1)", [place.channelIds]);
    await connection.query("commit");
    await settled;
  } finally {
    connection.release(true);
  }
  assert.deepEqual(await queued(place), ["a 2026-11-30 08:00:00"]);
  assert.deepEqual(await entries(place, "SKIPPED"), []);
});

test("when the rules of time zones change, slots and queued posts are timed by the new ones, once", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await aPost(place, { publishMode: "QUEUE" });
  const never = new AbortController().signal;
  await applyZoneRules(stage.app, never, "2026a");
  const times = async () => {
    const text = `select s.next_at "slot", q.at from slots s join posts p on p.collection_id = s.collection_id join queue_dates q on q.post_id = p.id
                  where s.collection_id = $1`;
    return (await stage.app.db.query(text, [place.collectionId])).rows;
  };
  const before = await times();
  // As other rules have timed them.
  await stage.app.db.query("update slots set next_at = next_at + interval '1 hour' where collection_id = $1", [place.collectionId]);
  await stage.app.db.query(
    "update queue_dates q set at = at + interval '1 hour' from posts p where p.id = q.post_id and p.collection_id = $1",
    [place.collectionId],
  );
  const stale = await times();
  await applyZoneRules(stage.app, never, "2026a");
  assert.deepEqual(await times(), stale);
  await applyZoneRules(stage.app, never, "2026b");
  assert.deepEqual(await times(), before);
});

test("a slot that has just sent a post sends no second one at that moment, though a process times it whose clock is behind", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await fill(place, "a", "b");
  stage.jump("2026-11-23T08:00:00Z");
  await stage.settle();
  assert.deepEqual(await queued(place), ["b 2026-11-30 08:00:00"]);
  const behind = { ...stage.app, clock: { now: () => toInstant("2026-11-23T07:59:59.500Z") } };
  await applyZoneRules(behind, new AbortController().signal, "2026c");
  await stage.settle();
  assert.deepEqual(await queued(place), ["b 2026-11-30 08:00:00"]);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});
