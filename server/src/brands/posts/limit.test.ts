import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import { maybeOne, one, query, transaction } from "../../ground/database/query.ts";
import { Refused } from "../../ground/refusal.ts";
import type { BrandViewer } from "../../ground/viewer.ts";
import { aPlace, must } from "../../testing/builders.ts";
import { aSite } from "../../testing/feeds.ts";
import { aPicture } from "../../testing/media.ts";
import { operatorService } from "../../testing/operator.ts";
import { openStage } from "../../testing/stage.ts";
import { waitsForLock } from "../../testing/waits-for-lock.ts";
import { deleteWhole, lockWhole } from "../brands/delete-store.ts";
import { createCollection } from "../collections/operations.ts";
import { createPost } from "../forecast/create-post.ts";
import { deletePost, listBrandPosts } from "./operations.ts";

const LIMIT = 5;
const service = await operatorService({ ROSTRUM_POSTS_PER_BRAND: String(LIMIT) });
after(() => service[Symbol.asyncDispose]());
const { app } = service;

test("Concurrent creations fill a brand exactly to its limit, drafts and queued posts alike", async () => {
  const { viewer, collectionId } = await aBrand();
  const modes = Array.from({ length: 24 }, (_, index) => (index % 2 === 0 ? ("DRAFT" as const) : ("QUEUE" as const)));
  const outcomes = await Promise.allSettled(modes.map((publishMode) => create(viewer, collectionId, publishMode)));
  assert.equal(outcomes.filter((outcome) => outcome.status === "fulfilled").length, LIMIT);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") assert.deepEqual(problemOf(outcome.reason), { status: 403, key: "plan" });
  }
  assert.equal((await list(viewer)).total, LIMIT);
});

test("Concurrent creations with new files in several collections fill a brand exactly to its limit", async () => {
  await using site = await aSite();
  await using stage = await openStage({ ROSTRUM_POSTS_PER_BRAND: String(LIMIT), ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
  const place = await aPlace(stage);
  const url = site.on("/a.png", { headers: { "content-type": "image/png" }, body: await aPicture() });
  const collections = [place.collectionId];
  for (const title of ["Rolls", "Cakes", "Pies"]) collections.push(Number((await must(place.api("POST", "/collections", { title }))).id));
  const create = async (collectionId: number) => {
    const body = { publishMode: "QUEUE", caption: "Bread", media: [{ url }] };
    return (await place.api("POST", `/collections/${collectionId}/posts`, body)).status;
  };
  const statuses = await Promise.all([...collections, ...collections, ...collections, ...collections].map(create));
  assert.deepEqual(statuses.toSorted(), [...Array(LIMIT).fill(201), ...Array(16 - LIMIT).fill(403)]);
});

test("A full brand says so before what the time or the media of the post lack", async () => {
  const { viewer, collectionId } = await aBrand();
  for (let count = 0; count < LIMIT; count += 1) await create(viewer, collectionId, "DRAFT");
  const body = { caption: "Soon", publishMode: "SCHEDULE" as const, scheduledAt: "2020-01-01 09:00:00" };
  const late = createPost(app, viewer, {
    brandId: viewer.brand.id,
    collectionId,
    body: { ...body, postAsStory: false, autoThreadText: false },
  });
  await assert.rejects(late, (error) => problemOf(error)?.key === "plan");
});

test("Deleting a post makes room for another one", async () => {
  const { viewer, collectionId } = await aBrand();
  await app.db.query("update accounts set sensitive_actions = true where id = $1", [viewer.brand.accountId]);
  for (let count = 0; count < LIMIT; count += 1) await create(viewer, collectionId, "DRAFT");
  const [newest] = (await list(viewer)).rows;
  assert.ok(newest);
  await deletePost(app, viewer, { brandId: viewer.brand.id, postId: newest.id });
  assert.equal((await list(viewer)).total, LIMIT - 1);
  await create(viewer, collectionId, "QUEUE");
  await assert.rejects(create(viewer, collectionId, "DRAFT"), (error) => problemOf(error)?.key === "plan");
});

test("A draft in another brand's collection is 404 and not counted", async () => {
  const mine = await aBrand();
  const other = await aBrand();
  await assert.rejects(create(mine.viewer, other.collectionId, "DRAFT"), (error) => problemOf(error)?.key === "collection");
  assert.equal(
    await maybeOne(app.db, { text: "select 1 as one from post_counts where brand_id = $1", values: [mine.viewer.brand.id] }),
    null,
  );
});

test("Without a limit a brand may have any number of posts", async () => {
  await using unlimited = await operatorService({ ROSTRUM_POSTS_PER_BRAND: "0" });
  const { viewer, collectionId } = await aBrand(unlimited);
  for (let count = 0; count <= LIMIT; count += 1) await create(viewer, collectionId, "DRAFT", unlimited);
});

test("A draft whose collection is deleted at the same moment is 404, far from the limit too", async () => {
  await using unlimited = await operatorService({ ROSTRUM_POSTS_PER_BRAND: "0" });
  const { viewer, collectionId } = await aBrand(unlimited);
  const { db } = unlimited.app;
  const { asked } = await transaction(db, async (tx) => {
    await tx.query("delete from collections where id = $1", [collectionId]);
    const asked = Promise.allSettled([create(viewer, collectionId, "DRAFT", unlimited)]);
    await waitsForLock(db, "the draft waits for its collection");
    return { asked };
  });
  const [outcome] = await asked;
  assert.ok(outcome.status === "rejected");
  assert.deepEqual(problemOf(outcome.reason), { status: 404, key: "collection" });
});

test("A collection for a brand that is deleted at the same moment is 404", async () => {
  const { viewer } = await aBrand();
  const { asked } = await transaction(app.db, async (tx) => {
    await lockWhole(tx, viewer.brand.id);
    await deleteWhole(tx, { brandId: viewer.brand.id, now: app.clock.now() });
    const asked = Promise.allSettled([createCollection(app, viewer, { brandId: viewer.brand.id, body: { title: "Rolls" } })]);
    await waitsForLock(app.db, "the collection waits for its brand");
    return { asked };
  });
  const [outcome] = await asked;
  assert.ok(outcome.status === "rejected");
  assert.deepEqual(problemOf(outcome.reason), { status: 404, key: "brand" });
});

test("A scheduled post near the brand's limit and a collection, made at once under a plan, wait for each other in one order", async () => {
  const { viewer, collectionId } = await aBrand();
  await app.db.query("update accounts set max_scheduled_posts = 100, max_collections = 100 where id = $1", [viewer.brand.accountId]);
  const body = { publishMode: "SCHEDULE", scheduledAt: "2030-01-01 09:00:00", caption: "Bread" } as const;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? createPost(app, viewer, { brandId: viewer.brand.id, collectionId, body })
        : createCollection(app, viewer, { brandId: viewer.brand.id, body: { title: `Rolls ${index}` } }),
    ),
  );
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") assert.deepEqual(problemOf(outcome.reason), { status: 403, key: "plan" });
  }
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, LIMIT + 20);
});

test("An immediate post counts towards its day also once it has joined the queue and left it again", async () => {
  await using stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "1" }, "2026-11-23T09:00:00Z");
  const { api, brandId } = await aPlace(stage);
  const queues = ["Mon 11:00"];
  const [channel] = (await must(api("GET", "/channels"))) as { id: number }[];
  const { id } = await must(api("POST", "/collections", { title: "Evergreen", maxRepublish: -1, channels: [channel?.id], queues }));
  const post = (publishMode: string) => api("POST", `/collections/${id}/posts`, { publishMode, caption: "Bread" });
  await must(post("IMMEDIATE"));
  await stage.settle();
  await query(stage.app.db, { text: "update collections set max_republish = 0 where id = $1", values: [id] });
  await stage.liveUntil(toInstant("2026-11-23T10:01:00Z"));
  const seen = await query(stage.app.db, { text: "select posting_type, queue_rank from posts where brand_id = $1", values: [brandId] });
  assert.deepEqual(seen, [{ posting_type: "QUEUE", queue_rank: null }]);
  assert.equal((await post("IMMEDIATE")).status, 403);
  await stage.liveUntil(toInstant("2026-11-24T09:00:00Z"));
  assert.equal((await post("IMMEDIATE")).status, 201);
});

async function aBrand(of = service): Promise<{ viewer: BrandViewer; collectionId: number }> {
  const email = `${randomUUID()}@example.org`;
  await of.admin("POST", "/users", { name: "Ada", email });
  const made = await of.admin("POST", "/brands", { owner: email, title: "Corner Bakery" });
  const { id } = (made.body as { data: { id: number } }).data;
  const brand = await one<BrandViewer["brand"]>(of.app.db, {
    text: `select id, account_id "accountId", timezone, queue_status "queueStatus", 'owner' "role" from brands where id = $1`,
    values: [id],
  });
  const user = await one<Omit<BrandViewer, "brand">>(of.app.db, {
    text: `select id "userId", public_id "publicId", name, timezone, verified, created_at "joinedAt" from users where email = $1`,
    values: [email],
  });
  const collection = await one<{ id: number }>(of.app.db, {
    text: "insert into collections (brand_id, title, created_at, updated_at) values ($1, 'Bread', now(), now()) returning id",
    values: [id],
  });
  return { viewer: { ...user, brand }, collectionId: collection.id };
}

function create(viewer: BrandViewer, collectionId: number, publishMode: "DRAFT" | "QUEUE", of = service) {
  return createPost(of.app, viewer, { brandId: viewer.brand.id, collectionId, body: { publishMode, caption: "Bread" } });
}

function list(viewer: BrandViewer) {
  return listBrandPosts(app, viewer, { brandId: viewer.brand.id, page: 1, perPage: 25, sortBy: "id", sortOrder: "desc" });
}

function problemOf(error: unknown): { status: number; key: string } | null {
  if (!(error instanceof Refused) || error.problem.kind !== "domain") return null;
  return { status: error.problem.status, key: error.problem.key };
}
