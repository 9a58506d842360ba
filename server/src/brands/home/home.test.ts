import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { execute } from "../../ground/database/query.ts";
import type { PublishOutcome } from "../../networks/connectors/connector.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aDashboard } from "../../testing/dashboard.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { ADMIN_TOKEN, call, openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let outcome: () => PublishOutcome = () => ({ kind: "published", remoteId: "1", url: "https://network.example/1" });

before(async () => {
  stage = await openStage({}, "2026-11-21T09:00:00Z", {
    Mastodon: { ...instantConnector("Mastodon"), publish: async () => outcome() },
    Telegram: { ...instantConnector("Telegram"), publish: async () => ({ kind: "published", remoteId: "1", url: null }) },
  });
});
after(() => stage[Symbol.asyncDispose]());

async function homeOf({ person }: Place) {
  await must(stage.admin("POST", "/users/password", { user: person.email, password: "correct horse" }));
  const dashboard = await aDashboard(stage, person.email);
  return must(dashboard.call("GET", "/home"));
}

function overviewOf(place: Place) {
  return must(call(`${stage.url}/app/api/brands/${place.brandId}/overview`, "GET", ADMIN_TOKEN));
}

test("home shows each brand with its networks, its next post, and for two weeks what leaves and which slots are free", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Telegram"], queues: ["Sat 12:00", "Mon 09:00"] });
  await aPost(place, { publishMode: "QUEUE", caption: "Rye" });
  await aPost(place, { publishMode: "QUEUE", caption: "Spelt" });
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-22 08:00:00" });
  const { brands, needs, arrived } = await homeOf(place);
  const [{ days, next, ...brand }] = brands;
  assert.deepEqual([brands.length, needs, arrived], [1, [], null]);
  assert.deepEqual(brand, { id: place.brandId, networks: ["Mastodon", "Telegram"] });
  assert.deepEqual([next.post, next.at, next.local, next.picture], ["Rye", "2026-11-21T11:00:00.000000Z", "2026-11-21 12:00:00", null]);
  const busy = days.filter(({ posts, slots }: { posts: number; slots: number }) => posts + slots > 0);
  assert.deepEqual(busy, [
    { day: "2026-11-21", posts: 1, free: 0, slots: 1 },
    { day: "2026-11-22", posts: 1, free: 0, slots: 0 },
    { day: "2026-11-23", posts: 1, free: 0, slots: 1 },
    { day: "2026-11-28", posts: 0, free: 1, slots: 1 },
    { day: "2026-11-30", posts: 0, free: 1, slots: 1 },
  ]);
  assert.equal(days.length, 14);
});

test("home tells what of all brands needs somebody and which share of posts arrived, and nothing of other people's brands", async () => {
  const [place, other] = [await aPlace(stage), await aPlace(stage)];
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Arrives" });
  await stage.settle();
  outcome = () => ({ kind: "rejected", reason: "Too rude." });
  for (const each of [place, other]) await aPost(each, { publishMode: "IMMEDIATE", caption: "Fails" });
  await stage.settle();
  outcome = () => ({ kind: "published", remoteId: "1", url: "https://network.example/1" });
  const { brands, needs, arrived } = await homeOf(place);
  assert.deepEqual([brands.map(({ id }: { id: number }) => id), arrived], [[place.brandId], 0.5]);
  assert.deepEqual(
    needs.map(({ kind, brandId, post }: Record<string, unknown>) => [kind, brandId, post]),
    [["FAILED", place.brandId, "Fails"]],
  );
});

test("the overview shows the coming days, and what the last week came to", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Telegram"], queues: ["Sun 12:00", "Mon 09:00"] });
  await aPost(place, { publishMode: "QUEUE", caption: "Rye" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Out" });
  await stage.settle();
  outcome = () => ({ kind: "rejected", reason: "Too rude." });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Half" });
  await stage.settle();
  await execute(stage.app.db, {
    text: `insert into count_readings (brand_id, delivery_id, read_at, likes_gained, comments_gained, shares_gained, likes, comments, shares)
           select brand_id, id, $2, 3, 1, 0, 3, 1, 0 from deliveries where brand_id = $1 order by id limit 1`,
    values: [place.brandId, stage.now()],
  });
  await execute(stage.app.db, {
    text: "update deliveries set likes = 3, comments = 1 where brand_id = $1 and status = 'PUBLISHED'",
    values: [place.brandId],
  });
  const { days, next, results, ...overview } = await overviewOf(place);
  assert.deepEqual(overview, {
    channels: 2,
    collections: 1,
    sent: 2,
    failed: 1,
    gained: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4],
  });
  assert.deepEqual([days.length, next.post], [14, "Rye"]);
  assert.deepEqual(
    results.map(({ post, networks, failed, likes, comments }: Record<string, unknown>) => [post, networks, failed, likes, comments]),
    [
      ["Half", ["Telegram"], 1, 3, 1],
      ["Out", ["Mastodon", "Telegram"], 0, 6, 2],
    ],
  );
  const left = "update deliveries set left_at = $2 where brand_id = $1 and status = 'FAILED'";
  await execute(stage.app.db, { text: left, values: [place.brandId, stage.now()] });
  const seen = await overviewOf(place);
  assert.deepEqual([seen.sent, seen.failed, seen.results[0].failed], [2, 0, 0], "what somebody has seen to is no trouble any more");
});
