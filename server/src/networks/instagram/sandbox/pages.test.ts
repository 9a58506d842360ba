import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { countDuplicates } from "../../sandbox/duplicates.ts";
import { picture } from "../../sandbox/meta/testing/answers.ts";
import { instagramSandbox } from "./index.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const image = () => ({ image_url: stage.link("a.jpg") });
const reel = () => ({ media_type: "REELS", video_url: stage.link("v.mp4") });
const feed = () => instagramSandbox.feed(stage.world, { limit: 50 });
const page = async (path: string) => {
  const reply = await fetch(stage.world.baseUrl + path, { redirect: "manual" });
  return { status: reply.status, text: await reply.text() };
};
const labelOf = async (parameters: Record<string, string>) => {
  const id = await stage.post(parameters);
  return (await feed()).find((post) => post.id === id)?.label;
};

test("posts say what they are, with whom they are shared and where", async () => {
  assert.equal(await labelOf(image()), undefined);
  assert.equal(await labelOf({ ...image(), media_type: "STORIES" }), "Story");
  assert.equal(await labelOf({ ...image(), collaborators: '["mill","farm"]', location_id: "42" }), "with @mill, @farm · at place 42");
  assert.equal(await labelOf(reel()), "Reel");
  assert.equal(await labelOf({ ...reel(), share_to_feed: "false" }), "Reel (in the reels tab only)");
  assert.equal(await labelOf({ ...reel(), trial_params: '{"graduation_strategy":"MANUAL"}' }), "Trial reel");
});

test("a place shows the name of its Page", async () => {
  await stage.world.neighbour("facebook").objects.put("account", "42", { name: "Old Mill" });
  const id = await stage.post({ ...image(), location_id: "42" });
  assert.equal((await feed()).find((post) => post.id === id)?.label, "at Old Mill");
  await stage.world.objects.delete("account", "42");
});

test("a story is over after 24 hours", async () => {
  const id = await stage.post({ ...image(), media_type: "STORIES" });
  const path = `/www/stories/corner_bakery/${id}`;
  assert.equal((await page(path)).status, 200);
  stage.pass(24 * 3600);
  assert.equal((await feed())[0]?.label, "Story (over)");
  assert.equal((await page(path)).status, 404);
});

test("stories with different files are different posts, although they have no text", async () => {
  stage.files.set("c.jpg", await picture(500, 500).jpeg().toBuffer());
  const story = (name: string) => stage.post({ media_type: "STORIES", image_url: stage.link(name) });
  await story("a.jpg");
  await story("c.jpg");
  const duplicates = async () => countDuplicates(await feed(), async () => new Set());
  assert.equal(await duplicates(), 0);
  await story("c.jpg");
  assert.equal(await duplicates(), 1);
});

test("a carousel shows all its files with their descriptions", async () => {
  const first = await stage.create({ ...image(), is_carousel_item: "true", alt_text: "A loaf" });
  const second = await stage.create({ media_type: "VIDEO", video_url: stage.link("v.mp4"), is_carousel_item: "true" });
  stage.pass(2);
  await stage.post({ media_type: "CAROUSEL", children: `${first},${second}`, caption: "Two" });
  const [post] = await feed();
  assert.deepEqual(
    post?.media.map(({ mime, alt }) => [mime, alt]),
    [
      ["image/jpeg", "A loaf"],
      ["video/mp4", ""],
    ],
  );
  for (const { url, mime } of post?.media ?? []) {
    const reply = await fetch(url);
    assert.deepEqual([reply.status, reply.headers.get("content-type")], [200, mime]);
    assert.ok((await reply.bytes()).byteLength > 0);
  }
});

test("comments and replies are below their post, with reactions of their own", async () => {
  const id = await stage.post({ ...image(), caption: "Fresh bread" });
  await stage.ask("POST", `/v25.0/${id}/comments`, { message: "Order here" });
  await instagramSandbox.react(stage.world, id, { kind: "comment", text: "Lovely" });
  const [theirs] = await feed();
  await instagramSandbox.react(stage.world, theirs?.id ?? "", { kind: "comment", text: "Indeed" });
  await instagramSandbox.react(stage.world, theirs?.id ?? "", { kind: "like" });
  await instagramSandbox.react(stage.world, theirs?.id ?? "", { kind: "share" });
  await instagramSandbox.react(stage.world, "18099999999999999", { kind: "comment", text: "Lost" });
  assert.deepEqual(
    (await feed()).map(({ author, text, replyTo, counts }) => ({ author, text, replyTo, ...counts })),
    [
      { author: "@reader", text: "Indeed", replyTo: theirs?.id, likes: 0, comments: 0, shares: 0 },
      { author: "@reader", text: "Lovely", replyTo: id, likes: 1, comments: 1, shares: 0 },
      { author: "@corner_bakery", text: "Order here", replyTo: id, likes: 0, comments: 0, shares: 0 },
      { author: "@corner_bakery", text: "Fresh bread", replyTo: null, likes: 0, comments: 3, shares: 0 },
    ],
  );
});

test("mentions and hashtags are links, addresses are not", async () => {
  const caption = "With @mill.co: #Brot, https://shop.example/#x a@b";
  await stage.post({ ...image(), caption });
  const [post] = await feed();
  assert.deepEqual(
    post?.links.map(({ start, end, href }) => [caption.slice(start, end), href.replace(stage.world.baseUrl, "")]),
    [
      ["@mill.co", "/www/mill.co/"],
      ["#Brot", "/www/explore/tags/Brot/"],
    ],
  );
});

test("permalinks, profiles and tags have pages", async () => {
  const id = await stage.post({ ...image(), caption: "Fresh #bread" });
  const clip = await stage.post({ ...reel(), caption: "Rising dough" });
  const other = (await instagramSandbox.account("Other", stage.world)).credentials.accessToken;
  assert.ok(other !== undefined);
  for (const [post, text] of [
    [id, /Fresh/],
    [clip, /Rising dough/],
  ] as const) {
    const { body } = await stage.ask("GET", `/v25.0/${post}`, { fields: "permalink" });
    const reply = await fetch(Object(body).permalink);
    assert.equal(reply.status, 200);
    assert.match(await reply.text(), text);
  }
  assert.equal((await page("/www/p/AAAA/")).status, 404);
  assert.match((await page("/www/corner_bakery/")).text, /Rising dough[\s\S]*Fresh/);
  assert.doesNotMatch((await page("/www/other/")).text, /Fresh/);
  assert.equal((await page("/www/nobody/")).status, 404);
  const tagged = (await page("/www/explore/tags/BREAD/")).text;
  assert.match(tagged, /Fresh/);
  assert.doesNotMatch(tagged, /Rising dough/);
  assert.match((await page("/")).text, /Reel[\s\S]*Fresh/);
});

test("a file that is not there is a refusal", async () => {
  assert.equal((await page("/files/0.jpg")).status, 400);
});
