import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { aPlace, aPost, must, type Place, readPost } from "../../testing/builders.ts";
import { ADMIN_TOKEN, call, openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  stage.jump("2026-11-21T09:00:00Z");
});

const SEEN = "2026-11-21T09:00:00.000000Z";
/** A change at the same moment is a version of its own. */
const MOVED = "2026-11-21T09:00:00.000001Z";

type Sent = Readonly<Record<string, unknown>>;

function move(place: Place, moves: readonly Sent[]) {
  const sent = moves.map((one) => ({ updatedAt: SEEN, ...one }));
  return call(`${stage.url}/app/api/brands/${place.brandId}/posts/moves`, "POST", ADMIN_TOKEN, { moves: sent });
}

async function queued(place: Place): Promise<string> {
  const { body } = await place.api("GET", "/posts?view=QUEUE&sort_by=post_date&sort_order=asc&per_page=100");
  return body.data.map((post: { body: string; postDate: string }) => `${post.body} ${post.postDate.slice(5, 10)}`).join(", ");
}

async function fill(place: Place, ...captions: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const caption of captions) ids.push(await aPost(place, { publishMode: "QUEUE", caption }));
  return ids;
}

test("a post goes to a date on the brand's clock, and the queue closes up; the answer leads back", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const [a, b] = await fill(place, "a", "b", "c");
  const { moved, undo } = await must(
    move(place, [
      { postId: a, to: "DATE", local: "2026-12-24 18:00:00" },
      { postId: b, to: "DRAFT" },
    ]),
  );
  assert.deepEqual(moved, [
    { postId: a, at: "2026-12-24T17:00:00.000000Z", updatedAt: MOVED },
    { postId: b, at: null, updatedAt: MOVED },
  ]);
  assert.equal(await queued(place), "c 11-23");
  assert.deepEqual(
    undo.map(({ postId, to, before }: Sent) => [postId, to, before]),
    [
      [b, "QUEUE", (b ?? 0) + 1],
      [a, "QUEUE", b],
    ],
  );
  await must(move(place, undo));
  assert.equal(await queued(place), "a 11-23, b 11-30, c 12-07");
});

test("days keep the time of day, also across clock changes, and a queued post gets a date of its own", async () => {
  stage.jump("2026-03-20T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const scheduled = await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-03-28 09:30:00" });
  const [inQueue] = await fill(place, "a");
  const seen = "2026-03-20T09:00:00.000000Z";
  const { moved, undo } = await must(
    move(place, [
      { postId: scheduled, to: "DAYS", days: 1, updatedAt: seen },
      { postId: inQueue, to: "DAYS", days: 7, updatedAt: seen },
    ]),
  );
  assert.deepEqual(
    moved.map(({ at }: { at: string }) => at),
    ["2026-03-29T07:30:00.000000Z", "2026-03-30T07:00:00.000000Z"],
  );
  assert.equal((await readPost(place, inQueue as number)).postingType, "SCHEDULE");
  await must(move(place, undo));
  assert.equal((await readPost(place, scheduled)).postDate, "2026-03-28 08:30:00");
  assert.equal((await readPost(place, inQueue as number)).postingType, "QUEUE");
});

test("posts go to the front, to the back, and before another one; the dates of the others follow", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const [a, b, c, d] = await fill(place, "a", "b", "c", "d");
  const back = await must(move(place, [{ postId: d, to: "QUEUE", before: b }]));
  assert.equal(await queued(place), "a 11-23, d 11-30, b 12-07, c 12-14");
  await must(move(place, back.undo));
  assert.equal(await queued(place), "a 11-23, b 11-30, c 12-07, d 12-14");
  const both = await must(
    move(place, [
      { postId: c, to: "QUEUE", position: "FRONT" },
      { postId: a, to: "QUEUE", position: "BACK" },
    ]),
  );
  assert.equal(await queued(place), "c 11-23, b 11-30, d 12-07, a 12-14");
  await must(move(place, both.undo));
  assert.equal(await queued(place), "a 11-23, b 11-30, c 12-07, d 12-14");
});

test("a draft joins the queue in its middle, and a post created later stands behind all", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const [, b] = await fill(place, "a", "b", "c");
  const draft = await aPost(place, { publishMode: "DRAFT", caption: "x" });
  const { undo } = await must(move(place, [{ postId: draft, to: "QUEUE", before: b }]));
  await fill(place, "d");
  assert.equal(await queued(place), "a 11-23, x 11-30, b 12-07, c 12-14, d 12-21");
  await must(move(place, undo));
  assert.equal(await queued(place), "a 11-23, b 11-30, c 12-07, d 12-14");
  assert.equal((await readPost(place, draft)).status, "DRAFT");
});

test("one post that is leaving, gone or changed refuses all, with a sentence for each", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const [a] = await fill(place, "a");
  const leaving = await aPost(place, { publishMode: "IMMEDIATE" });
  const changed = await aPost(place, { publishMode: "DRAFT" });
  stage.pass(60);
  await must(place.api("PATCH", `/posts/${changed}`, { publishMode: "QUEUE" }));
  const refused = await move(place, [
    { postId: a, to: "DRAFT" },
    { postId: leaving, to: "DRAFT" },
    { postId: changed, to: "DRAFT" },
    { postId: 999_999, to: "DRAFT" },
  ]);
  assert.equal(refused.status, 409);
  assert.deepEqual(refused.body, {
    status: "error",
    message: "Nothing was moved. 3 posts cannot be moved. The post is being published and cannot be changed.",
    errors: {
      [leaving]: "The post is being published and cannot be changed.",
      [changed]:
        "Somebody has changed it since it was shown here: it is in the queue now, due 2026-11-30 09:00 (Europe/Berlin). Look at it again before you decide.",
      "999999": "It no longer exists.",
    },
  });
  assert.equal((await readPost(place, a as number)).status, "PENDING");
});

test("a date that is too near, or no date to shift, is 422 with a sentence for the post", async () => {
  const place = await aPlace(stage);
  const id = await aPost(place, { publishMode: "DRAFT" });
  const near = await move(place, [{ postId: id, to: "DATE", local: "2026-11-21 10:05:00" }]);
  assert.deepEqual([near.status, near.body.errors], [422, { [id]: "It must leave at least 10 minutes from now." }]);
  const none = await move(place, [{ postId: id, to: "DAYS", days: 1 }]);
  assert.deepEqual([none.status, none.body.errors], [422, { [id]: "It has no date that could be shifted." }]);
  const far = await move(place, [{ postId: id, to: "DATE", local: "9998-01-01 00:00:00" }]);
  assert.deepEqual([far.status, far.body.errors], [422, { [id]: "The date must be before the year 9998." }]);
});

test("another collection's queue is no place, and the fields must fit what is asked", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const other = await aPlace(stage, { queues: ["Mon 09:00"] });
  const [[a], [x]] = [await fill(place, "a"), await fill(other, "x")];
  assert.equal((await move(place, [{ postId: a, to: "QUEUE", before: x }])).status, 409);
  assert.equal((await move(place, [{ postId: x, to: "DRAFT" }])).status, 409);
  const { status, body } = await move(place, [{ postId: a, to: "DATE" }]);
  assert.deepEqual([status, body.errors], [422, { "moves.0.local": ["The moves.0.local field must be given, or at, but not both."] }]);
  const twice = await move(place, [
    { postId: a, to: "DRAFT" },
    { postId: a, to: "DRAFT" },
  ]);
  assert.deepEqual(twice.body.errors, { moves: ["The moves field must name each post only once."] });
});

test("the limits of a day hold for the result: posts that change places do not count twice", async () => {
  const place = await aPlace(stage);
  const day = async (date: string) => {
    const ids: number[] = [];
    for (let hour = 10; hour < 20; hour += 1)
      ids.push(await aPost(place, { publishMode: "SCHEDULE", scheduledAt: `${date} ${hour}:00:00` }));
    return ids;
  };
  const [first, second] = [await day("2026-12-01"), await day("2026-12-02")];
  const shift = (ids: readonly number[], days: number) => ids.map((postId) => ({ postId, to: "DAYS", days }));
  const full = await move(place, shift(first, 1));
  assert.deepEqual([full.status, full.body.errors], [403, { plan: "A collection may have 10 scheduled and immediate posts per day." }]);
  await must(move(place, [...shift(first, 1), ...shift(second, 1)]));
  assert.equal((await readPost(place, first[0] as number)).postDate, "2026-12-02 09:00:00");
});

test("posts are deleted together, unless one of them is leaving; the queue closes up", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const [a, b, c] = await fill(place, "a", "b", "c");
  const leaving = await aPost(place, { publishMode: "IMMEDIATE" });
  const remove = (ids: readonly (number | undefined)[]) =>
    call(`${stage.url}/app/api/brands/${place.brandId}/posts/deletions`, "POST", ADMIN_TOKEN, {
      posts: ids.map((postId) => ({ postId, updatedAt: SEEN })),
    });
  const refused = await remove([a, leaving]);
  assert.deepEqual([refused.status, refused.body.errors], [409, { [leaving]: "The post is being published and cannot be changed." }]);
  assert.deepEqual(await must(remove([a, c])), { deleted: 2 });
  assert.equal(await queued(place), "b 11-23");
  assert.equal((await readPost(place, b as number)).body, "b");
});
