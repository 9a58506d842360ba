import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  stage.intercept = null;
  stage.jump("2026-11-21T09:00:00Z");
});

function explained(id: number) {
  return must(stage.admin("GET", `/posts/${id}/explanation`));
}

async function fill(place: Place, ...captions: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const caption of captions) ids.push(await aPost(place, { publishMode: "QUEUE", caption }));
  return ids;
}

test("a queued post is explained by its slot, in the brand's time zone and in UTC, and its place in the queue", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Thu 17:30"] });
  const [, , third] = await fill(place, "a", "b", "c");
  const { name } = (await must(place.api("GET", "/channels")))[0];
  assert.deepEqual(await explained(third as number), {
    postId: third,
    brandId: place.brandId,
    collectionId: place.collectionId,
    collection: "Bread",
    post: "c",
    postingType: "QUEUE",
    status: "PENDING",
    summary: "The post goes out at 2026-11-30 09:00 (Europe/Berlin), at the slot Mon 09:00. It is number 3 of 3 in the queue.",
    timezone: "Europe/Berlin",
    local: "2026-11-30 09:00",
    utc: "2026-11-30 08:00",
    slot: "Mon 09:00",
    queuePosition: 3,
    queueLength: 3,
    rejoinsAt: null,
    reason: null,
    meaning: null,
    channels: [
      {
        channelId: place.channelIds[0],
        channel: name,
        channelType: "Mastodon",
        outcome: "PUBLISHED",
        reason: null,
        obstacle: null,
        message: null,
        ownWords: false,
        preferences: null,
      },
    ],
    deliveriesLeftOut: 0,
    deliveries: [],
  });
});

test("a post that does not leave has the reason and its meaning", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const [id] = (await fill(place, "a", "b")) as [number];
  await must(stage.admin("PATCH", `/collections/${place.collectionId}`, { status: "PAUSED" }));
  const { reason, summary, local, queuePosition } = await explained(id);
  assert.deepEqual([reason, local, queuePosition], ["collection_paused", null, 1]);
  assert.equal(summary, "The collection is paused: none of its queued posts are published. It is number 1 of 2 in the queue.");
});

test("what is certain in advance is stated for each channel", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Telegram"] });
  const id = await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-24 12:00:00", caption: "x".repeat(600) });
  const { channels, summary } = await explained(id);
  assert.equal(summary, "The post goes out at 2026-11-24 12:00 (Europe/Berlin), its scheduled time.");
  assert.deepEqual(
    channels.map((channel: { outcome: string; reason: string; message: string }) => [channel.outcome, channel.reason, channel.message]),
    [
      ["FAILED", "text_too_long", "The text has 600 characters; Mastodon takes at most 500."],
      ["PUBLISHED", null, null],
    ],
  );
});

test("every attempt is listed with its step, its calls and the time of the next one", async () => {
  const place = await aPlace(stage, { queues: ["Wed 11:00"] });
  const [id] = (await fill(place, "a")) as [number];
  // Let other tests' posts leave now, so that they do not interfere later.
  stage.jump("2026-11-25T09:59:00Z");
  await stage.settle();
  let refused = 0;
  stage.intercept = (request, reply) => {
    if (request.method !== "POST" || refused > 0) return null;
    refused += 1;
    return reply.code(429).header("retry-after", "600").send({ error: "Too many requests" });
  };
  stage.jump("2026-11-25T10:00:00Z");
  await stage.settle();
  const [first] = (await explained(id)).deliveries;
  assert.deepEqual([first.status, first.reason, first.slot, first.dueLocal], ["RETRYING", "retry_later", "Wed 11:00", "2026-11-25 11:00"]);
  assert.ok(first.nextTryAt >= "2026-11-25T10:10:00", first.nextTryAt);
  assert.deepEqual([first.attempts[0].outcome, first.attempts[0].calls[0].status], ["busy", 429]);
  stage.jump(first.nextTryAt);
  await stage.settle();
  const { deliveries, summary } = await explained(id);
  assert.equal(summary, "The post has gone out; its deliveries show the outcome.");
  assert.deepEqual([deliveries[0].status, deliveries[0].nextTryAt], ["PUBLISHED", null]);
  assert.deepEqual(
    deliveries[0].attempts.map((attempt: { number: number; step: string; outcome: string }) => [
      attempt.number,
      attempt.step,
      attempt.outcome,
    ]),
    [
      [1, "publish", "busy"],
      [2, "publish", "published"],
    ],
  );
  const [, { calls }] = deliveries[0].attempts;
  const { method, url, sent, status } = calls.at(-1);
  assert.deepEqual(
    [method, url, sent, status],
    ["POST", `${stage.url}/sandbox/mastodon/api/v1/statuses`, '{"status":"a","visibility":"public"}', 200],
  );
});

test("an evergreen post says when it rejoins its queue and when it then leaves", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"], maxRepublish: 2 });
  const [id] = (await fill(place, "a")) as [number];
  stage.jump("2026-11-23T08:00:00Z");
  await stage.settle();
  const { summary, rejoinsAt, deliveries } = await explained(id);
  assert.equal(
    summary,
    "The post rejoins the queue at 2026-12-07 09:00 (Europe/Berlin) and goes out at 2026-12-14 09:00, at the slot Mon 09:00.",
  );
  assert.deepEqual([rejoinsAt, deliveries.length], ["2026-12-07T08:00:00.000000Z", 1]);
});

test("a post that waits longer than a year still has a date", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const ids = await fill(place, ...Array.from({ length: 60 }, (_, index) => `post ${index}`));
  const { local, queuePosition, reason } = await explained(ids[59] as number);
  assert.deepEqual([local, queuePosition, reason], ["2028-01-10 09:00", 60, null]);
});

test("an unknown post is 404 with errors.post_id", async () => {
  const { status, body } = await stage.admin("GET", "/posts/999999/explanation");
  assert.deepEqual([status, body.errors], [404, { post_id: "There is no post with the id 999999." }]);
});
