import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { aFeedPlace, type FeedPlace } from "../../testing/automations.ts";
import { aPlace, must } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { loaf } from "../../testing/feeds.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let feed: FeedPlace;
let admin: Dashboard;
before(async () => {
  stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  feed = await aFeedPlace(stage);
  const { brandId } = feed.place;
  const email = `${brandId}@example.org`;
  await must(stage.admin("POST", "/users", { name: "Grace", email, password: "correct horse" }));
  await must(stage.admin("POST", `/brands/${brandId}/members`, { user: email, role: "admin" }));
  admin = await aDashboard(stage, email);
});
afterEach(() => feed[Symbol.asyncDispose]());

const states = () => must(admin.call("GET", `/brands/${feed.place.brandId}/automations`));
const change = (id: number, body: object) => admin.call("PATCH", `/automations/${id}`, body);
const runNow = (id: number) => admin.call("POST", `/automations/${id}/run`);
const runs = (id: number) => must(admin.call("GET", `/automations/${id}/runs`));

test("the list shows state, last and next run, known items and posts made", async () => {
  feed.has([loaf(1)]);
  const id = await feed.automate();
  feed.has([loaf(2), loaf(1)]);
  await feed.nextRun();
  const [state, ...others] = await states();
  assert.deepEqual(others, []);
  const { createdAt: _, updatedAt: __, nextRunAt, lastRunAt, ...rest } = state;
  assert.deepEqual(rest, {
    id,
    name: "Blog",
    collectionId: feed.place.collectionId,
    collection: "Bread",
    status: "ACTIVE",
    type: "RSS",
    feedUrl: feed.feedUrl,
    runCount: 1,
    importAsType: "LINK",
    title: "{{title}}",
    caption: "{{title}}\n\n{{link}}",
    addPostsAsDraft: false,
    autoThreadText: false,
    refreshRate: 1,
    problem: null,
    failures: 0,
    failingSince: null,
    itemsKnown: 2,
    postsMade: 1,
    lastPostAt: lastRunAt,
  });
  assert.equal(lastRunAt, stage.now());
  assert.ok(nextRunAt > lastRunAt);
  assert.deepEqual(await runs(id), [{ endedAt: lastRunAt, posts: 1, problem: null }]);
});

test("a failed run is told in words, and forgotten after the next one that succeeds; runs stay for 30 days", async () => {
  feed.has([loaf(1)]);
  const id = await feed.automate();
  feed.site.on("/feed.xml", { status: 503 });
  await feed.nextRun();
  const [failing] = await states();
  assert.match(failing.problem, /Its server answered with status 503\.$/);
  assert.deepEqual([failing.failures, failing.failingSince, failing.lastRunAt], [1, stage.now(), null]);
  feed.has([loaf(1)]);
  await feed.nextRun();
  assert.equal((await states())[0].problem, null);
  assert.deepEqual(
    (await runs(id)).map(({ problem }: { problem: string | null }) => problem === null),
    [true, false],
  );
  stage.pass(31 * 86_400);
  await stage.settle();
  admin = await aDashboard(stage, `${feed.place.brandId}@example.org`);
  assert.equal((await runs(id)).length, 1);
});

test("name, collection, template, kind of post and hours can be changed; the next item follows them", async () => {
  feed.has([loaf(1)]);
  const id = await feed.automate({ refreshRate: 24 });
  const cakes = await must(feed.place.api("POST", "/collections", { title: "Cakes", channels: [] }));
  const changed = await must(
    change(id, { name: "Shop", collectionId: cakes.id, caption: "New: {{title}}", addPostsAsDraft: true, refreshRate: 1 }),
  );
  assert.deepEqual([changed.name, changed.collection, changed.refreshRate, changed.addPostsAsDraft], ["Shop", "Cakes", 1, true]);
  assert.ok((await feed.secondsToNextRun()) <= 3601);
  feed.has([loaf(2), loaf(1)]);
  await feed.nextRun();
  const [post] = await feed.posts();
  assert.deepEqual([post.body, post.collectionId, post.status], ["New: Loaf 2", cakes.id, "DRAFT"]);
  const other = await aPlace(stage, { channels: [] });
  const foreign = await change(id, { collectionId: other.collectionId });
  assert.deepEqual([foreign.status, Object.keys(foreign.body.errors)], [404, ["collectionId"]]);
  assert.equal((await change(id, { name: " " })).status, 422);
});

test("while paused it does not run; resumed it runs at once, and so does one that has stopped", async () => {
  feed.has([loaf(1)]);
  const id = await feed.automate();
  const paused = await must(change(id, { status: "PAUSED" }));
  assert.deepEqual([paused.status, paused.nextRunAt], ["PAUSED", null]);
  feed.has([loaf(2), loaf(1)]);
  stage.pass(7200);
  await stage.settle();
  assert.deepEqual(await feed.titles(), []);
  const refused = await runNow(id);
  assert.deepEqual([refused.status, refused.body.errors], [409, { automation: "It is paused. Resume it, and it runs at once." }]);
  await must(change(id, { status: "ACTIVE" }));
  await stage.settle();
  assert.deepEqual(await feed.titles(), ["Loaf 2"]);
  feed.site.on("/feed.xml", { status: 410 });
  await feed.nextRun();
  const [stopped] = await states();
  assert.deepEqual([stopped.status, stopped.nextRunAt], ["STOPPED", null]);
  assert.match(stopped.problem, /gone for good \(status 410\)/);
  feed.has([loaf(3), loaf(2)]);
  await must(change(id, { status: "ACTIVE" }));
  await stage.settle();
  assert.deepEqual(await feed.titles(), ["Loaf 2", "Loaf 3"]);
});

test("it can be run now, but not again within a minute", async () => {
  feed.has([loaf(1)]);
  const id = await feed.automate({ refreshRate: 24 });
  feed.has([loaf(2), loaf(1)]);
  await must(runNow(id));
  await stage.settle();
  assert.deepEqual(await feed.titles(), ["Loaf 2"]);
  assert.equal((await runNow(id)).status, 409);
  stage.pass(61);
  await must(runNow(id));
});

test("deleted, its posts stay", async () => {
  feed.has([loaf(1)]);
  const id = await feed.automate({ loadOldPosts: true });
  await stage.settle();
  assert.deepEqual(await must(admin.call("DELETE", `/automations/${id}`)), { id });
  assert.deepEqual([await states(), await feed.titles()], [[], ["Loaf 1"]]);
  assert.equal((await admin.call("GET", `/automations/${id}/runs`)).status, 404);
});
