import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { listIn, type Parameters, refusalIn, textAt } from "../../sandbox/meta/testing/answers.ts";
import { instagramSandbox } from "./index.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const image = () => ({ image_url: stage.link("a.jpg") });
const reel = () => ({ media_type: "REELS", video_url: stage.link("v.mp4") });
const story = () => ({ ...image(), media_type: "STORIES" });
const get = (path: string, parameters: Parameters = {}) => stage.ask("GET", `/v25.0/${path}`, parameters);
const edge = (name: string, parameters: Parameters = {}) => get(`${stage.accountId}/${name}`, parameters);
const ids = (entries: readonly Record<string, unknown>[]) => entries.map(({ id }) => id);

test("an account tells who it is, under the application's id for it and under its own", async () => {
  const fields = "user_id,username,name,profile_picture_url,account_type";
  const me = await get("me", { fields });
  const { id, ...facts } = Object(me.body);
  assert.match(id, /^26\d{15}$/);
  assert.deepEqual(facts, { user_id: stage.accountId, username: "corner_bakery", name: "Corner Bakery", account_type: "BUSINESS" });
  assert.deepEqual((await get(stage.accountId, { fields })).body, { ...facts, id: stage.accountId });
  await stage.post(image());
  await stage.post(story());
  assert.deepEqual((await get(stage.accountId, { fields: "media_count" })).body, { media_count: 1, id: stage.accountId });
});

test("each kind of post reads back with its type, product and permalink", async () => {
  const items = [
    await stage.create({ ...image(), is_carousel_item: "true" }),
    await stage.create({ ...image(), is_carousel_item: "true" }),
  ];
  const seen = async (parameters: Parameters) => {
    const id = await stage.post(parameters);
    const { body } = await get(id, { fields: "permalink,media_type,media_product_type,shortcode,timestamp" });
    const { permalink, shortcode, timestamp, ...kinds } = Object(body);
    assert.match(timestamp, /^2026-11-21T09:00:0\d\+0000$/);
    return { kinds, path: permalink.replace(stage.world.baseUrl, "").replace(shortcode, "CODE").replace(id, "ID"), id };
  };
  const one = await seen(image());
  assert.deepEqual([one.kinds, one.path], [{ media_type: "IMAGE", media_product_type: "FEED", id: one.id }, "/www/p/CODE/"]);
  const clip = await seen(reel());
  assert.deepEqual([clip.kinds, clip.path], [{ media_type: "VIDEO", media_product_type: "REELS", id: clip.id }, "/www/reel/CODE/"]);
  const short = await seen(story());
  assert.deepEqual(
    [short.kinds, short.path],
    [{ media_type: "IMAGE", media_product_type: "STORY", id: short.id }, "/www/stories/corner_bakery/ID"],
  );
  const several = await seen({ media_type: "CAROUSEL", children: items.join(",") });
  assert.deepEqual(
    [several.kinds, several.path],
    [{ media_type: "CAROUSEL_ALBUM", media_product_type: "FEED", id: several.id }, "/www/p/CODE/"],
  );
});

test("the caption is for those who log in with Facebook, unless the setting says otherwise", async () => {
  const id = await stage.post({ ...image(), caption: "Fresh bread" });
  assert.deepEqual(refusalIn(await get(id, { fields: "id,caption" })), [400, 100]);
  assert.deepEqual(refusalIn(await edge("media", { fields: "id,caption" })), [400, 100]);
  await stage.set({ caption_needs_facebook: false });
  assert.deepEqual((await get(id, { fields: "caption" })).body, { caption: "Fresh bread", id });
});

test("lists are newest first, in pages, without stories, which have a list of their own for 24 hours", async () => {
  const posts: string[] = [];
  for (let made = 0; made < 3; made += 1) {
    posts.unshift(await stage.post(image()));
    stage.pass(60);
  }
  const short = await stage.post(story());
  assert.deepEqual(ids(listIn(await edge("media"))), posts);
  const page = await edge("media", { limit: "2" });
  assert.deepEqual(ids(listIn(page)), posts.slice(0, 2));
  const { paging } = Object(page.body);
  const next = await (await fetch(paging.next)).json();
  assert.deepEqual(ids(listIn({ status: 200, body: next })), posts.slice(2));
  assert.deepEqual(ids(listIn(await edge("stories"))), [short]);
  stage.pass(24 * 3600);
  assert.deepEqual(listIn(await edge("stories")), []);
  assert.deepEqual(refusalIn(await get(short, { fields: "permalink" })), [400, 100, 33]);
});

test("since and until narrow the list", async () => {
  const first = await stage.post(image());
  stage.pass(60);
  const second = await stage.post(image());
  const seconds = String(Date.parse(stage.world.now()) / 1000);
  assert.deepEqual(ids(listIn(await edge("media", { since: seconds }))), [second]);
  assert.deepEqual(ids(listIn(await edge("media", { until: "2026-11-21T09:00:30Z" }))), [first]);
  assert.deepEqual(refusalIn(await edge("media", { since: "yesterday" })), [400, 100]);
});

test("the account comments on its post, among its readers", async () => {
  const id = await stage.post(image());
  const comment = textAt(await stage.ask("POST", `/v25.0/${id}/comments`, { message: "First comment" }), "id");
  assert.match(comment, /^178500\d{11}$/);
  assert.deepEqual(listIn(await get(`${id}/comments`, { fields: "id,text,username,timestamp" })), [
    { text: "First comment", username: "corner_bakery", timestamp: "2026-11-21T09:00:00+0000", id: comment },
  ]);
  await instagramSandbox.react(stage.world, id, { kind: "comment", text: "Lovely" });
  const [newest] = listIn(await get(`${id}/comments`, { fields: "username" }));
  assert.equal(newest?.username, "reader");
  assert.equal(listIn(await get(`${id}/comments`)).length, 2);
  assert.deepEqual((await get(id, { fields: "comments_count" })).body, { comments_count: 2, id });
  assert.deepEqual(refusalIn(await stage.ask("POST", `/v25.0/${id}/comments`)), [400, 100]);
});

test("stories take no comments", async () => {
  const id = await stage.post(story());
  assert.deepEqual(refusalIn(await stage.ask("POST", `/v25.0/${id}/comments`, { message: "Hi" })), [400, 100]);
});

test("counts and insights follow what readers do; the count of likes is missing where the owner hides it", async () => {
  const id = await stage.post(image());
  await instagramSandbox.react(stage.world, id, { kind: "like" });
  await instagramSandbox.react(stage.world, id, { kind: "like" });
  await instagramSandbox.react(stage.world, id, { kind: "share" });
  await instagramSandbox.react(stage.world, id, { kind: "comment", text: "Lovely" });
  assert.deepEqual((await get(id, { fields: "like_count,comments_count" })).body, { like_count: 2, comments_count: 1, id });
  const insights = listIn(await get(`${id}/insights`, { metric: "likes,shares,total_interactions" }));
  assert.deepEqual(insights[1], {
    name: "shares",
    period: "lifetime",
    values: [{ value: 1 }],
    title: "shares",
    description: "shares",
    id: `${id}/insights/shares/lifetime`,
  });
  assert.deepEqual(
    insights.map(({ values }) => values),
    [[{ value: 2 }], [{ value: 1 }], [{ value: 4 }]],
  );
  const account = await stage.world.objects.get("account", stage.accountId);
  await stage.world.objects.put("account", stage.accountId, { ...account?.document, hides_likes: true });
  assert.deepEqual((await get(id, { fields: "like_count,comments_count" })).body, { comments_count: 1, id });
});

test("a story may need viewers before it has insights", async () => {
  await stage.set({ story_viewers_min: 5 });
  const id = await stage.post(story());
  const insights = () => get(`${id}/insights`, { metric: "replies" });
  const answer = await insights();
  assert.deepEqual(refusalIn(answer), [400, 10]);
  assert.match(JSON.stringify(answer.body), /Not enough viewers/);
  for (let seen = 0; seen < 5; seen += 1) await stage.world.objects.increment("media", id, "views");
  assert.equal((await insights()).status, 200);
});

test("insights have the metrics of the kind of post, and none that ended", async () => {
  const [post, short] = [await stage.post(image()), await stage.post(story())];
  assert.equal(listIn(await get(`${short}/insights`, { metric: "replies,shares,navigation" })).length, 3);
  for (const [id, metric] of [
    [post, "impressions"],
    [post, "plays"],
    [post, "replies"],
    [short, "saved"],
  ] as const) {
    assert.deepEqual(refusalIn(await get(`${id}/insights`, { metric })), [400, 100], metric);
  }
});

test("fields, objects, edges and versions that do not exist are refused", async () => {
  const id = await stage.post(image());
  assert.deepEqual(refusalIn(await get(id, { fields: "nonsense" })), [400, 100]);
  assert.deepEqual(refusalIn(await get("18099999999999999")), [400, 100, 33]);
  assert.deepEqual(refusalIn(await get("12345")), [400, 100, 33]);
  assert.deepEqual(refusalIn(await get(`${id}/likes`)), [400, 100, 33]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/v20.0/${id}`)), [400, 2635]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/me`)), [400, 2500]);
});
