import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { after, before, describe, test } from "node:test";
import { eventually } from "../../server/src/testing/eventually.ts";
import { admin } from "./support/admin.ts";
import { assertRefused } from "./support/expect.ts";
import { allEntriesOf, entriesOf, published, publishNow } from "./support/results.ts";
import { id, object } from "./support/shape.ts";
import { aCollection, aPost, aWorkspace, readPost, type Workspace } from "./support/stage.ts";

const SECRET = "a secret of the receiver";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe("a channel of the type Social Media", () => {
  let of: Workspace;
  let server: Server;
  let collectionId: number;
  let origin: string;
  const received: Received[] = [];
  let answer: { status: number; body: string } = { status: 200, body: "{}" };

  before(async () => {
    server = createServer(async (request, response) => {
      let body = "";
      for await (const piece of request.setEncoding("utf8")) body += piece;
      received.push({ headers: request.headers, body });
      response.writeHead(answer.status, { "Content-Type": "application/json" }).end(answer.body);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    assert.ok(address !== null && typeof address !== "string");
    of = await aWorkspace();
    origin = `http://127.0.0.1:${address.port}`;
    collectionId = await aHook("/hook");
    received.length = 0;
  });

  /** A collection of a channel of its own. */
  async function aHook(path: string): Promise<number> {
    const channel = await admin(of.service, {
      method: "POST",
      path: `/brands/${of.brandId}/channels`,
      body: { type: "Social Media", name: "Intranet", credentials: { url: `${origin}${path}`, secret: SECRET } },
      data: object({ id }),
    });
    return (await aCollection(of, { channels: [channel.id] })).id;
  }
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  test("2xx with a URL is PUBLISHED with that URL; the request is JSON, signed with HMAC-SHA256", async () => {
    answer = { status: 201, body: JSON.stringify({ url: "https://intranet.example/posts/5" }) };
    const entry = await publishNow(of, collectionId, { caption: "To the intranet 🥐" });
    assert.deepEqual([entry.status, entry.url, entry.channel.type], ["PUBLISHED", "https://intranet.example/posts/5", "Social Media"]);
    const last = received.at(-1);
    assert.ok(last !== undefined);
    assert.match(last.headers["content-type"] ?? "", /^application\/json/);
    assert.ok(JSON.stringify(JSON.parse(last.body)).includes("To the intranet 🥐"));
    // How the signature is spelled is the sender's; that there is one, over the body or more, is promised (`docs/webhook-channel.md`).
    const signed = Object.entries(last.headers).filter(([name]) => name.includes("signature"));
    assert.equal(signed.length, 1, JSON.stringify(last.headers));
    assert.match(String(signed[0]?.[1]), /[0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?/);
    assert.ok(!JSON.stringify(last).includes(SECRET));
  });

  test("2xx without a URL is SENT", async () => {
    answer = { status: 202, body: "{}" };
    const entry = await publishNow(of, collectionId, { caption: "Handed over" });
    assert.deepEqual([entry.status, entry.url], ["SENT", null]);
    assert.deepEqual(
      (await entriesOf(of, { status: "SENT" })).map((one) => one.id),
      [entry.id],
    );
  });

  test("4xx is FAILED with a message", async () => {
    answer = { status: 400, body: "{}" };
    const entry = await publishNow(of, collectionId, { caption: "Refused" });
    assert.deepEqual([entry.status, entry.url], ["FAILED", null]);
    assert.match(entry.message ?? "", /\S/);
  });

  test("after a 429 the entry is RETRYING until the next attempt; the post is PENDING and PATCH answers 409", async () => {
    // After a 429 a channel's posts keep their order, so other tests use another channel.
    answer = { status: 200, body: "{}" };
    const limited = await aHook("/limited");
    answer = { status: 429, body: "{}" };
    const post = await aPost(of, limited, { publishMode: "IMMEDIATE", caption: "Later" });
    const entry = await eventually(
      "the entry reads RETRYING",
      async () => (await entriesOf(of, { status: "RETRYING", post_id: post }))[0] ?? null,
    );
    assert.match(entry.message ?? "", /\S/);
    assert.equal(entry.url, null);
    assert.equal((await readPost(of, post)).status, "PENDING");
    assertRefused(await of.api.patch(`${of.brand}/posts/${post}`, { publishMode: "DRAFT" }), 409, "post_id");
    assert.equal((await allEntriesOf(of, post)).length, 1);
  });

  test("after 5xx the outcome is unknown: the delivery is in no list, and the post is PENDING", async () => {
    answer = { status: 503, body: "{}" };
    const tried = received.length;
    const post = await aPost(of, collectionId, { publishMode: "IMMEDIATE", caption: "Who knows" });
    await eventually("the request has arrived", async () => (received.length > tried ? true : null));
    assert.deepEqual(await allEntriesOf(of, post), []);
    assert.equal((await readPost(of, post)).status, "PENDING");
    assertRefused(await of.api.patch(`${of.brand}/posts/${post}`, { publishMode: "DRAFT" }), 409, "post_id");
  });

  test("a delivery waiting for a retry does not hold up the next post", async () => {
    answer = { status: 200, body: JSON.stringify({ url: "https://intranet.example/posts/7" }) };
    const [entry] = await published(of, await aPost(of, collectionId, { publishMode: "IMMEDIATE", caption: "Next" }));
    assert.equal(entry?.status, "PUBLISHED");
  });
});
