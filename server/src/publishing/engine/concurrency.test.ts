import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { maybeOne, query, transaction } from "../../ground/database/query.ts";
import { aPlace, aPost, entries, must, type Place } from "../../testing/builders.ts";
import { eventually } from "../../testing/eventually.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { type Advanced, storeAdvances } from "./advance-store.ts";
import { afterCall } from "./consequences.ts";
import { departDue } from "./depart.ts";
import { type DeliveryRow, nextTurns } from "./ledger-store.ts";
import { afterCutOff, CUT_OFF } from "./rules.ts";
import { type EngineChannel, findEngineChannel } from "./store.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

/** A place whose owner allows posts to be deleted. */
async function aFreePlace(): Promise<Place> {
  const place = await aPlace(stage);
  await must(stage.admin("PATCH", `/account?owner=${encodeURIComponent(place.person.email)}`, { sensitiveActions: true }));
  return place;
}

/** The delivery of a post that has left but has not been attempted yet. */
async function aDelivery(place: Place): Promise<DeliveryRow> {
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await transaction(stage.app.db, (tx) => departDue(tx, { limit: 50, now: stage.now(), from: null }));
  const [delivery] = await due(place);
  assert.equal(delivery?.postId, id);
  return delivery;
}

/** What is due on the place's first channel. */
async function due(place: Place, ahead = false): Promise<readonly DeliveryRow[]> {
  const [turns] = await nextTurns(stage.app.db, [{ channelId: place.channelIds[0] ?? 0, ahead }], stage.now());
  return turns?.deliveries ?? [];
}

async function channelOf({ channelId }: DeliveryRow): Promise<EngineChannel> {
  const channel = await findEngineChannel(stage.app.db, channelId);
  assert.ok(channel);
  return channel;
}

async function begin(read: DeliveryRow, channel?: EngineChannel): Promise<number | null> {
  return (await advance({ end: null, start: startOn(read, channel ?? (await channelOf(read))) })).number;
}

function startOn(read: DeliveryRow, channel: EngineChannel) {
  return { read, channel, step: "publish", split: null, now: stage.now(), leaseUntil: stage.now() } as const;
}

async function advance(advance: Parameters<typeof storeAdvances>[1][number]): Promise<Advanced> {
  const [advanced] = await storeAdvances(stage.app.db, [advance]);
  assert.ok(advanced);
  return advanced;
}

function endOf(delivery: DeliveryRow, number: number, remoteId: string) {
  const published = { kind: "published", remoteId, url: null } as const;
  const next = { status: "PUBLISHED", reason: "published", published } as const;
  return afterCall({
    delivery,
    number,
    outcome: published,
    firstPart: null,
    calls: null,
    noted: null,
    step: "publish",
    next,
    now: stage.now(),
  });
}

async function end(delivery: DeliveryRow, number: number, remoteId: string): Promise<boolean> {
  return (await advance({ end: endOf(delivery, number, remoteId), start: null })).ended;
}

/** Records the first attempt's outcome as unknown, as the worker that finds it interrupted does. */
async function cutOff(delivery: DeliveryRow): Promise<boolean> {
  const state = {
    kind: "post",
    tries: 1,
    looks: 0,
    looked: false,
    checks: 0,
    firstAttemptAt: stage.now(),
    pending: null,
    mayBeLive: false,
    heldSince: null,
    heldUntil: null,
    heldReason: null,
    stopped: false,
    wasRefused: false,
    refused: null,
    isRestored: false,
  } as const;
  const next = afterCutOff(state, { now: stage.now(), chance: 0 });
  const outcome = { kind: "unknown", reason: CUT_OFF } as const;
  return (
    await advance({
      end: afterCall({ delivery, number: 1, outcome, firstPart: null, calls: null, noted: null, step: "publish", next, now: stage.now() }),
      start: null,
    })
  ).ended;
}

test("a post can be deleted at the very moment it leaves", async () => {
  const place = await aFreePlace();
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  const { app } = stage;
  const deleting = await transaction(app.db, async (tx) => {
    assert.equal((await departDue(tx, { limit: 50, now: stage.now(), from: null })).posts, 1);
    const reply = place.api("DELETE", `/posts/${id}`);
    // The deletion holds the queue lock and waits for the post lock.
    await waitsForLocks(1);
    return { reply };
  });
  assert.equal((await deleting.reply).status, 200);
  await stage.settle();
  assert.deepEqual(await entries(place, "PUBLISHED"), []);
});

test("deleting a post before any of it is sent leaves nothing waiting", async () => {
  const place = await aFreePlace();
  const delivery = await aDelivery(place);
  await must(place.api("DELETE", `/posts/${delivery.postId}`));
  const row = await maybeOne<{ open: number }>(stage.app.db, {
    text: `select count(*) "open" from publications where id = $1 and settled_at is null`,
    values: [delivery.publicationId],
  });
  assert.deepEqual(row, { open: 0 });
});

test("an attempt does not start on a delivery that was stopped after it was read", async () => {
  const place = await aFreePlace();
  const delivery = await aDelivery(place);
  await must(place.api("DELETE", `/posts/${delivery.postId}`));
  assert.equal(await begin(delivery), null);
  assert.equal(await statusOf(delivery), "cancelled");
});

test("when two workers read the same delivery, only one starts it", async () => {
  const delivery = await aDelivery(await aPlace(stage));
  const numbers = await Promise.all([begin(delivery), begin(delivery)]);
  assert.deepEqual(numbers.toSorted(), [1, null]);
});

test("an outcome that arrives after a later attempt has started is not stored", async () => {
  const delivery = await aDelivery(await aPlace(stage));
  assert.equal(await begin(delivery), 1);
  assert.equal(await cutOff(delivery), true);
  assert.equal(await begin({ ...delivery, status: "unknown", steps: 1, tries: 1 }), 2);
  assert.equal(await end(delivery, 1, "late"), false);
  assert.equal(await end(delivery, 2, "own"), true);
  assert.equal(await end(delivery, 2, "again"), false);
  assert.deepEqual(await query(stage.app.db, { text: `select status, remote_id from deliveries where id = $1`, values: [delivery.id] }), [
    { status: "PUBLISHED", remote_id: "own" },
  ]);
});

test("a late outcome replaces the unknown outcome of an attempt that was taken for interrupted", async () => {
  const delivery = await aDelivery(await aPlace(stage));
  assert.equal(await begin(delivery), 1);
  assert.equal(await cutOff(delivery), true);
  assert.equal(await end(delivery, 1, "known"), true);
  assert.equal(await statusOf(delivery), "PUBLISHED");
});

test("an attempt does not start on a channel whose credentials or state have changed since it was read", async () => {
  const place = await aPlace(stage);
  const delivery = await aDelivery(place);
  const channel = await channelOf(delivery);
  assert.equal(await begin(delivery, { ...channel, credentials: "an older token" }), null);
  assert.equal(await begin(delivery, { ...channel, status: "INACTIVE" }), null);
  assert.equal(await begin(delivery, channel), 1);
});

test("a channel's next attempt starts in the commit that ends the previous one, or not at all", async () => {
  const place = await aPlace(stage);
  const first = await aDelivery(place);
  assert.equal(await begin(first), 1);
  const secondId = await aPost(place, { publishMode: "IMMEDIATE" });
  await transaction(stage.app.db, (tx) => departDue(tx, { limit: 50, now: stage.now(), from: null }));
  const [second, ...others] = await due(place, true);
  assert.equal(second?.postId, secondId);
  assert.deepEqual(others, []);
  const start = startOn(second, await channelOf(second));
  assert.deepEqual(await advance({ end: endOf(first, 7, "of an attempt that was never made"), start }), {
    ended: false,
    brandId: null,
    network: null,
    number: null,
  });
  assert.deepEqual(await advance({ end: endOf(first, 1, "first"), start }), {
    ended: true,
    brandId: place.brandId,
    network: "Mastodon",
    number: 1,
  });
  assert.deepEqual(
    (await due(place)).map(({ id, status, tries }) => [id, status, tries]),
    [[second.id, "publishing", 1]],
  );
});

test("when several channels end at the same moment, the last one settles the post", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky", "Telegram"] });
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await transaction(stage.app.db, (tx) => departDue(tx, { limit: 50, now: stage.now(), from: null }));
  const turns = await nextTurns(
    stage.app.db,
    place.channelIds.map((channelId) => ({ channelId, ahead: false })),
    stage.now(),
  );
  const deliveries = turns.flatMap((turn) => turn?.deliveries ?? []);
  assert.equal(deliveries.length, 3);
  for (const delivery of deliveries) assert.equal(await begin(delivery), 1);
  const ended = await Promise.all(deliveries.map((delivery) => end(delivery, 1, `on ${delivery.channelId}`)));
  assert.deepEqual(ended, [true, true, true]);
  const row = await maybeOne(stage.app.db, {
    text: `select p.status, p.leaving_at "leavingAt", l.open, l.reached, l.settled_at is not null settled
           from posts p join publications l on l.post_id = p.id where p.id = $1`,
    values: [id],
  });
  assert.deepEqual(row, { status: "PUBLISHED", leavingAt: null, open: 0, reached: 3, settled: true });
});

test("an attempt interrupted days ago is settled by the platform's own means before it is given up", async () => {
  const place = await aPlace(stage, { channels: ["Bluesky"] });
  const delivery = await aDelivery(place);
  assert.equal(await begin(delivery), 1);
  stage.pass(3 * 24 * 3600);
  await stage.settle();
  assert.equal(await statusOf(delivery), "unknown");
  // The lookup finds nothing, so the attempt is repeated.
  await stage.live(120, 60);
  assert.equal(await statusOf(delivery), "PUBLISHED");
});

async function statusOf(delivery: DeliveryRow): Promise<string | undefined> {
  const row = await maybeOne<{ status: string }>(stage.app.db, {
    text: "select status from deliveries where id = $1",
    values: [delivery.id],
  });
  return row?.status;
}

/** Waits until `count` connections to this database are waiting for a lock. */
async function waitsForLocks(count: number): Promise<void> {
  await eventually(`${count} wait for a lock`, async () => {
    const row = await maybeOne<{ waiting: number }>(stage.app.db, {
      text: "select count(*) waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    });
    return row !== null && row.waiting >= count;
  });
}
