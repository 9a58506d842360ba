import assert from "node:assert/strict";
import { before, beforeEach, describe, test } from "node:test";
import { eventually } from "../../server/src/testing/eventually.ts";
import { pageOf } from "./support/api.ts";
import { assertRefused } from "./support/expect.ts";
import { pageOfNetwork } from "./support/reader.ts";
import * as resources from "./support/resources.ts";
import { entriesOf, published, publishNow } from "./support/results.ts";
import {
  aChannel,
  aCollection,
  aPost,
  aWorkspace,
  readPost,
  removeChannel,
  updateBrand,
  updateChannel,
  updateCollection,
  type Workspace,
} from "./support/stage.ts";
import { anUpload } from "./support/upload.ts";

const NETWORKS = ["Mastodon", "Bluesky"] as const;

for (const type of NETWORKS) {
  describe(`publishing to ${type}`, () => {
    let of: Workspace;
    let channelId: number;
    let collectionId: number;
    before(async () => {
      of = await aWorkspace();
      channelId = await aChannel(of, type, "cornerbakery");
    });
    // A collection takes ten immediate posts a day: each test has its own.
    beforeEach(async () => {
      collectionId = (await aCollection(of, { channels: [channelId] })).id;
    });

    test("an immediate post gets an entry with channel, text, URL and counts, and reads PUBLISHED", async () => {
      const caption = "Fresh croissants 🥐 from 7 a.m.";
      const start = Temporal.Now.instant().subtract({ seconds: 1 });
      const { id, url, publishedAt, message, ...rest } = await publishNow(of, collectionId, { caption });
      assert.ok(id > 0);
      assert.deepEqual(rest, {
        postId: rest.postId,
        collectionId,
        channel: { id: channelId, name: "cornerbakery", type },
        postType: "TEXT",
        body: caption,
        status: "PUBLISHED",
        results: { likes: 0, comments: 0, shares: 0 },
      });
      assert.ok(Temporal.Instant.compare(Temporal.Instant.from(publishedAt), start) > 0);
      assert.ok(message === null || message.length > 0);
      assert.match(url ?? "", /^https?:\/\//);
      const post = await readPost(of, rest.postId ?? 0);
      assert.deepEqual([post.status, post.postingType, post.body], ["PUBLISHED", "NOW", caption]);
    });

    test("the entry's URL leads to the post on the network", async () => {
      const { url } = await publishNow(of, collectionId, { caption: "Plum cake at noon" });
      assert.ok((await pageOfNetwork(of.service, url)).includes("Plum cake at noon"));
    });

    test("an image is published with its alternative text", async () => {
      const media = [{ id: await anUpload(of, "png") }];
      const entry = await publishNow(of, collectionId, { caption: "With a picture", alt: "A tray of croissants", media });
      assert.deepEqual([entry.status, entry.postType], ["PUBLISHED", "IMAGE"]);
      assert.ok((await pageOfNetwork(of.service, entry.url)).includes("A tray of croissants"));
    });

    test("several images go along", async () => {
      const media = [{ id: await anUpload(of, "png") }, { id: await anUpload(of, "jpeg") }];
      const entry = await publishNow(of, collectionId, { caption: "With pictures", media });
      assert.deepEqual([entry.status, entry.postType], ["PUBLISHED", "SLIDES"]);
    });

    test("text above the network's limit fails with the count and the limit, and is never cut", async () => {
      const limit = type === "Mastodon" ? 500 : 300;
      const entry = await publishNow(of, collectionId, { caption: "x".repeat(limit + 7) });
      assert.deepEqual([entry.status, entry.url], ["FAILED", null]);
      assert.match(entry.message ?? "", new RegExp(String(limit)));
      assert.match(entry.message ?? "", new RegExp(String(limit + 7)));
      assert.equal((await readPost(of, entry.postId ?? 0)).status, "PUBLISHED");
    });

    test("text of exactly the network's limit is published; a family emoji counts as one", async () => {
      const limit = type === "Mastodon" ? 500 : 300;
      const caption = `${"x".repeat(limit - 1)}👩‍👩‍👧`;
      const entry = await publishNow(of, collectionId, { caption });
      assert.deepEqual([entry.status, entry.body], ["PUBLISHED", caption]);
    });

    test("a thread is published segment by segment", async () => {
      const entry = await publishNow(of, collectionId, { caption: "First part\n\n\nSecond part\n\n\nThird part", autoThreadText: true });
      assert.deepEqual([entry.status, entry.postType], ["PUBLISHED", "THREAD"]);
      const page = await pageOfNetwork(of.service, entry.url);
      for (const part of ["First part", "Second part", "Third part"]) assert.ok(page.includes(part), part);
    });

    test("a poll is published", async () => {
      const poll = { question: "Which cake next?", options: ["Cherry", "Plum"], period: "1d" };
      const entry = await publishNow(of, collectionId, { caption: "Have your say", poll });
      assert.deepEqual([entry.status, entry.postType], ["PUBLISHED", "POLL"]);
      const page = await pageOfNetwork(of.service, entry.url);
      for (const word of ["Cherry", "Plum"]) assert.ok(page.includes(word), word);
    });

    test("a poll without caption is published with its question", async () => {
      const poll = { question: "Which bread next?", options: ["Rye", "Spelt"], period: "3d" };
      const entry = await publishNow(of, collectionId, { caption: undefined, poll });
      assert.equal(entry.status, "PUBLISHED");
      assert.ok((await pageOfNetwork(of.service, entry.url)).includes("Which bread next?"));
    });

    test("a PDF is skipped with the reason", async () => {
      const entry = await publishNow(of, collectionId, { caption: "Read on", media: [{ id: await anUpload(of, "pdf") }] });
      assert.deepEqual([entry.status, entry.url], ["SKIPPED", null]);
      assert.match(entry.message ?? "", /\S/);
    });

    test("hostile text arrives as text", async () => {
      const caption = `<script>alert("1")</script> & "quotes" \u202e`;
      const entry = await publishNow(of, collectionId, { caption });
      assert.deepEqual([entry.status, entry.body], ["PUBLISHED", caption]);
      assert.ok(!(await pageOfNetwork(of.service, entry.url)).includes("<script>alert"));
    });
  });
}

describe("publishing to the channels of a collection", () => {
  test("a post goes to every channel of its collection: one entry per channel", async () => {
    const of = await aWorkspace();
    const channels = [await aChannel(of, "Mastodon"), await aChannel(of, "Bluesky"), await aChannel(of, "Mastodon")];
    const { id } = await aCollection(of, { channels });
    const entries = await published(of, await aPost(of, id, { publishMode: "IMMEDIATE" }), 3);
    assert.deepEqual(entries.map((entry) => entry.channel.id).sort(), channels.toSorted());
    assert.deepEqual(new Set(entries.map((entry) => entry.status)), new Set(["PUBLISHED"]));
  });

  test("an inactive channel is skipped with the reason, the others publish", async () => {
    const of = await aWorkspace();
    const [active, inactive] = [await aChannel(of), await aChannel(of)];
    const { id } = await aCollection(of, { channels: [active, inactive] });
    await updateChannel(of, inactive, "INACTIVE");
    const entries = await published(of, await aPost(of, id, { publishMode: "IMMEDIATE" }), 2);
    const of_ = (channelId: number) => entries.find((entry) => entry.channel.id === channelId);
    assert.equal(of_(active)?.status, "PUBLISHED");
    const skipped = of_(inactive);
    assert.deepEqual([skipped?.status, skipped?.url], ["SKIPPED", null]);
    assert.match(skipped?.message ?? "", /inactive/i);
  });

  const lonely: readonly (readonly [string, (of: Workspace) => Promise<number[]>])[] = [
    ["without channels", async () => []],
    ["whose only channel was removed", async (of) => [await aChannel(of)]],
  ];
  for (const [what, channelsOf] of lonely) {
    test(`a post of a collection ${what} gets one SKIPPED entry with null channel fields`, async () => {
      const of = await aWorkspace();
      const channels = await channelsOf(of);
      const { id } = await aCollection(of, { channels });
      for (const channel of channels) await removeChannel(of, channel);
      const postId = await aPost(of, id, { publishMode: "IMMEDIATE", caption: "Nobody hears" });
      const [entry, ...more] = await published(of, postId);
      assert.deepEqual([entry?.status, entry?.channel, entry?.url, more], ["SKIPPED", { id: null, name: null, type: null }, null, []]);
      assert.equal(entry?.postId, postId);
    });
  }

  test("a post of a collection whose channels are all inactive gets one SKIPPED entry with null channel fields", async () => {
    const of = await aWorkspace();
    const channels = [await aChannel(of), await aChannel(of, "Bluesky")];
    const { id } = await aCollection(of, { channels });
    for (const channel of channels) await updateChannel(of, channel, "INACTIVE");
    const [entry, ...more] = await published(of, await aPost(of, id, { publishMode: "IMMEDIATE" }));
    assert.deepEqual([entry?.status, entry?.channel, more], ["SKIPPED", { id: null, name: null, type: null }, []]);
  });

  test("a reactivated channel receives the next post", async () => {
    const of = await aWorkspace();
    const channel = await aChannel(of);
    const { id } = await aCollection(of, { channels: [channel] });
    await updateChannel(of, channel, "INACTIVE");
    await updateChannel(of, channel, "ACTIVE");
    assert.equal((await publishNow(of, id, { caption: "Back" })).status, "PUBLISHED");
  });

  test("a published post of a collection that republishes after weeks stays published until then", async () => {
    const of = await aWorkspace();
    const { id } = await aCollection(of, { channels: [await aChannel(of)], maxRepublish: 4 });
    const entry = await publishNow(of, id, { caption: "See you in four weeks" });
    const post = await readPost(of, entry.postId ?? 0);
    assert.deepEqual([post.status, post.postingType], ["PUBLISHED", "NOW"]);
  });

  test("pauses do not affect immediate posts", async () => {
    const of = await aWorkspace();
    const { id } = await aCollection(of, { channels: [await aChannel(of)] });
    await updateCollection(of, id, "PAUSED");
    await updateBrand(of, { queueStatus: "PAUSED" });
    assert.equal((await publishNow(of, id, { caption: "Now" })).status, "PUBLISHED");
  });

  test("postsCount counts a published post", async () => {
    const of = await aWorkspace();
    const { id } = await aCollection(of, { channels: [await aChannel(of)] });
    await publishNow(of, id, { caption: "Now" });
    const [collection] = pageOf(await of.api.get(`${of.brand}/collections`), resources.listedCollection).data;
    assert.deepEqual(collection?.postsCount, { queued: 0, scheduled: 0, drafts: 0, published: 1 });
  });

  test("a published post of an evergreen collection joins the back of the queue at once for -1", async () => {
    const of = await aWorkspace();
    const { id } = await aCollection(of, { channels: [await aChannel(of)], maxRepublish: -1 });
    const postId = await aPost(of, id, { publishMode: "IMMEDIATE", caption: "Evergreen" });
    const read = await eventually("the post is queued again", async () => {
      const post = await readPost(of, postId);
      return post.postingType === "QUEUE" ? post : null;
    });
    assert.deepEqual([read.id, read.status], [postId, "PENDING"]);
    assert.equal((await entriesOf(of, { post_id: postId })).length, 1);
  });

  test("many concurrent immediate posts are each published once", async () => {
    const of = await aWorkspace();
    const { id } = await aCollection(of, { channels: [await aChannel(of)] });
    const posts = await Promise.all(
      Array.from({ length: 8 }, (_, index) => aPost(of, id, { publishMode: "IMMEDIATE", caption: `Number ${index}` })),
    );
    for (const post of posts) assert.equal((await published(of, post)).length, 1);
    const entries = await entriesOf(of);
    assert.equal(entries.length, 8);
    assert.equal(new Set(entries.map((entry) => entry.url)).size, 8);
  });

  test("a post that is being published or was published answers PATCH with 409", async () => {
    const of = await aWorkspace();
    const { id } = await aCollection(of, { channels: [await aChannel(of)] });
    const postId = await aPost(of, id, { publishMode: "IMMEDIATE", caption: "Now" });
    assertRefused(await of.api.patch(`${of.brand}/posts/${postId}`, { publishMode: "DRAFT" }), 409, "post_id");
    await published(of, postId);
    assertRefused(await of.api.patch(`${of.brand}/posts/${postId}`, { publishMode: "DRAFT" }), 409, "post_id");
  });

  test("the automatic comment goes out after its delay and has no entry of its own when it succeeds", async () => {
    const of = await aWorkspace();
    const { id } = await aCollection(of, { channels: [await aChannel(of)] });
    const entry = await publishNow(of, id, { caption: "With a comment", comment: { comment: "Order by noon", delay: 0 } });
    await eventually("the comment stands below the post", async () =>
      (await pageOfNetwork(of.service, entry.url)).includes("Order by noon") ? true : null,
    );
    assert.equal((await entriesOf(of)).length, 1);
  });
});
