import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { listIn, refusalIn } from "../../sandbox/meta/testing/answers.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const image = () => ({ image_url: stage.link("a.jpg") });
const reel = () => ({ media_type: "REELS", video_url: stage.link("v.mp4") });
const send = (id: string) => stage.ask("POST", `/v25.0/${stage.accountId}/media_publish`, { creation_id: id });
const refused = async (id: string) => refusalIn(await send(id));
const posts = async () => listIn(await stage.ask("GET", `/v25.0/${stage.accountId}/media`));
const limit = (parameters: Record<string, string> = { fields: "config,quota_usage" }) =>
  stage.ask("GET", `/v25.0/${stage.accountId}/content_publishing_limit`, parameters);

test("a finished container becomes a post and is published from then on, also when its 24 hours are over", async () => {
  const container = await stage.create(image());
  const { status, body } = await send(container);
  assert.equal(status, 200);
  assert.match(JSON.stringify(body), /^\{"id":"180\d{14}"\}$/);
  assert.deepEqual((await stage.ask("GET", `/v25.0/${container}`, { fields: "status_code,status" })).body, {
    status_code: "PUBLISHED",
    status: "Published: Media has been successfully published.",
    id: container,
  });
  stage.pass(25 * 3600);
  assert.equal(await stage.statusOf(container), "PUBLISHED");
});

test("a container that is in progress is not ready, and one that is unknown is not found", async () => {
  const container = await stage.create(reel());
  const answer = await send(container);
  assert.deepEqual(answer, {
    status: 400,
    body: {
      error: {
        message: "Media ID is not available",
        type: "OAuthException",
        code: 9007,
        error_subcode: 2207027,
        is_transient: false,
        error_user_title: "Media ID is not available",
        error_user_msg: "The media is not ready for publishing, please wait for a moment.",
        fbtrace_id: "AsandboxTraceId0000000",
      },
    },
  });
  assert.deepEqual(await refused("17900000000000000"), [400, 24, 2207008]);
  stage.pass(2);
  await stage.publish(container);
});

test("an expired container cannot be published, nor one that failed", async () => {
  const [expired, failed] = [await stage.create(image()), await stage.create({ ...reel(), video_url: stage.link("a.jpg") })];
  stage.pass(2);
  assert.deepEqual(await refused(failed), [400, 9007, 2207027]);
  stage.pass(24 * 3600);
  assert.deepEqual(await refused(expired), [400, -2, 2207020]);
});

test("a container gives one post: publishing it again is refused, and so are concurrent calls but one", async () => {
  const [first, second] = [await stage.create(image()), await stage.create(image())];
  await stage.publish(first);
  assert.deepEqual(await refused(first), [400, 100]);
  assert.equal(await stage.statusOf(first), "PUBLISHED");
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(second)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal((await posts()).length, 2);
});

test("an item of a carousel cannot be published by itself, and shows up in no list", async () => {
  const items = [
    await stage.create({ ...image(), is_carousel_item: "true" }),
    await stage.create({ ...image(), is_carousel_item: "true" }),
  ];
  assert.deepEqual(await refused(items[0] ?? ""), [400, 100]);
  const id = await stage.post({ media_type: "CAROUSEL", children: items.join(",") });
  assert.deepEqual(await posts(), [{ id }]);
});

test("an answer that the request limit is reached can come after the post was made", async () => {
  await stage.set({ after_publishing: "blocked" });
  const container = await stage.create(image());
  assert.deepEqual(await refused(container), [400, 4, 2207051]);
  assert.equal(await stage.statusOf(container), "PUBLISHED");
  assert.equal((await posts()).length, 1);
});

test("the same answer can come instead of the post, and so can that of a broken server", async () => {
  const container = await stage.create(image());
  await stage.set({ instead_of_publishing: "blocked" });
  assert.deepEqual(await refused(container), [400, 4, 2207051]);
  await stage.set({ instead_of_publishing: "serverError" });
  assert.deepEqual(await refused(container), [400, -1, 2207001]);
  assert.deepEqual([await stage.statusOf(container), await posts()], ["FINISHED", []]);
  await stage.set({});
  await stage.publish(container);
});

test("the container of another account is out of reach", async () => {
  const container = await stage.create(image());
  const { document = {} } = (await stage.world.objects.get("container", container)) ?? {};
  await stage.world.objects.put("container", container, { ...document, account_id: "17841499999999999" });
  assert.deepEqual(await refused(container), [400, 24, 2207006]);
});

test("a new container can be unknown for a while", async () => {
  await stage.set({ containers_unknown_seconds: 30 });
  const [container, item] = [await stage.create(image()), await stage.create({ ...image(), is_carousel_item: "true" })];
  assert.deepEqual(refusalIn(await stage.ask("GET", `/v25.0/${container}`, { fields: "status_code" })), [400, 100, 33]);
  assert.deepEqual(await refused(container), [400, 24, 2207008]);
  const carousel = { media_type: "CAROUSEL", children: `${item},${item}` };
  assert.deepEqual(refusalIn(await stage.ask("POST", `/v25.0/${stage.accountId}/media`, carousel)), [400, 24, 2207008]);
  stage.pass(30);
  await stage.publish(container);
});

test("the status can lag behind, and the container gives one post all the same", async () => {
  await stage.set({ published_shows_after_seconds: 90 });
  const container = await stage.create(image());
  await stage.publish(container);
  stage.pass(89);
  assert.equal(await stage.statusOf(container), "FINISHED");
  assert.deepEqual(await refused(container), [400, 100]);
  stage.pass(1);
  assert.equal(await stage.statusOf(container), "PUBLISHED");
  assert.equal((await posts()).length, 1);
});

test("a failed container may say so in its text only", async () => {
  await stage.set({ errors_without_status_code: true });
  const id = await stage.create({ ...reel(), video_url: stage.link("a.jpg") });
  stage.pass(2);
  assert.deepEqual((await stage.ask("GET", `/v25.0/${id}`, { fields: "status_code,status" })).body, {
    status: "Error: Media upload has failed with error code 2207026",
    id,
  });
});

test("the limit counts posts of 24 hours, of which a carousel is one, and holds when publishing", async () => {
  await stage.set({ posts_per_day: 2 });
  const items = [
    await stage.create({ ...image(), is_carousel_item: "true" }),
    await stage.create({ ...image(), is_carousel_item: "true" }),
  ];
  await stage.post({ media_type: "CAROUSEL", children: items.join(",") });
  stage.pass(3600);
  await stage.post({ ...image(), media_type: "STORIES" });
  const third = await stage.create(image());
  assert.deepEqual(await limit(), {
    status: 200,
    body: { data: [{ quota_usage: 2, config: { quota_total: 2, quota_duration: 86_400 } }] },
  });
  assert.deepEqual(await refused(third), [400, 9, 2207042]);
  assert.equal(await stage.statusOf(third), "FINISHED");
  stage.pass(23 * 3600);
  assert.deepEqual((await limit({})).body, { data: [{ quota_usage: 1 }] });
  await stage.publish(third);
});

test("what the limit counts can begin later, but not further back than 24 hours", async () => {
  await stage.post(image());
  stage.pass(3600);
  const since = (secondsAgo: number) => ({ since: String(Math.floor(Date.parse(stage.world.now()) / 1000) - secondsAgo) });
  assert.deepEqual((await limit(since(1800))).body, { data: [{ quota_usage: 0 }] });
  assert.deepEqual((await limit(since(7200))).body, { data: [{ quota_usage: 1 }] });
  assert.deepEqual(refusalIn(await limit(since(86_401))), [400, 100]);
  assert.deepEqual(refusalIn(await limit({ fields: "rest" })), [400, 100]);
});

test("a restricted account can publish nothing, even what it prepared before", async () => {
  const container = await stage.create(image());
  const account = await stage.world.objects.get("account", stage.accountId);
  await stage.world.objects.put("account", stage.accountId, { ...account?.document, restricted: true });
  assert.deepEqual(await refused(container), [400, 25, 2207050]);
});
