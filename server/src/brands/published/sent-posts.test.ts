import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { SentPost } from "@rostrum/contract/private/sent-posts.ts";
import type { Connector, OutgoingPost, PublishOutcome } from "../../networks/connectors/connector.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

const takes = ({ key }: OutgoingPost): PublishOutcome => ({
  kind: "published",
  remoteId: key,
  url: `https://network.example/posts/${key}`,
});

let stage: Stage;
let place: Place;
let viewer: Dashboard;
let publish: (post: OutgoingPost) => PublishOutcome = takes;
let likes = 3;
const posts = new Map<string, number>();
before(async () => {
  const scripted: Connector = {
    ...instantConnector("Mastodon"),
    publish: async (post) => publish(post),
    counts: async (ids) => ({
      kind: "counted",
      counts: Object.fromEntries(ids.map((id) => [id, { likes: likes++, comments: 2, shares: 1 }])),
    }),
  };
  const connectors = { Mastodon: scripted, Bluesky: instantConnector("Bluesky"), Threads: instantConnector("Threads") };
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" }, "2026-11-21T09:00:00Z", connectors);
  place = await aPlace(stage, { channels: ["Mastodon", "Bluesky", "Threads"] });
  await must(stage.admin("POST", "/users", { name: "Grace", email: "grace@example.org", password: "correct horse" }));
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: "grace@example.org", role: "editor" }));
  viewer = await aDashboard(stage, "grace@example.org");
  await leave("Rye with walnuts", takes);
  await leave("Rolls for Sunday", () => ({ kind: "rejected", reason: "Your account is limited." }));
  await leave("Bread that is being taken in", () => ({ kind: "pending", live: "no", checkAfterSeconds: 40_000 }));
  stage.pass(900);
  await stage.settle();
});
after(() => stage[Symbol.asyncDispose]());

async function leave(caption: string, outcome: typeof publish): Promise<void> {
  publish = outcome;
  posts.set(caption, await aPost(place, { publishMode: "IMMEDIATE", caption }));
  await stage.settle();
  stage.pass(60);
}

async function listed(search = ""): Promise<{ total: number; needs: number; leaving: number; posts: SentPost[] }> {
  return must(viewer.call("GET", `/brands/${place.brandId}/sent-posts?${search}`));
}

const texts = ({ posts }: { readonly posts: readonly SentPost[] }) => posts.map(({ text }) => text);

test("three posts on three networks are three rows, each with what became of it on every channel, and are counted as three", async () => {
  const list = await listed();
  assert.deepEqual([list.total, list.needs, list.leaving], [3, 1, 1]);
  assert.deepEqual(texts(list), ["Bread that is being taken in", "Rolls for Sunday", "Rye with walnuts"]);
  assert.deepEqual(
    list.posts.map(({ results }) => results.map(({ channel, state }) => [channel.type, state])),
    [
      [
        ["Mastodon", "pending"],
        ["Bluesky", "PUBLISHED"],
        ["Threads", "PUBLISHED"],
      ],
      [
        ["Mastodon", "FAILED"],
        ["Bluesky", "PUBLISHED"],
        ["Threads", "PUBLISHED"],
      ],
      [
        ["Mastodon", "PUBLISHED"],
        ["Bluesky", "PUBLISHED"],
        ["Threads", "PUBLISHED"],
      ],
    ],
  );
  const [, , rye] = list.posts;
  assert.deepEqual(rye?.counts, { likes: rye?.results[0]?.counts?.likes, comments: 2, shares: 1 });
  assert.deepEqual([rye?.postId, rye?.sourceId, rye?.collection], [posts.get("Rye with walnuts"), posts.get("Rye with walnuts"), "Bread"]);
});

test("views, filters, orders and pages of rows are each other's parts", async () => {
  assert.deepEqual(texts(await listed("view=needs")), ["Rolls for Sunday"]);
  assert.deepEqual(texts(await listed("view=leaving")), ["Bread that is being taken in"]);
  assert.deepEqual(texts(await listed("view=sent")), ["Rolls for Sunday", "Rye with walnuts"]);
  assert.deepEqual(texts(await listed("search=walnut")), ["Rye with walnuts"]);
  assert.deepEqual(texts(await listed("search=TAKEN")), ["Bread that is being taken in"]);
  assert.deepEqual(texts(await listed(`channel_id=${place.channelIds[0]}&sort_order=asc`)).length, 3);
  assert.deepEqual(texts(await listed(`collection_id=${place.collectionId}&per_page=1&page=3`)), ["Rye with walnuts"]);
  const [first] = (await listed("search=walnut")).posts;
  assert.deepEqual(texts(await listed(`entry_id=${first?.results[2]?.id}`)), ["Rye with walnuts"]);
  assert.equal((await listed("from=2026-11-22")).total, 0);
  assert.equal((await listed("from=2026-11-21&to=2026-11-21&post_type=TEXT")).total, 3);
  assert.deepEqual(texts(await listed("sort_by=likes"))[0], "Rye with walnuts");
  assert.deepEqual(texts(await listed("sort_by=likes&sort_order=asc")).at(-1), "Rye with walnuts");
});

test("what one network did not take is sent to it alone, as a post of its own", async () => {
  const [row] = (await listed("view=needs")).posts;
  const [failed] = row?.results ?? [];
  const copy = await must(viewer.call("POST", `/posts/${row?.postId}/copies`, { channelId: failed?.channel.id }));
  assert.deepEqual((await must(viewer.call("GET", `/posts/${copy.id}`))).leftOut, place.channelIds.slice(1));
  const elsewhere = await viewer.call("POST", `/posts/${row?.postId}/copies`, { channelId: 999_999 });
  assert.equal(elsewhere.status, 409);
});

test("a row stays when its post is deleted, and can be used again as long as that is in the bin", async () => {
  const id = posts.get("Rye with walnuts");
  await must(viewer.call("DELETE", `/posts/${id}`));
  const [row] = (await listed("search=walnut")).posts;
  assert.deepEqual([row?.postId, row?.sourceId, row?.results.length], [null, id, 3]);
  const copy = await must(viewer.call("POST", `/posts/${row?.sourceId}/copies`));
  assert.equal((await must(viewer.call("GET", `/posts/${copy.id}`))).caption, "Rye with walnuts");
});
