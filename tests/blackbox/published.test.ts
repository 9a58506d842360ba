import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { apiOf, type Query } from "./support/api.ts";
import { assertInvalid, assertNoBrand, assertRefused, assertStatus } from "./support/expect.ts";
import { assertPages, NO_IDS, PAGE_MISTAKES } from "./support/lists.ts";
import * as resources from "./support/resources.ts";
import { entriesOf, published, publishNow } from "./support/results.ts";
import { sharedService } from "./support/service.ts";
import { aChannel, aCollection, aMember, aPost, aWorkspace, updateChannel, type Workspace } from "./support/stage.ts";
import { emoji } from "./support/texts.ts";
import { utcText } from "./support/time.ts";

/** A brand with published, failed and skipped entries in two collections on two channels. */
async function anArchive() {
  const of = await aWorkspace();
  const [mastodon, bluesky] = [await aChannel(of, "Mastodon"), await aChannel(of, "Bluesky")];
  const one = (await aCollection(of, { channels: [mastodon] })).id;
  const two = (await aCollection(of, { channels: [bluesky, mastodon] })).id;
  const bread = await publishNow(of, one, { caption: "Bread, 100% rye_flour" });
  const cake = await publishNow(of, one, { caption: "ÄPFEL and Cake 🍰 ΠΡΟΣΦΟΡΑ" });
  const both = await published(of, await aPost(of, two, { publishMode: "IMMEDIATE", caption: "bread everywhere" }), 2);
  const poll = await publishNow(of, one, { caption: "Vote", poll: { question: "?", options: ["a", "b"], period: "1d" } });
  const failed = await publishNow(of, one, { caption: `Too long ${"x".repeat(600)}` });
  await updateChannel(of, mastodon, "INACTIVE");
  const skipped = await publishNow(of, one, { caption: "Nobody" });
  return { of, mastodon, bluesky, one, two, bread, cake, both, poll, failed, skipped };
}

let archive: Awaited<ReturnType<typeof anArchive>>;
before(async () => {
  archive = await anArchive();
});

describe("GET /brands/{brand_id}/published-posts", () => {
  const path = () => `${archive.of.brand}/published-posts`;
  const ids = async (query: Query = {}) => (await entriesOf(archive.of, query)).map((entry) => entry.id);
  const published_ = () => [archive.bread, archive.cake, ...archive.both, archive.poll].map((entry) => entry.id).sort((a, b) => b - a);

  test("lists published entries by default, newest first", async () => {
    assert.deepEqual(await ids(), published_());
  });

  test("one status per request: each of the five lists its own entries", async () => {
    assert.deepEqual(await ids({ status: "PUBLISHED" }), published_());
    assert.deepEqual(await ids({ status: "FAILED" }), [archive.failed.id]);
    assert.deepEqual(await ids({ status: "SKIPPED" }), [archive.skipped.id]);
    assert.deepEqual(await ids({ status: "RETRYING" }), []);
    assert.deepEqual(await ids({ status: "SENT" }), []);
  });

  test("collection_id, channel_id and post_id are filters", async () => {
    const bothIds = archive.both.map((entry) => entry.id).sort((a, b) => b - a);
    assert.deepEqual(await ids({ collection_id: archive.two }), bothIds);
    assert.deepEqual(await ids({ post_id: archive.both[0]?.postId ?? 0 }), bothIds);
    assert.deepEqual(
      await ids({ channel_id: archive.bluesky }),
      archive.both.filter((entry) => entry.channel.id === archive.bluesky).map((entry) => entry.id),
    );
    assert.deepEqual(await ids({ post_id: archive.bread.postId ?? 0, collection_id: archive.one, channel_id: archive.mastodon }), [
      archive.bread.id,
    ]);
    assert.deepEqual(await ids({ post_id: archive.bread.postId ?? 0, collection_id: archive.two }), []);
  });

  test("ids of nothing list nothing", async () => {
    for (const filter of ["collection_id", "channel_id", "post_id"]) assert.deepEqual(await ids({ [filter]: 9007199254740991 }), []);
  });

  test("post_type is a filter", async () => {
    assert.deepEqual(await ids({ post_type: "POLL" }), [archive.poll.id]);
    assert.deepEqual(await ids({ post_type: "VIDEO" }), []);
  });

  const searches: readonly (readonly [string, () => readonly number[]])[] = [
    ["bread", () => [archive.bread, ...archive.both].map((entry) => entry.id).sort((a, b) => b - a)],
    ["BREAD EVERY", () => archive.both.map((entry) => entry.id).sort((a, b) => b - a)],
    ["äpfel", () => [archive.cake.id]],
    ["🍰", () => [archive.cake.id]],
    // At the end of what is searched for, but not of the word.
    ["ΠΡΟΣ", () => [archive.cake.id]],
    ["100%", () => [archive.bread.id]],
    ["0% r", () => [archive.bread.id]],
    ["b%d", () => []],
    ["rye_f", () => [archive.bread.id]],
    ["c_ke", () => []],
    ["\\", () => []],
    ["'; drop table posts; --", () => []],
    ["croissant", () => []],
  ];
  for (const [search, wanted] of searches) {
    test(`search ${JSON.stringify(search)} is a case-insensitive match on the published text, taken literally`, async () => {
      assert.deepEqual(await ids({ search }), wanted());
    });
  }

  test("a search for white space is one for nothing, and so is such a post_type", async () => {
    const all = await ids({});
    assert.ok(all.length > 3);
    for (const empty of [{ search: "" }, { search: "  " }, { search: "\t" }, { post_type: " " }]) assert.deepEqual(await ids(empty), all);
  });

  test("search has at most 255 characters, counted in code points", async () => {
    assertStatus(await archive.of.api.get(path(), { search: emoji(255) }), 200);
    assertInvalid(await archive.of.api.get(path(), { search: emoji(256) }), ["search"]);
    assertInvalid(await archive.of.api.get(path(), { search: "a\0b" }), ["search"]);
  });

  test("published_from and published_to bound the moment of publishing in UTC", async () => {
    const second = (seconds: number) => utcText(Temporal.Now.instant().add({ seconds }));
    assert.deepEqual(await ids({ published_from: second(-3600), published_to: second(3600) }), published_());
    assert.deepEqual(await ids({ published_from: second(3600) }), []);
    assert.deepEqual(await ids({ published_to: second(-3600) }), []);
  });

  test("published_to can equal published_from but not precede it", async () => {
    assertStatus(await archive.of.api.get(path(), { published_from: "2030-01-01 00:00:00", published_to: "2030-01-01 00:00:00" }), 200);
    const query = { published_from: "2030-01-01 00:00:01", published_to: "2030-01-01 00:00:00" };
    assertInvalid(await archive.of.api.get(path(), query), ["published_to"]);
  });

  for (const sort_by of ["id", "created_at", "likes", "comments", "shares"]) {
    test(`sorts by ${sort_by} in both directions, ties by id in the same direction`, async () => {
      assert.deepEqual(await ids({ sort_by, sort_order: "asc" }), published_().reverse());
      assert.deepEqual(await ids({ sort_by, sort_order: "desc" }), published_());
    });

    test(`pages sorted by ${sort_by} lead through all entries once`, async () => {
      await assertPages(archive.of.api, path(), { row: resources.publishedEntry, total: 5, query: { sort_by, sort_order: "asc" } });
    });
  }

  test("links keep every filter", async () => {
    const query = { status: "PUBLISHED", collection_id: archive.one, search: "e", published_from: "2020-01-01 00:00:00" };
    await assertPages(archive.of.api, path(), { row: resources.publishedEntry, total: 3, query });
  });

  const wrong: readonly (readonly [Query, readonly string[]])[] = [
    [{ status: "PENDING" }, ["status"]],
    [{ status: "published" }, ["status"]],
    [{ status: "PUBLISHED,FAILED" }, ["status"]],
    [{ collection_id: "abc" }, ["collection_id"]],
    [{ channel_id: "1.5" }, ["channel_id"]],
    [{ post_id: "9007199254740993" }, ["post_id"]],
    [{ sort_by: "publishedAt" }, ["sort_by"]],
    [{ sort_order: "newest" }, ["sort_order"]],
    [{ published_from: "2026-11-21" }, ["published_from"]],
    [{ published_to: "2026-13-01 00:00:00" }, ["published_to"]],
    [
      { status: "x", collection_id: "x", channel_id: "x", post_id: "x", sort_by: "x", sort_order: "x", published_from: "x", page: 0 },
      ["status", "collection_id", "channel_id", "post_id", "sort_by", "sort_order", "published_from", "page"],
    ],
  ];
  for (const [query, fields] of wrong) {
    test(`${JSON.stringify(query)} answers 422 on ${fields.join(", ")}`, async () => {
      assertInvalid(await archive.of.api.get(path(), query), fields);
    });
  }

  for (const mistake of PAGE_MISTAKES) {
    test(`${mistake.name} answers 422`, async () => {
      assertInvalid(await archive.of.api.get(path(), mistake.query), mistake.fields);
    });
  }

  test("a viewer reads the results", async () => {
    assert.equal((await entriesOf(await aMember(archive.of, "viewer"))).length, 5);
  });

  test("a brand without results has an empty list", async () => {
    assert.deepEqual(await entriesOf(await aWorkspace()), []);
  });

  test("results of a foreign brand answer 404", async () => {
    const stranger: Workspace = await aWorkspace();
    assertNoBrand(await stranger.api.get(path()));
  });

  for (const id of NO_IDS) {
    test(`results of brand "${id}" answer 404`, async () => {
      assertStatus(await archive.of.api.get(`/brands/${id}/published-posts`), 404);
    });
  }

  test("results without a key answer 401", async () => {
    assertRefused(await apiOf((await sharedService()).url, null).get(path()), 401, "authorization");
  });
});
