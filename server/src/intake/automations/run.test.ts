import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { aFeedPlace, type FeedPlace } from "../../testing/automations.ts";
import { must } from "../../testing/builders.ts";
import { element, loaf, rss, type TestItem } from "../../testing/feeds.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let feed: FeedPlace;
before(async () => {
  stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32", ROSTRUM_POSTS_PER_BRAND: "60" });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  feed = await aFeedPlace(stage, { queues: ["Mon 09:00", "Tue 09:00"] });
});
afterEach(() => feed[Symbol.asyncDispose]());

const HOUR = 3600;

test("without loadOldPosts the items in the feed at creation are never imported, later ones are", async () => {
  feed.has([loaf(2), loaf(1)]);
  await feed.automate();
  feed.has([loaf(3), loaf(2), loaf(1)]);
  await stage.settle();
  assert.deepEqual(await feed.titles(), []);
  await feed.nextRun();
  assert.deepEqual(await feed.titles(), ["Loaf 3"]);
});

test("with loadOldPosts all items are imported in the first run, oldest first, at the end of the queue", async () => {
  const items = Array.from({ length: 30 }, (_, index) => loaf(index + 1));
  feed.has(items.toReversed());
  await must(
    feed.place.api("POST", `/collections/${feed.place.collectionId}/posts`, { publishMode: "QUEUE", caption: "First", title: "First" }),
  );
  await feed.automate({ loadOldPosts: true });
  await stage.settle();
  assert.deepEqual(await feed.titles(), ["First", ...items.map((item) => item.title)]);
  const { body } = await feed.place.api("GET", "/posts?view=QUEUE&sort_order=asc");
  const { id, createdAt, updatedAt, ...post } = body.data[1];
  assert.deepEqual(post, {
    collectionId: feed.place.collectionId,
    title: "Loaf 1",
    body: "Loaf 1\n\nhttps://shop.example/1",
    media: [],
    postType: "TEXT",
    postingType: "QUEUE",
    status: "PENDING",
    postDate: "2026-11-24 08:00:00",
  });
  assert.deepEqual(await feed.read(), { status: "ACTIVE", runCount: 1, lastRun: toEpochMilliseconds(stage.now()) / 1000 });
});

test("the post keeps the item's link, unless it is too long for a post", async () => {
  feed.has([]);
  await feed.automate();
  feed.has([loaf(1), loaf(2, { link: `https://shop.example/${"x".repeat(1000)}` })]);
  await feed.nextRun();
  const { rows } = await stage.app.db.query("select link from posts where brand_id = $1 order by id", [feed.place.brandId]);
  assert.deepEqual(
    rows.map((row) => row.link),
    ["https://shop.example/1", null],
  );
});

test("addPostsAsDraft creates drafts", async () => {
  feed.has([loaf(1)]);
  await feed.automate({ loadOldPosts: true, addPostsAsDraft: true });
  await stage.settle();
  const { body } = await feed.place.api("GET", "/posts");
  assert.deepEqual(
    body.data.map((post: Record<string, unknown>) => [post.title, post.postingType, post.status, post.postDate]),
    [["Loaf 1", "DRAFT", "DRAFT", null]],
  );
});

test("an item stays one post when it is edited, redated, reordered, or gets another id, scheme or link", async () => {
  feed.has([loaf(3), loaf(2), loaf(1)]);
  await feed.automate({ loadOldPosts: true });
  await stage.settle();
  feed.has([loaf(1, { title: "Edited" }), loaf(3, { date: "2026-11-21T08:00:00Z" }), loaf(2)]);
  await feed.nextRun();
  feed.has([
    loaf(1, { link: "https://shop.example/new-place" }),
    loaf(2, { guid: "other" }),
    loaf(3, { link: "http://shop.example/3?utm_source=rss", guid: "else" }),
  ]);
  await feed.nextRun();
  assert.deepEqual(await feed.titles(), ["Loaf 1", "Loaf 2", "Loaf 3"]);
  assert.equal((await feed.read()).runCount, 3);
});

test("an item stays one post when its link and its id change in two different runs, whichever is first", async () => {
  feed.has([loaf(2), loaf(1)]);
  await feed.automate({ loadOldPosts: true });
  await stage.settle();
  const moved = (n: number) => ({ link: `https://new.example/${n}` });
  const renamed = (n: number) => ({ guid: `urn:new:${n}` });
  feed.has([loaf(2, moved(2)), loaf(1, renamed(1))]);
  await feed.nextRun();
  feed.has([loaf(2, { ...moved(2), ...renamed(2) }), loaf(1, { ...moved(1), ...renamed(1) })]);
  await feed.nextRun();
  feed.has([loaf(3), loaf(2, { link: "https://other.example/2", ...renamed(2) }), loaf(1, { ...moved(1), guid: "urn:newer:1" })]);
  await feed.nextRun();
  assert.deepEqual(await feed.titles(), ["Loaf 1", "Loaf 2", "Loaf 3"]);
});

test("two items with one id stay two, also when one of them is away for a while", async () => {
  const one = { guid: "copied" };
  feed.has([loaf(1, one)]);
  await feed.automate({ loadOldPosts: true });
  await stage.settle();
  for (const items of [
    [loaf(2, one), loaf(1, one)],
    [loaf(2, one)],
    [loaf(2, one), loaf(1, one)],
    [loaf(1, one)],
    [loaf(2, one), loaf(1, one)],
  ]) {
    feed.has(items);
    await feed.nextRun();
  }
  assert.deepEqual(await feed.titles(), ["Loaf 1", "Loaf 2"]);
});

test("an item that goes back to its former id or link is the one that it was", async () => {
  feed.has([loaf(2), loaf(1)]);
  await feed.automate({ loadOldPosts: true });
  await stage.settle();
  const [renamed, moved] = [{ guid: "urn:new" }, { link: "https://new.example/1" }];
  for (const change of [renamed, moved, renamed, {}, { ...moved, ...renamed }]) {
    feed.has([loaf(2), loaf(1, change)]);
    await feed.nextRun();
  }
  assert.deepEqual(await feed.titles(), ["Loaf 1", "Loaf 2"]);
});

test("items that share a link with others stay known, and new ones stay new, when one of them is alone", async () => {
  const page = { link: "https://shop.example/news" };
  feed.has([loaf(2, page), loaf(1, page)]);
  await feed.automate({ loadOldPosts: true });
  await stage.settle();
  for (const items of [[loaf(2, page)], [loaf(3, page)], [loaf(3, page), loaf(2, page)], [loaf(1, page)]]) {
    feed.has(items);
    await feed.nextRun();
  }
  assert.deepEqual(await feed.titles(), ["Loaf 1", "Loaf 2", "Loaf 3"]);
});

test("a feed that gives all its items new ids at every build, without a link of their own, is not imported again", async () => {
  const page = "https://shop.example/changes";
  const built = (n: number, build: number) => loaf(n, { guid: `urn:uuid:${n}-${build}`, link: page });
  feed.has([built(2, 1), built(1, 1)]);
  await feed.automate({ loadOldPosts: true });
  await stage.settle();
  for (const build of [2, 3]) {
    feed.has([built(build + 1, build), ...[2, 1].map((n) => built(n, build))]);
    await feed.nextRun();
  }
  assert.deepEqual(await feed.titles(), ["Loaf 1", "Loaf 2", "Loaf 3", "Loaf 4"]);
  const { rows } = await stage.app.db.query(
    "select count(*)::int n from feed_items i join automations a on a.id = i.automation_id where a.brand_id = $1",
    [feed.place.brandId],
  );
  assert.deepEqual(rows, [{ n: 4 }], "rows do not pile up");
});

test("a feed without ids that gets some is not imported again, with dates and without", async () => {
  const bare = (n: number): TestItem => ({ title: `Bare ${n}` });
  const dated = (n: number): TestItem => ({ title: `Dated ${n}`, date: `2026-11-0${n}T08:00:00Z` });
  feed.has([bare(1), dated(1)]);
  await feed.automate({ loadOldPosts: true });
  await stage.settle();
  const named = (item: TestItem, guid: string) => ({ ...item, guid });
  feed.has([named(bare(2), "b2"), named(bare(1), "b1"), named(dated(1), "d1")]);
  await feed.nextRun();
  feed.has([named({ title: "Edited" }, "b1"), named(bare(2), "b2"), named(dated(1), "d1")]);
  await feed.nextRun();
  assert.deepEqual((await feed.titles()).toSorted(), ["Bare 1", "Bare 2", "Dated 1"]);
});

test("two items that say the same of different things are both imported, however their ids change", async () => {
  const update = (guid: string, text: string): TestItem => ({
    title: "Update",
    date: "2026-11-20T08:00:00Z",
    guid,
    more: element("description", text),
  });
  feed.has([update("1", "one")]);
  await feed.automate({ loadOldPosts: true });
  await stage.settle();
  feed.has([update("2", "two"), update("1", "one")]);
  await feed.nextRun();
  feed.has([update("3", "two"), update("4", "one")]);
  await feed.nextRun();
  assert.equal((await feed.titles()).length, 4, "nothing tells the last two from new ones");
});

test("new items of a feed whose items share one id, or have none, are each imported once", async () => {
  const same = (n: number) => loaf(n, { guid: "https://shop.example/" });
  feed.has([same(2), same(1)]);
  await feed.automate();
  feed.has([same(3), same(2), same(1)]);
  await feed.nextRun();
  const bare = (n: number): TestItem => ({ title: `Bare ${n}` });
  feed.has([bare(2), bare(1), same(4), same(3), same(2)]);
  await feed.nextRun();
  feed.has([bare(3), bare(2), bare(1)]);
  await feed.nextRun();
  assert.deepEqual(await feed.titles(), ["Loaf 3", "Loaf 4", "Bare 1", "Bare 2", "Bare 3"]);
});

test("an item identified only by its content stays the same when another one gets its link or id", async () => {
  const at = (n: number) => ({ title: `Note ${n}`, link: "https://shop.example/notes" });
  feed.has([at(1)]);
  await feed.automate({ loadOldPosts: true });
  await stage.settle();
  feed.has([at(2), at(1)]);
  await feed.nextRun();
  assert.deepEqual(await feed.titles(), ["Note 1", "Note 2"]);
});

test("validators are sent exactly as received, and 304 is a completed run", async () => {
  feed.has([loaf(1)], { etag: 'W/"a,b"', "last-modified": "Fri, 20 Nov 2026 9:00:00 gmt" });
  await feed.automate();
  await feed.nextRun();
  const { headers } = feed.site.seen.at(-1) as FeedPlace["site"]["seen"][number];
  assert.deepEqual([headers["if-none-match"], headers["if-modified-since"]], ['W/"a,b"', "Fri, 20 Nov 2026 9:00:00 gmt"]);
  assert.deepEqual(await feed.read(), { status: "ACTIVE", runCount: 1, lastRun: toEpochMilliseconds(stage.now()) / 1000 });
});

test("after a response that is not a feed the next request is unconditional", async () => {
  feed.has([loaf(1)]);
  await feed.automate();
  feed.site.on("/feed.xml", { body: rss([loaf(2), loaf(1)]).slice(0, -30) });
  await feed.nextRun();
  assert.deepEqual(await feed.read(), { status: "ACTIVE", runCount: 0, lastRun: 0 });
  feed.has([loaf(1)]);
  await feed.nextRun();
  assert.equal(feed.site.seen.at(-1)?.headers["if-none-match"], undefined);
  assert.deepEqual([await feed.titles(), (await feed.read()).runCount], [[], 1]);
});

test("a permanent redirect is followed, and adopted after three runs", async () => {
  feed.has([loaf(1)]);
  await feed.automate();
  const body = rss([loaf(2), loaf(1)]);
  feed.site.on("/moved.xml", { headers: { etag: '"m"' }, body });
  feed.site.on("/feed.xml", { status: 301, headers: { location: "/moved.xml" } });
  for (let run = 0; run < 3; run += 1) await feed.nextRun();
  const before = feed.site.seen.length;
  await feed.nextRun();
  assert.deepEqual(
    feed.site.seen.slice(before).map(({ path, headers }) => [path, headers["if-none-match"]]),
    [["/moved.xml", undefined]],
  );
  assert.deepEqual(await feed.titles(), ["Loaf 2"]);
  const { body: list } = await feed.place.api("GET", "/automations");
  assert.equal(list.data[0].feedUrl, feed.feedUrl);
});

test("max-age delays the next run, and Retry-After the next retry", async () => {
  feed.has([loaf(1)]);
  await feed.automate();
  feed.has([loaf(1)], { "cache-control": "public, max-age=36000" });
  await feed.nextRun();
  assert.equal(await feed.secondsToNextRun(), 10 * HOUR);
  feed.site.on("/feed.xml", { status: 503, headers: { "retry-after": "20000" } });
  await feed.nextRun();
  assert.equal(await feed.secondsToNextRun(), 20_000);
});

test("a feed that fails three times is FAILING, after a day retried daily, ACTIVE again on success, and STOPPED after 14 days", async () => {
  feed.has([loaf(1)]);
  await feed.automate({ refreshRate: 6 });
  feed.site.on("/feed.xml", { status: 404 });
  const seen: [string, number][] = [];
  const fail = async () => {
    await feed.nextRun();
    seen.push([(await feed.read()).status, (await feed.secondsToNextRun()) / HOUR]);
  };
  for (let run = 0; run < 6; run += 1) await fail();
  assert.deepEqual(seen, [
    ["ACTIVE", 2],
    ["ACTIVE", 4],
    ["FAILING", 6],
    ["FAILING", 6],
    ["FAILING", 6],
    ["FAILING", 24],
  ]);
  feed.has([loaf(2), loaf(1)]);
  await feed.nextRun();
  assert.deepEqual(
    [await feed.read(), await feed.secondsToNextRun()],
    [{ status: "ACTIVE", runCount: 1, lastRun: toEpochMilliseconds(stage.now()) / 1000 }, 6 * HOUR],
  );
  assert.deepEqual(await feed.titles(), ["Loaf 2"]);
  feed.site.on("/feed.xml", { status: 500 });
  for (let run = 0; run < 18; run += 1) await feed.nextRun();
  assert.equal((await feed.read()).status, "FAILING");
  await feed.nextRun();
  assert.equal((await feed.read()).status, "STOPPED");
});

test("410 stops an automation immediately and for good", async () => {
  feed.has([loaf(1)]);
  await feed.automate();
  feed.site.on("/feed.xml", { status: 410 });
  await feed.nextRun();
  assert.equal((await feed.read()).status, "STOPPED");
  const requests = feed.site.seen.length;
  stage.pass(30 * 24 * HOUR);
  await stage.settle();
  assert.equal(feed.site.seen.length, requests);
});

test("a paused automation does not run", async () => {
  feed.has([]);
  const id = await feed.automate();
  await stage.app.db.query("update automations set status = 'PAUSED' where id = $1", [id]);
  const requests = feed.site.seen.length;
  await feed.nextRun();
  assert.deepEqual([feed.site.seen.length, (await feed.read()).status], [requests, "PAUSED"]);
});

test("a run imports the oldest twenty items, and the rest follow within minutes, despite validators", async () => {
  feed.has([]);
  await feed.automate();
  const items = Array.from({ length: 45 }, (_, index) => loaf(index + 50, { date: addSeconds(stage.now(), (index - 45) * HOUR) }));
  feed.has(items.toReversed());
  await feed.nextRun();
  assert.deepEqual(
    await feed.titles(),
    items.slice(0, 20).map((item) => item.title),
  );
  assert.equal(await feed.secondsToNextRun(), 60);
  await feed.nextRun();
  await feed.nextRun();
  assert.deepEqual(
    await feed.titles(),
    items.map((item) => item.title),
  );
  assert.equal(await feed.secondsToNextRun(), HOUR);
});

test("a rebuilt feed does not flood the queue", async () => {
  feed.has([loaf(98), loaf(97)]);
  await feed.automate();
  const renamed = (n: number) => loaf(n, { guid: `new-${n}`, link: `https://shop.example/blog/${n}` });
  feed.has([loaf(99), renamed(98), renamed(97), renamed(60), renamed(50), renamed(40), renamed(30), renamed(20)]);
  await feed.nextRun();
  assert.deepEqual(await feed.titles(), ["Loaf 99"]);
  feed.has([renamed(100), loaf(99), renamed(98), renamed(97), renamed(60), renamed(50), renamed(40), renamed(30), renamed(20)]);
  await feed.nextRun();
  assert.deepEqual(await feed.titles(), ["Loaf 99", "Loaf 100"]);
});

test("an archive that moves into a feed which was empty does not flood the queue", async () => {
  feed.has([]);
  await feed.automate();
  const old = Array.from({ length: 25 }, (_, index) => loaf(index, { date: `2020-01-${String(index + 1).padStart(2, "0")}T09:00:00Z` }));
  feed.has([loaf(99, { date: stage.now() }), ...old]);
  await feed.nextRun();
  assert.deepEqual(await feed.titles(), ["Loaf 99"]);
});

test("an automation whose next run was reckoned from a clock that was a year ahead runs all the same", async () => {
  feed.has([loaf(1)]);
  await feed.automate();
  await stage.app.db.query("update automations set next_run_at = next_run_at + interval '1 year'");
  feed.has([loaf(2), loaf(1)]);
  await stage.settle();
  assert.deepEqual(await feed.titles(), ["Loaf 2"]);
});

test("items are not imported into a full brand, but once there is room again", async () => {
  const items = Array.from({ length: 61 }, (_, index) => loaf(index + 1));
  feed.has(items);
  await feed.automate({ loadOldPosts: true });
  await stage.settle();
  assert.equal((await feed.titles()).length, 60);
  await feed.nextRun();
  assert.deepEqual([(await feed.titles()).length, (await feed.read()).runCount], [60, 2]);
  const { body } = await feed.place.api("GET", "/posts?per_page=1");
  await stage.app.db.query("update accounts set sensitive_actions = true");
  await must(feed.place.api("DELETE", `/posts/${body.data[0].id}`));
  await feed.nextRun();
  assert.equal((await feed.titles()).at(-1), "Loaf 61");
});

test("seen items are remembered while in the feed and 90 days after, and the newest thousand for good", async () => {
  feed.has([loaf(2), loaf(1)]);
  const id = await feed.automate();
  const old = "2026-01-01T00:00:00Z";
  const insert = `insert into feed_items (automation_id, key, first_seen_at, last_seen_at) select $1, $2 || n, $3, $3 from generate_series(1, $4::int) n`;
  await stage.app.db.query(insert, [id, "gone-", old, 1200]);
  stage.pass(100 * 24 * HOUR);
  await stage.settle();
  const count = async () => (await stage.app.db.query("select count(*) n from feed_items where automation_id = $1", [id])).rows[0].n;
  // 304: the feed was not read, so no item is known to have left it.
  assert.equal(await count(), 1202);
  feed.has([loaf(3), loaf(2)]);
  await feed.nextRun();
  assert.deepEqual([await count(), await feed.titles()], [1000, ["Loaf 3"]]);
  feed.has([loaf(3), loaf(2), loaf(1)]);
  await feed.nextRun();
  assert.deepEqual(await feed.titles(), ["Loaf 3"]);
});

test("a caption is never empty", async () => {
  feed.has([]);
  await feed.automate({ caption: "{{price}}", title: "{{author}}" });
  feed.has([loaf(1), { guid: "nothing but an id" }]);
  await feed.nextRun();
  const { body } = await feed.place.api("GET", "/posts?sort_order=asc");
  assert.deepEqual(
    body.data.map((post: { title: string | null; body: string }) => [post.title, post.body]),
    [
      [null, "Loaf 1"],
      [null, "Blog"],
    ],
  );
});

test("a site that gets another address, and with it other ids and links, has nothing posted twice", async () => {
  const at = (host: string) => (number: number) =>
    loaf(number, {
      guid: `https://${host}/${number}/`,
      link: `https://${host}/${number}/`,
    });
  const [before, after] = [at("www.shop.example"), at("shop.example")];
  feed.has([2, 1].map(before));
  await feed.automate({ loadOldPosts: true });
  await stage.settle();
  feed.has([3, 2, 1].map(after));
  await feed.nextRun();
  assert.deepEqual(await feed.titles(), ["Loaf 1", "Loaf 2", "Loaf 3"]);
  feed.has([{ ...after(2), title: "Loaf 2, edited" }, after(1)]);
  await feed.nextRun();
  assert.equal((await feed.titles()).length, 3, "they are known by what they go by now");
});

test("an item whose address is corrected, and its id with it, is not posted again", async () => {
  const at = (number: number, address: string) =>
    loaf(number, { guid: `https://shop.example/${address}`, link: `https://shop.example/${address}` });
  feed.has([at(2, "lofa-2"), at(1, "loaf-1")]);
  await feed.automate({ loadOldPosts: true });
  await stage.settle();
  feed.has([at(2, "loaf-2"), at(1, "loaf-1")]);
  await feed.nextRun();
  feed.has([{ ...at(2, "loaf-2"), title: "Loaf 2, edited" }, at(1, "loaf-1")]);
  await feed.nextRun();
  assert.deepEqual(await feed.titles(), ["Loaf 1", "Loaf 2"]);
});

test("a feed that shows one item at a time, always with the address of its page, has each of them imported once", async () => {
  const link = "https://shop.example/offer-of-the-day";
  const today = (title: string) => ({ title, date: stage.now(), guid: `offer ${title}`, link });
  feed.has([today("Rye")]);
  await feed.automate({ loadOldPosts: true });
  await stage.settle();
  for (const title of ["Spelt", "Oats"]) {
    stage.pass(24 * 3600);
    const offer = today(title);
    feed.has([offer]);
    await feed.nextRun();
    // Built anew, with another id, it is the same.
    feed.has([{ ...offer, guid: `${offer.guid}, again` }]);
    await feed.nextRun();
  }
  assert.deepEqual(await feed.titles(), ["Rye", "Spelt", "Oats"]);
});
