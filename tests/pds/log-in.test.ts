import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, test } from "node:test";
import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { Net } from "../../server/src/ground/net/net.ts";
import { bluesky } from "../../server/src/networks/bluesky/connector/index.ts";
import { blueskyLogIn as logIn } from "../../server/src/networks/bluesky/connector/oauth/log-in.ts";
import { openSession } from "../../server/src/networks/bluesky/connector/open-session.ts";
import { aPicture, aPost, aVideo } from "../../server/src/networks/bluesky/connector/testing/posts.ts";
import type { Call } from "../../server/src/networks/connectors/connector.ts";
import type { GrantFacts } from "../../server/src/networks/connectors/log-in.ts";
import { aJourney, answered, begun, channelOf } from "../../server/src/networks/connectors/oauth/testing/log-in.ts";
import { aCall } from "../../server/src/networks/connectors/testing/call.ts";
import { ask, netTo } from "./ground.ts";
import { startPds } from "./start.ts";
import { agree, decline, type Visitor } from "./visitor.ts";

const pds = await startPds();
/** Proofs name the server by its own name. */
const baseUrl = pds.address.replace("127.0.0.1", "localhost");
const lost: RegExp[] = [];
const net = wired(netTo(baseUrl, pds.directoryAddress));
after(async () => {
  await net[Symbol.asyncDispose]();
  await pds[Symbol.asyncDispose]();
});

// Shows Bluesky: log-in
test("A log-in at a real server ends in a grant that publishes text, pictures and videos", async () => {
  const visitor = await aVisitor();
  const { grant, journey } = await loggedIn(visitor);
  assert.deepEqual([grant.remoteId, grant.name], [visitor.did, `@${visitor.handle}`]);
  assert.deepEqual(grant.scopes, ["atproto", "transition:generic"]);
  const listed = await logIn.accounts(grant, journey.call);
  assert.ok(listed.kind === "listed", JSON.stringify(listed));
  const [account] = listed.accounts;
  assert.ok(account);
  assert.deepEqual([account.remoteId, account.handle, account.problem], [visitor.did, `@${visitor.handle}`, null]);
  const channel = channelOf(account, grant);
  for (const post of [
    aPost({ text: "Bread", key: "text" }),
    aPost({ text: "Cake", key: "picture", type: "IMAGE", media: [aPicture("cake")] }),
    aPost({ text: "Clip", key: "video", type: "VIDEO", media: [aVideo("clip")] }),
  ]) {
    const outcome = await bluesky.publish(post, channel, aCallTo());
    assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  }
  // The video service gets a token of the account's server, which a grant has to be enough for.
  const forService = await openSession(channel, aCallTo()).query({
    name: "com.atproto.server.getServiceAuth",
    parameters: [
      ["aud", "did:web:localhost"],
      ["lxm", "com.atproto.repo.uploadBlob"],
    ],
  });
  assert.equal(forService.kind, "ok", JSON.stringify(forService));
  const query = { repo: visitor.did, collection: "app.bsky.feed.post" };
  const { body } = await ask(pds.address, "com.atproto.repo.listRecords", { query });
  assert.deepEqual(body.records.map(({ value }: { value: { text: string } }) => value.text).sort(), ["Bread", "Cake", "Clip"]);
});

test("A person who declines at a real server has declined", async () => {
  const { handle } = await aVisitor();
  const journey = aJourney(logIn, aCallTo());
  const { url, memory } = await begun(logIn, handle, journey);
  assert.deepEqual(await logIn.finish(answered(journey, await decline(url), memory), journey.call), { kind: "declined" });
});

test("A real server exchanges a refresh token once: after a lost answer the grant has ended", async () => {
  const { grant, journey } = await loggedIn(await aVisitor());
  const renewed = await logIn.renew?.(grant, journey.call);
  assert.ok(renewed?.kind === "renewed", JSON.stringify(renewed));
  const second = { ...grant, credentials: renewed.credentials };
  assert.deepEqual(await logIn.probe(second, journey.call), { kind: "works" });
  assert.equal((await logIn.probe(grant, journey.call)).kind, "ended");
  lost.push(/\/oauth\/token$/);
  assert.equal((await logIn.renew?.(second, journey.call))?.kind, "busy");
  const third = await logIn.renew?.(second, journey.call);
  assert.deepEqual(third, { kind: "ended", reason: "Bluesky: Refresh token replayed. Log in again." });
});

test("A grant that is given back to a real server has ended there", async () => {
  const { grant, journey } = await loggedIn(await aVisitor());
  assert.equal(await logIn.revoke?.(grant, journey.call), "revoked");
  assert.equal((await logIn.probe(grant, journey.call)).kind, "ended");
  assert.equal((await logIn.renew?.(grant, journey.call))?.kind, "ended");
});

async function aVisitor(): Promise<Visitor> {
  const handle = `baker-${randomBytes(4).toString("hex")}.test`;
  const password = randomBytes(12).toString("hex");
  const { body } = await ask(pds.address, "com.atproto.server.createAccount", { json: { email: `${handle}@mail.test`, handle, password } });
  return { handle, password, did: String(body.did) };
}

async function loggedIn(visitor: Visitor): Promise<{ grant: GrantFacts; journey: ReturnType<typeof aJourney> }> {
  const journey = aJourney(logIn, aCallTo());
  const { url, memory } = await begun(logIn, visitor.handle, journey);
  const finished = await logIn.finish(answered(journey, await agree(url, visitor), memory), journey.call);
  assert.ok(finished.kind === "granted", JSON.stringify(finished));
  return { grant: finished.grant, journey };
}

function aCallTo(): Call {
  return aCall({ net, now: () => fromEpochMilliseconds(Date.now()), baseUrl });
}

/** On the real network, the directory has an address of its own; and answers get lost. */
function wired(inner: Net): Net {
  return {
    async call(request) {
      const index = lost.findIndex((pattern) => pattern.test(request.url));
      const reply = await inner.call({ ...request, url: request.url.replace(`${baseUrl}/did:`, `${pds.directoryAddress}/did:`) });
      const isCarriedOut = reply.kind === "answered" && reply.status < 400;
      if (index === -1 || !isCarriedOut) return reply;
      lost.splice(index, 1);
      return { kind: "lost", reason: "the connection was closed" };
    },
    download: (url, options) => inner.download(url, options),
    fetchDocument: (url, options) => inner.fetchDocument(url, options),
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  };
}
