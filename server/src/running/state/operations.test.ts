import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, aPost, must } from "../../testing/builders.ts";
import { aFault } from "../../testing/faults.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

test("an empty service has nothing waiting and has sent nothing", async () => {
  const { version, node, database, startedAt, ...state } = await must(stage.admin("GET", "/state"));
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.equal(node, process.versions.node);
  assert.match(database.version, /^\d+/);
  assert.ok(database.sizeBytes > 0 && startedAt <= new Date().toISOString());
  assert.deepEqual(state, {
    publicUrl: stage.app.config.publicUrl,
    counts: { users: 0, brands: 0, channels: 0, inactiveChannels: 0, posts: 0, mediaBytes: 0 },
    engine: { due: 0, oldestDueAt: null, inFlight: 0, unknown: 0, heldChannels: 0, leavingToday: 0 },
    networks: [],
  });
});

test("what is due and not sent is late since then; what has a date within a day is told; other things are counted", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"], queues: ["Sun 09:00", "Mon 09:00"] });
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-21 18:00:00" });
  for (const caption of ["Tomorrow's slot", "The one after"]) await aPost(place, { publishMode: "QUEUE", caption });
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-23 18:00:00" });
  await aFault(stage, { network: "mastodon", kind: "refuse-503", seconds: 60, count: 1 });
  const since = stage.now();
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  stage.pass(3600);
  const { engine, counts } = await must(stage.admin("GET", "/state"));
  assert.deepEqual([engine.due, engine.leavingToday, engine.inFlight], [1, 2, 0]);
  assert.ok(engine.oldestDueAt > since && engine.oldestDueAt < stage.now());
  assert.deepEqual([counts.users, counts.brands, counts.channels, counts.posts], [1, 1, 2, 5]);
  await stage.settle();
  await stage.live(3600, 60);
  assert.equal((await must(stage.admin("GET", "/state"))).engine.due, 0);
});

test("each network says what became of the last day's deliveries, and why the last one failed", async () => {
  const place = await aPlace(stage, { channels: ["X"] });
  await aFault(stage, { network: "x", kind: "duplicate", count: 1 });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Said before" });
  await stage.settle();
  await stage.live(7200, 600);
  const { networks } = await must(stage.admin("GET", "/state"));
  const [x] = networks.filter(({ type }: { type: string }) => type === "X");
  assert.deepEqual([x.published, x.failed, x.skipped], [0, 1, 0]);
  assert.equal(typeof x.lastFailure.message, "string");
  assert.deepEqual(
    networks.map(({ type }: { type: string }) => type),
    ["Bluesky", "Mastodon", "X"],
  );
  // What is begun a day earlier and left undecided now is of now.
  await stage.app.db.query(
    `update deliveries set status = 'FAILED', reason = 'undecided', created_at = created_at - interval '25 hours'
     where channel_type = 'X' and parent_id is null`,
  );
  const [undecided] = (await must(stage.admin("GET", "/state"))).networks.filter(({ type }: { type: string }) => type === "X");
  assert.equal(undecided.undecided, 1);
  stage.pass(2 * 86_400);
  assert.deepEqual((await must(stage.admin("GET", "/state"))).networks, []);
});
