import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds, type Instant, printLocal, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { dayName, lastMoment, projectQueue } from "../../brands/queue/rules.ts";
import { listComingSlots, listQueued } from "../../brands/queue/store.ts";
import { query } from "../../ground/database/query.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { type Chance, createChance } from "../../testing/chance.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

const BERLIN = "Europe/Berlin";
const DUE_POSTS = 500;
const COLLECTIONS = 5;
const SLOTS_EACH = 10;
const QUEUED_EACH = 15;
/** Minutes before the restart at which each collection missed a slot (the limit is 60); further slots are random. */
const MISSED_MINUTES = [1, 30, 59, 60, 61];

for (const [name, hours] of [
  ["3 hours", 3],
  ["3 days", 72],
  ["3 weeks", 504],
] as const) {
  test(`after ${name} of downtime with ${DUE_POSTS} due posts and ${COLLECTIONS * SLOTS_EACH} slots every post ends as it should and nothing bursts`, async () => {
    const limits = { ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" };
    await using stage = await openStage(limits, "2026-10-05T06:00:00Z");
    const chance = createChance(hours);
    const gone = addSeconds(stage.now(), 600);
    const back = addSeconds(gone, hours * 3600);
    const place = await aPlace(stage, { timezone: BERLIN });
    const collections = await collectionsOf(place, chance, back);
    const queued = new Map<number, number[]>();
    for (const id of collections) queued.set(id, await fill(place, id));
    const scheduled = await schedule(place, collections, { chance, gone, back });
    stage.jump(back);
    await stage.settle();

    const left = await departures(stage, place);
    const timed = left.filter(({ slotId }) => slotId === null);
    assert.deepEqual(
      timed.map(({ postId, dueAt }) => ({ postId, dueAt })),
      scheduled.toSorted((a, b) => compare(a.dueAt, b.dueAt) || a.postId - b.postId),
      "overdue scheduled posts all go, oldest first",
    );
    for (const id of collections) await holdQueue(stage, { collectionId: id, queued: queued.get(id) ?? [], left, gone });
    assert.deepEqual(new Set(left.map(({ status }) => status)), new Set(["PUBLISHED"]));

    await stage.settle();
    assert.equal((await departures(stage, place)).length, left.length, "nothing more follows");
  });
}

/** Each has slots missed by about an hour, and some at random times of the week. */
async function collectionsOf(place: Place, chance: Chance, back: Instant): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 0; number < COLLECTIONS; number += 1) {
    const near = MISSED_MINUTES.map((minutes) => slotAt(addSeconds(back, -60 * minutes)));
    const far = Array.from({ length: SLOTS_EACH - near.length }, () => slotAt(addSeconds(back, -60 * chance.number(62, 7 * 24 * 60 - 1))));
    const body = { title: `Collection ${number}`, channels: place.channelIds, queues: [...near, ...far] };
    ids.push((await must(place.api("POST", "/collections", body))).id);
  }
  return ids;
}

function slotAt(at: Instant): string {
  const local = printLocal(at, BERLIN);
  const day = dayName(Temporal.PlainDate.from(local.slice(0, 10)).dayOfWeek);
  return `${day.slice(0, 1)}${day.slice(1).toLowerCase()} ${local.slice(11, 16)}`;
}

async function fill(place: Place, collectionId: number): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 0; number < QUEUED_EACH; number += 1) ids.push(await aPost({ ...place, collectionId }, { publishMode: "QUEUE" }));
  return ids;
}

async function schedule(
  place: Place,
  collections: readonly number[],
  { chance, gone, back }: { chance: Chance; gone: Instant; back: Instant },
) {
  const seconds = (toEpochMilliseconds(back) - toEpochMilliseconds(gone)) / 1000;
  const posts: { postId: number; dueAt: Instant }[] = [];
  for (let number = 0; number < DUE_POSTS; number += 1) {
    // Whole minutes, so that many are due at the same moment.
    const dueAt = addSeconds(gone, 60 * chance.number(1, seconds / 60));
    const body = { publishMode: "SCHEDULE", scheduledAt: printLocal(dueAt, BERLIN), caption: `Due at ${dueAt}` };
    posts.push({ postId: await aPost({ ...place, collectionId: chance.pick(collections) }, body), dueAt });
  }
  return posts;
}

interface Left {
  readonly postId: number;
  readonly collectionId: number;
  readonly slotId: number | null;
  readonly dueAt: Instant;
  readonly status: string;
}

/** In the order in which the channel received them. */
function departures(stage: Stage, place: Place): Promise<Left[]> {
  return query<Left>(stage.app.db, {
    text: `select l.post_id "postId", l.collection_id "collectionId", l.slot_id "slotId", l.due_at "dueAt", d.status
           from publications l join deliveries d on d.publication_id = l.id join attempts a on a.delivery_id = d.id where l.brand_id = $1 order by a.id`,
    values: [place.brandId],
  });
}

/** One post left for each slot missed by under 60 minutes, from the front; the rest keep their order and wait. */
async function holdQueue(
  stage: Stage,
  { collectionId, queued, left, gone }: { collectionId: number; queued: readonly number[]; left: readonly Left[]; gone: Instant },
): Promise<void> {
  const now = stage.now();
  const slots = await listComingSlots(stage.app.db, collectionId);
  const missed = slots
    .map((slot) => ({ slotId: slot.id, dueAt: lastMoment(slot, BERLIN, now) }))
    .filter(({ dueAt }) => dueAt > gone && dueAt > addSeconds(now, -3600))
    .sort((a, b) => compare(a.dueAt, b.dueAt) || a.slotId - b.slotId);
  const fired = left.filter((entry) => entry.slotId !== null && entry.collectionId === collectionId);
  assert.ok(missed.length >= 3, `${missed.length} slots were missed by less than an hour`);
  assert.deepEqual(
    fired.map(({ slotId, dueAt, postId }) => ({ slotId, dueAt, postId })),
    missed.map((slot, index) => ({ ...slot, postId: queued[index] })),
  );
  const waiting = await listQueued(stage.app.db, collectionId);
  assert.deepEqual(
    waiting.map(({ id }) => id),
    queued.slice(missed.length),
  );
  assert.deepEqual(
    waiting.map(({ postAt }) => postAt),
    projectQueue(slots, BERLIN, waiting.length),
  );
  assert.ok(slots.every(({ nextAt }) => nextAt > now));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
