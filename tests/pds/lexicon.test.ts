import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import type { CallReply, CallRequest } from "../../server/src/ground/net/net.ts";
import { bluesky } from "../../server/src/networks/bluesky/connector/index.ts";
import { blueskyLogIn } from "../../server/src/networks/bluesky/connector/oauth/log-in.ts";
import { type Ending, type Ground, startGround } from "../../server/src/networks/bluesky/connector/testing/ground.ts";
import { postsOf } from "../../server/src/networks/bluesky/connector/testing/network.ts";
import { aComment, aPicture, aPost, aVideo } from "../../server/src/networks/bluesky/connector/testing/posts.ts";
import { blueskySandbox } from "../../server/src/networks/bluesky/sandbox/index.ts";
import type { Call } from "../../server/src/networks/connectors/connector.ts";
import { granted } from "../../server/src/networks/connectors/oauth/testing/log-in.ts";
import { memoryCheckpoint } from "../../server/src/networks/connectors/testing/call.ts";
import { vendorContract } from "../../server/src/testing/contracts.ts";
import { type Contract, type Exchange, loadContract } from "./lexicons.ts";

/** Every method that the connector calls. */
const METHODS = [
  "app.bsky.actor.getProfile",
  "app.bsky.actor.searchActorsTypeahead",
  "app.bsky.feed.getPosts",
  "app.bsky.video.getJobStatus",
  "app.bsky.video.uploadVideo",
  "com.atproto.identity.resolveHandle",
  "com.atproto.repo.getRecord",
  "com.atproto.repo.putRecord",
  "com.atproto.repo.uploadBlob",
  "com.atproto.server.createSession",
  "com.atproto.server.getServiceAuth",
  "com.atproto.server.getSession",
  "com.atproto.server.refreshSession",
];

const { path, skip } = vendorContract("bluesky/lexicons");
const opened = new AsyncDisposableStack();
const exchanges: Exchange[] = [];
let records: Awaited<ReturnType<typeof postsOf>>;
let contract: Contract;
before(async () => {
  if (skip === false) contract = await loadContract(path);
  const context = { after: (end: () => unknown) => opened.defer(async () => void (await end())) };
  const ground = await startGround(context);
  await publishEverything(ground, recording(ground, exchanges), await startSite(context));
  records = await postsOf(ground);
});
after(() => opened.disposeAsync());

test("The connector calls every method that is checked against the network's lexicons, and no other", () => {
  assert.deepEqual([...new Set(exchanges.map(({ method }) => method))].sort(), METHODS);
  assert.equal(records.length, 12);
});

for (const method of METHODS) {
  test(`${method}: calls and the sandbox's answers hold against the lexicon`, { skip }, () => {
    for (const exchange of exchanges) if (exchange.method === method) contract.checkExchange(exchange);
  });
}

test("Every record of a post holds against its lexicon", { skip }, () => {
  for (const { value } of records) contract.checkRecord("app.bsky.feed.post", value);
});

test("The lexicons refuse what they should", { skip }, () => {
  assert.throws(() =>
    contract.checkRecord("app.bsky.feed.post", {
      $type: "app.bsky.feed.post",
      text: "x".repeat(301),
      createdAt: "2030-05-01T07:00:00.000Z",
    }),
  );
  const exchange = {
    verb: "POST",
    method: "com.atproto.repo.putRecord",
    parameters: new URLSearchParams(),
    status: 400,
    answer: undefined,
  };
  assert.throws(() => contract.checkExchange({ ...exchange, json: { repo: "did:plc:abc" } }));
});

/** Every operation of a channel, with every kind of record. */
async function publishEverything(
  { account, world, advance }: Ground,
  call: (checkpoint?: Call["checkpoint"]) => Call,
  site: string,
): Promise<void> {
  const { credentials } = await blueskySandbox.account("Corner Bakery", world);
  assert.equal((await bluesky.connect(credentials, call())).kind, "connected");
  const fields = { person: account.remoteId, decision: "allow" };
  const { grant, journey } = await granted(blueskyLogIn, call(), { asked: account.handle, fields });
  assert.equal((await blueskyLogIn.accounts(grant, journey.call)).kind, "listed");
  const text = `Käse 🧀 @corner-bakery.bluesky.test ${site}/rye?${"x".repeat(80)} #käse $BTC`;
  const posts = [
    aPost({ key: "text", text }),
    aPost({ key: "link", text: "Bread", link: `${site}/rye` }),
    aPost({ key: "thread", text: "", segments: ["One", "Two", "Three"], type: "THREAD" }),
    aPost({ key: "images", text: "", alt: "A tray", media: ["a", "b", "c", "d", "e"].map((name) => aPicture(name)), type: "SLIDES" }),
    aPost({ key: "poll", text: "Vote", type: "POLL", poll: { question: "q".repeat(270), options: ["a", "b"], period: "1d" } }),
  ];
  const ids: string[] = [];
  for (const post of posts) {
    const outcome = await bluesky.publish(post, account, call());
    assert.ok(outcome.kind === "published", JSON.stringify(outcome));
    ids.push(outcome.remoteId);
  }
  const video = aPost({ key: "video", text: "Clip", alt: "Dough", media: [aVideo("clip")], type: "VIDEO" });
  const checkpoint = memoryCheckpoint();
  assert.equal((await bluesky.publish(video, account, call(checkpoint))).kind, "pending");
  advance(3);
  assert.equal((await bluesky.publish(video, account, call(checkpoint))).kind, "published");
  assert.equal((await bluesky.find?.(video, account, call(checkpoint)))?.kind, "published");
  assert.equal((await bluesky.comment?.(aComment({ text: "Order by noon", remoteId: ids[0] ?? "" }), account, call()))?.kind, "published");
  assert.equal((await bluesky.counts?.(ids, account, call()))?.kind, "counted");
  assert.equal((await bluesky.people?.("ann", account, call()))?.kind, "found");
  advance(2 * 3600);
  assert.equal((await bluesky.publish(aPost({ key: "later", text: "Later" }), account, call())).kind, "published");
}

function recording(ground: Ground, exchanges: Exchange[]): (checkpoint?: Call["checkpoint"]) => Call {
  return (checkpoint) => {
    const call = ground.call(checkpoint);
    const record = async (request: CallRequest): Promise<CallReply> => {
      const reply = await call.net.call(request);
      // A log-in also speaks OAuth, which the lexicons leave out.
      if (reply.kind === "answered" && request.url.includes("/xrpc/")) exchanges.push(exchangeOf(request, reply));
      return reply;
    };
    return { ...call, net: { ...call.net, call: record } };
  };
}

function exchangeOf({ method, url, body }: CallRequest, reply: Extract<CallReply, { kind: "answered" }>): Exchange {
  const { pathname, searchParams } = new URL(url);
  return {
    verb: method,
    method: pathname.split("/xrpc/")[1] ?? "",
    parameters: searchParams,
    json: typeof body === "string" ? JSON.parse(body) : undefined,
    status: reply.status,
    answer: JSON.parse(reply.text ?? ""),
  };
}

async function startSite(context: Ending): Promise<string> {
  const jpeg = Buffer.from("\xff\xd8\xff\xe0 picture", "latin1");
  const site = createServer((request, reply) => {
    if (request.url === "/a.jpg") return reply.writeHead(200, { "content-type": "image/jpeg" }).end(jpeg);
    return reply
      .writeHead(200, { "content-type": "text/html" })
      .end('<meta property="og:title" content="Rye"><meta property="og:image" content="/a.jpg">');
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  context.after(() => site.close());
  const bound = site.address();
  if (bound === null || typeof bound === "string") throw new Error("no port");
  return `http://127.0.0.1:${bound.port}`;
}
