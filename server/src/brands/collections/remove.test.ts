import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { query } from "../../ground/database/query.ts";
import { aPlace, aPost, entries, must } from "../../testing/builders.ts";
import { ADMIN_TOKEN, call, openStage, type Stage } from "../../testing/stage.ts";
import { anAutomation } from "../../testing/things.ts";

let stage: Stage;
before(async () => {
  stage = await openStage({}, "2027-01-05T09:00:00Z");
});
after(() => stage[Symbol.asyncDispose]());

const collection = (method: string, id: number, rest = "") => call(`${stage.url}/app/api/collections/${id}${rest}`, method, ADMIN_TOKEN);

test("a collection goes with its posts and slots; what was published of it stays", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Published" });
  await stage.settle();
  for (const publishMode of ["QUEUE", "DRAFT"]) await aPost(place, { publishMode });
  const automationId = await anAutomation(stage, place);
  await stage.app.db.query("insert into feed_items (automation_id, key, first_seen_at, last_seen_at) values ($1, 'a', now(), now())", [
    automationId,
  ]);
  assert.deepEqual(await must(collection("GET", place.collectionId, "/contents")), {
    queued: 1,
    scheduled: 0,
    drafts: 1,
    published: 1,
    automations: 1,
    slots: 1,
    leaving: 0,
    results: 1,
  });
  assert.deepEqual(await must(collection("DELETE", place.collectionId)), { id: place.collectionId });
  assert.deepEqual((await place.api("GET", "/posts")).body.data, []);
  assert.deepEqual((await place.api("GET", "/collections")).body.data, []);
  assert.deepEqual((await place.api("GET", "/automations")).body.data, []);
  const [entry] = await entries(place, "PUBLISHED");
  assert.deepEqual([entry.body, entry.postId ?? null], ["Published", null]);
  const { rows } = await stage.app.db.query("select sum(posts) posts from post_counts where brand_id = $1", [place.brandId]);
  assert.equal(Number(rows[0]?.posts), 0);
  for (const [method, rest] of [
    ["DELETE", ""],
    ["GET", "/contents"],
    ["GET", ""],
  ] as const)
    assert.equal((await collection(method, place.collectionId, rest)).status, 404);
});

test("an automatic comment that waits below a published post goes with the collection", async () => {
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "IMMEDIATE", comment: { enabled: true, comment: "Order by noon.", delay: 60 } });
  await stage.settle();
  await must(collection("DELETE", place.collectionId));
  stage.pass(2 * 3600);
  await stage.settle();
  const comments = await query(stage.app.db, {
    text: "select status, reason from deliveries where brand_id = $1 and parent_id is not null",
    values: [place.brandId],
  });
  assert.deepEqual(comments, [{ status: "cancelled", reason: "post_deleted" }]);
});

test("while a post of it is being published, a collection is not deleted: 409", async () => {
  const place = await aPlace(stage);
  const postId = await aPost(place, { publishMode: "DRAFT" });
  await stage.app.db.query("update posts set leaving_at = now() where id = $1", [postId]);
  const { status, body } = await collection("DELETE", place.collectionId);
  assert.deepEqual(
    [status, body.errors],
    [409, { collection: "A post of this collection is being published. Wait until that is done, or delete it first." }],
  );
  assert.equal((await collection("GET", place.collectionId)).status, 200);
  await stage.app.db.query("update posts set leaving_at = null where id = $1", [postId]);
  await must(collection("DELETE", place.collectionId));
});
