import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../../server/src/testing/eventually.ts";
import { assertRefused } from "./support/expect.ts";
import type * as resources from "./support/resources.ts";
import { allEntriesOf } from "./support/results.ts";
import {
  aChannel,
  aCollection,
  aPost,
  aWorkspace,
  listedCollectionOf,
  readPost,
  updateBrand,
  updateChannel,
  updateCollection,
  type Workspace,
} from "./support/stage.ts";
import { slotMoments } from "./support/time.ts";

const ZONE = "Asia/Kathmandu";
/** Leaves enough time to fill the queues first. */
const LEAD_SECONDS_MIN = 15;

/** A brand whose collections have one slot a week, at the coming minute, with three posts in each queue. */
async function aQueue(of: Workspace, slot: string, channels: readonly number[], more: Readonly<Record<string, unknown>> = {}) {
  const { id } = await aCollection(of, { queues: [slot], channels, ...more });
  const posts = [];
  for (const caption of ["first", "second", "third"]) posts.push(await aPost(of, id, { publishMode: "QUEUE", caption }));
  return { id, posts };
}

async function aMorning() {
  for (let leadSeconds = LEAD_SECONDS_MIN; ; leadSeconds *= 2) {
    const morning = await aMorningIn(leadSeconds);
    // On a machine with much else to do the slot came before the queues were filled: another morning has more time.
    if (Temporal.Instant.compare(Temporal.Now.instant(), morning.leaving.toInstant()) >= 0) continue;
    // The slot comes by the machine's own clock; how far ahead it is, is no part of the patience.
    await sleep(morning.leaving.epochMilliseconds - Date.now());
    const { of, open } = morning;
    await eventually("the first post has left", async () => ((await allEntriesOf(of, open.posts[0] ?? 0)).length > 0 ? true : null));
    return morning;
  }
}

async function aMorningIn(leadSeconds: number) {
  const leaving = Temporal.Now.zonedDateTimeISO(ZONE).add({ seconds: leadSeconds }).round({ smallestUnit: "minute", roundingMode: "ceil" });
  const day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][leaving.dayOfWeek - 1];
  const slot = `${day} ${leaving.toPlainTime().toString({ smallestUnit: "minute" })}`;
  const moments = slotMoments([slot], ZONE, 4);
  const of = await aWorkspace({ timezone: ZONE });
  const channelId = await aChannel(of);
  const sleeping = await aChannel(of);
  await updateChannel(of, sleeping, "INACTIVE");
  const open = await aQueue(of, slot, [channelId]);
  const evergreen = await aQueue(of, slot, [channelId], { maxRepublish: -1 });
  const inactive = await aQueue(of, slot, [sleeping]);
  const paused = await aQueue(of, slot, [channelId]);
  await updateCollection(of, paused.id, "PAUSED");
  const held = await aWorkspace({ timezone: ZONE });
  const brandPaused = await aQueue(held, slot, [await aChannel(held)]);
  await updateBrand(held, { queueStatus: "PAUSED" });
  const before = await datesOf(of, open.posts);
  return { of, held, leaving, moments, open, evergreen, inactive, paused, brandPaused, before };
}

async function datesOf(of: Workspace, posts: readonly number[]): Promise<(string | null)[]> {
  return (await Promise.all(posts.map((post) => readPost(of, post)))).map((post) => post.postDate);
}

describe("a slot of the queue", () => {
  let morning: Awaited<ReturnType<typeof aMorning>>;
  let sent: resources.Post;
  before(async () => {
    morning = await aMorning();
    const [first = 0] = morning.open.posts;
    sent = await eventually("the post reads PUBLISHED", async () => {
      const read = await readPost(morning.of, first);
      return read.status === "PUBLISHED" ? read : null;
    });
  });

  test("before the slot, each queued post's postDate is that of the slot that will publish it", () => {
    assert.deepEqual(morning.before, morning.moments.slice(0, 3));
  });

  test("at the slot's wall-clock time the front post is published, no earlier and at most some seconds later", async () => {
    const [entry, ...more] = await allEntriesOf(morning.of, sent.id);
    assert.deepEqual([entry?.status, entry?.body, more], ["PUBLISHED", "first", []]);
    const late = Temporal.Instant.from(entry?.publishedAt ?? "").since(morning.leaving.toInstant());
    assert.ok(late.total("seconds") >= 0 && late.total("seconds") < 15, `${late}`);
  });

  test("the published post keeps the slot's moment as postDate and answers PATCH with 409", async () => {
    assert.deepEqual([sent.postingType, sent.postDate], ["QUEUE", morning.moments[0]]);
    assertRefused(await morning.of.api.patch(`${morning.of.brand}/posts/${sent.id}`, { queuePosition: "BACK" }), 409, "post_id");
  });

  test("the posts behind it keep their dates, as announced", async () => {
    assert.deepEqual(await datesOf(morning.of, morning.open.posts.slice(1)), morning.moments.slice(1, 3));
  });

  test("it reads PUBLISHED from then on, and a slot that sent nothing PENDING", async () => {
    const statusOf = async (id: number) => (await listedCollectionOf(morning.of, id)).queues.map((slot) => slot.status);
    assert.deepEqual(await statusOf(morning.open.id), ["PUBLISHED"]);
    assert.deepEqual(await statusOf(morning.paused.id), ["PENDING"]);
    assert.deepEqual(await statusOf(morning.inactive.id), ["PENDING"]);
  });

  test("postsCount follows", async () => {
    const { postsCount } = await listedCollectionOf(morning.of, morning.open.id);
    assert.deepEqual(postsCount, { queued: 2, scheduled: 0, drafts: 0, published: 1 });
  });

  for (const [what, name] of [
    ["the collection is paused", "paused"],
    ["no channel of the collection is active", "inactive"],
    ["the brand's queue is paused", "brandPaused"],
  ] as const) {
    test(`while ${what}, nothing is published and every post moves one slot later`, async () => {
      const of = name === "brandPaused" ? morning.held : morning.of;
      const { posts } = morning[name];
      await eventually("the dates have moved", async () => ((await datesOf(of, posts))[0] === morning.moments[1] ? true : null));
      assert.deepEqual(await datesOf(of, posts), morning.moments.slice(1, 4));
      assert.deepEqual(await allEntriesOf(of, posts[0] ?? 0), []);
    });
  }

  test("an evergreen post joins the back of the queue at once, as the same post", async () => {
    const [first = 0] = morning.evergreen.posts;
    const again = await eventually("the first post is queued again", async () => {
      const read = await readPost(morning.of, first);
      return (await allEntriesOf(morning.of, first)).length === 1 && read.postDate === morning.moments[3] ? read : null;
    });
    assert.deepEqual([again.status, again.postingType], ["PENDING", "QUEUE"]);
    assert.deepEqual(await datesOf(morning.of, morning.evergreen.posts.slice(1)), morning.moments.slice(1, 3));
  });
});
