import assert from "node:assert/strict";
import { after, test } from "node:test";
import { aFeedPlace, type FeedPlace } from "../../testing/automations.ts";
import { entries, must } from "../../testing/builders.ts";
import { loaf } from "../../testing/feeds.ts";
import { openStage } from "../../testing/stage.ts";

const stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
after(() => stage[Symbol.asyncDispose]());

const DESCRIPTION = "Flour, water, salt and a lot of time. ".repeat(19).trim();
/** As many sentences, each another one: some networks take no part of a thread twice. */
const loaves = (count: number) => Array.from({ length: count }, (_, at) => `Loaf ${at} took a lot of time. `).join("");
const CAPTION = "{{title}}\n\n{{description}}\n\n{{link}}";

const fieldsOf = ({ place, feedUrl }: FeedPlace, change: object) => {
  return { name: "Blog", collectionId: place.collectionId, type: "RSS", feedUrl, importAsType: "LINK", caption: CAPTION, ...change };
};

/** What the feed's items would become. */
async function previewed(feed: FeedPlace, change: object = {}) {
  return (await must(stage.admin("POST", `/brands/${feed.place.brandId}/automations/preview`, fieldsOf(feed, change)))).posts;
}

/** Creates an automation that makes threads, as the dashboard does, and has it import what is in the feed. */
async function importThreads(feed: FeedPlace, change: object = {}): Promise<void> {
  const body = fieldsOf(feed, { loadOldPosts: true, autoThreadText: true, ...change });
  await must(stage.admin("POST", `/../brands/${feed.place.brandId}/automations`, body));
  await stage.settle();
}

test("an item's description is shortened for the networks that take less, so that it goes out everywhere, with its link whole", async () => {
  await using feed = await aFeedPlace(stage, { channels: ["Bluesky", "Facebook", "Mastodon", "Threads", "X"], queues: ["Mon 09:00"] });
  const { place } = feed;
  feed.has([loaf(1, { more: `<description>${DESCRIPTION}</description>` })]);
  const posts = await previewed(feed);
  const [{ body, captions, tooLong }] = posts;
  assert.ok(body.includes(DESCRIPTION));
  assert.deepEqual([captions.map(({ type }: { type: string }) => type).sort(), tooLong], [["Bluesky", "Mastodon", "Threads", "X"], []]);
  await feed.automate({ loadOldPosts: true, caption: CAPTION });
  await stage.settle();
  await stage.live(8 * 86_400, 300);
  const published = await entries(place, "PUBLISHED");
  assert.equal(published.length, 5, JSON.stringify(await entries(place, "FAILED")));
  for (const { body } of published) {
    assert.ok(body.startsWith("Loaf 1\n\nFlour, water"), body);
    assert.ok(body.endsWith("https://shop.example/1"), body);
  }
  assert.equal(new Set(published.map(({ body }: { body: string }) => body)).size, 4);
});

test("what is too long even without its description is said in the preview, and imported as it is", async () => {
  await using feed = await aFeedPlace(stage, { channels: ["X"], queues: ["Mon 09:00"] });
  feed.has([loaf(1, { title: "Rye ".repeat(80).trim(), more: `<description>${DESCRIPTION}</description>` })]);
  const posts = await previewed(feed);
  assert.deepEqual([posts[0].captions, posts[0].tooLong], [[], ["X"]]);
  await feed.automate({ loadOldPosts: true, caption: CAPTION });
  await stage.settle();
  const [post] = await feed.posts();
  assert.equal(post.body, posts[0].body);
  const { rows } = await stage.app.db.query("select captions from posts where id = $1", [post.id]);
  assert.deepEqual(rows, [{ captions: null }]);
});

test("where threads are wished, a network that has them gets the whole text in parts, the same as the preview shows; others a shorter one", async () => {
  await using feed = await aFeedPlace(stage, {
    channels: ["Bluesky", "Facebook", "Mastodon", "Pinterest", "Telegram", "Threads", "X"],
    queues: ["Mon 09:00"],
  });
  const { place } = feed;
  feed.has([loaf(1, { more: `<description>${loaves(35)}</description>` })]);
  const [{ body, captions, tooLong, threads }] = await previewed(feed, { autoThreadText: true });
  const { rows: channels } = await stage.app.db.query("select id, type from channels where brand_id = $1 order by id", [place.brandId]);
  assert.deepEqual(
    threads.map(({ channelId, channelType }: { channelId: number; channelType: string }) => ({ id: channelId, type: channelType })),
    channels.filter(({ type }) => ["Bluesky", "Mastodon", "Threads", "X"].includes(type)),
  );
  assert.deepEqual([captions.map(({ type }: { type: string }) => type), tooLong], [["Pinterest"], []]);
  for (const { parts } of threads) assert.equal(parts.join(" ").replace(/\s+/g, " "), body.replace(/\s+/g, " "));
  await importThreads(feed);
  const [post] = await feed.posts();
  assert.deepEqual([post.body, post.postType], [body, "TEXT"]);
  await stage.live(8 * 86_400, 300);
  const { rows: split } = await stage.app.db.query(
    `select channel_id "channelId", split parts from deliveries where brand_id = $1 and split is not null order by channel_id`,
    [place.brandId],
  );
  assert.deepEqual(
    split,
    threads.map(({ channelId, parts }: { channelId: number; parts: string[] }) => ({ channelId, parts })),
  );
  const published = await entries(place, "PUBLISHED");
  const chains = published.filter(({ postType }: { postType: string }) => postType === "THREAD");
  assert.equal(chains.length, 4, JSON.stringify(await entries(place, "FAILED")));
  for (const { url } of chains) assert.ok((await (await fetch(url)).text()).includes("https://shop.example/1"), url);
});

test("a text that not even ten parts can take is shortened until they can", async () => {
  await using feed = await aFeedPlace(stage, { channels: ["X"], queues: ["Mon 09:00"] });
  feed.has([loaf(1, { more: `<description>${loaves(150)}</description>` })]);
  const [{ captions, tooLong, threads }] = await previewed(feed, { autoThreadText: true });
  assert.deepEqual([captions.length, tooLong, threads.length, threads[0].parts.length], [1, [], 1, 10]);
  await importThreads(feed);
  await stage.live(8 * 86_400, 300);
  const [entry] = await entries(feed.place, "PUBLISHED");
  assert.deepEqual([entry.postType, entry.body], ["THREAD", captions[0].caption]);
});

test("a template with the parts of a thread in it makes one, and one with more than a thread may have stays a post", async () => {
  await using feed = await aFeedPlace(stage, { channels: ["Mastodon"] });
  feed.has([loaf(1)]);
  for (const [count, postType, shown] of [
    [3, "THREAD", 1],
    [11, "TEXT", 0],
  ] as const) {
    const caption = Array.from({ length: count }, (_, at) => `${at}: {{title}}`).join("\n\n\n");
    const [post] = await previewed(feed, { autoThreadText: true, caption });
    assert.deepEqual([post.postType, post.threads.length], [postType, shown]);
    await importThreads(feed, { name: `${count} parts`, caption });
    assert.equal((await feed.posts()).at(-1).postType, postType);
  }
});
