import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { type Network, openNetwork, type Texts } from "./testing/network.ts";

let network: Network;
let userId: string;
beforeEach(async () => {
  network = await openNetwork();
  userId = (await network.get("/2/users/me")).body.data.id;
});
afterEach(() => network[Symbol.asyncDispose]());

const timeline = (query: Texts = {}) => network.get(`/2/users/${userId}/tweets`, query);
const idsOf = async (query: Texts) => (await timeline(query)).posts.map(({ id }) => id);
const message = async (answer: Promise<{ status: number; body: { errors: readonly { message: string }[] } }>) => {
  const { status, body } = await answer;
  return [status, body.errors[0]?.message];
};

/** Posts these texts a minute apart, and returns their ids, newest first. */
async function postedEachMinute(...texts: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const text of texts) {
    ids.unshift(await network.posted({ text }));
    network.pass(60);
  }
  return ids;
}

test("the timeline has an account's posts, newest first, with id and text unless more is asked for", async () => {
  const [second = "", first = ""] = await postedEachMinute("One", "Two");
  assert.deepEqual((await timeline()).body, {
    data: [
      { id: second, text: "Two", edit_history_tweet_ids: [second] },
      { id: first, text: "One", edit_history_tweet_ids: [first] },
    ],
    meta: { result_count: 2, newest_id: second, oldest_id: first },
  });
});

test("an empty timeline has no data, and an unknown account is an error with status 200", async () => {
  assert.deepEqual((await timeline()).body, { meta: { result_count: 0 } });
  const { status, body } = await network.get("/2/users/17/tweets");
  assert.equal(status, 200);
  assert.match(body.errors[0]?.type ?? "", /\/resource-not-found$/);
});

test("times and ids bound the timeline, and replies can be left out", async () => {
  const [third = "", second = "", first = ""] = await postedEachMinute("One", "Two", "Three");
  const answer = await network.posted({ text: "Four", reply: { in_reply_to_tweet_id: third } });
  assert.deepEqual(await idsOf({ start_time: "2026-11-21T09:01:00Z" }), [answer, third, second]);
  assert.deepEqual(await idsOf({ end_time: "2026-11-21T09:01:00.000Z" }), [first]);
  assert.deepEqual(await idsOf({ since_id: second }), [answer, third]);
  assert.deepEqual(await idsOf({ until_id: second }), [first]);
  assert.deepEqual(await idsOf({ exclude: "replies" }), [third, second, first]);
});

test("pages lead to the next by a token", async () => {
  const ids = await postedEachMinute("1", "2", "3", "4", "5", "6", "7");
  const { body, posts } = await timeline({ max_results: "5" });
  assert.deepEqual(
    posts.map(({ id }) => id),
    ids.slice(0, 5),
  );
  const next = await timeline({ max_results: "5", pagination_token: body.meta.next_token ?? "" });
  assert.deepEqual(
    next.posts.map(({ id }) => id),
    ids.slice(5),
  );
  assert.equal(next.body.meta.next_token, undefined);
});

test("parameters that are unknown or out of bounds are refused", async () => {
  assert.match(String((await message(timeline({ fields: "text" })))[1]), /^The query parameter \[fields\] is not one of \[max_results,/);
  assert.match(
    String((await message(timeline({ "tweet.fields": "text,x" })))[1]),
    /^The `tweet.fields` query parameter value \[x\] is not one/,
  );
  const wrong = [
    { max_results: "4" },
    { max_results: "101" },
    { start_time: "yesterday" },
    { start_time: "2010-11-05T00:00:00Z" },
    { pagination_token: "!" },
    { since_id: "x" },
    { exclude: "everything" },
    { expansions: "x" },
  ];
  for (const query of wrong) assert.equal((await message(timeline(query)))[0], 400, JSON.stringify(query));
  assert.equal((await network.get("/2/tweets", { ids: "x" })).status, 400);
  assert.equal((await network.get("/2/tweets", { ids: Array.from({ length: 101 }, () => "1").join(",") })).status, 400);
});

test("posts are looked up by id; those that are not there come as errors", async () => {
  const id = await network.posted({ text: "Hi" });
  const { status, body, posts } = await network.get("/2/tweets", { ids: `${id},17` });
  assert.equal(status, 200);
  assert.deepEqual(
    posts.map((post) => post.id),
    [id],
  );
  assert.deepEqual(body.errors, [
    {
      value: "17",
      detail: "Could not find tweet with ids: [17].",
      title: "Not Found Error",
      resource_type: "tweet",
      parameter: "ids",
      resource_id: "17",
      type: "https://api.x.com/2/problems/resource-not-found",
    },
  ]);
});

test("the names of the contract are known, too: what replies refer to then comes by an expansion", async () => {
  await network.settings({ subscription: "Premium" });
  const first = await network.posted({ text: "x".repeat(300) });
  const second = await network.posted({ text: "Two", reply: { in_reply_to_tweet_id: first } });
  const { body, posts } = await timeline({ "post.fields": "note_post,public_metrics", expansions: "referenced_posts,author_id" });
  const counts = { like_count: 0, quote_count: 0, bookmark_count: 0, impression_count: 0 };
  assert.deepEqual(posts, [
    {
      id: second,
      text: "Two",
      edit_history_post_ids: [second],
      author_id: userId,
      referenced_posts: [{ type: "replied_to", id: first }],
      public_metrics: { repost_count: 0, reply_count: 0, ...counts },
    },
    {
      id: first,
      text: `${"x".repeat(278)}…`,
      edit_history_post_ids: [first],
      author_id: userId,
      note_post: { text: "x".repeat(300), entities: {} },
      public_metrics: { repost_count: 0, reply_count: 1, ...counts, impression_count: 1 },
    },
  ]);
  assert.deepEqual(
    body.includes.posts?.map(({ id }) => id),
    [first],
  );
  const byField = await timeline({ "post.fields": "referenced_posts" });
  assert.equal(byField.status, 400);
});

test("set so, the network knows one of the two sets of names alone", async () => {
  await network.posted({ text: "Hi" });
  const known = async () => [(await timeline({ "tweet.fields": "text" })).status, (await timeline({ "post.fields": "text" })).status];
  assert.deepEqual(await known(), [200, 200]);
  await network.settings({ names: "old" });
  assert.deepEqual(await known(), [200, 400]);
  await network.settings({ names: "new" });
  assert.deepEqual(await known(), [400, 200]);
  const [, unknown] = await message(timeline({ "tweet.fields": "text" }));
  assert.match(String(unknown), /^The query parameter \[tweet\.fields\] is not one of \[/);
  const { body } = await network.ask("POST", "/2/tweets", { body: { text: "Hello" } });
  assert.deepEqual(body.data.edit_history_post_ids, [body.data.id]);
});

test("set so, an application that may post may not list", async () => {
  const listed: number[] = [];
  for (const timelines of ["forbidden", "unauthorized"]) {
    await network.settings({ timelines });
    listed.push((await timeline()).status);
  }
  assert.deepEqual(listed, [403, 401]);
  await network.posted({ text: "Hi" });
});

test("set so, posts show in the timeline late, and replies gain the name of whom they reply to", async () => {
  await network.settings({ timeline_late_seconds: 600, reply_mentions: true });
  const first = await network.posted({ text: "One" });
  const second = await network.posted({ text: "Two", reply: { in_reply_to_tweet_id: first } });
  assert.deepEqual(await idsOf({}), []);
  assert.equal((await network.get("/2/tweets", { ids: second })).posts[0]?.text, "@corner_bakery Two");
  network.pass(600);
  assert.deepEqual(await idsOf({}), [second, first]);
});
