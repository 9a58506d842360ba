import assert from "node:assert/strict";
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { requestPlans } from "../../scripts/n8n/description.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { aPhoto } from "../../server/src/testing/media.ts";
import { admin } from "../blackbox/support/admin.ts";
import { startService } from "../blackbox/support/service.ts";
import { aChannel, aCollection, aPost, aWorkspace, updateAccount, type Workspace } from "../blackbox/support/stage.ts";
import { type N8n, startN8n } from "./start.ts";
import { activate, byId, type Keys, readFeed, rostrum, rostrumTrigger, startedBy, tell } from "./workflows.ts";

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;
const NODE = { name: "n8n-nodes-rostrum.rostrum", version: 1 };

const open = new AsyncDisposableStack();
after(() => open.disposeAsync());
let n8n: N8n;
let bakery: Workspace;
let keys: Keys;
let key: string;
/** A post that is out. */
let publishedId: number;
let channelId: number;
let collectionId: number;

before(async () => {
  const service = await startService();
  n8n = open.use(await startN8n());
  bakery = await aWorkspace({ service, timezone: "America/New_York" });
  await updateAccount(bakery, { sensitiveActions: true });
  channelId = await aChannel(bakery, "Mastodon", "bakery");
  collectionId = (await aCollection(bakery, { channels: [channelId] })).id;
  key = bakery.api.key ?? "";
  publishedId = await aPost(bakery, collectionId, { publishMode: "IMMEDIATE", caption: "Fresh bread" });
  const data = { url: `${service.url}/`, apiKey: key };
  keys = await n8n.rest<Keys>("POST", "/credentials", { name: "Bakery", type: "rostrumApi", data });
});

interface Found {
  readonly name: string;
  readonly iconUrl: unknown;
  readonly usableAsTool?: boolean;
}

test("n8n finds both nodes in the package, and offers the one for operations to its agents as well", async () => {
  const nodeInfos = [NODE, { name: "n8n-nodes-rostrum.rostrumTrigger", version: 1 }];
  const found = await n8n.rest<readonly Found[]>("POST", "/node-types", { nodeInfos });
  assert.deepEqual(
    found.map(({ name, usableAsTool = false }) => [name, usableAsTool]),
    [
      ["rostrum", true],
      ["rostrumTrigger", false],
    ],
  );
  const icons = "icons/n8n-nodes-rostrum/dist/icons/rostrum";
  for (const { iconUrl } of found) assert.deepEqual(iconUrl, { light: `${icons}.svg`, dark: `${icons}.dark.svg` });
});

test("the credentials are tried at the service", async () => {
  const url = bakery.service.url;
  const tried = async (apiKey: string) => {
    const credentials = { id: "", name: "Tried", type: "rostrumApi", data: { url, apiKey } };
    return (await n8n.rest<{ status: string }>("POST", "/credentials/test", { credentials })).status;
  };
  assert.deepEqual([await tried(key), await tried(`${key}x`)], ["OK", "Error"]);
});

test("brands, collections, posts and channels can be chosen from lists", async () => {
  const chosen = { brandId: byId(bakery.brandId) };
  const listed = async (methodName: string, path: string, filter?: string) => {
    const asked = { path, methodName, currentNodeParameters: chosen, nodeTypeAndVersion: NODE, credentials: { rostrumApi: keys }, filter };
    return (await n8n.rest<{ results: object[] }>("POST", "/dynamic-node-parameters/resource-locator-results", asked)).results;
  };
  assert.deepEqual(await listed("searchBrands", "brandId"), [{ name: "Corner Bakery", value: String(bakery.brandId) }]);
  assert.deepEqual(await listed("searchBrands", "brandId", "nothing"), []);
  assert.deepEqual(await listed("searchCollections", "collectionId", "EVERGREEN"), [
    { name: "Evergreen tips", value: String(collectionId) },
  ]);
  const options = { path: "channels", methodName: "getChannels", currentNodeParameters: chosen, nodeTypeAndVersion: NODE };
  const channels = await n8n.rest("POST", "/dynamic-node-parameters/options", { ...options, credentials: { rostrumApi: keys } });
  assert.deepEqual(channels, [{ name: "bakery (Mastodon)", value: channelId }]);
});

test("a workflow can do each of the 17 operations", async () => {
  await using feed = await aServer(() => FEED);
  const brandId = byId(bakery.brandId);
  const given = (name: string) => `={{ $json.body.${name} }}`;
  const done = new Set<string>();
  /** Each operation's parameters beside resource, operation and brand. */
  const parameters: Readonly<Record<string, object>> = {
    "profile:get": {},
    "profile:validateToken": {},
    "brand:getAll": { returnAll: true },
    "brand:getSchedule": { brandId },
    "channel:getAll": { brandId, returnAll: true },
    "collection:getAll": { brandId, limit: 1 },
    "collection:create": {
      brandId,
      title: given("title"),
      additionalFields: { channels: [channelId], queues: ["Mon 09:00", "Thu 17:30"], maxRepublish: -1 },
    },
    "automation:getAll": { brandId, returnAll: true },
    "automation:create": {
      brandId,
      name: "Blog",
      collectionId: byId(given("collectionId")),
      type: "RSS",
      feedUrl: feed.url,
      importAsType: "LINK",
      additionalFields: { addPostsAsDraft: true, refreshRate: 6 },
    },
    "media:getAll": { brandId, returnAll: true, filters: { type: "IMAGE" } },
    "media:upload": { brandId, binaryPropertyName: "data", fileName: "Brötchen.jpg" },
    "post:create": {
      brandId,
      collectionId: byId(given("collectionId")),
      publishMode: "SCHEDULE",
      caption: "Which one next?",
      scheduledAt: '={{ $now.plus({ days: 2 }).startOf("hour") }}',
      additionalFields: {
        poll: { value: { question: "Which cake?", options: ["Cherry", "Plum"], period: "3d", more: { correctOptionIndex: 1 } } },
        comment: { value: { comment: "Order by noon.", delay: 60 } },
        media: { values: [{ id: given("mediaId"), url: "" }] },
        platforms: { youtube: { tags: ["bread"] } },
      },
    },
    "post:update": { brandId, postId: byId(given("postId")), publishMode: "QUEUE", queuePosition: "FRONT" },
    "post:getAll": { brandId, returnAll: true, filters: { view: "QUEUE", createdFrom: "2020-01-01T00:00:00.000+01:00" } },
    "post:getAllOfCollection": { brandId, collectionId: byId(given("collectionId")), returnAll: true },
    "post:delete": { brandId, postId: byId(given("postId")) },
    "publishedPost:getAll": { brandId, returnAll: true, filters: { postId: publishedId, channelId } },
  };
  assert.deepEqual(Object.keys(parameters).toSorted(), Object.keys(requestPlans()).toSorted());
  const path = (name: string) => name.replace(":", "-");
  await activate(
    n8n,
    "All operations",
    Object.entries(parameters).map(([name, own]) => {
      const [resource, operation] = name.split(":");
      return [startedBy(path(name)), rostrum(name, keys, { resource, operation, ...own })];
    }),
  );
  /** What the operation gives, item by item. */
  const outcome = async (name: string, body: object = {}): Promise<Record<string, unknown>[]> => {
    const items = await n8n.webhook(path(name), body);
    done.add(name);
    return items as Record<string, unknown>[];
  };
  /** The same from the API. */
  const asked = async (address: string) => ((await bakery.api.get(address)).body as { data: unknown }).data;

  const me = await asked("/me");
  assert.deepEqual(await outcome("profile:get"), [me]);
  assert.deepEqual(await outcome("profile:validateToken"), [me]);
  assert.deepEqual(await outcome("brand:getAll"), await asked("/brands"));
  assert.deepEqual(await outcome("brand:getSchedule"), [await asked(`${bakery.brand}/schedule`)]);
  assert.deepEqual(await outcome("channel:getAll"), await asked(`${bakery.brand}/channels`));
  const [collection] = await outcome("collection:create", { title: "From n8n" });
  assert.deepEqual(await outcome("collection:getAll"), await asked(`${bakery.brand}/collections?per_page=1`));
  const { title, evergreen, channels, queues } = collection as { title: string } & Record<string, object>;
  assert.deepEqual(
    [title, evergreen, channels, queues],
    ["From n8n", { enabled: true, maxRepublish: -1 }, [{ id: channelId, name: "bakery", status: "ACTIVE", type: "Mastodon" }], queues],
  );
  const made = { collectionId: collection?.id };
  const [automation] = await outcome("automation:create", made);
  assert.deepEqual([automation?.name, automation?.collectionId, automation?.status], ["Blog", collection?.id, "ACTIVE"]);
  assert.deepEqual(await outcome("automation:getAll"), await asked(`${bakery.brand}/automations`));

  const form = new FormData();
  form.set("data", new Blob([await aPhoto()], { type: "image/jpeg" }), "other.jpg");
  const [media] = await outcome("media:upload", form);
  const [listed] = await outcome("media:getAll");
  assert.deepEqual([listed?.id, listed?.name, listed?.type], [media?.id, "Brötchen.jpg", "image/jpeg"]);

  const now = Date.now();
  const [acknowledged] = await outcome("post:create", { ...made, mediaId: media?.id });
  const postId = acknowledged?.id;
  const [post] = await outcome("post:getAllOfCollection", made);
  assert.deepEqual(post, ((await asked(`${bakery.brand}/posts`)) as object[])[0]);
  // Told as a moment in n8n's zone, and sent in the brand's.
  const hours = [now, Date.now()].map((moment) => hourIn(moment + 2 * DAY_MILLISECONDS));
  assert.ok(hours.includes(String(post?.postDate)), `${post?.postDate} is not one of ${hours}`);
  assert.deepEqual(
    [post?.id, post?.body, post?.postingType, post?.poll, post?.media],
    [
      postId,
      "Which one next?",
      "SCHEDULE",
      { question: "Which cake?", options: ["Cherry", "Plum"], period: "3d", correctOptionIndex: 1 },
      [{ id: media?.id, name: "Brötchen.jpg", type: "image/jpeg", size: media?.size }],
    ],
  );
  const [updated] = await outcome("post:update", { postId });
  assert.equal(updated?.postingType, "QUEUE");
  assert.deepEqual(await outcome("post:getAll"), [updated]);
  await outcome("post:delete", { postId });
  const left = (await asked(`${bakery.brand}/posts`)) as { id: number }[];
  assert.deepEqual(
    left.map(({ id }) => id),
    [publishedId],
  );
  const published = `${bakery.brand}/published-posts`;
  await eventually("the post is out", async () => ((await asked(published)) as object[]).length === 1);
  assert.deepEqual(await outcome("publishedPost:getAll"), await asked(published));
  assert.equal(done.size, 17);
});

/** The beginning of the moment's hour, in UTC as the API writes it. */
function hourIn(milliseconds: number): string {
  const hour = new Date(milliseconds - (milliseconds % HOUR_MILLISECONDS));
  return hour.toISOString().slice(0, 19).replace("T", " ");
}

test("a list goes on to its last page, and up to the limit", async () => {
  const collection = await aCollection(bakery, { title: "Many" });
  for (let count = 0; count < 101; count += 1) await aPost(bakery, collection.id, { caption: `Loaf ${count}` });
  const base = { resource: "post", operation: "getAllOfCollection", brandId: byId(bakery.brandId), collectionId: byId(collection.id) };
  await activate(n8n, "Lists", [
    [startedBy("all"), rostrum("All", keys, { ...base, returnAll: true, filters: { sortOrder: "asc" } })],
    [startedBy("some"), rostrum("Some", keys, { ...base, limit: 100 })],
  ]);
  const bodies = async (path: string) => ((await n8n.webhook(path, {})) as { body: string }[]).map(({ body }) => body);
  const all = Array.from({ length: 101 }, (_, count) => `Loaf ${count}`);
  assert.deepEqual(await bodies("all"), all);
  assert.deepEqual(await bodies("some"), all.toReversed().slice(0, 100));
});

test("a refusal is told in the service's words, stops the workflow, or goes on as an item", async () => {
  const parameters = {
    resource: "post",
    operation: "create",
    brandId: byId(bakery.brandId),
    collectionId: byId(collectionId),
    publishMode: "DRAFT",
    caption: "={{ $json.body.caption }}",
  };
  await activate(n8n, "Refusals", [
    [startedBy("stops"), rostrum("Stops", keys, parameters)],
    [startedBy("goes-on"), { ...rostrum("Goes on", keys, parameters), onError: "continueRegularOutput" }],
  ]);
  const wrong = { caption: "x".repeat(3001) };
  await n8n.webhook("stops", wrong, 500);
  const message = "The caption field must not be longer than 3000 characters.";
  assert.deepEqual(await n8n.webhook("goes-on", wrong), [{ error: message, description: null, httpCode: "422" }]);
});

test("a request that comes too soon is sent again after the time that the service names", async () => {
  let refused = 0;
  await using front = await aServer(async ({ path, headers }) => {
    if (refused === 0) {
      refused += 1;
      return { status: 429, headers: { "retry-after": "1" }, body: { message: "Too many requests." } };
    }
    const reply = await fetch(`${bakery.service.url}${path}`, { headers: { authorization: headers.authorization ?? "" } });
    return { status: reply.status, body: await reply.json() };
  });
  const busy = await n8n.rest<Keys>("POST", "/credentials", { name: "Busy", type: "rostrumApi", data: { url: front.url, apiKey: key } });
  await activate(n8n, "Too soon", [[startedBy("too-soon"), rostrum("Me", busy, { resource: "profile", operation: "get" })]]);
  assert.deepEqual(await n8n.webhook("too-soon", {}), [((await bakery.api.get("/me")).body as { data: object }).data]);
  assert.equal(refused, 1);
});

test("a change whose answer was lost is not sent again, and the error says what to do", async () => {
  let sent = 0;
  await using front = await aServer(({ method }) => {
    if (method === "POST") sent += 1;
    return null;
  });
  const lossy = await n8n.rest<Keys>("POST", "/credentials", { name: "Lossy", type: "rostrumApi", data: { url: front.url, apiKey: key } });
  const parameters = { resource: "collection", operation: "create", brandId: byId(bakery.brandId), title: "Lost" };
  const node = rostrum("Lost", lossy, parameters);
  await activate(n8n, "Lost replies", [[startedBy("lost"), { ...node, onError: "continueRegularOutput" }]]);
  const [{ error, description }] = (await n8n.webhook("lost", {})) as [{ error: string; description: string }];
  assert.equal(error, `Rostrum did not answer at ${front.url}`);
  assert.equal(description, "It is not known whether this was carried out: look at the list before you send it again.");
  assert.equal(sent, 1);
});

test("feed → post → on failure, tell me: an item becomes a post, and its failure starts the workflow that tells of it", async () => {
  await using feed = await aServer(() => FEED);
  const told: Record<string, unknown>[] = [];
  await using receiver = await aServer(({ body }) => {
    told.push(body as Record<string, unknown>);
    return { status: 200, body: {} };
  });
  const brandId = byId(bakery.brandId);
  const watching = await activate(n8n, "On failure, tell me", [
    [rostrumTrigger(keys, { brandId, events: ["post.failed"] }), tell(receiver.url)],
  ]);
  const [webhook, ...others] = await webhooks();
  assert.deepEqual([webhook?.events, webhook?.description, others], [["post.failed"], "n8n: On failure, tell me", []]);
  const url = webhook?.url ?? "";
  assert.ok(url.startsWith(`${n8n.url}/webhook/`), url);

  const collection = await aCollection(bakery, { title: "From the feed", channels: [await aChannel(bakery, "Mastodon", "feedreader")] });
  const fault = { network: "mastodon", kind: "revoked", requests: "all", count: 2 };
  await admin(bakery.service, { method: "POST", path: "/sandbox/faults", body: fault, data: (value) => value });
  const post = {
    resource: "post",
    operation: "create",
    brandId,
    collectionId: byId(collection.id),
    publishMode: "IMMEDIATE",
    caption: "={{ $json.title }} {{ $json.link }}",
  };
  await activate(n8n, "Feed to posts", [[startedBy("feed"), readFeed(feed.url), rostrum("Post", keys, post)]]);
  const [{ id: postId }, ...rest] = (await n8n.webhook("feed", {})) as [{ id: number }];
  assert.deepEqual(rest, []);

  const [event] = await eventually("the failure is told", () => told.length > 0 && told);
  const { id, type, data } = event as {
    id: string;
    type: string;
    data: { brand: object; post: { id: number; body: string }; results: object[] };
  };
  assert.match(id, /^msg_/);
  const [entry] = ((await bakery.api.get(`${bakery.brand}/published-posts`, { status: "FAILED" })).body as { data: { message: string }[] })
    .data;
  assert.deepEqual(
    [type, data.brand, data.post.id, data.post.body, data.results.map((result) => (result as typeof entry)?.message)],
    ["post.failed", { id: bakery.brandId, title: "Corner Bakery" }, postId, "Bread & butter https://shop.example/bread", [entry?.message]],
  );

  const body = JSON.stringify({ type: "post.failed", timestamp: new Date().toISOString(), data: {} });
  for (const [name, headers] of Object.entries(forged(body))) {
    const reply = await fetch(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
    assert.equal(reply.status, 401, `${name}: ${await reply.text()}`);
  }

  await n8n.rest("POST", `/workflows/${watching}/deactivate`, {});
  await eventually("the webhook is gone", async () => (await webhooks()).length === 0);
  assert.equal(told.length, 1);
});

/** Headers of deliveries that the service did not sign, or not now. */
function forged(body: string): Readonly<Record<string, Record<string, string>>> {
  const seconds = Math.floor(Date.now() / 1000);
  const signed = (at: number) => {
    const id = `msg_${randomUUID()}`;
    const signature = createHmac("sha256", "another key").update(`${id}.${at}.${body}`).digest("base64");
    return { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": `v1,${signature}` };
  };
  return { unsigned: {}, "signed with another key": signed(seconds), "an hour old": signed(seconds - 3600) };
}

interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
}

/** The brand's webhooks, as the service lists them. */
async function webhooks(): Promise<readonly Webhook[]> {
  const url = `${bakery.service.url}/app/api/brands/${bakery.brandId}/webhooks`;
  const reply = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  const text = await reply.text();
  assert.equal(reply.status, 200, text);
  return JSON.parse(text).data;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body: unknown;
}

/** A server on 127.0.0.1; null: the connection is cut instead of an answer. */
async function aServer(
  answer: (asked: Asked) => Answer | null | Promise<Answer | null>,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(async (request, response) => {
    const content = await text(request);
    const { method = "", url: path = "", headers } = request;
    const body = headers["content-type"]?.startsWith("application/json") === true ? JSON.parse(content) : content;
    const answered = await answer({ method, path, headers, body });
    if (answered === null) return void response.destroy();
    response.writeHead(answered.status, answered.headers);
    response.end(typeof answered.body === "string" ? answered.body : JSON.stringify(answered.body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const FEED: Answer = {
  status: 200,
  headers: { "content-type": "application/rss+xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Bakery</title><link>https://shop.example/</link><description>News</description>
<item><title>Bread &amp; butter</title><link>https://shop.example/bread</link><guid isPermaLink="false">n-1</guid></item>
</channel></rss>`,
};
