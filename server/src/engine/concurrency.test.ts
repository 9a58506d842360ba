import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { maybeOne, query, transaction } from "../database/query.ts";
import { aPlace, aPost, entries, must, type Place } from "../testing/builders.ts";
import { openStage, type Stage } from "../testing/stage.ts";
import { conclude } from "./consequences.ts";
import { depart } from "./depart.ts";
import { type DeliveryRow, nextTurns, startAttempts } from "./ledger.ts";
import { takeDuePosts } from "./store.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

/** A place whose owner lets posts be deleted. */
async function aFreePlace(): Promise<Place> {
  const place = await aPlace(stage);
  await must(stage.admin("PATCH", `/account?owner=${encodeURIComponent(place.person.email)}`, { sensitiveActions: true }));
  return place;
}

/** The delivery of a post that has left and that nobody has tried yet. */
async function aDelivery(place: Place): Promise<DeliveryRow> {
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await transaction(stage.app.db, async (tx) => {
    const posts = await takeDuePosts(tx, stage.now(), 50);
    await depart(
      tx,
      posts.map((post) => ({ post, slotId: null, dueAt: stage.now() })),
      stage.now(),
    );
  });
  const [turn] = await nextTurns(stage.app.db, [place.channelIds[0] ?? 0], stage.now());
  const delivery = turn?.delivery ?? null;
  assert.equal(delivery?.postId, id);
  return delivery;
}

async function begin(read: DeliveryRow): Promise<number | null> {
  const [number = null] = await startAttempts(stage.app.db, [{ read, step: "publish", now: stage.now(), leaseUntil: stage.now() }]);
  return number;
}

async function end(delivery: DeliveryRow, number: number, remoteId: string): Promise<boolean> {
  const published = { kind: "published", remoteId, url: null } as const;
  const next = { status: "PUBLISHED", reason: "published", published } as const;
  const [isStored] = await conclude(stage.app, [{ delivery, number, outcome: published, calls: null, next, now: stage.now() }]);
  return isStored === true;
}

test("a post can be deleted at the very moment at which it leaves", async () => {
  const place = await aFreePlace();
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  const { app } = stage;
  const deleting = await transaction(app.db, async (tx) => {
    const posts = await takeDuePosts(tx, stage.now(), 50);
    const reply = place.api("DELETE", `/posts/${id}`);
    // The deletion holds the queue and waits for the post.
    await waitsForLocks(1);
    await depart(
      tx,
      posts.map((post) => ({ post, slotId: null, dueAt: stage.now() })),
      stage.now(),
    );
    return { reply };
  });
  assert.equal((await deleting.reply).status, 200);
  await stage.settle();
  assert.deepEqual(await entries(place, "PUBLISHED"), []);
});

test("of a post that is deleted before anything of it has left nothing waits any more", async () => {
  const place = await aFreePlace();
  const delivery = await aDelivery(place);
  await must(place.api("DELETE", `/posts/${delivery.postId}`));
  const row = await maybeOne<{ open: number }>(stage.app.db, {
    text: `select count(*) "open" from publications where id = $1 and settled_at is null`,
    values: [delivery.publicationId],
  });
  assert.deepEqual(row, { open: 0 });
});

test("an attempt does not begin on a delivery that was stopped after it was read", async () => {
  const place = await aFreePlace();
  const delivery = await aDelivery(place);
  await must(place.api("DELETE", `/posts/${delivery.postId}`));
  assert.equal(await begin(delivery), null);
  assert.equal(await statusOf(delivery), "cancelled");
});

test("of two who have read the same delivery one begins", async () => {
  const delivery = await aDelivery(await aPlace(stage));
  const numbers = await Promise.all([begin(delivery), begin(delivery)]);
  assert.deepEqual(numbers.toSorted(), [1, null]);
});

test("an outcome that comes after a later attempt has begun is not stored", async () => {
  const delivery = await aDelivery(await aPlace(stage));
  assert.equal(await begin(delivery), 1);
  assert.equal(await begin({ ...delivery, status: "publishing", tries: 1 }), 2);
  assert.equal(await end(delivery, 1, "late"), false);
  assert.equal(await end(delivery, 2, "own"), true);
  assert.equal(await end(delivery, 2, "again"), false);
  assert.deepEqual(await query(stage.app.db, { text: `select status, remote_id from deliveries where id = $1`, values: [delivery.id] }), [
    { status: "PUBLISHED", remote_id: "own" },
  ]);
});

test("an outcome that comes after its attempt was taken for cut off is better than not knowing", async () => {
  const delivery = await aDelivery(await aPlace(stage));
  assert.equal(await begin(delivery), 1);
  await query(stage.app.db, { text: "update deliveries set status = 'unknown' where id = $1", values: [delivery.id] });
  assert.equal(await end(delivery, 1, "known"), true);
  assert.equal(await statusOf(delivery), "PUBLISHED");
});

test("an attempt that was cut off days ago is settled by the platform's own means before it is given up", async () => {
  const place = await aPlace(stage, { channels: ["Bluesky"] });
  const delivery = await aDelivery(place);
  assert.equal(await begin(delivery), 1);
  stage.pass(3 * 24 * 3600);
  await stage.settle();
  assert.equal(await statusOf(delivery), "unknown");
  stage.pass(60);
  await stage.settle();
  assert.equal(await statusOf(delivery), "PUBLISHED");
});

async function statusOf(delivery: DeliveryRow): Promise<string | undefined> {
  const row = await maybeOne<{ status: string }>(stage.app.db, {
    text: "select status from deliveries where id = $1",
    values: [delivery.id],
  });
  return row?.status;
}

/** Until so many connections of this database wait for a lock. */
async function waitsForLocks(count: number): Promise<void> {
  for (let look = 0; look < 500; look += 1) {
    const row = await maybeOne<{ waiting: number }>(stage.app.db, {
      text: "select count(*) waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    });
    if (row !== null && row.waiting >= count) return;
    await sleep(10);
  }
  throw new Error("nobody waits for a lock");
}
