import assert from "node:assert/strict";
import { after, test } from "node:test";
import { aFeedPlace, type FeedPlace } from "../../testing/automations.ts";
import { entries, must } from "../../testing/builders.ts";
import { loaf } from "../../testing/feeds.ts";
import { openStage } from "../../testing/stage.ts";

const stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
after(() => stage[Symbol.asyncDispose]());

const DESCRIPTION = "Flour, water, salt and a lot of time. ".repeat(19).trim();
const CAPTION = "{{title}}\n\n{{description}}\n\n{{link}}";

/** What the feed's items would become. */
async function previewed({ place, feedUrl }: FeedPlace) {
  const body = { name: "Blog", collectionId: place.collectionId, type: "RSS", feedUrl, importAsType: "LINK", caption: CAPTION };
  return (await must(stage.admin("POST", `/brands/${place.brandId}/automations/preview`, body))).posts;
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
