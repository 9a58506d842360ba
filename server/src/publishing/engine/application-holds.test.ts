import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds, type Instant, toEpochMilliseconds, toInstant } from "@rostrum/contract/formats.ts";
import { one, query } from "../../ground/database/query.ts";
import type { FindOutcome, HoldScope, OutgoingPost, PublishOutcome } from "../../networks/connectors/connector.ts";
import { aPlace, aPost, bodies, entries, must, type Place } from "../../testing/builders.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { holdOthers } from "./store.ts";

/** What a network that has said until when it lets nothing through says, and what is tried against it. */
const DAY_SECONDS = 24 * 3600;
const CAP = "The application's spending cap is reached.";

let refusesUntil: Instant;
let asked: string[];
let publish: (post: OutgoingPost) => PublishOutcome;
let find: () => FindOutcome;
let stage: Stage;
before(async () => {
  const connector = instantConnector("Mastodon");
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" }, "2026-11-21T09:00:00Z", {
    Mastodon: {
      ...connector,
      publish: async (post) => {
        asked.push(post.text);
        return publish(post);
      },
      find: async () => find(),
    },
  });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  stage.jump(addSeconds(stage.now(), 100 * DAY_SECONDS));
  asked = [];
  publish = (post) =>
    stage.now() < refusesUntil ? capped("application", refusesUntil) : { kind: "published", remoteId: post.key, url: null };
  find = () => ({ kind: "absent" });
});

function capped(scope: HoldScope, until: Instant): PublishOutcome {
  const retryAfterSeconds = (toEpochMilliseconds(until) - toEpochMilliseconds(stage.now())) / 1000;
  return { kind: "held", reason: CAP, retryAfterSeconds, scope };
}

function inDays(days: number): Instant {
  return addSeconds(stage.now(), days * DAY_SECONDS);
}

const minute = (at: Instant) => at.slice(0, 16).replace("T", " ");
const heldUntil = (at: Instant) => `${CAP} Nothing is sent until ${minute(at)} UTC.`;

function forecast({ brandId }: Place) {
  return must(stage.admin("GET", `/brands/${brandId}/forecast?days=30`));
}

test("until the date that the network named nothing is tried on any channel, and then everything goes out", async () => {
  const places = [await aPlace(stage), await aPlace(stage)] as const;
  refusesUntil = inDays(2);
  for (const place of places) {
    await aPost(place, { publishMode: "IMMEDIATE", caption: `${place.brandId}` });
    await stage.settle();
  }
  const late = await aPlace(stage);
  await aPost(late, { publishMode: "IMMEDIATE", caption: "connected meanwhile" });
  await stage.liveUntil(addSeconds(refusesUntil, -1));
  assert.deepEqual(asked, [`${places[0].brandId}`]);
  await stage.liveUntil(addSeconds(refusesUntil, 120));
  assert.deepEqual(new Set(asked), new Set([`${places[0].brandId}`, `${places[1].brandId}`, "connected meanwhile"]));
  for (const place of [...places, late]) assert.equal((await entries(place, "PUBLISHED")).length, 1);
});

test("an end beyond 72 hours is waited for that long; then what waits fails without another try, with the date", async () => {
  const place = await aPlace(stage);
  refusesUntil = inDays(20);
  for (let number = 1; number <= 8; number += 1) await aPost(place, { publishMode: "IMMEDIATE", caption: `${number}` });
  await stage.settle();
  const [entry] = await entries(place, "RETRYING");
  assert.equal(entry.message, heldUntil(refusesUntil));
  await stage.liveUntil(inDays(1));
  await aPost(place, { publishMode: "IMMEDIATE", caption: "a day later" });
  await stage.liveUntil(inDays(2.1));
  const failed = await entries(place, "FAILED");
  assert.deepEqual(
    failed.map(({ body, message }: { body: string; message: string }) => [body, message]),
    ["1", "2", "3", "4", "5", "6", "7", "8"].map((body) => [body, `Nothing was let through for 72 hours. ${heldUntil(refusesUntil)}`]),
  );
  await stage.liveUntil(inDays(1));
  assert.equal((await entries(place, "FAILED")).length, 9);
  assert.deepEqual(asked, ["1"]);
  await stage.liveUntil(addSeconds(refusesUntil, 1));
  await aPost(place, { publishMode: "IMMEDIATE", caption: "after the date" });
  await stage.settle();
  assert.deepEqual(asked, ["1", "after the date"]);
});

test("an unknown outcome that a hold keeps from being looked up for 72 hours is undecided", async () => {
  const place = await aPlace(stage);
  publish = () => ({ kind: "unknown", reason: "The connection was cut." });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "cut" });
  await stage.settle();
  refusesUntil = inDays(20);
  publish = () => capped("application", refusesUntil);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "held" });
  await stage.settle();
  find = () => assert.fail("looked up although the network lets nothing through");
  await stage.liveUntil(inDays(3.1));
  const failed = await entries(place, "FAILED");
  assert.deepEqual(
    failed.map(({ body, message }: { body: string; message: string }) => [body, message.split(".")[0]]),
    [
      ["cut", "It could not be determined whether the post was published; it will not be sent again, to avoid a duplicate"],
      ["held", "Nothing was let through for 72 hours"],
    ],
  );
});

test("forecast, preview and explanation say why a post is late and until when", async () => {
  const place = await aPlace(stage, { timezone: null });
  refusesUntil = inDays(2);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "first" });
  await stage.settle();
  const waiting = await aPost(place, { publishMode: "IMMEDIATE", caption: "second" });
  await stage.settle();
  const planned = await aPost(place, { publishMode: "SCHEDULE", caption: "tomorrow", scheduledAt: minute(inDays(1)).concat(":00") });
  const late = { outcome: "PUBLISHED", reason: "channel_held", message: heldUntil(refusesUntil) };
  const told = (await forecast(place)).map(({ post, utc, outcome, reason, message }: Record<string, string>) => ({
    post,
    utc,
    outcome,
    reason,
    message,
  }));
  assert.deepEqual(
    told,
    ["first", "second", "tomorrow"].map((post) => ({ post, utc: minute(refusesUntil), ...late })),
  );
  const [preview] = await must(stage.admin("POST", `/collections/${place.collectionId}/posts/preview`, { caption: "now" }));
  assert.deepEqual([preview.outcome, preview.reason, preview.message], Object.values(late));
  const { summary, channels } = await must(stage.admin("GET", `/posts/${planned}/explanation`));
  assert.equal(summary, `The post goes out at ${minute(inDays(1))} (UTC), its scheduled time.`);
  assert.deepEqual(
    [channels[0].outcome, channels[0].reason, channels[0].obstacle, channels[0].message],
    ["PUBLISHED", "channel_held", null, late.message],
  );
  const [delivery] = (await must(stage.admin("GET", `/posts/${waiting}/explanation`))).deliveries;
  assert.deepEqual([delivery.reason, delivery.message, delivery.nextTryAt], ["channel_held", late.message, refusesUntil]);
  await stage.liveUntil(addSeconds(refusesUntil, 1));
  assert.equal((await entries(place, "PUBLISHED")).length, 3);
});

test("a hold beyond 72 hours is forecast to fail posts that are due before its last three days", async () => {
  const place = await aPlace(stage, { timezone: null });
  refusesUntil = inDays(5);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "first" });
  await stage.settle();
  for (const [caption, days] of [
    ["fails", 1],
    ["waits", 3],
    ["free", 6],
  ] as const)
    await aPost(place, { publishMode: "SCHEDULE", caption, scheduledAt: minute(inDays(days)).concat(":00") });
  const [preview] = await must(stage.admin("POST", `/collections/${place.collectionId}/posts/preview`, { caption: "now" }));
  assert.deepEqual([preview.outcome, preview.reason, preview.message], ["FAILED", "held_too_long", heldUntil(refusesUntil)]);
  const told = (await forecast(place)).map(({ post, utc, outcome, reason }: Record<string, string>) => [post, utc, outcome, reason]);
  assert.deepEqual(told, [
    ["first", minute(inDays(3)), "FAILED", "held_too_long"],
    ["fails", minute(inDays(4)), "FAILED", "held_too_long"],
    ["waits", minute(inDays(5)), "PUBLISHED", "channel_held"],
    ["free", minute(inDays(6)), "PUBLISHED", null],
  ]);
  await stage.liveUntil(inDays(6.1));
  assert.deepEqual(
    [await bodies(place, "FAILED"), await bodies(place, "PUBLISHED")],
    [
      ["first", "fails"],
      ["waits", "free"],
    ],
  );
});

test("an operator who switches on a held channel, which is on, lets it try again", async () => {
  const place = await aPlace(stage);
  refusesUntil = inDays(2);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "first" });
  await stage.settle();
  refusesUntil = toInstant("2026-01-01T00:00:00Z");
  await must(stage.admin("PATCH", `/channels/${place.channelIds[0]}`, { status: "ACTIVE" }));
  await stage.settle();
  assert.deepEqual(asked, ["first", "first"]);
});

test("a grant's limit holds the channels of the grant alone, and those that are held for longer stay so", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Mastodon", "Mastodon", "Mastodon"] });
  const [held, shared, busier, other] = place.channelIds as [number, number, number, number];
  const { id: grantId } = await one<{ id: number }>(stage.app.db, {
    text: `insert into grants (application, client_id, sandbox, remote_id, name, scopes, version, probe_at, created_at, updated_at)
           values ('mastodon', '', true, 'ada', 'Ada', '{}', 1, $1, $1, $1) returning id`,
    values: [stage.now()],
  });
  const until = inDays(1);
  await query(stage.app.db, { text: "update channels set grant_id = $1 where id = any($2)", values: [grantId, [held, shared, busier]] });
  await query(stage.app.db, {
    text: "insert into holds (channel_id, until, reason, since) values ($1, $2, 'Slower', $3)",
    values: [busier, inDays(2), stage.now()],
  });
  await holdOthers(stage.app.db, { channelId: held, until, hold: { scope: "grant", reason: CAP, budget: null }, now: stage.now() });
  const rows = await query<{ id: number; heldUntil: Instant | null; heldReason: string | null }>(stage.app.db, {
    text: `select id, until "heldUntil", reason "heldReason" from channels left join holds on channel_id = id where id = any($1) order by id`,
    values: [[shared, busier, other]],
  });
  assert.deepEqual(rows, [
    { id: shared, heldUntil: addSeconds(until, 60), heldReason: CAP },
    { id: busier, heldUntil: inDays(2), heldReason: "Slower" },
    { id: other, heldUntil: null, heldReason: null },
  ]);
});
