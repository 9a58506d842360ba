import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { createReconcilingClient } from "@rostrum/contract/client/reconcile.ts";
import { createClient } from "@rostrum/contract/client.ts";
import { aSite } from "../../server/src/testing/feeds.ts";
import { lossyProxy } from "./lossy-proxy.ts";
import { run, running } from "./running.ts";

const POSTS = 1_000;
const AT_ONCE = 16;

const service = await running({
  ROSTRUM_DEMO: "0",
  ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0",
  ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8",
});
after(() => service[Symbol.asyncDispose]());
const apiKey = await aUser("ada@example.org");
/** A direct connection to the service, to see what it really has. */
const truth = createClient({ baseUrl: `${service.url}/v1`, apiKey });

async function aUser(email: string): Promise<string> {
  await service.rostrum(["admin", "users", "create", "--name", "Ada", "--email", email]);
  await service.rostrum(["admin", "accounts", "update", "--owner", email, "--sensitive-actions", "on"]);
  const { out } = await service.rostrum(["admin", "keys", "create", "--user", email, "--name", "test", "--json"]);
  return (JSON.parse(out) as { key: string }).key;
}

async function aBrand(): Promise<{ brandId: number; collectionId: number }> {
  const { out } = await service.rostrum(["admin", "brands", "create", "--owner", "ada@example.org", "--title", "Bakery", "--json"]);
  const brandId = (JSON.parse(out) as { id: number }).id;
  const made = await truth.createCollection({ brandId, title: "Daily" });
  assert.ok(made.ok);
  return { brandId, collectionId: made.data.id };
}

/**
 * The command line's client over a bad network. Waits are short, because a request has been carried out by the time its reply is
 * lost.
 */
function impatient(url: string) {
  const retry = { times: 15, firstWaitSeconds: 0.002, waitSecondsMax: 0.05 };
  return createReconcilingClient({
    baseUrl: `${url}/v1`,
    apiKey,
    retry,
    reconcile: { sends: 15, settleSeconds: 0.02, fetchSettleSeconds: 0.02, looks: retry },
  });
}

async function postsOf(place: { brandId: number; collectionId: number }) {
  const posts = [];
  for await (const page of truth.pages.listCollectionPosts({ ...place, perPage: 100 })) {
    assert.ok(page.ok);
    posts.push(...page.data);
  }
  return posts;
}

/** Works on up to `atOnce` items concurrently, in order. */
async function all<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const waiting = items.entries();
  const results: R[] = [];
  const workers = Array.from({ length: atOnce }, async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  });
  await Promise.all(workers);
  return results;
}

test("1,000 creations over a network that loses three replies in ten make 1,000 posts, each reported once", async () => {
  await using proxy = await lossyProxy(service.url, { seed: 7, before: 10, after: 30 });
  const client = impatient(proxy.url);
  const place = await aBrand();
  // Every second caption repeats the one before: deliberate duplicates, created concurrently.
  const captions = Array.from({ length: POSTS }, (_, number) => `Loaf ${number >> 1}`);
  const results = await all(captions, AT_ONCE, (caption) => client.createPost({ ...place, publishMode: "DRAFT", caption }));
  const failed = results.filter((result) => !result.ok);
  assert.deepEqual(failed, []);
  const told = results.flatMap((result) => (result.ok ? [result.data.id] : []));
  const posts = await postsOf(place);
  assert.equal(posts.length, POSTS);
  assert.equal(new Set(told).size, POSTS);
  assert.deepEqual(new Set(told), new Set(posts.map(({ id }) => id)));
  assert.deepEqual(posts.map(({ body }) => body).toSorted(), captions.toSorted());
  // Each reported post is the one that was requested.
  const bodies = new Map(posts.map((post) => [post.id, post.body]));
  assert.deepEqual(
    told.map((id) => bodies.get(id)),
    captions,
  );
  // The network really was that bad. Which request is lost depends on the order in which they arrive, so both numbers vary from run
  // to run around 300 and 90; these bounds are more than six standard deviations away.
  const found = results.filter((result) => result.ok && result.settled?.found).length;
  const again = results.filter((result) => result.ok && (result.settled?.sends ?? 1) > 1).length;
  assert.ok(found > 190 && again > 30, `${found} found, ${again} sent again, ${JSON.stringify(proxy.lost())} lost`);
});

test("Processes that create the same post concurrently make one each", async () => {
  await using proxy = await lossyProxy(service.url, { seed: 11, before: 10, after: 30 });
  const place = await aBrand();
  const words = ["posts", "create", "--brand-id", `${place.brandId}`, "--collection-id", `${place.collectionId}`];
  const environment = {
    ROSTRUM_API_KEY: apiKey,
    ROSTRUM_URL: proxy.url,
    XDG_STATE_HOME: join(service.dataDirectory, "..", "state"),
  };
  const runs = await all(Array.from({ length: 4 }), 4, () =>
    run([...words, "--publish-mode", "DRAFT", "--caption", "Twins", "--json"], { environment }),
  );
  // On such a network even the lookup before sending may fail for good; then nothing was sent.
  const made = runs.filter(({ code }) => code === 0).map(({ out }) => (JSON.parse(out) as { data: { id: number } }).data.id);
  assert.ok(made.length >= 3, JSON.stringify(runs));
  assert.ok(runs.every(({ code }) => code === 0 || code === 6));
  const posts = await postsOf(place);
  assert.deepEqual(made.toSorted(), posts.map(({ id }) => id).toSorted());
});

test("All other mutations are carried out once as well, and the reply says so", async () => {
  await using proxy = await lossyProxy(service.url, { seed: 3, before: 10, after: 40 });
  await using site = await aSite();
  const feedUrl = site.on("/feed.xml", { headers: { "content-type": "application/rss+xml" }, body: FEED });
  const client = impatient(proxy.url);
  const place = await aBrand();
  const { brandId, collectionId } = place;
  const twenty = Array.from({ length: 20 }, (_, number) => number);

  const collections = await all(twenty, 4, (number) =>
    client.createCollection({ brandId, title: `Collection ${number}`, queues: ["mon 09:00"] }),
  );
  const automations = await all(twenty, 4, (number) =>
    client.createAutomation({ brandId, collectionId, name: `Blog ${number}`, type: "RSS", feedUrl, importAsType: "LINK" }),
  );
  const uploads = await all(twenty, 4, (number) =>
    client.uploadMedia({ brandId, media: new Blob([`%PDF-1.4\n${"x".repeat(number % 3)}`]), fileName: `menu ${number % 3}.pdf` }),
  );
  const posts = await all(twenty, 4, (number) => client.createPost({ ...place, publishMode: "QUEUE", caption: `Post ${number}` }));
  const ids = posts.map((post) => {
    assert.ok(post.ok);
    return post.data.id;
  });
  const changes = await all(ids, 4, (postId) => client.updatePost({ brandId, postId, publishMode: "DRAFT" }));
  const deletions = await all(ids.slice(0, 10), 4, (postId) => client.deletePost({ brandId, postId }));

  const results = [...collections, ...automations, ...uploads, ...changes, ...deletions];
  assert.deepEqual(
    results.filter((result) => !result.ok),
    [],
  );
  const found = (of: readonly { ok: boolean; settled?: { found: boolean } }[]) =>
    of.filter((result) => result.ok && result.settled?.found).length;
  for (const kind of [collections, automations, uploads, changes, deletions]) assert.ok(found(kind) > 0);

  const listed = await Promise.all([
    truth.listCollections({ brandId, perPage: 100 }),
    truth.listAutomations({ brandId, perPage: 100 }),
    truth.listMedia({ brandId, perPage: 100 }),
  ]);
  const idsOf = (of: readonly { ok: boolean; data?: { id: unknown } }[]) => new Set(of.map((result) => result.data?.id));
  for (const [list, made] of [
    [listed[0], idsOf([...collections, { ok: true, data: { id: collectionId } }])],
    [listed[1], idsOf(automations)],
    [listed[2], idsOf(uploads)],
  ] as const) {
    assert.ok(list.ok);
    assert.deepEqual(new Set<unknown>(list.data.map(({ id }) => id)), made);
    assert.equal(list.data.length, made.size);
  }
  const left = await postsOf(place);
  assert.deepEqual(
    left.map(({ id, postingType }) => [id, postingType]).toSorted(),
    ids
      .slice(10)
      .map((id) => [id, "DRAFT"])
      .toSorted(),
  );
});

test("A refusal is reported unchanged, and an unreachable service immediately", async () => {
  const place = await aBrand();
  const client = impatient(service.url);
  const refused = await client.createPost({ ...place, publishMode: "SCHEDULE", caption: "Late", scheduledAt: "2001-01-01 00:00:00" });
  assert.ok(!refused.ok);
  assert.equal(refused.status, 422);
  const foreign = await client.createPost({ brandId: 999_999, collectionId: 1, publishMode: "DRAFT", caption: "Hello" });
  assert.ok(!foreign.ok);
  assert.equal(foreign.status, 403);
  const away = await createReconcilingClient({ baseUrl: "http://127.0.0.1:9/v1", apiKey, retry: { times: 0 } }).deletePost({
    brandId: 1,
    postId: 1,
  });
  assert.ok(!away.ok);
  assert.equal(away.problem.kind, "unreachable");
});

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title><link>http://127.0.0.1/</link>
<item><title>One</title><link>http://127.0.0.1/1</link><guid>1</guid></item></channel></rss>`;
