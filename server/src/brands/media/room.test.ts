import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { aPlace, type Place } from "../../testing/builders.ts";
import { aSite } from "../../testing/feeds.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

const MIB = 1024 * 1024;

let stage: Stage;
before(async () => {
  stage = await openStage({ ROSTRUM_MEDIA_MIB_PER_ACCOUNT: "1", ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
});
after(() => stage[Symbol.asyncDispose]());

/** A PDF of the given size. */
function aFile(bytes: number): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(bytes - 9)]);
}

async function upload(place: Place, bytes: number) {
  const form = new FormData();
  form.set("media", new Blob([aFile(bytes)]), "a.pdf");
  const headers = { Authorization: `Bearer ${place.person.key}` };
  const reply = await fetch(`${stage.url}/v1/brands/${place.brandId}/media`, { method: "POST", headers, body: form });
  return { status: reply.status, body: await reply.json() };
}

const FULL = { plan: "An account may keep 1 MiB of media." };

test("an account may store media up to its limit, across its brands, and not a byte more; other accounts are unaffected", async () => {
  const place = await aPlace(stage);
  assert.equal((await upload(place, MIB - 1000)).status, 201);
  assert.equal((await upload(place, 1000)).status, 201);
  const refused = await upload(place, 1000);
  assert.deepEqual([refused.status, refused.body.errors], [403, FULL]);
  const listed = await place.api("GET", "/media");
  assert.equal(listed.body.pagination.total, 2);
  assert.equal((await upload(await aPlace(stage), 1000)).status, 201);
});

test("concurrent uploads cannot exceed the limit together, and refused files are not kept in storage", async () => {
  const place = await aPlace(stage);
  const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await upload(place, MIB / 4)).status));
  assert.deepEqual(statuses.toSorted(), [201, 201, 201, 201, 403, 403, 403, 403]);
  const { rows } = await stage.app.db.query("select count(*)::int count from media");
  const files = await readdir(`${stage.app.config.dataDirectory}/media`, { recursive: true, withFileTypes: true });
  assert.equal(files.filter((file) => file.isFile() && /^[0-9a-f]{32,}$/.test(file.name)).length, rows[0].count);
});

test("files fetched for a post count too", async () => {
  await using site = await aSite();
  const place = await aPlace(stage);
  const url = site.on("/a.pdf", { body: aFile(MIB + 1) });
  const refused = await place.api("POST", `/collections/${place.collectionId}/posts`, {
    publishMode: "DRAFT",
    caption: "x",
    media: [{ url }],
  });
  assert.deepEqual([refused.status, refused.body.errors], [403, FULL]);
  assert.equal((await place.api("GET", "/posts")).body.pagination.total, 0);
});

test("when the client disconnects, fetching stops and nothing is created", async () => {
  const place = await aPlace(stage);
  const asked: string[] = [];
  const server = createServer((request: IncomingMessage) => void asked.push(request.url ?? "")).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const leave = new AbortController();
    const creating = fetch(`${stage.url}/v1/brands/${place.brandId}/collections/${place.collectionId}/posts`, {
      method: "POST",
      headers: { authorization: `Bearer ${place.person.key}`, "content-type": "application/json" },
      body: JSON.stringify({ publishMode: "DRAFT", caption: "x", media: [1, 2, 3].map((number) => ({ url: `${origin}/${number}.png` })) }),
      signal: leave.signal,
    });
    const [request] = await once(server, "request");
    leave.abort();
    await assert.rejects(creating, { name: "AbortError" });
    if (!request.socket.destroyed) await once(request.socket, "close");
    assert.deepEqual([asked, (await place.api("GET", "/posts")).body.pagination.total], [["/1.png"], 0]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
