import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { eventually } from "../../server/src/testing/eventually.ts";
import { dataOf, pageOf } from "./support/api.ts";
import { assertRefused, assertStatus } from "./support/expect.ts";
import { RSS } from "./support/feeds.ts";
import { fileOf } from "./support/files.ts";
import { anOutside } from "./support/outside.ts";
import * as resources from "./support/resources.ts";
import { type Service, startService } from "./support/service.ts";
import { aCollection, aPost, aWorkspace, readPost, updateAccount } from "./support/stage.ts";
import { localIn } from "./support/time.ts";

describe("a service with other settings", () => {
  let service: Service;
  before(async () => {
    service = await startService({
      ROSTRUM_ALLOW_PRIVATE_NETWORKS: null,
      ROSTRUM_POSTS_PER_BRAND: "4",
      ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "2",
      ROSTRUM_PUBLIC_URL: "https://social.example",
    });
  });
  after(() => service.stop());

  test("links start with the configured public URL", async () => {
    const of = await aWorkspace({ service });
    const { id } = await aCollection(of);
    for (const caption of ["1", "2", "3"]) await aPost(of, id, { caption });
    const path = `${of.brand}/collections/${id}/posts`;
    const { pagination } = pageOf(await of.api.get(path, { per_page: 1, page: 2 }), resources.post);
    assert.equal(pagination.nextPageUrl, `https://social.example/v1${path}?per_page=1&page=3`);
    assert.equal(pagination.prevPageUrl, `https://social.example/v1${path}?per_page=1&page=1`);
  });

  test("a brand may have as many posts as the setting says, in all states; one more answers 403 with errors.plan", async () => {
    const of = await aWorkspace({ service });
    const { id } = await aCollection(of);
    const path = `${of.brand}/collections/${id}/posts`;
    const first = await aPost(of, id);
    await aPost(of, id, { publishMode: "QUEUE" });
    await aPost(of, id, { publishMode: "SCHEDULE", scheduledAt: localIn(60, "UTC") });
    const now = await aPost(of, id, { publishMode: "IMMEDIATE" });
    await eventually("the post reads PUBLISHED", async () => ((await readPost(of, now)).status === "PUBLISHED" ? true : null));
    const other = (await aCollection(of)).id;
    for (const publishMode of ["DRAFT", "QUEUE", "IMMEDIATE"]) {
      assertRefused(await of.api.post(path, { publishMode, caption: "x" }), 403, "plan");
      assertRefused(await of.api.post(`${of.brand}/collections/${other}/posts`, { publishMode, caption: "x" }), 403, "plan");
    }
    await updateAccount(of, { sensitiveActions: true });
    assertStatus(await of.api.delete(`${of.brand}/posts/${first}`), 200);
    await aPost(of, id);
  });

  test("a collection may have as many posts per day as the setting says", async () => {
    const of = await aWorkspace({ service });
    const { id } = await aCollection(of);
    const day = Temporal.Now.plainDateISO("UTC").add({ days: 2 });
    const send = (hour: string) =>
      of.api.post(`${of.brand}/collections/${id}/posts`, { publishMode: "SCHEDULE", caption: "x", scheduledAt: `${day} ${hour}:00:00` });
    for (const hour of ["08", "09"]) assertStatus(await send(hour), 201);
    assertRefused(await send("10"), 403, "plan");
  });

  test("unless allowed, media and feeds on this machine are not fetched: 400, and no request arrives", async () => {
    const of = await aWorkspace({ service });
    const { id } = await aCollection(of);
    const outside = await anOutside();
    const picture = outside.on("/a.png", { type: "image/png", body: fileOf("png") });
    const feedUrl = outside.on("/feed.xml", { type: "application/rss+xml", body: RSS });
    const body = { publishMode: "DRAFT", caption: "x", media: [{ url: picture }] };
    assertRefused(await of.api.post(`${of.brand}/collections/${id}/posts`, body), 400, "media");
    const automation = { name: "Blog", collectionId: id, type: "RSS", feedUrl, importAsType: "LINK" };
    assertRefused(await of.api.post(`${of.brand}/automations`, automation), 400, "feedUrl");
    assertRefused(
      await of.api.post(`${of.brand}/automations`, { ...automation, feedUrl: feedUrl.replace("127.0.0.1", "localhost") }),
      400,
      "feedUrl",
    );
    assert.deepEqual(outside.seen, []);
  });

  test("the service starts without demo data", async () => {
    const of = await aWorkspace({ service });
    assert.equal(dataOf(await of.api.get("/me"), resources.user).id, of.id);
    assert.doesNotMatch(service.output(), /rst_/);
  });
});
