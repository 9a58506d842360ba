import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { json } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { one, query } from "../../ground/database/query.ts";
import { serve } from "../../ground/net/testing/servers.ts";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { aDashboard } from "../../testing/dashboard.ts";
import { eventually } from "../../testing/eventually.ts";
import { loaf, rss } from "../../testing/feeds.ts";
import { aPicture } from "../../testing/media.ts";
import { aProgram, aSignedIn, PASSWORD } from "../../testing/program.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aToolClient } from "../../testing/tool-client.ts";
import { aToolToken } from "../../testing/tool-token.ts";

/** Longer than a request in flight may outlive what lets it in. */
const LONG_SECONDS = 2;

let stage: Stage;
let place: Place;
/** Statements that have been answered. */
const answered: string[] = [];
before(async () => {
  stage = await openStage();
  place = await aPlace(stage);
  const { db } = stage.app;
  const ask = db.query.bind(db) as (statement: unknown) => Promise<unknown>;
  Object.defineProperty(db, "query", {
    value: (statement: { readonly text?: string }) => ask(statement).finally(() => answered.push(statement.text ?? "")),
  });
});
after(() => stage[Symbol.asyncDispose]());

interface Slow {
  /** Sends the body at last. */
  end(): Promise<{ readonly status: number; readonly body: unknown }>;
}

/** A request whose headers have passed the gates, the last of which asks for `gate`, and whose body keeps the service waiting. */
async function slow(path: string, given: { headers: Readonly<Record<string, string>>; body: unknown; gate: string }): Promise<Slow> {
  const bytes = Buffer.from(JSON.stringify(given.body));
  answered.length = 0;
  const outgoing = request(`${stage.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": bytes.length, ...given.headers },
  });
  outgoing.write(bytes.subarray(0, 1));
  await eventually("the gates have been passed", async () => answered.some((text) => text.includes(given.gate)));
  return {
    async end() {
      const replied = once(outgoing, "response");
      outgoing.end(bytes.subarray(1));
      const [reply] = await replied;
      return { status: reply.statusCode, body: await json(reply) };
    },
  };
}

async function countOf(text: string): Promise<number> {
  return (await one<{ count: number }>(stage.app.db, { text })).count;
}

test("a key that is revoked while the body is on its way makes no post; one that is not makes it", async () => {
  const path = `/v1/brands/${place.brandId}/collections/${place.collectionId}/posts`;
  for (const [isRevoked, status] of [
    [false, 201],
    [true, 401],
  ] as const) {
    const name = `slow ${isRevoked}`;
    const { key } = await must(stage.admin("POST", "/keys", { user: place.person.email, name }));
    const headers = { authorization: `Bearer ${key}` };
    const sending = await slow(path, { headers, body: { publishMode: "DRAFT", caption: name }, gate: "api_keys" });
    if (isRevoked) await query(stage.app.db, { text: "update api_keys set revoked_at = $1 where name = $2", values: [stage.now(), name] });
    stage.pass(LONG_SECONDS);
    assert.equal((await sending.end()).status, status);
    assert.equal(await countOf(`select count(*)::int count from posts where body = '${name}'`), isRevoked ? 0 : 1);
  }
});

for (const [what, isLost, status] of [
  ["loses the brand", true, 404],
  ["keeps the brand", false, 201],
] as const) {
  test(`of whoever ${what} while the service fetches something for them, it makes ${isLost ? "nothing" : "what they asked for"}`, async () => {
    await using open = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
    const picture = await aPicture();
    let bakery = await aPlace(open);
    await using site = await serve(async (request, response) => {
      open.pass(LONG_SECONDS);
      if (isLost) await query(open.app.db, { text: "delete from brand_members where brand_id = $1", values: [bakery.brandId] });
      const isFeed = request.url === "/feed";
      response.writeHead(200, { "content-type": isFeed ? "application/rss+xml" : "image/png" }).end(isFeed ? rss([loaf(1)]) : picture);
    });
    const post = { publishMode: "IMMEDIATE", caption: "x", media: [{ url: `${site.origin}/a.png` }] };
    const refusal = status === 404 ? 403 : status;
    assert.equal((await bakery.api("POST", `/collections/${bakery.collectionId}/posts`, post)).status, refusal);
    assert.equal((await query(open.app.db, { text: "select id from posts" })).length, isLost ? 0 : 1);
    assert.equal((await query(open.app.db, { text: "select id from media" })).length, isLost ? 0 : 1);
    bakery = await aPlace(open);
    const { collectionId } = bakery;
    const feed = { name: "Blog", type: "RSS", feedUrl: `${site.origin}/feed`, importAsType: "LINK", refreshRate: 1, loadOldPosts: false };
    assert.equal((await bakery.api("POST", "/automations", { ...feed, addPostsAsDraft: true, collectionId })).status, status);
    assert.equal((await query(open.app.db, { text: "select id from automations" })).length, isLost ? 0 : 1);
  });
}

test("a session that ends while the body is on its way makes no key", async () => {
  const email = "grace@example.org";
  await must(stage.admin("POST", "/users", { name: "Grace", email, password: PASSWORD }));
  const { cookie, call } = await aDashboard(stage, email);
  const { token } = await must(call("GET", "/session"));
  const headers = { cookie, "x-rostrum-token": token };
  const sending = await slow("/app/api/keys", { headers, body: { name: "late" }, gate: "from sessions" });
  await must(stage.admin("POST", "/users/password", { user: email, password: "battery staple" }));
  stage.pass(LONG_SECONDS);
  assert.equal((await sending.end()).status, 401);
  assert.equal(await countOf("select count(*)::int count from api_keys where name = 'late'"), 0);
});

test("an app that is disconnected while the body is on its way calls no tool", async () => {
  const program = await aProgram(stage);
  const { access_token: token } = await program.connect(await aSignedIn(stage));
  const headers = { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const sending = await slow("/mcp", { headers, body, gate: "update tool_clients" });
  await query(stage.app.db, { text: "delete from oauth_grants" });
  stage.pass(LONG_SECONDS);
  assert.equal((await sending.end()).status, 401);
});

for (const [what, isDisconnected] of [
  ["whose app is disconnected while the service fetches a file for them makes nothing", true],
  ["whose token ends while the service fetches a file for them gets what they asked for", false],
] as const) {
  test(`a tool's caller ${what}`, async () => {
    await using open = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
    const picture = await aPicture();
    const bakery = await aPlace(open);
    await using site = await serve(async (_request, response) => {
      open.pass(3600);
      if (isDisconnected) await query(open.app.db, { text: "delete from oauth_grants" });
      response.writeHead(200, { "content-type": "image/png" }).end(picture);
    });
    await using client = await aToolClient(open.url, await aToolToken(open.app, bakery.person.email));
    const reply = await client.call("upload_media", { brandId: bakery.brandId, url: `${site.origin}/a.png` });
    assert.equal(reply.isError, isDisconnected, reply.text);
    assert.equal((await query(open.app.db, { text: "select id from media" })).length, isDisconnected ? 0 : 1);
  });
}
