import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { aFeedPlace, type FeedPlace } from "../../testing/automations.ts";
import { loaf } from "../../testing/feeds.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let feed: FeedPlace;
before(async () => {
  stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  feed = await aFeedPlace(stage);
});
afterEach(() => feed[Symbol.asyncDispose]());

test("a preview shows the posts the current items would become, and stores nothing", async () => {
  const image = (name: string) => `<media:content medium="image" url="https://shop.example/${name}.jpg"/>`;
  feed.has([loaf(2, { more: image("a") + image("b") }), loaf(1, { more: image("c") })]);
  const body = {
    name: "Blog",
    collectionId: feed.place.collectionId,
    type: "RSS",
    feedUrl: feed.site.url,
    importAsType: "CAROUSEL",
    caption: "New: {{title}}",
  };
  feed.site.on("/", { body: `<html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head></html>` });
  const path = `/brands/${feed.place.brandId}/automations/preview`;
  const reply = await stage.admin("POST", path, body);
  assert.deepEqual(reply.body, {
    status: "success",
    data: {
      feedUrl: feed.feedUrl,
      posts: [
        {
          title: "Loaf 1",
          body: "New: Loaf 1",
          link: "https://shop.example/1",
          captions: [],
          tooLong: [],
          threads: [],
          postType: "IMAGE",
          media: ["https://shop.example/c.jpg"],
          publishedAt: "2026-08-13T10:00:00.000000Z",
        },
        {
          title: "Loaf 2",
          body: "New: Loaf 2",
          link: "https://shop.example/2",
          captions: [],
          tooLong: [],
          threads: [],
          postType: "SLIDES",
          media: ["https://shop.example/a.jpg", "https://shop.example/b.jpg"],
          publishedAt: "2026-08-14T10:00:00.000000Z",
        },
      ],
    },
  });
  assert.deepEqual([await feed.titles(), (await feed.place.api("GET", "/automations")).body.data], [[], []]);
  const refused = await stage.admin("POST", path, { ...body, feedUrl: "http://127.0.0.1:9/none" });
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [400, ["feedUrl"]]);
  const nowhere = await stage.admin("POST", path, { ...body, collectionId: 1_000_000 });
  assert.deepEqual([nowhere.status, Object.keys(nowhere.body.errors)], [404, ["collection"]]);
  assert.equal((await stage.admin("POST", path, { ...body, type: "CARRIER PIGEON" })).status, 422);
});
