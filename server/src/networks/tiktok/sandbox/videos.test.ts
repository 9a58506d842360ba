import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { z } from "zod";
import { tiktokSandbox } from "./index.ts";
import { type Answer, dataIn, idsIn, openStage, refusalIn, type Stage } from "./testing/stage.ts";

const Listed = z.object({ videos: z.array(z.record(z.string(), z.unknown())), cursor: z.int(), has_more: z.boolean() });
const START_SECONDS = Date.parse("2026-11-21T09:00:00Z") / 1000;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const listed = async (body: object = {}, fields = "id,title") =>
  Listed.parse(dataIn(await stage.post(`/video/list/?fields=${fields}`, body)));
const titles = async (body: object = {}) => (await listed(body)).videos.map(({ title }) => title);
const query = (fields: string, ...video_ids: string[]) => stage.post(`/video/query/?fields=${fields}`, { filters: { video_ids } });
const status = (publish_id: string): Promise<Answer> => stage.post("/post/publish/status/fetch/", { publish_id });
const postIdOf = async (publishId: string) => idsIn(await status(publishId))[0] ?? "";

test("a list has the creator's public posts with the fields that are asked for", async () => {
  const id = await postIdOf(await stage.published({ title: "Bread" }));
  await stage.published({ title: "For me", privacy_level: "SELF_ONLY" });
  dataIn(await stage.initDraft());
  await tiktokSandbox.account("Somebody", stage.world);
  const { videos, has_more } = await listed({ max_count: 20 }, "id,create_time,title,video_description,share_url,duration,height,width");
  const share_url = `${stage.world.baseUrl}/www/@corner_bakery/video/${id}`;
  const texts = { title: "Bread", video_description: "Bread" };
  assert.deepEqual(
    [videos, has_more],
    [[{ id, create_time: START_SECONDS + 2, ...texts, share_url, duration: 2, height: 640, width: 360 }], false],
  );
  for (const query of ["", "?fields=id,secrets"]) {
    assert.deepEqual(refusalIn(await stage.post(`/video/list/${query}`)), [400, "invalid_params"], query);
  }
  assert.deepEqual(refusalIn(await stage.post("/video/list/?fields=id", { max_count: 21 })), [400, "invalid_params"]);
});

test("a list goes on at its cursor, and posts of one moment are on one page each", async () => {
  const wanted = ["Five", "Four", "Three", "Two", "One"];
  for (const title of wanted.toReversed()) dataIn(await stage.initPhotos({ info: { title } }));
  const first = await listed({ max_count: 2 });
  const second = await listed({ max_count: 2, cursor: first.cursor });
  const third = await listed({ max_count: 2, cursor: second.cursor });
  assert.deepEqual(
    [first, second, third].map(({ videos, has_more }) => [videos.map(({ title }) => title), has_more]),
    [
      [["Five", "Four"], true],
      [["Three", "Two"], true],
      [["One"], false],
    ],
  );
  assert.deepEqual(await titles({ cursor: START_SECONDS * 1000 }), [], "older than all of them");
  assert.equal((await titles({ cursor: (START_SECONDS + 1) * 1000 })).length, 5);
});

test("photos are listed with their description, and set so they are not", async () => {
  dataIn(await stage.initPhotos());
  const { videos } = await listed({}, "title,video_description");
  assert.deepEqual(videos, [{ title: "Bread", video_description: "From the oven #bread" }]);
  await stage.set({ lists_photos: false });
  assert.deepEqual(await titles(), []);
});

test("posts appear in lists late, by the fault or set so, and are found by their ids meanwhile", async () => {
  await stage.fault("late-lists", { seconds: 300 });
  const id = await postIdOf(await stage.published());
  assert.deepEqual(await titles(), []);
  assert.deepEqual(dataIn(await query("id", id)), { videos: [{ id }] });
  stage.pass(300);
  assert.deepEqual(await titles(), ["Bread"]);
  await stage.set({ listed_after_seconds: 60 });
  assert.deepEqual(await titles(), []);
  stage.pass(60);
  assert.deepEqual(await titles(), ["Bread"]);
});

test("viewers like, comment, share and watch, and all of it is counted", async () => {
  const id = await postIdOf(await stage.published());
  const { react } = tiktokSandbox;
  await react(stage.world, id, { kind: "like" });
  await react(stage.world, id, { kind: "like" });
  await react(stage.world, id, { kind: "share" });
  await react(stage.world, id, { kind: "comment", text: "How lovely" });
  const [comment] = (await stage.feed()).filter(({ replyTo }) => replyTo === id);
  assert.deepEqual([comment?.author, comment?.text], ["Viewer", "How lovely"]);
  await react(stage.world, comment?.id ?? "", { kind: "comment", text: "Is it not" });
  const page = await fetch(`${stage.world.baseUrl}/www/@corner_bakery/video/${id}`);
  assert.deepEqual([page.status, /How lovely[\s\S]+Is it not/.test(await page.text())], [200, true]);
  const counts = { like_count: 2, comment_count: 2, share_count: 1, view_count: 6 };
  assert.deepEqual(dataIn(await query("id,like_count,comment_count,share_count,view_count", id)), { videos: [{ id, ...counts }] });
  const [post] = (await stage.feed()).filter(({ replyTo }) => replyTo === null);
  assert.deepEqual(post?.counts, { likes: 2, comments: 2, shares: 1 });
});

test("only the creator's own public posts are found by id", async () => {
  const hidden = await stage.published({ privacy_level: "SELF_ONLY" });
  const id = await postIdOf(await stage.published());
  const token = await stage.tokenOf("Ada");
  const asked = { filters: { video_ids: [id, "7300000000000000001", hidden] } };
  assert.deepEqual(dataIn(await stage.post("/video/query/?fields=id", asked)), { videos: [{ id }] });
  assert.deepEqual(dataIn(await stage.post("/video/query/?fields=id", asked, token)), { videos: [] });
  const many = Array.from({ length: 21 }, (_, index) => String(index));
  assert.deepEqual(refusalIn(await query("id", ...many)), [400, "invalid_params"]);
});

test("set so, the id of a public post comes late, or there are two of them", async () => {
  await stage.set({ ids_after_seconds: 3600, two_ids: true });
  const publishId = await stage.published();
  assert.deepEqual(await stage.statusOf(publishId), { status: "PUBLISH_COMPLETE", publicaly_available_post_id: [] });
  assert.deepEqual(await titles(), ["Bread"], "the list knows it before");
  stage.pass(3600);
  const ids = idsIn(await status(publishId));
  assert.equal(new Set(ids).size, 2);
  assert.equal(ids[0], (await stage.feed())[0]?.id);
  assert.deepEqual(dataIn(await query("id", ...ids)), { videos: ids.map((id) => ({ id })) });
});

test("a publish id is known to the account that began it alone, and set so not for ever", async () => {
  const id = await stage.published();
  assert.deepEqual(refusalIn(await status("v_pub_file~v2-1.1")), [200, "invalid_publish_id"]);
  const other = await stage.post("/post/publish/status/fetch/", { publish_id: id }, await stage.tokenOf("Ada"));
  assert.deepEqual(refusalIn(other), [200, "token_not_authorized_for_specified_publish_id"]);
  assert.deepEqual(other.body.data, {});
  await stage.set({ publish_id_seconds: 600, errors_with_200: false });
  dataIn(await status(id));
  stage.pass(600);
  assert.deepEqual(refusalIn(await status(id)), [400, "invalid_publish_id"]);
  assert.deepEqual(refusalIn(await status("")), [400, "invalid_params"]);
});

test("accounts and tags have pages", async () => {
  dataIn(await stage.initPhotos());
  dataIn(await stage.initPhotos({ info: { title: "Cake", description: "#breadcrumbs" } }));
  const text = async (path: string) => (await fetch(`${stage.world.baseUrl}/www/${path}`)).text();
  assert.match(await text("@corner_bakery"), /From the oven[\s\S]*|Cake[\s\S]*From the oven/);
  const tagged = await text("tag/bread");
  assert.deepEqual([/From the oven/.test(tagged), /Cake/.test(tagged)], [true, false]);
  assert.equal((await fetch(`${stage.world.baseUrl}/www/@nobody`)).status, 404);
  assert.equal((await fetch(`${stage.world.baseUrl}/www/@corner_bakery/video/1`)).status, 404);
});
