import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { query } from "../../ground/database/query.ts";
import { aPlace, aPost, must } from "../../testing/builders.ts";
import { ADMIN_TOKEN, call, openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

test("a forecast lists each post and channel with the local and the UTC minute, and writes nothing", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const ids = [];
  for (const caption of ["a", "b", "c"]) ids.push(await aPost(place, { publishMode: "QUEUE", caption }));
  const scheduled = await aPost(place, { publishMode: "SCHEDULE", caption: "at noon", scheduledAt: "2026-11-24 12:00:00" });
  const draft = await aPost(place, { publishMode: "DRAFT", caption: "not yet" });
  const lines = await must(stage.admin("GET", `/brands/${place.brandId}/forecast?days=10`));
  const { name } = (await must(place.api("GET", "/channels")))[0];
  const shared = {
    collectionId: place.collectionId,
    collection: "Bread",
    channelId: place.channelIds[0],
    channel: name,
    channelType: "Mastodon",
  };
  const gone = { ...shared, outcome: "PUBLISHED", reason: null, message: null };
  const stays = { ...shared, message: null, local: null, utc: null, slot: null, outcome: "STAYS" };
  assert.deepEqual(lines, [
    { ...gone, local: "2026-11-23 09:00", utc: "2026-11-23 08:00", postId: ids[0], post: "a", slot: "Mon 09:00" },
    { ...gone, local: "2026-11-24 12:00", utc: "2026-11-24 11:00", postId: scheduled, post: "at noon", slot: null },
    { ...gone, local: "2026-11-30 09:00", utc: "2026-11-30 08:00", postId: ids[1], post: "b", slot: "Mon 09:00" },
    { ...stays, postId: ids[2], post: "c", reason: "beyond_horizon" },
    { ...stays, postId: draft, post: "not yet", reason: "draft" },
  ]);
  const { rows } = await stage.app.db.query("select count(*) n from publications");
  assert.equal(rows[0].n, 0);
});

test("a forecast reflects a pause of the brand's queue", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await aPost(place, { publishMode: "QUEUE" });
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { queueStatus: "PAUSED" }));
  const lines = await must(stage.admin("GET", `/brands/${place.brandId}/forecast?days=366`));
  assert.deepEqual(
    lines.map((line: { outcome: string; reason: string }) => [line.outcome, line.reason]),
    [["STAYS", "queue_paused"]],
  );
});

test("a post that was refused is forecast for its next try, and for its next round after that", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage, { timezone: null, queues: ["Tue 09:00"], maxRepublish: -1 });
  const id = await aPost(place, { publishMode: "QUEUE" });
  stage.jump("2026-11-24T08:59:00Z");
  await stage.settle();
  stage.intercept = (request, reply) => {
    if (request.method !== "POST") return null;
    stage.intercept = null;
    const reset = "2026-11-24T09:30:00.000Z";
    return reply.code(429).header("x-ratelimit-reset", reset).send({ error: "Too many requests" });
  };
  stage.jump("2026-11-24T09:00:00Z");
  await stage.settle();
  const told = async () =>
    (await must(stage.admin("GET", `/brands/${place.brandId}/forecast?days=13`))).map(
      (line: { utc: string; postId: number; outcome: string }) => [line.utc, line.postId, line.outcome],
    );
  const before = await told();
  assert.deepEqual(before, [
    ["2026-11-24 09:30", id, "PUBLISHED"],
    ["2026-12-01 09:00", id, "PUBLISHED"],
  ]);
  stage.jump("2026-11-24T09:30:00Z");
  await stage.settle();
  assert.deepEqual(await told(), before.slice(1));
});

// After those in which time passes, since its 60,000 deliveries would leave meanwhile.
test("a forecast that would be too long is refused with what to ask for, and a shorter one is given", async () => {
  stage.jump("2026-11-21T09:00:00Z");
  const place = await aPlace(stage);
  for (let day = 22; day < 28; day += 1) {
    for (let minute = 10; minute < 20; minute += 1) {
      await aPost(place, { publishMode: "SCHEDULE", scheduledAt: `2026-11-${day} 12:${minute}:00` });
    }
  }
  const others = await query<{ id: number }>(stage.app.db, {
    text: `insert into channels (brand_id, type, name, status, sandbox, created_at, updated_at)
           select brand_id, type, 'Bakery ' || n, status, sandbox, created_at, updated_at from channels, generate_series(1, 999) n
           where id = $1 returning id`,
    values: [place.channelIds[0]],
  });
  await query(stage.app.db, {
    text: `insert into collection_channels (collection_id, channel_id, position)
           select $1, id, place from unnest($2::bigint[]) with ordinality given (id, place)`,
    values: [place.collectionId, others.map(({ id }) => id)],
  });
  const { status, body } = await stage.admin("GET", `/brands/${place.brandId}/forecast`);
  const message = "More than 50,000 posts would go to channels in this time. Ask for a shorter time.";
  assert.deepEqual([status, body.errors], [422, { days: message }]);
  const lines: { outcome: string; channel: string | null }[] = await must(stage.admin("GET", `/brands/${place.brandId}/forecast?days=3`));
  const stays = lines.filter(({ outcome }) => outcome === "STAYS");
  // The rest would not fit channel by channel.
  assert.deepEqual([lines.length - stays.length, stays.length, stays[0]?.channel], [20_000, 40, null]);

  await query(stage.app.db, {
    text: `insert into posts (brand_id, collection_id, body, post_type, posting_type, status, post_at, created_at, updated_at)
           select brand_id, collection_id, body, post_type, posting_type, status, post_at + make_interval(mins => n), created_at, updated_at
           from posts, generate_series(20, 23) n where collection_id = $1`,
    values: [place.collectionId],
  });
  const month = `/brands/${place.brandId}/calendar?from=2026-11-21T00:00:00Z&to=2026-12-21T00:00:00Z`;
  const calendar = await call(`${stage.url}/app/api${month}`, "GET", ADMIN_TOKEN);
  const tooMuch = "More than 250,000 posts would go to channels in this time. Ask for a shorter time.";
  assert.deepEqual([calendar.status, calendar.body.errors], [422, { to: tooMuch }]);
});

test("days are 1 to 366, and an unknown brand is 404", async () => {
  const place = await aPlace(stage);
  for (const days of ["0", "367", "ten"]) {
    const { status, body } = await stage.admin("GET", `/brands/${place.brandId}/forecast?days=${days}`);
    assert.deepEqual([status, Object.keys(body.errors)], [422, ["days"]]);
  }
  const { status, body } = await stage.admin("GET", "/brands/999999/forecast?days=9");
  assert.deepEqual([status, Object.keys(body.errors)], [404, ["brand"]]);
});
