import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { aPlace, must, type Place } from "../testing/builders.ts";
import { aSite, loaf, rss, type Site, type TestItem } from "../testing/feeds.ts";
import { openStage, type Stage } from "../testing/stage.ts";

let stage: Stage;
let site: Site;
let place: Place;
let feedUrl: string;
before(async () => {
  stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32", ROSTRUM_POSTS_PER_BRAND: "60" });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  site = await aSite();
  place = await aPlace(stage, { channels: [] });
  feedUrl = `${site.url}/feed.xml`;
});
afterEach(() => site[Symbol.asyncDispose]());

const HOUR = 3600;

/** The feed has these items from now on, with marks that change with them. */
function feedHas(items: readonly TestItem[], headers: Readonly<Record<string, string>> = {}): void {
  const body = rss(items);
  site.on("/feed.xml", { headers: { etag: `W/"${createHash("sha256").update(body).digest("hex")}"`, ...headers }, body });
}

async function anAutomation(change: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const body = { name: "Blog", collectionId: place.collectionId, type: "RSS", feedUrl, importAsType: "LINK", refreshRate: 1, ...change };
  return (await must(place.api("POST", "/automations", body))).id;
}

/** Titles of the brand's posts, oldest first. */
async function titles(): Promise<string[]> {
  const { body } = await place.api("GET", "/posts?per_page=100&sort_order=asc");
  return body.data.map((post: { title: string }) => post.title);
}

async function read(): Promise<{ status: string; runCount: number; lastRun: number }> {
  const { body } = await place.api("GET", "/automations");
  const { status, runCount, lastRun } = body.data[0];
  return { status, runCount, lastRun };
}

async function untilNextRun(): Promise<number> {
  const { rows } = await stage.app.db.query("select next_run_at at from automations where brand_id = $1", [place.brandId]);
  return (toEpochMilliseconds(rows[0].at) - toEpochMilliseconds(stage.now())) / 1000;
}

/** The clock moves to the next run, which happens. */
async function nextRun(): Promise<void> {
  stage.pass(Math.max(await untilNextRun(), 0));
  await stage.settle();
}

test("without loadOldPosts the items that the feed has at creation are never imported, later ones are", async () => {
  feedHas([loaf(2), loaf(1)]);
  await anAutomation();
  feedHas([loaf(3), loaf(2), loaf(1)]);
  await stage.settle();
  assert.deepEqual(await titles(), []);
  await nextRun();
  assert.deepEqual(await titles(), ["Loaf 3"]);
});

test("with loadOldPosts all items are imported in the first run, oldest first, at the back of the queue", async () => {
  const items = Array.from({ length: 30 }, (_, index) => loaf(index + 1));
  feedHas(items.toReversed());
  place = await aPlace(stage, { channels: [], queues: ["Mon 09:00", "Tue 09:00"] });
  await must(place.api("POST", `/collections/${place.collectionId}/posts`, { publishMode: "QUEUE", caption: "First", title: "First" }));
  await anAutomation({ loadOldPosts: true });
  await stage.settle();
  assert.deepEqual(await titles(), ["First", ...items.map((item) => item.title)]);
  const { body } = await place.api("GET", "/posts?view=QUEUE&sort_order=asc");
  const { id, createdAt, updatedAt, ...post } = body.data[1];
  assert.deepEqual(post, {
    collectionId: place.collectionId,
    title: "Loaf 1",
    body: "Loaf 1\n\nhttps://shop.example/1",
    media: [],
    postType: "TEXT",
    postingType: "QUEUE",
    status: "PENDING",
    postDate: "2026-11-24 08:00:00",
  });
  assert.deepEqual(await read(), { status: "ACTIVE", runCount: 1, lastRun: toEpochMilliseconds(stage.now()) / 1000 });
});

test("the post keeps the item's link, unless it is longer than a post's may be", async () => {
  feedHas([]);
  await anAutomation();
  feedHas([loaf(1), loaf(2, { link: `https://shop.example/${"x".repeat(1000)}` })]);
  await nextRun();
  const { rows } = await stage.app.db.query("select link from posts where brand_id = $1 order by id", [place.brandId]);
  assert.deepEqual(
    rows.map((row) => row.link),
    ["https://shop.example/1", null],
  );
});

test("addPostsAsDraft makes drafts", async () => {
  feedHas([loaf(1)]);
  await anAutomation({ loadOldPosts: true, addPostsAsDraft: true });
  await stage.settle();
  const { body } = await place.api("GET", "/posts");
  assert.deepEqual(
    body.data.map((post: Record<string, unknown>) => [post.title, post.postingType, post.status, post.postDate]),
    [["Loaf 1", "DRAFT", "DRAFT", null]],
  );
});

test("an item stays one post when it is edited, dated anew, reordered, or gets another id, scheme or link", async () => {
  feedHas([loaf(3), loaf(2), loaf(1)]);
  await anAutomation({ loadOldPosts: true });
  await stage.settle();
  feedHas([loaf(1, { title: "Edited" }), loaf(3, { date: "2026-11-21T08:00:00Z" }), loaf(2)]);
  await nextRun();
  feedHas([
    loaf(1, { link: "https://shop.example/new-place" }),
    loaf(2, { guid: "other" }),
    loaf(3, { link: "http://shop.example/3?utm_source=rss", guid: "else" }),
  ]);
  await nextRun();
  assert.deepEqual(await titles(), ["Loaf 1", "Loaf 2", "Loaf 3"]);
  assert.equal((await read()).runCount, 3);
});

test("new items of a feed whose items all have one id, or none, are imported each once", async () => {
  const same = (n: number) => loaf(n, { guid: "https://shop.example/" });
  feedHas([same(2), same(1)]);
  await anAutomation();
  feedHas([same(3), same(2), same(1)]);
  await nextRun();
  const bare = (n: number): TestItem => ({ title: `Bare ${n}` });
  feedHas([bare(2), bare(1), same(4), same(3), same(2)]);
  await nextRun();
  feedHas([bare(3), bare(2), bare(1)]);
  await nextRun();
  assert.deepEqual(await titles(), ["Loaf 3", "Loaf 4", "Bare 1", "Bare 2", "Bare 3"]);
});

test("an item that nothing but its content tells is the same when another one gets its link or id", async () => {
  const at = (n: number) => ({ title: `Note ${n}`, link: "https://shop.example/notes" });
  feedHas([at(1)]);
  await anAutomation({ loadOldPosts: true });
  await stage.settle();
  feedHas([at(2), at(1)]);
  await nextRun();
  assert.deepEqual(await titles(), ["Note 1", "Note 2"]);
});

test("a feed is asked with its marks exactly as received, and 304 is a completed run", async () => {
  feedHas([loaf(1)], { etag: 'W/"a,b"', "last-modified": "Fri, 20 Nov 2026 9:00:00 gmt" });
  await anAutomation();
  await nextRun();
  const { headers } = site.seen.at(-1) as Site["seen"][number];
  assert.deepEqual([headers["if-none-match"], headers["if-modified-since"]], ['W/"a,b"', "Fri, 20 Nov 2026 9:00:00 gmt"]);
  assert.deepEqual(await read(), { status: "ACTIVE", runCount: 1, lastRun: toEpochMilliseconds(stage.now()) / 1000 });
});

test("after something that is no feed a whole answer is asked for", async () => {
  feedHas([loaf(1)]);
  await anAutomation();
  site.on("/feed.xml", { body: rss([loaf(2), loaf(1)]).slice(0, -30) });
  await nextRun();
  assert.deepEqual(await read(), { status: "ACTIVE", runCount: 0, lastRun: 0 });
  feedHas([loaf(1)]);
  await nextRun();
  assert.equal(site.seen.at(-1)?.headers["if-none-match"], undefined);
  assert.deepEqual([await titles(), (await read()).runCount], [[], 1]);
});

test("a permanent redirect is followed, and adopted when three runs have met it", async () => {
  feedHas([loaf(1)]);
  await anAutomation();
  const body = rss([loaf(2), loaf(1)]);
  site.on("/moved.xml", { headers: { etag: '"m"' }, body });
  site.on("/feed.xml", { status: 301, headers: { location: "/moved.xml" } });
  for (let run = 0; run < 3; run += 1) await nextRun();
  const before = site.seen.length;
  await nextRun();
  assert.deepEqual(
    site.seen.slice(before).map(({ path, headers }) => [path, headers["if-none-match"]]),
    [["/moved.xml", undefined]],
  );
  assert.deepEqual(await titles(), ["Loaf 2"]);
  const { body: list } = await place.api("GET", "/automations");
  assert.equal(list.data[0].feedUrl, feedUrl);
});

test("max-age puts the next run off, and Retry-After the next try", async () => {
  feedHas([loaf(1)]);
  await anAutomation();
  feedHas([loaf(1)], { "cache-control": "public, max-age=36000" });
  await nextRun();
  assert.equal(await untilNextRun(), 10 * HOUR);
  site.on("/feed.xml", { status: 503, headers: { "retry-after": "20000" } });
  await nextRun();
  assert.equal(await untilNextRun(), 20_000);
});

test("a feed that fails three times is FAILING and tried daily, ACTIVE again on success, and STOPPED after 14 days", async () => {
  feedHas([loaf(1)]);
  await anAutomation();
  site.on("/feed.xml", { status: 404 });
  const seen: [string, number][] = [];
  const fail = async () => {
    await nextRun();
    seen.push([(await read()).status, (await untilNextRun()) / HOUR]);
  };
  for (let run = 0; run < 4; run += 1) await fail();
  assert.deepEqual(seen, [
    ["ACTIVE", 2],
    ["ACTIVE", 4],
    ["FAILING", 24],
    ["FAILING", 24],
  ]);
  feedHas([loaf(2), loaf(1)]);
  await nextRun();
  assert.deepEqual(
    [await read(), await untilNextRun()],
    [{ status: "ACTIVE", runCount: 1, lastRun: toEpochMilliseconds(stage.now()) / 1000 }, HOUR],
  );
  assert.deepEqual(await titles(), ["Loaf 2"]);
  site.on("/feed.xml", { status: 500 });
  for (let run = 0; run < 16; run += 1) await nextRun();
  assert.equal((await read()).status, "FAILING");
  await nextRun();
  assert.equal((await read()).status, "STOPPED");
});

test("410 stops an automation at once, and it runs no more", async () => {
  feedHas([loaf(1)]);
  await anAutomation();
  site.on("/feed.xml", { status: 410 });
  await nextRun();
  assert.equal((await read()).status, "STOPPED");
  const requests = site.seen.length;
  stage.pass(30 * 24 * HOUR);
  await stage.settle();
  assert.equal(site.seen.length, requests);
});

test("a paused automation does not run", async () => {
  feedHas([]);
  const id = await anAutomation();
  await stage.app.db.query("update automations set status = 'PAUSED' where id = $1", [id]);
  const requests = site.seen.length;
  await nextRun();
  assert.deepEqual([site.seen.length, (await read()).status], [requests, "PAUSED"]);
});

test("a run imports twenty items, the oldest, and the rest follows within minutes, in spite of the marks", async () => {
  feedHas([]);
  await anAutomation();
  const items = Array.from({ length: 45 }, (_, index) => loaf(index + 50));
  feedHas(items.toReversed());
  await nextRun();
  assert.deepEqual(
    await titles(),
    items.slice(0, 20).map((item) => item.title),
  );
  assert.equal(await untilNextRun(), 60);
  await nextRun();
  await nextRun();
  assert.deepEqual(
    await titles(),
    items.map((item) => item.title),
  );
  assert.equal(await untilNextRun(), HOUR);
});

test("a feed that was rebuilt does not flood the queue", async () => {
  feedHas([loaf(98), loaf(97)]);
  await anAutomation();
  const renamed = (n: number) => loaf(n, { guid: `new-${n}`, link: `https://shop.example/blog/${n}` });
  feedHas([loaf(99), renamed(98), renamed(97), renamed(60), renamed(50), renamed(40), renamed(30), renamed(20)]);
  await nextRun();
  assert.deepEqual(await titles(), ["Loaf 99"]);
  feedHas([renamed(100), loaf(99), renamed(98), renamed(97), renamed(60), renamed(50), renamed(40), renamed(30), renamed(20)]);
  await nextRun();
  assert.deepEqual(await titles(), ["Loaf 99", "Loaf 100"]);
});

test("a full brand takes no items; they are imported when there is room again", async () => {
  const items = Array.from({ length: 61 }, (_, index) => loaf(index + 1));
  feedHas(items);
  await anAutomation({ loadOldPosts: true });
  await stage.settle();
  assert.equal((await titles()).length, 60);
  await nextRun();
  assert.deepEqual([(await titles()).length, (await read()).runCount], [60, 2]);
  const { body } = await place.api("GET", "/posts?per_page=1");
  await stage.app.db.query("update accounts set sensitive_actions = true");
  await must(place.api("DELETE", `/posts/${body.data[0].id}`));
  await nextRun();
  assert.equal((await titles()).at(-1), "Loaf 61");
});

test("seen items are remembered while they are in the feed and 90 days after, and a thousand of them for good", async () => {
  feedHas([loaf(2), loaf(1)]);
  const id = await anAutomation();
  const old = "2026-01-01T00:00:00Z";
  const insert = `insert into feed_items (automation_id, key, first_seen_at, last_seen_at) select $1, $2 || n, $3, $3 from generate_series(1, $4::int) n`;
  await stage.app.db.query(insert, [id, "gone-", old, 1200]);
  stage.pass(100 * 24 * HOUR);
  await stage.settle();
  const count = async () => (await stage.app.db.query("select count(*) n from feed_items where automation_id = $1", [id])).rows[0].n;
  // Nothing new: the feed was not read, so nothing is known to have left it.
  assert.equal(await count(), 1202);
  feedHas([loaf(3), loaf(2)]);
  await nextRun();
  assert.deepEqual([await count(), await titles()], [1000, ["Loaf 3"]]);
  feedHas([loaf(3), loaf(2), loaf(1)]);
  await nextRun();
  assert.deepEqual(await titles(), ["Loaf 3"]);
});

test("a caption is never empty", async () => {
  feedHas([]);
  await anAutomation({ caption: "{{price}}", title: "{{author}}" });
  feedHas([loaf(1), { guid: "nothing but an id" }]);
  await nextRun();
  const { body } = await place.api("GET", "/posts?sort_order=asc");
  assert.deepEqual(
    body.data.map((post: { title: string | null; body: string }) => [post.title, post.body]),
    [
      [null, "Loaf 1"],
      [null, "Blog"],
    ],
  );
});

test("a preview shows the posts that the present items would become, and stores nothing", async () => {
  const image = (name: string) => `<media:content medium="image" url="https://shop.example/${name}.jpg"/>`;
  feedHas([loaf(2, { more: image("a") + image("b") }), loaf(1, { more: image("c") })]);
  const body = {
    name: "Blog",
    collectionId: place.collectionId,
    type: "RSS",
    feedUrl: site.url,
    importAsType: "CAROUSEL",
    caption: "New: {{title}}",
  };
  site.on("/", { body: `<html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head></html>` });
  const path = `/brands/${place.brandId}/automations/preview`;
  const reply = await stage.admin("POST", path, body);
  assert.deepEqual(reply.body, {
    status: "success",
    data: {
      feedUrl,
      posts: [
        {
          title: "Loaf 1",
          body: "New: Loaf 1",
          link: "https://shop.example/1",
          postType: "IMAGE",
          media: ["https://shop.example/c.jpg"],
          publishedAt: "2026-08-13T10:00:00.000000Z",
        },
        {
          title: "Loaf 2",
          body: "New: Loaf 2",
          link: "https://shop.example/2",
          postType: "SLIDES",
          media: ["https://shop.example/a.jpg", "https://shop.example/b.jpg"],
          publishedAt: "2026-08-14T10:00:00.000000Z",
        },
      ],
    },
  });
  assert.deepEqual([await titles(), (await place.api("GET", "/automations")).body.data], [[], []]);
  const refused = await stage.admin("POST", path, { ...body, feedUrl: "http://127.0.0.1:9/none" });
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [400, ["feedUrl"]]);
  const nowhere = await stage.admin("POST", path, { ...body, collectionId: 1_000_000 });
  assert.deepEqual([nowhere.status, Object.keys(nowhere.body.errors)], [404, ["collection"]]);
  assert.equal((await stage.admin("POST", path, { ...body, type: "CARRIER PIGEON" })).status, 422);
});
