import assert from "node:assert/strict";
import { after, test } from "node:test";
import { aFeedPlace } from "../testing/automations.ts";
import { entries, must } from "../testing/builders.ts";
import { loaf } from "../testing/feeds.ts";
import { openStage } from "../testing/stage.ts";

const stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
after(() => stage[Symbol.asyncDispose]());

const DESCRIPTION = "Flour, water, salt and a lot of time. ".repeat(19).trim();
const CAPTION = "{{title}}\n\n{{description}}\n\n{{link}}";

test("an item's description is shortened for the networks that take less, so that it goes out everywhere, with its link whole", async () => {
  await using feed = await aFeedPlace(stage, { channels: ["Bluesky", "Facebook", "Mastodon", "Threads", "X"], queues: ["Mon 09:00"] });
  const { place } = feed;
  feed.has([loaf(1, { more: `<description>${DESCRIPTION}</description>` })]);
  const preview = {
    name: "Blog",
    collectionId: place.collectionId,
    type: "RSS",
    feedUrl: feed.feedUrl,
    importAsType: "LINK",
    caption: CAPTION,
  };
  const { posts } = await must(stage.admin("POST", `/brands/${place.brandId}/automations/preview`, preview));
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
  const { place } = feed;
  feed.has([loaf(1, { title: "Rye ".repeat(80).trim(), more: `<description>${DESCRIPTION}</description>` })]);
  const preview = {
    name: "Blog",
    collectionId: place.collectionId,
    type: "RSS",
    feedUrl: feed.feedUrl,
    importAsType: "LINK",
    caption: CAPTION,
  };
  const { posts } = await must(stage.admin("POST", `/brands/${place.brandId}/automations/preview`, preview));
  assert.deepEqual([posts[0].captions, posts[0].tooLong], [[], ["X"]]);
});
