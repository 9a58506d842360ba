import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import fastify from "fastify";
import { memoryObjects } from "../../sandbox/memory.ts";
import { mountSandbox } from "../../sandbox/mount.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { blueskySandbox } from "./index.ts";

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const START = toInstant("2030-05-01T07:00:00Z");
const POSTS = "app.bsky.feed.post";
const RKEY = "3ltzhqzpcs22a";
const PNG = Buffer.from("\x89PNG\r\n\x1a\nbread", "latin1");

async function startNetwork(context: TestContext) {
  let now: Instant = START;
  const app = fastify();
  const world: Writable<SandboxWorld> = { now: () => now, baseUrl: "", objects: memoryObjects(() => now), neighbour: () => world };
  await mountSandbox(app, { networks: [blueskySandbox], world: () => world });
  world.baseUrl = `${await app.listen({ host: "127.0.0.1", port: 0 })}/sandbox/bluesky`;
  context.after(() => app.close());

  async function ask(method: string, request: { token?: string; json?: unknown; bytes?: Buffer; mime?: string; query?: string } = {}) {
    const { token, json, bytes, mime, query = "" } = request;
    const isPost = json !== undefined || bytes !== undefined || method.endsWith("refreshSession");
    const reply = await fetch(`${world.baseUrl}/xrpc/${method}${query}`, {
      method: isPost ? "POST" : "GET",
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...(mime === undefined ? {} : { "content-type": mime }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(bytes === undefined ? {} : { body: new Uint8Array(bytes) }),
    });
    return { status: reply.status, body: JSON.parse(await reply.text()) };
  }
  const { credentials } = await blueskySandbox.account("Baker", world);
  const { body: session } = await ask("com.atproto.server.createSession", {
    json: { identifier: credentials.identifier, password: credentials.appPassword },
  });
  const put = (record: unknown, more: Record<string, unknown> = {}) =>
    ask("com.atproto.repo.putRecord", {
      token: session.accessJwt,
      json: { repo: session.did, collection: POSTS, rkey: RKEY, validate: true, record, ...more },
    });
  const advance = (seconds: number) => {
    now = addSeconds(now, seconds);
  };
  return { world, ask, session, put, advance };
}

function aRecord(changes: Record<string, unknown> = {}) {
  return { $type: POSTS, text: "Bread", createdAt: "2030-05-01T07:00:00.000Z", ...changes };
}

test("An account with a given name is created once", async (context) => {
  const { world } = await startNetwork(context);
  assert.deepEqual(await blueskySandbox.account("Baker", world), await blueskySandbox.account("Baker", world));
});

test("An access token expires after 2 hours with 400 ExpiredToken", async (context) => {
  const { put, advance } = await startNetwork(context);
  advance(2 * 3600 - 1);
  assert.equal((await put(aRecord())).status, 200);
  advance(1);
  assert.deepEqual(await put(aRecord()), { status: 400, body: { error: "ExpiredToken", message: "Token has expired" } });
});

test("A used refresh token yields the same successor for 2 hours and is then revoked; the successor stays valid", async (context) => {
  const { ask, session, advance } = await startNetwork(context);
  const refresh = (token: string) => ask("com.atproto.server.refreshSession", { token });
  const first = await refresh(session.refreshJwt);
  advance(2 * 3600 - 1);
  const again = await refresh(session.refreshJwt);
  assert.equal(again.body.refreshJwt, first.body.refreshJwt);
  assert.notEqual(again.body.accessJwt, first.body.accessJwt);
  advance(1);
  assert.deepEqual(await refresh(session.refreshJwt), { status: 400, body: { error: "ExpiredToken", message: "Token has been revoked" } });
  assert.equal((await refresh(first.body.refreshJwt)).status, 200);
  assert.equal((await refresh(session.accessJwt)).body.error, "InvalidToken");
});

test("The same body again is a no-op, another body is refused under swapRecord null and overwrites without it", async (context) => {
  const { put } = await startNetwork(context);
  const first = await put(aRecord(), { swapRecord: null });
  assert.equal(first.status, 200);
  const again = await put(aRecord(), { swapRecord: null });
  const { commit, ...unchanged } = first.body;
  assert.equal(typeof commit.rev, "string");
  assert.deepEqual(again, { status: 200, body: unchanged });
  assert.deepEqual(await put(aRecord({ text: "Other" }), { swapRecord: null }), {
    status: 400,
    body: { error: "InvalidSwap", message: `Record was at ${first.body.cid}` },
  });
  assert.notEqual((await put(aRecord({ text: "Other" }))).body.cid, first.body.cid);
});

test("Of ten concurrent writers of one key one wins", async (context) => {
  const { put } = await startNetwork(context);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => put(aRecord({ text: `Bread ${index}` }), { swapRecord: null })),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array.from({ length: 9 }, () => 400)]);
});

const link = (byteStart: number, byteEnd: number) => ({
  index: { byteStart, byteEnd },
  features: [{ $type: "app.bsky.richtext.facet#link", uri: "https://a.example" }],
});
const blob = { $type: "blob", ref: { $link: `bafkrei${"a".repeat(52)}` }, mimeType: "image/png", size: 10 };
const refused: Record<string, Record<string, unknown>> = {
  "a text of 301 graphemes": { text: "é".repeat(301) },
  "a text above 3000 bytes": { text: "👨‍👩‍👧‍👦".repeat(121) },
  "no moment": { createdAt: undefined },
  "a moment without zone": { createdAt: "2030-05-01T07:00:00" },
  "a facet outside the text": { facets: [link(0, 6)] },
  "a facet that splits a character": { text: "é", facets: [link(0, 1)] },
  "facets that overlap": { facets: [link(0, 3), link(2, 5)] },
  "five pictures": { embed: { $type: "app.bsky.embed.images", images: Array.from({ length: 5 }, () => ({ image: blob, alt: "" })) } },
  "a picture without alt": { embed: { $type: "app.bsky.embed.images", images: [{ image: blob }] } },
  "a picture above 2 MB": { embed: { $type: "app.bsky.embed.images", images: [{ image: { ...blob, size: 2_000_001 }, alt: "" }] } },
  "a card without description": { embed: { $type: "app.bsky.embed.external", external: { uri: "https://a.example", title: "" } } },
  "an unknown embed": { embed: { $type: "app.bsky.embed.unknown" } },
  "nine tags": { tags: Array.from({ length: 9 }, () => "bread") },
  "a reply to nothing": {
    reply: {
      root: { uri: `at://did:plc:abc/${POSTS}/${RKEY}`, cid: "bafyreia" },
      parent: { uri: `at://did:plc:abc/${POSTS}/${RKEY}`, cid: "bafyreia" },
    },
  },
};
for (const [name, changes] of Object.entries(refused)) {
  test(`A post with ${name} is an InvalidRequest`, async (context) => {
    const { put } = await startNetwork(context);
    const { status, body } = await put(aRecord(changes));
    assert.deepEqual([status, body.error], [400, "InvalidRequest"]);
    assert.match(body.message, /^Invalid app\.bsky\.feed\.post record: /);
  });
}

test("A key that is not a TID is refused for posts", async (context) => {
  const { put } = await startNetwork(context);
  for (const rkey of ["bread", "zzzzzzzzzzzzz", "3ltzhqzpcs22"]) {
    assert.match((await put(aRecord(), { rkey })).body.message, /^Invalid record key/);
  }
});

test("A file's type comes from its bytes, and a record must state it correctly", async (context) => {
  const { ask, session, put } = await startNetwork(context);
  const uploaded = await ask("com.atproto.repo.uploadBlob", { token: session.accessJwt, bytes: PNG, mime: "image/jpeg" });
  assert.deepEqual([uploaded.body.blob.mimeType, uploaded.body.blob.size], ["image/png", PNG.length]);
  const withImage = (image: unknown) => put(aRecord({ embed: { $type: "app.bsky.embed.images", images: [{ image, alt: "" }] } }));
  assert.equal((await withImage({ ...uploaded.body.blob, mimeType: "image/jpeg" })).body.error, "InvalidMimeType");
  assert.equal((await withImage({ ...uploaded.body.blob, size: 1 })).body.error, "InvalidSize");
  assert.equal((await withImage(blob)).body.error, "BlobNotFound");
  assert.equal((await withImage(uploaded.body.blob)).status, 200);
});

test("Nobody can write without a token, to another's repository, or with a service token", async (context) => {
  const { ask, session, put } = await startNetwork(context);
  const json = { repo: session.did, collection: POSTS, rkey: RKEY, record: aRecord() };
  assert.deepEqual(await ask("com.atproto.repo.putRecord", { json }), {
    status: 401,
    body: { error: "AuthMissing", message: "Authentication Required" },
  });
  assert.equal((await put(aRecord(), { repo: "did:plc:other" })).status, 401);
  const exp = Date.parse(START) / 1000 + 1800;
  const service = await ask("com.atproto.server.getServiceAuth", {
    token: session.accessJwt,
    query: `?aud=did:web:a.example&lxm=com.atproto.repo.uploadBlob&exp=${exp}`,
  });
  assert.equal((await ask("com.atproto.repo.putRecord", { token: service.body.token, json })).body.error, "InvalidToken");
  const tooLong = await ask("com.atproto.server.getServiceAuth", {
    token: session.accessJwt,
    query: `?aud=did:web:a.example&exp=${exp + 3600}`,
  });
  assert.equal(tooLong.body.error, "BadExpiration");
});

test("Handles resolve, unknown ones do not, and an unknown method is a 501", async (context) => {
  const { ask, session } = await startNetwork(context);
  assert.deepEqual((await ask("com.atproto.identity.resolveHandle", { query: "?handle=baker.bluesky.test" })).body, { did: session.did });
  assert.equal((await ask("com.atproto.identity.resolveHandle", { query: "?handle=nobody.bluesky.test" })).body.error, "HandleNotFound");
  assert.deepEqual(await ask("app.bsky.feed.getFeed"), {
    status: 501,
    body: { error: "MethodNotImplemented", message: "Method Not Implemented" },
  });
});

test("The feed shows posts, pictures, links and reactions; the permalink shows the conversation", async (context) => {
  const { world, ask, session, put } = await startNetwork(context);
  const { body } = await ask("com.atproto.repo.uploadBlob", { token: session.accessJwt, bytes: PNG, mime: "image/png" });
  const embed = { $type: "app.bsky.embed.images", images: [{ image: body.blob, alt: "A loaf" }] };
  const { uri } = (await put(aRecord({ text: "Käse: a.example", facets: [link(7, 16)], embed }))).body;
  await blueskySandbox.react(world, uri, { kind: "like" });
  await blueskySandbox.react(world, uri, { kind: "share" });
  await blueskySandbox.react(world, uri, { kind: "comment", text: "Yum" });
  const [comment, post] = await blueskySandbox.feed(world, { limit: 10 });
  const media = { url: `${world.baseUrl}/files/${session.did}/${body.blob.ref.$link}`, mime: "image/png", alt: "A loaf" };
  assert.deepEqual(post, {
    id: uri,
    author: "@baker.bluesky.test",
    text: "Käse: a.example",
    url: `${world.baseUrl}/profile/${session.did}/post/${RKEY}`,
    createdAt: START,
    media: [media],
    poll: null,
    card: null,
    replyTo: null,
    counts: { likes: 1, comments: 1, shares: 1 },
    links: [{ start: 6, end: 15, href: "https://a.example" }],
  });
  assert.deepEqual([comment?.text, comment?.replyTo], ["Yum", uri]);
  assert.deepEqual(Buffer.from(await (await fetch(media.url)).arrayBuffer()), PNG);
  const page = await fetch(post.url);
  const html = await page.text();
  assert.equal(page.status, 200);
  assert.ok(html.includes("Yum") && html.includes("A loaf"));
  assert.equal((await fetch(`${post.url}x`)).status, 404);
});

test("A record written without validation that is not a post does not break the feed", async (context) => {
  const { world, put } = await startNetwork(context);
  assert.equal((await put({ $type: POSTS, text: 5 }, { validate: false })).status, 200);
  assert.deepEqual(await blueskySandbox.feed(world, { limit: 10 }), []);
});
