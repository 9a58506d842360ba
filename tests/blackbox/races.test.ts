import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { pageOf, type Reply } from "./support/api.ts";
import { EMPTY_RSS } from "./support/feeds.ts";
import { anOutside } from "./support/outside.ts";
import * as resources from "./support/resources.ts";
import { type Service, startService } from "./support/service.ts";
import { aCollection, aPost, aWorkspace, readPost, updateAccount } from "./support/stage.ts";
import { localIn } from "./support/time.ts";

/** Limits hold under concurrent requests: exactly as many succeed as are allowed. */
describe("limits under many requests at once", () => {
  let service: Service;
  before(async () => {
    service = await startService({ ROSTRUM_POSTS_PER_BRAND: "25" });
  });
  after(() => service.stop());

  async function statuses(many: number, send: (index: number) => Promise<Reply>): Promise<Record<number, number>> {
    const replies = await Promise.all(Array.from({ length: many }, (_, index) => send(index)));
    const counts: Record<number, number> = {};
    for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }

  test("posts of a brand", async () => {
    const of = await aWorkspace({ service });
    const ids = [(await aCollection(of)).id, (await aCollection(of)).id];
    const send = (index: number) =>
      of.api.post(`${of.brand}/collections/${ids[index % 2]}/posts`, { publishMode: index % 3 === 0 ? "QUEUE" : "DRAFT", caption: "x" });
    assert.deepEqual(await statuses(40, send), { 201: 25, 403: 15 });
    assert.equal(pageOf(await of.api.get(`${of.brand}/posts`), resources.post).pagination.total, 25);
  });

  test("posts of a collection on a day", async () => {
    const of = await aWorkspace({ service });
    const { id } = await aCollection(of);
    const day = Temporal.Now.plainDateISO("UTC").add({ days: 2 });
    const send = (index: number) =>
      of.api.post(`${of.brand}/collections/${id}/posts`, {
        publishMode: "SCHEDULE",
        caption: "x",
        scheduledAt: `${day} 09:00:${10 + index}`,
      });
    assert.deepEqual(await statuses(20, send), { 201: 10, 403: 10 });
  });

  test("scheduled posts of an account, by POST and PATCH", async () => {
    const of = await aWorkspace({ service });
    const { id } = await aCollection(of);
    const drafts: number[] = [];
    for (let made = 0; made < 6; made += 1) drafts.push(await aPost(of, id));
    await updateAccount(of, { maxScheduledPosts: 3 });
    const scheduledAt = localIn(24 * 60, "UTC");
    const body = { publishMode: "SCHEDULE", scheduledAt };
    const send = (index: number) =>
      index % 2 === 0
        ? of.api.patch(`${of.brand}/posts/${drafts[index / 2]}`, body)
        : of.api.post(`${of.brand}/collections/${id}/posts`, { ...body, caption: "x" });
    const counts = await statuses(12, send);
    assert.deepEqual([(counts[200] ?? 0) + (counts[201] ?? 0), counts[403]], [3, 9]);
  });

  test("collections of an account", async () => {
    const of = await aWorkspace({ service });
    await updateAccount(of, { maxCollections: 2 });
    assert.deepEqual(await statuses(12, () => of.api.post(`${of.brand}/collections`, { title: "x" })), { 201: 2, 403: 10 });
  });

  test("automations of an account", async () => {
    const of = await aWorkspace({ service });
    const { id } = await aCollection(of);
    const feedUrl = (await anOutside()).on("/feed.xml", { type: "application/rss+xml", body: EMPTY_RSS });
    await updateAccount(of, { maxAutomations: 2 });
    const body = { name: "Blog", collectionId: id, type: "RSS", feedUrl, importAsType: "LINK" };
    assert.deepEqual(await statuses(8, () => of.api.post(`${of.brand}/automations`, body)), { 201: 2, 403: 6 });
  });

  test("one post deleted by many requests is deleted once", async () => {
    const of = await aWorkspace({ service });
    await updateAccount(of, { sensitiveActions: true });
    const post = await aPost(of, (await aCollection(of)).id, { publishMode: "QUEUE" });
    assert.deepEqual(await statuses(8, () => of.api.delete(`${of.brand}/posts/${post}`)), { 200: 1, 404: 7 });
  });

  test("one post changed by many concurrent requests ends in one of the requested states", async () => {
    const of = await aWorkspace({ service });
    const { id } = await aCollection(of, { queues: ["Mon 09:00"] });
    const posts: number[] = [];
    for (let made = 0; made < 4; made += 1) posts.push(await aPost(of, id, { publishMode: "QUEUE" }));
    const changes = [{ queuePosition: "FRONT" }, { queuePosition: "BACK" }, { publishMode: "QUEUE" }];
    const send = (index: number) => of.api.patch(`${of.brand}/posts/${posts[index % 4]}`, changes[index % 3]);
    assert.deepEqual(await statuses(24, send), { 200: 24 });
    const dates = await Promise.all(posts.map(async (post) => (await readPost(of, post)).postDate));
    assert.equal(new Set(dates).size, 4, "each has a slot of its own");
  });
});
