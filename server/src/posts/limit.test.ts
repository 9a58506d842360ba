import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { maybeOne, one, transaction } from "../database/query.ts";
import { Refused } from "../refusal.ts";
import { aPlace, must } from "../testing/builders.ts";
import { aSite } from "../testing/feeds.ts";
import { aPicture } from "../testing/media.ts";
import { operatorService } from "../testing/operator.ts";
import { openStage } from "../testing/stage.ts";
import { waitsForLock } from "../testing/waits-for-lock.ts";
import type { BrandViewer } from "../viewer.ts";
import { createPost, deletePost, listBrandPosts } from "./operations.ts";

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
