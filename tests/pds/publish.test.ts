import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { addSeconds } from "@rostrum/contract/formats.ts";
import sharp from "sharp";
import { bluesky } from "../../server/src/networks/bluesky/connector/index.ts";
import { START } from "../../server/src/networks/bluesky/connector/testing/ground.ts";
import { aComment, aPicture, aPost, aVideo } from "../../server/src/networks/bluesky/connector/testing/posts.ts";
import { recordCid } from "../../server/src/networks/bluesky/sandbox/cid.ts";
import { memoryCheckpoint } from "../../server/src/networks/connectors/testing/call.ts";
import { aChannel, ask, netTo, runOut } from "./ground.ts";
import { startLossyProxy } from "./lossy-proxy.ts";
import { startPds } from "./start.ts";

const PUT = "com.atproto.repo.putRecord";

const pds = await startPds();
const proxy = await startLossyProxy(pds.address);
const net = netTo(pds.address, proxy.address);
after(async () => {
  await net[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
  await pds[Symbol.asyncDispose]();
});

test("Both servers listen only on 127.0.0.1", async () => {
  for (const address of [pds.address, pds.directoryAddress]) {
    const port = Number(new URL(address).port);
    assert.equal(await isReachable("127.0.0.1", port), true);
    const others = otherAddresses();
    const reached = await Promise.all(others.map((host) => isReachable(host, port)));
    assert.deepEqual(
      others.filter((_, index) => reached[index]),
      [],
    );
  }
});

// Shows Bluesky: text alone
test("A text with link, mention and tag is a valid record of a real PDS", async () => {
  const { account, call, handle, posts } = await aChannel(pds, net);
  const text = `Käse 🧀 by @${handle}: https://127.0.0.1/${"x".repeat(60)} #käse @nobody.test`;
  const outcome = await bluesky.publish(aPost({ text }), account, call());
  const [post, ...others] = await posts();
  assert.equal(others.length, 0);
  assert.ok(post && outcome.kind === "published", JSON.stringify(outcome));
  assert.equal(outcome.remoteId, post.uri);
  const facets: { index: { byteStart: number; byteEnd: number }; features: unknown[] }[] = JSON.parse(JSON.stringify(post.value.facets));
  const bytes = Buffer.from(String(post.value.text));
  assert.deepEqual(
    facets.map(({ index, features }) => [bytes.subarray(index.byteStart, index.byteEnd).toString(), features[0]]),
    [
      [`@${handle}`, { $type: "app.bsky.richtext.facet#mention", did: account.remoteId }],
      ["127.0.0.1/xxxxxxxxxxxx…", { $type: "app.bsky.richtext.facet#link", uri: `https://127.0.0.1/${"x".repeat(60)}` }],
      ["#käse", { $type: "app.bsky.richtext.facet#tag", tag: "käse" }],
    ],
  );
});

test("A text of exactly 300 characters is accepted, and the PDS agrees that 301 are too many", async () => {
  const { account, call, posts } = await aChannel(pds, net);
  const fits = "👨‍👩‍👧".repeat(100) + "é".repeat(200);
  assert.equal((await bluesky.publish(aPost({ text: fits }), account, call())).kind, "published");
  const { accessJwt } = JSON.parse(JSON.stringify(account.credentials));
  const record = { $type: "app.bsky.feed.post", text: `${fits}!`, createdAt: new Date().toISOString() };
  const refused = await ask(pds.address, PUT, {
    token: accessJwt,
    json: { repo: account.remoteId, collection: "app.bsky.feed.post", rkey: "3ltzhqzpcs22a", record },
  });
  assert.deepEqual([refused.status, refused.body.error], [400, "InvalidRequest"]);
  assert.equal((await posts()).length, 1);
});

// Shows Bluesky: several pictures, alternative text
test("Five pictures become a post with four and a reply with one", async () => {
  const { account, call, posts } = await aChannel(pds, net);
  const media = await Promise.all(["a", "b", "c", "d", "e"].map(async (name, index) => aRealPicture(name, index)));
  const outcome = await bluesky.publish(aPost({ text: "Cakes", alt: "A tray", media, type: "SLIDES" }), account, call());
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  const records = JSON.parse(JSON.stringify(await posts()));
  assert.deepEqual(
    records.map(({ value }: { value: { text: string; embed: { images: unknown[] } } }) => [value.text, value.embed.images.length]),
    [
      ["Cakes", 4],
      ["", 1],
    ],
  );
  const { alt, aspectRatio, image } = records[0].value.embed.images[0];
  assert.deepEqual([alt, aspectRatio, image.mimeType], ["A tray", { width: 32, height: 24 }, "image/png"]);
});

// Shows Bluesky: video
test("A video that no video service takes is uploaded to the PDS itself", async () => {
  const { account, call, posts } = await aChannel(pds, net);
  const outcome = await bluesky.publish(aPost({ text: "Clip", media: [aVideo("clip")], type: "VIDEO" }), account, call());
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  assert.equal(JSON.parse(JSON.stringify(await posts()))[0].value.embed.video.mimeType, "video/mp4");
});

// Shows Bluesky: thread
test("A thread's replies use the hashes returned by the PDS, which match those the sandbox computes", async () => {
  const { account, call, posts } = await aChannel(pds, net);
  const segments = ["One", "Two", "Three"];
  assert.equal(
    (await bluesky.publish(aPost({ text: segments.join("\n\n\n"), segments, type: "THREAD" }), account, call())).kind,
    "published",
  );
  const [one, two, three] = await posts();
  assert.ok(one && two && three);
  const ref = ({ uri, cid }: { uri: string; cid: string }) => ({ uri, cid });
  assert.deepEqual(two.value.reply, { root: ref(one), parent: ref(one) });
  assert.deepEqual(three.value.reply, { root: ref(one), parent: ref(two) });
  for (const { cid, value } of [one, two, three]) assert.equal(recordCid(value), cid);
});

test("A poll is text in a real record too", async () => {
  const { account, call, posts } = await aChannel(pds, net);
  const poll = { question: "q".repeat(280), options: ["a".repeat(30), "b".repeat(30), "c", "d"], period: "7d" as const };
  assert.equal((await bluesky.publish(aPost({ text: "Vote!", type: "POLL", poll }), account, call())).kind, "published");
  assert.equal((await posts()).length, 2);
});

// Shows Bluesky: link card
test("A link card has its page's title, description and picture", async (context) => {
  const { account, call, posts } = await aChannel(pds, net);
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  const site = createServer((request, reply) => {
    if (request.url === "/a.jpg") return reply.writeHead(200, { "content-type": "image/jpeg" }).end(picture);
    return reply
      .writeHead(200, { "content-type": "text/html" })
      .end('<meta property="og:title" content="Rye"><meta property="og:image" content="/a.jpg">');
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  context.after(() => site.close());
  const bound = site.address();
  assert.ok(bound !== null && typeof bound !== "string");
  const url = `http://127.0.0.1:${bound.port}/rye`;
  assert.equal((await bluesky.publish(aPost({ text: `Bread: ${url}` }), account, call())).kind, "published");
  const [post] = JSON.parse(JSON.stringify(await posts()));
  const { thumb, ...external } = post.value.embed.external;
  assert.deepEqual(external, { uri: url, title: "Rye", description: "" });
  // The picture is fitted like those of posts, so its bytes are made anew: what the server keeps is read back.
  const query = new URLSearchParams({ did: account.remoteId, cid: thumb.ref.$link });
  const kept = await (await fetch(`${pds.address}/xrpc/com.atproto.sync.getBlob?${query}`)).arrayBuffer();
  const { format, width, height } = await sharp(kept).metadata();
  assert.deepEqual([format, width, height], ["jpeg", 40, 20]);
  assert.deepEqual([thumb.mimeType, thumb.size], ["image/jpeg", kept.byteLength]);
  // The hashes also match for records with files.
  assert.equal(recordCid(post.value), post.cid);
});

// Shows Bluesky: look-up after a lost answer
test("After a lost reply the same delivery leaves exactly one record", async () => {
  const { account, call, posts } = await aChannel(pds, net, proxy.address);
  const checkpoint = memoryCheckpoint();
  const post = aPost({ text: "Once", media: [await aRealPicture("cake", 1)], type: "IMAGE" });
  assert.deepEqual(await bluesky.find?.(post, account, call(checkpoint)), { kind: "absent" });
  proxy.loseAnswerTo(PUT);
  assert.equal((await bluesky.publish(post, account, call(checkpoint))).kind, "unknown");
  const found = await bluesky.find?.(post, account, call(checkpoint));
  assert.equal(found?.kind, "published");
  assert.deepEqual(await bluesky.publish(post, account, call(checkpoint)), found);
  assert.deepEqual(await bluesky.publish(post, account, call(checkpoint)), found);
  await checkpoint.set("post-part-0", null);
  assert.deepEqual(await bluesky.publish(post, account, call(checkpoint)), found);
  assert.equal((await posts()).length, 1);
});

test("A key used by another record is left alone", async () => {
  const { account, call, posts } = await aChannel(pds, net);
  const post = aPost({ text: "Mine" });
  const checkpoint = memoryCheckpoint();
  await bluesky.publish(aPost({ text: "Theirs" }), account, call());
  assert.equal((await bluesky.publish(post, account, call(checkpoint))).kind, "published");
  assert.deepEqual((await posts()).map(({ value }) => value.text).sort(), ["Mine", "Theirs"]);
  assert.equal((await bluesky.find?.(post, account, call(checkpoint)))?.kind, "published");
});

// Shows Bluesky: first comment
test("A comment replies to its post once, even after a lost reply", async () => {
  const { account, call, posts } = await aChannel(pds, net, proxy.address);
  const post = await bluesky.publish(aPost({ text: "Bread" }), account, call());
  assert.ok(post.kind === "published");
  const comment = aComment({ text: "Order by noon", remoteId: post.remoteId, dueAt: addSeconds(START, 60) });
  const checkpoint = memoryCheckpoint();
  proxy.loseAnswerTo(PUT);
  assert.equal((await bluesky.comment?.(comment, account, call(checkpoint)))?.kind, "unknown");
  assert.equal((await bluesky.findComment?.(comment, account, call(checkpoint)))?.kind, "published");
  assert.equal((await bluesky.comment?.(comment, account, call(checkpoint)))?.kind, "published");
  const [first, answer, ...others] = await posts();
  assert.equal(others.length, 0);
  assert.ok(first && answer);
  const ref = { uri: first.uri, cid: first.cid };
  assert.deepEqual(answer.value.reply, { root: ref, parent: ref });
});

test("An expired session is refreshed and stored, even if the first refresh is lost", async () => {
  const { account, call, posts } = await aChannel(pds, net, proxy.address);
  const stored = JSON.parse(JSON.stringify(account.credentials));
  await account.saveCredentials({ ...stored, accessJwt: runOut(stored.accessJwt, pds.jwtSecret) });
  proxy.loseAnswerTo("com.atproto.server.refreshSession");
  assert.equal((await bluesky.publish(aPost({ text: "Later" }), account, call())).kind, "busy");
  assert.equal((await bluesky.publish(aPost({ text: "Later" }), account, call())).kind, "published");
  const renewed = JSON.parse(JSON.stringify(account.credentials));
  assert.notEqual(renewed.refreshJwt, stored.refreshJwt);
  assert.equal((await posts()).length, 1);
});

test("A revoked session is recreated with the app password; without it the channel is unauthorized", async () => {
  const { account, call, ownerToken } = await aChannel(pds, net);
  const expire = async () => {
    const stored = JSON.parse(JSON.stringify(account.credentials));
    await fetch(`${pds.address}/xrpc/com.atproto.server.deleteSession`, {
      method: "POST",
      headers: { authorization: `Bearer ${stored.refreshJwt}` },
    });
    await account.saveCredentials({ ...stored, accessJwt: runOut(stored.accessJwt, pds.jwtSecret) });
  };
  await expire();
  assert.equal((await bluesky.publish(aPost({ text: "Again" }), account, call())).kind, "published");
  await ask(pds.address, "com.atproto.server.revokeAppPassword", { token: ownerToken, json: { name: "rostrum" } });
  await expire();
  assert.deepEqual(await bluesky.publish(aPost({ text: "Never", key: "never" }), account, call()), {
    kind: "unauthorized",
    reason: "Bluesky: Invalid identifier or password (AuthenticationRequired)",
  });
});

test("A deactivated account is unauthorized", async () => {
  const { account, call, ownerToken } = await aChannel(pds, net);
  await ask(pds.address, "com.atproto.server.deactivateAccount", { token: ownerToken, json: {} });
  const outcome = await bluesky.publish(aPost({ text: "Never" }), account, call());
  assert.deepEqual(outcome, { kind: "unauthorized", reason: "Bluesky: Account is deactivated (AccountDeactivated)" });
});

async function aRealPicture(name: string, shade: number) {
  const bytes = await sharp({ create: { width: 32, height: 24, channels: 3, background: { r: shade * 40, g: 90, b: 30 } } })
    .png()
    .toBuffer();
  return aPicture(name, {
    file: async () => new File([new Uint8Array(bytes)], name),
    image: async () => ({ bytes, mime: "image/png", width: 32, height: 24 }),
  });
}

/** Every other address of this machine. A server that listens on all addresses also answers on 127.0.0.2. */
function otherAddresses(): string[] {
  const assigned = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return [
    "127.0.0.2",
    "::1",
    ...assigned.filter(({ internal }) => !internal).map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address)),
  ];
}

async function isReachable(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    return await Promise.race([once(socket, "connect").then(() => true), setTimeout(2000, false)]);
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
