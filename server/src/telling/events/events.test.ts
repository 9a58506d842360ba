import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds, toInstant } from "@rostrum/contract/formats.ts";
import { execute } from "../../ground/database/query.ts";
import type { PublishOutcome } from "../../networks/connectors/connector.ts";
import { aFeedPlace } from "../../testing/automations.ts";
import { aPlace, aPost, entries, must, type Place } from "../../testing/builders.ts";
import { loaf } from "../../testing/feeds.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { ADMIN_TOKEN, call, openStage, type Stage } from "../../testing/stage.ts";
import { aWebhook, toldIn, typesToldIn } from "./testing.ts";

const DAY_SECONDS = 86_400;
const published = (): PublishOutcome => ({ kind: "published", remoteId: "1", url: "https://network.example/1" });
const rejected = (): PublishOutcome => ({ kind: "rejected", reason: "Too rude." });

let stage: Stage;
/** What each network makes of a post. */
let publish: Record<"Mastodon" | "Telegram", () => PublishOutcome>;

before(async () => {
  const settings = { ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32", ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" };
  stage = await openStage(settings, "2026-11-21T09:00:00Z", {
    Mastodon: { ...instantConnector("Mastodon"), publish: async () => publish.Mastodon() },
    Telegram: { ...instantConnector("Telegram"), publish: async () => publish.Telegram() },
  });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  publish = { Mastodon: published, Telegram: published };
});

async function aListeningPlace(facts: Parameters<typeof aPlace>[1] = {}, events: readonly string[] | null = null): Promise<Place> {
  const place = await aPlace(stage, facts);
  await aWebhook(stage, place, { events });
  return place;
}

async function aPublishedPost(place: Place): Promise<number> {
  const id = await aPost(place, { publishMode: "IMMEDIATE", title: "Bread" });
  await stage.settle();
  return id;
}

test("nothing is stored for a brand without webhooks, nor of types that none of its webhooks wants", async () => {
  const silent = await aPlace(stage);
  const choosy = await aListeningPlace({}, ["post.failed"]);
  for (const place of [silent, choosy]) {
    await aPublishedPost(place);
    assert.deepEqual(await toldIn(stage, place.brandId), []);
  }
});

test("a post is published when all its channels have it, with what became of it on each", async () => {
  const place = await aListeningPlace({ channels: ["Mastodon", "Telegram"] });
  const id = await aPublishedPost(place);
  const [event, ...others] = await toldIn(stage, place.brandId);
  assert.deepEqual(others, []);
  const list = await entries(place, "PUBLISHED");
  assert.deepEqual([event?.type, event?.subject], ["post.published", `post:${id}`]);
  assert.deepEqual(event?.body, {
    type: "post.published",
    timestamp: stage.now(),
    data: {
      brand: { id: place.brandId, title: "Bakery" },
      collection: { id: place.collectionId, title: "Bread" },
      post: { id, title: "Bread", body: "Fresh bread", postType: "TEXT", postingType: "NOW", postAt: stage.now() },
      results: list.map((entry: Record<string, unknown>) => ({
        ...{ id: entry.id, channel: entry.channel, postType: "TEXT", status: "PUBLISHED", reason: "published", message: null },
        ...{ url: "https://network.example/1", publishedAt: stage.now() },
      })),
      resultsLeftOut: 0,
    },
  });
});

test("a post has partly failed, has failed or was skipped by what became of it on its channels", async () => {
  const place = await aListeningPlace({ channels: ["Mastodon", "Telegram"] });
  publish.Telegram = rejected;
  await aPublishedPost(place);
  publish.Mastodon = rejected;
  await aPublishedPost(place);
  for (const id of place.channelIds) await must(stage.admin("PATCH", `/channels/${id}`, { status: "INACTIVE" }));
  await aPublishedPost(place);
  const told = await toldIn(stage, place.brandId);
  assert.deepEqual(
    told.map(({ type, body }) => [type, body.data.results.map((result: Record<string, unknown>) => [result.status, result.reason])]),
    [
      [
        "post.partly_failed",
        [
          ["PUBLISHED", "published"],
          ["FAILED", "rejected"],
        ],
      ],
      [
        "post.failed",
        [
          ["FAILED", "rejected"],
          ["FAILED", "rejected"],
        ],
      ],
      ["post.skipped", [["SKIPPED", "no_active_channel"]]],
    ],
  );
});

test("what a person does about a failed entry is told when the verdict is another than before, as a new event", async () => {
  const place = await aListeningPlace({ channels: ["Mastodon", "Telegram"] });
  publish = { Mastodon: rejected, Telegram: rejected };
  await aPublishedPost(place);
  const tryAgain = async (index: number) => {
    const entry = (await entries(place, "FAILED"))[index];
    await must(call(`${stage.url}/app/api/deliveries/${entry.id}/retry`, "POST", ADMIN_TOKEN));
    await stage.settle();
  };
  await tryAgain(0);
  assert.deepEqual(await typesToldIn(stage, place.brandId), ["post.failed"]);
  publish = { Mastodon: published, Telegram: published };
  await tryAgain(0);
  assert.deepEqual(await typesToldIn(stage, place.brandId), ["post.failed", "post.partly_failed"]);
  await tryAgain(0);
  const told = await toldIn(stage, place.brandId);
  assert.deepEqual(
    told.map(({ type }) => type),
    ["post.failed", "post.partly_failed", "post.published"],
  );
  assert.equal(new Set(told.map(({ id }) => id)).size, 3);
});

test("a post that is deleted on its way is not told of", async () => {
  const place = await aListeningPlace();
  publish.Mastodon = () => ({ kind: "busy", reason: "Too many requests", retryAfterSeconds: 60 });
  const id = await aPublishedPost(place);
  await must(stage.admin("PATCH", `/account?owner=${encodeURIComponent(place.person.email)}`, { sensitiveActions: true }));
  await must(place.api("DELETE", `/posts/${id}`));
  assert.deepEqual(await toldIn(stage, place.brandId), []);
});

test("a post that gets a date or joins its queue is scheduled, once for each time; a draft is not", async () => {
  const place = await aListeningPlace({ queues: ["Mon 09:00"] });
  const draft = await aPost(place, { publishMode: "DRAFT" });
  const scheduled = await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-25 10:00:00" });
  await must(place.api("PATCH", `/posts/${scheduled}`, { publishMode: "SCHEDULE", scheduledAt: "2026-11-26 10:00:00" }));
  const queued = await aPost(place, { publishMode: "QUEUE" });
  await must(place.api("PATCH", `/posts/${draft}`, { publishMode: "QUEUE" }));
  // What only moves in its queue is told no more.
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { timezone: "Asia/Tokyo" }));
  const told = await toldIn(stage, place.brandId);
  assert.deepEqual(
    told.map(({ type, body }) => [type, body.data.post.id, body.data.post.postingType, body.data.post.postAt]),
    [
      ["post.scheduled", scheduled, "SCHEDULE", "2026-11-25T09:00:00.000000Z"],
      ["post.scheduled", scheduled, "SCHEDULE", "2026-11-26T09:00:00.000000Z"],
      ["post.scheduled", queued, "QUEUE", "2026-11-23T08:00:00.000000Z"],
      ["post.scheduled", draft, "QUEUE", "2026-11-30T08:00:00.000000Z"],
    ],
  );
});

test("an evergreen post is told of after each of its rounds", async () => {
  const place = await aListeningPlace({ queues: ["Mon 09:00"], maxRepublish: -1 }, ["post.published"]);
  await aPost(place, { publishMode: "QUEUE" });
  await stage.liveUntil(addSeconds(stage.now(), 10 * DAY_SECONDS));
  assert.deepEqual(await typesToldIn(stage, place.brandId), ["post.published", "post.published"]);
});

test("a queue runs empty when fewer posts wait than the slots of two days take: told once, and again after it was full", async () => {
  const queues = ["Mon 09:00", "Tue 09:00", "Wed 09:00", "Thu 09:00", "Fri 09:00", "Sat 09:00", "Sun 09:00"];
  const place = await aListeningPlace({ queues, timezone: null }, ["queue.running_empty"]);
  const fill = async (posts: number) => {
    for (let index = 0; index < posts; index += 1) await aPost(place, { publishMode: "QUEUE" });
  };
  stage.jump("2026-12-01T10:00:00Z");
  await stage.settle();
  await execute(stage.app.db, { text: "delete from events where brand_id = $1", values: [place.brandId] });
  await execute(stage.app.db, { text: "update collections set running_empty_since = null where id = $1", values: [place.collectionId] });
  await fill(4);
  await stage.liveUntil(toInstant("2026-12-03T10:00:00Z"));
  assert.deepEqual(await toldIn(stage, place.brandId), []);
  await stage.liveUntil(toInstant("2026-12-06T10:00:00Z"));
  const [event, ...others] = await toldIn(stage, place.brandId);
  assert.deepEqual(others, []);
  assert.deepEqual(event?.body, {
    type: "queue.running_empty",
    timestamp: "2026-12-04T09:00:00.000000Z",
    data: {
      brand: { id: place.brandId, title: "Bakery" },
      collection: { id: place.collectionId, title: "Bread" },
      posts: 1,
      lastPostAt: "2026-12-05T09:00:00.000000Z",
    },
  });
  await fill(4);
  await stage.liveUntil(toInstant("2026-12-10T10:00:00Z"));
  assert.equal((await toldIn(stage, place.brandId)).length, 2);
});

test("a paused queue, and one whose posts come back at once, do not run empty", async () => {
  const queues = ["Mon 09:00", "Tue 09:00"];
  const paused = await aListeningPlace({ queues, timezone: null });
  await must(stage.admin("PATCH", `/collections/${paused.collectionId}`, { status: "PAUSED" }));
  const evergreen = await aListeningPlace({ queues, timezone: null, maxRepublish: -1 }, ["queue.running_empty"]);
  await aPost(evergreen, { publishMode: "QUEUE" });
  await stage.liveUntil(addSeconds(stage.now(), 8 * DAY_SECONDS));
  for (const place of [paused, evergreen]) assert.deepEqual(await toldIn(stage, place.brandId), []);
});

test("a channel is connected, is disconnected when its log-in ends or somebody removes it, and not when somebody switches it off", async () => {
  const place = await aListeningPlace({ channels: [] });
  const added = async (name: string) =>
    (await must(stage.admin("POST", `/brands/${place.brandId}/channels`, { type: "Mastodon", name, sandbox: true }))).id;
  const [first, second] = [await added("First"), await added("Second")];
  await must(stage.admin("PATCH", `/channels/${first}`, { status: "INACTIVE" }));
  await must(stage.admin("PATCH", `/channels/${first}`, { status: "ACTIVE" }));
  const { id: collectionId } = await must(place.api("POST", "/collections", { title: "More", channels: [first] }));
  publish.Mastodon = () => ({ kind: "unauthorized", reason: "The token was taken back.", probed: "ended" });
  await must(place.api("POST", `/collections/${collectionId}/posts`, { publishMode: "IMMEDIATE", caption: "Bread" }));
  await stage.settle();
  await must(stage.admin("DELETE", `/channels/${second}`));
  const told = (await toldIn(stage, place.brandId)).filter(({ type }) => type.startsWith("channel."));
  assert.deepEqual(
    told.map(({ type, subject, body }) => [type, subject, body.data.channel.name, body.data.cause]),
    [
      ["channel.connected", `channel:${first}`, "First", undefined],
      ["channel.connected", `channel:${second}`, "Second", undefined],
      ["channel.disconnected", `channel:${first}`, "First", "LOG_IN_ENDED"],
      ["channel.disconnected", `channel:${second}`, "Second", "REMOVED"],
    ],
  );
  assert.match(told[2]?.body.data.message, /taken back/);
});

test("a run of an automation that has made posts is told of with their number, also of those that an interrupted run has made", async () => {
  await using feed = await aFeedPlace(stage, { queues: ["Mon 09:00"] });
  await aWebhook(stage, feed.place, { events: ["automation.imported"] });
  feed.has([loaf(1), loaf(2)]);
  const id = await feed.automate();
  feed.has([loaf(3), loaf(2), loaf(1)]);
  // As a run leaves it that was killed after its first post.
  await execute(stage.app.db, { text: "update automations set posts_untold = 1 where id = $1", values: [id] });
  await feed.nextRun();
  await feed.nextRun();
  const [event, ...others] = await toldIn(stage, feed.place.brandId);
  assert.deepEqual(others, []);
  assert.deepEqual(event?.body.data, {
    brand: { id: feed.place.brandId, title: "Bakery" },
    automation: { id, name: "Blog", status: "ACTIVE" },
    collection: { id: feed.place.collectionId, title: "Bread" },
    posts: 2,
    asDrafts: false,
  });
});

test("an automation is failing when three runs have failed in a row: told once for each series", async () => {
  await using feed = await aFeedPlace(stage);
  await aWebhook(stage, feed.place, { events: ["automation.failing"] });
  feed.has([loaf(1)]);
  const id = await feed.automate();
  const fails = async (runs: number) => {
    feed.site.on("/feed.xml", { status: 500 });
    for (let run = 0; run < runs; run += 1) await feed.nextRun();
  };
  await fails(2);
  assert.deepEqual(await toldIn(stage, feed.place.brandId), []);
  await fails(3);
  const [event] = await toldIn(stage, feed.place.brandId);
  assert.deepEqual(event?.body.data.automation, { id, name: "Blog", status: "FAILING" });
  assert.equal(event?.body.data.failures, 3);
  assert.match(event?.body.data.problem, /status 500/);
  feed.has([loaf(1)]);
  await feed.nextRun();
  await fails(4);
  assert.deepEqual(await typesToldIn(stage, feed.place.brandId), ["automation.failing", "automation.failing"]);
});

test("the largest post there can be, with entries on twenty-five channels, makes an event of at most 20 kB", async () => {
  const place = await aListeningPlace({ channels: [] }, ["post.failed"]);
  const name = "\u0001".repeat(250);
  const channels: number[] = [];
  for (let index = 0; index < 25; index += 1) {
    const channel = { type: "Mastodon", name: `${index}${name}`, sandbox: true };
    channels.push((await must(stage.admin("POST", `/brands/${place.brandId}/channels`, channel))).id);
  }
  publish.Mastodon = () => ({ kind: "rejected", reason: "\u0002".repeat(2000) });
  const { id } = await must(place.api("POST", "/collections", { title: "\u0001".repeat(255), channels }));
  await must(
    place.api("POST", `/collections/${id}/posts`, { publishMode: "IMMEDIATE", caption: "🥐".repeat(450), title: "\u0001".repeat(255) }),
  );
  await stage.settle();
  const [event] = await toldIn(stage, place.brandId);
  const { results, resultsLeftOut } = event?.body.data ?? {};
  assert.ok(results.length > 0);
  assert.equal(results.length + resultsLeftOut, 25);
});
