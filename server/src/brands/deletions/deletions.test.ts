import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addSeconds, printLocal } from "@rostrum/contract/formats.ts";
import { query } from "../../ground/database/query.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { eventually } from "../../testing/eventually.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { sweepDeletions } from "./sweep.ts";

let stage: Stage;
let place: Place;
let grace: Dashboard;
before(async () => {
  stage = await openStage();
  place = await aPlace(stage, { queues: ["Mon 09:00", "Thu 17:30"] });
  await must(stage.admin("POST", "/users", { name: "Grace", email: "grace@example.org", password: "correct horse" }));
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: "grace@example.org", role: "admin" }));
  await must(stage.admin("PATCH", `/account?owner=${place.person.email}`, { sensitiveActions: true }));
  grace = await aDashboard(stage, "grace@example.org");
});
after(() => stage[Symbol.asyncDispose]());

const operate = (method: string, path: string, body?: unknown) => stage.admin(method, `/..${path}`, body);
const deleted = (query = "") => must(grace.call("GET", `/brands/${place.brandId}/deleted-posts${query}`));
const sentenceOf = async (id: number) => {
  const { status, body } = await stage.admin("GET", `/posts/${id}/explanation`);
  assert.equal(status, 404);
  return body.errors.post_id;
};

test("a deleted post is remembered with who did it, by what, when, and where it was", async () => {
  const queued = await aPost(place, { publishMode: "QUEUE", caption: "Fresh croissants" });
  const timed = await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-12-01 09:00:00", title: "Rye" });
  const draft = await aPost(place, { publishMode: "DRAFT", caption: "x".repeat(500) });
  await must(place.api("DELETE", `/posts/${queued}`));
  stage.pass(60);
  await must(grace.call("DELETE", `/posts/${timed}`));
  stage.pass(60);
  await must(operate("DELETE", `/posts/${draft}`));
  const { total, posts } = await deleted();
  assert.equal(total, 3);
  const common = { collection: "Bread", withCollection: false, thumbnailUrl: null, isRestorable: true };
  assert.deepEqual(posts, [
    {
      ...common,
      postId: draft,
      text: "x".repeat(120),
      postingType: "DRAFT",
      status: "DRAFT",
      postAt: null,
      surface: "COMMAND",
      person: null,
      through: null,
      deletedAt: "2026-11-21T09:02:00.000000Z",
    },
    {
      ...common,
      postId: timed,
      text: "Rye",
      postingType: "SCHEDULE",
      status: "PENDING",
      postAt: "2026-12-01T08:00:00.000000Z",
      surface: "DASHBOARD",
      person: "Grace",
      through: null,
      deletedAt: "2026-11-21T09:01:00.000000Z",
    },
    {
      ...common,
      postId: queued,
      text: "Fresh croissants",
      postingType: "QUEUE",
      status: "PENDING",
      postAt: "2026-11-23T08:00:00.000000Z",
      surface: "KEY",
      person: "Ada",
      through: "test",
      deletedAt: "2026-11-21T09:00:00.000000Z",
    },
  ]);
  assert.equal((await deleted("?per_page=1&page=2")).posts[0].postId, timed);
  assert.equal(
    await sentenceOf(queued),
    `There is no post with the id ${queued}. It was deleted on 2026-11-21 10:00 (Europe/Berlin) by Ada with the API key “test”. ` +
      "Until then it was in the queue of “Bread”, due 2026-11-23 09:00. It began: “Fresh croissants”.",
  );
  assert.match(await sentenceOf(timed), /by Grace in the dashboard\. Until then it was due 2026-12-01 09:00, in “Bread”\./);
  assert.match(await sentenceOf(draft), /by a command of the operator\. Until then it was a draft in “Bread”\./);
  const opened = await grace.call("GET", `/posts/${queued}`);
  assert.deepEqual([opened.status, opened.body.errors.post_id], [404, await sentenceOf(queued)]);
  // The public API says nothing of it.
  const gone = await place.api("DELETE", `/posts/${queued}`);
  assert.deepEqual([gone.status, gone.body.errors], [404, { post_id: "Post not found in this brand." }]);
  assert.equal(await sentenceOf(999_999), "There is no post with the id 999999.");
});

test("posts that are deleted together, or with their collection, are remembered each", async () => {
  const alone = await aPlace(stage);
  await must(stage.admin("POST", `/brands/${alone.brandId}/members`, { user: "grace@example.org", role: "admin" }));
  const first = await aPost(alone, { publishMode: "DRAFT", caption: "First" });
  const second = await aPost(alone, { publishMode: "DRAFT", caption: "Second" });
  const third = await aPost(alone, { publishMode: "SCHEDULE", scheduledAt: "2026-12-01 09:00:00", caption: "Third" });
  const seen = stage.now();
  const posts = [first, second].map((postId) => ({ postId, updatedAt: seen }));
  await must(grace.call("POST", `/brands/${alone.brandId}/posts/deletions`, { posts }));
  await must(grace.call("DELETE", `/collections/${alone.collectionId}`));
  const list = await must(grace.call("GET", `/brands/${alone.brandId}/deleted-posts`));
  assert.deepEqual(
    list.posts.map(({ postId, withCollection, person }: Record<string, unknown>) => [postId, withCollection, person]),
    [
      [third, true, "Grace"],
      [second, false, "Grace"],
      [first, false, "Grace"],
    ],
  );
  const behind = await must(grace.call("GET", `/brands/${alone.brandId}/deleted-posts?page=2`));
  assert.deepEqual([behind.total, behind.posts], [3, []]);
  assert.match(await sentenceOf(third), /It was deleted together with the collection “Bread” on /);
  const stranger = await grace.call("GET", `/brands/${(await aPlace(stage)).brandId}/deleted-posts`);
  assert.equal(stranger.status, 404);
});

test("a deleted post comes back from the bin to the place in the queue, or the date, that it had", async () => {
  const bakery = await aPlace(stage, { queues: ["Mon 09:00", "Thu 17:30"] });
  await must(stage.admin("POST", `/brands/${bakery.brandId}/members`, { user: "grace@example.org", role: "admin" }));
  const ids: number[] = [];
  for (const caption of ["First", "Second", "Third"]) ids.push(await aPost(bakery, { publishMode: "QUEUE", caption }));
  const timed = await aPost(bakery, { publishMode: "SCHEDULE", scheduledAt: "2027-03-01 09:00:00", caption: "In March" });
  const queue = () => must(grace.call("GET", `/collections/${bakery.collectionId}/queue`));
  const before = await queue();
  const wanted = [ids[1], timed];
  for (const id of wanted) await must(grace.call("DELETE", `/posts/${id}`));
  const restore = (postIds: unknown[]) => grace.call("POST", `/brands/${bakery.brandId}/deleted-posts/restorations`, { postIds });
  const { posts } = await must(restore(wanted));
  assert.deepEqual(
    posts.map(({ postId, status, postingType, isDraftNow }: Record<string, unknown>) => [postId, status, postingType, isDraftNow]),
    [
      [ids[1], "PENDING", "QUEUE", false],
      [timed, "PENDING", "SCHEDULE", false],
    ],
  );
  const strip = (value: unknown) =>
    JSON.parse(JSON.stringify(value, (key, each) => (key === "version" || key === "updatedAt" ? undefined : each)));
  assert.deepEqual(strip(await queue()), strip(before));
  assert.equal((await must(grace.call("GET", `/brands/${bakery.brandId}/deleted-posts`))).total, 0);
  assert.equal((await restore([ids[1]])).status, 409);
});

test("a post whose time has passed in the bin, or whose collection is gone, comes back as a draft, and one that had left is not sent again", async () => {
  const bakery = await aPlace(stage, { queues: ["Mon 09:00"] });
  await must(stage.admin("POST", `/brands/${bakery.brandId}/members`, { user: "grace@example.org", role: "admin" }));
  const late = await aPost(bakery, { publishMode: "SCHEDULE", scheduledAt: printSoon(2), caption: "Soon" });
  const left = await aPost(bakery, { publishMode: "IMMEDIATE", caption: "Left" });
  await stage.settle();
  const entries = () => must(grace.call("GET", `/brands/${bakery.brandId}/results`));
  const sent = (await entries()).results.map(({ id, state }: Record<string, unknown>) => [id, state]);
  for (const id of [late, left]) await must(grace.call("DELETE", `/posts/${id}`));
  assert.deepEqual(
    (await entries()).results.map(({ postId }: { postId: unknown }) => postId),
    sent.map(() => null),
  );
  stage.pass(3 * 3600);
  const { posts } = await must(grace.call("POST", `/brands/${bakery.brandId}/deleted-posts/restorations`, { postIds: [late, left] }));
  assert.deepEqual(
    posts.map(({ postId, status, isDraftNow }: Record<string, unknown>) => [postId, status, isDraftNow]),
    [
      [late, "DRAFT", true],
      [left, "PUBLISHED", false],
    ],
  );
  await stage.settle();
  const after = (await entries()).results;
  assert.deepEqual(
    after.map(({ id, state }: Record<string, unknown>) => [id, state]),
    sent,
  );
  assert.deepEqual(
    after.map(({ postId }: { postId: unknown }) => postId),
    sent.map(() => left),
  );
  const other = await must(bakery.api("POST", "/collections", { title: "Rolls", channels: bakery.channelIds }));
  await must(grace.call("DELETE", `/collections/${bakery.collectionId}`));
  const list = await must(grace.call("GET", `/brands/${bakery.brandId}/deleted-posts`));
  assert.deepEqual(list.posts.map(({ postId }: { postId: number }) => postId).sort(), [late, left]);
  const again = await must(grace.call("POST", `/brands/${bakery.brandId}/deleted-posts/restorations`, { postIds: [late] }));
  assert.deepEqual([again.posts[0].collectionId, again.posts[0].status], [other.id, "DRAFT"]);
});

test("a deleted post can be used again while it is in the bin", async () => {
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Once more", title: "Rye again" });
  await must(grace.call("DELETE", `/posts/${id}`));
  const copy = await must(grace.call("POST", `/posts/${id}/copies`));
  const whole = await must(grace.call("GET", `/posts/${copy.id}`));
  assert.deepEqual([whole.caption, whole.title, whole.status], ["Once more", "Rye again", "DRAFT"]);
});

test("after 90 days nothing is remembered any more, and it is swept", async () => {
  const id = await aPost(place, { publishMode: "DRAFT" });
  await must(grace.call("DELETE", `/posts/${id}`));
  stage.pass(90 * 24 * 3600);
  assert.match(await sentenceOf(id), /It was deleted/);
  stage.pass(1);
  assert.equal(await sentenceOf(id), `There is no post with the id ${id}.`);
  const stop = new AbortController();
  const swept = sweepDeletions(stage.app, stop.signal);
  const left = () => query(stage.app.db, { text: "select post_id from deleted_posts" });
  await eventually("no deletion is remembered", async () => (await left()).length === 0);
  stop.abort();
  await swept;
});

/** A local date of the brand in so many hours. */
function printSoon(hours: number): string {
  return printLocal(addSeconds(stage.now(), hours * 3600), "Europe/Berlin").slice(0, 19);
}
