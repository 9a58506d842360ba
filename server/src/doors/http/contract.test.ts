import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operationRows } from "@rostrum/contract/operations.ts";
import { aPerson, aPlace, aPost, entries, must, type Place } from "../../testing/builders.ts";
import { aPicture } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

/** The stage validates every reply against the served document. */
let stage: Stage;
let place: Place;

before(async () => {
  stage = await openStage();
  place = await aPlace(stage);
});
after(() => stage[Symbol.asyncDispose]());

test("an entry that was delivered to a person or an inbox is SENT, as the document says", async () => {
  const hooked = await aPlace(stage, { channels: ["Social Media"] });
  stage.intercept = (request, reply) => (request.url.startsWith("/sandbox/social-media") ? reply.code(202).send() : null);
  await aPost(hooked, { publishMode: "IMMEDIATE" });
  await stage.settle();
  stage.intercept = null;
  const [entry] = await entries(hooked, "SENT");
  assert.deepEqual([entry.status, entry.channel.type], ["SENT", "Social Media"]);
});

test("a post published without any active channel has one entry, with all channel fields null", async () => {
  const alone = await aPlace(stage, { channels: [] });
  const postId = await aPost(alone, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const [entry, ...others] = await entries(alone, "SKIPPED");
  assert.deepEqual([entry.postId, entry.channel, others], [postId, { id: null, name: null, type: null }, []]);
});

test("every operation answers an internal error as 500 in the domain form", async () => {
  await using broken = await openStage();
  const person = await aPerson(broken);
  await broken.app.db.query("alter table api_keys rename to no_keys");
  for (const [name, row] of operationRows()) {
    const path = row.path.replace(/\{\w+\}/g, "1");
    const reply = await person.api(row.method, path, row.body === undefined ? undefined : {});
    assert.deepEqual([reply.status, reply.body.status, Object.keys(reply.body.errors)], [500, "error", ["server"]], name);
  }
});

test("an operation without a body ignores one", async () => {
  await must(stage.admin("PATCH", `/account?owner=${place.person.email}`, { sensitiveActions: true }));
  for (const { type, body } of [
    { type: "application/json", body: "{broken" },
    { type: "application/json", body: `"${"x".repeat(2_000_000)}"` },
    { type: "text/csv", body: "a;b" },
    { type: "multipart/form-data", body: "no parts" },
    { type: "json", body: "{}" },
    { type: "undefined", body: "" },
    { type: "", body: "x" },
  ]) {
    const postId = await aPost(place, { publishMode: "DRAFT" });
    const reply = await fetch(`${stage.url}/v1/brands/${place.brandId}/posts/${postId}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${place.person.key}`, "content-type": type },
      body,
    });
    assert.deepEqual([reply.status, (await reply.json()).data.id], [200, postId], type);
  }
});

const UNSTORABLE = ["\0", "\ud83e", "x\udc00y"];

test("text that cannot be stored is 422 in every field of a post, including platform options and URLs", async () => {
  const path = `/collections/${place.collectionId}/posts`;
  const fieldsWith = (bad: string): readonly [string, object][] => [
    ["caption", { caption: bad }],
    ["title", { title: bad }],
    ["alt", { alt: bad }],
    ["link", { link: bad }],
    ["comment.comment", { comment: { comment: bad, delay: 1 } }],
    ["poll.options.1", { poll: { question: "?", options: ["a", bad], period: "1d" } }],
    ["poll.explanation", { poll: { question: "?", options: ["a", "b"], period: "1d", explanation: bad } }],
    ["media.0.id", { media: [{ id: bad }] }],
    ["media.0.url", { media: [{ url: `https://a.example/${bad}` }] }],
    ["platforms.instagram.collab", { platforms: { instagram: { collab: bad } } }],
    ["platforms.instagram.collab.0", { platforms: { instagram: { collab: [bad] } } }],
    ["platforms.instagram.trialReel", { platforms: { instagram: { trialReel: bad } } }],
    ["platforms.facebook.location.id", { platforms: { facebook: { location: { id: bad } } } }],
    ["platforms.facebook.location.name", { platforms: { facebook: { location: { id: "1", name: bad } } } }],
    ["platforms.youtube.tags.0", { platforms: { youtube: { tags: [bad] } } }],
    ["platforms.youtube.playlists.0.playlistIds.0", { platforms: { youtube: { playlists: [{ channelId: 1, playlistIds: [bad] }] } } }],
  ];
  for (const bad of UNSTORABLE) {
    for (const [field, body] of fieldsWith(bad)) {
      const reply = await place.api("POST", path, { publishMode: "DRAFT", caption: "Bread", ...body });
      assert.deepEqual([reply.status, Object.keys(reply.body.errors)], [422, [field]], `${field} ${JSON.stringify(bad)}`);
    }
  }
});

test("text that cannot be stored is 422 in queries, other bodies and the private API", async () => {
  for (const bad of UNSTORABLE) {
    const written = encodeURIComponent(bad.toWellFormed());
    for (const query of [`search=${written}`, `post_type=${written}`]) {
      const { status } = await place.api("GET", `/published-posts?${query}`);
      assert.equal(status, bad === "\0" ? 422 : 200, query);
    }
    const collection = await place.api("POST", "/collections", { title: bad, description: bad });
    assert.deepEqual([collection.status, Object.keys(collection.body.errors)], [422, ["title", "description"]]);
    const feed = { name: bad, collectionId: place.collectionId, type: "RSS", feedUrl: "https://a.example/", importAsType: "LINK" };
    assert.equal((await place.api("POST", "/automations", feed)).status, 422);
    const channel = { type: "Telegram", name: "Bakery", credentials: { botToken: bad, [bad]: "x" } };
    for (const reply of [
      await stage.admin("POST", "/users", { name: bad, email: `a${bad}@example.org` }),
      await stage.admin("POST", `/brands/${place.brandId}/channels`, channel),
      await stage.admin("PATCH", `/brands/${place.brandId}`, { title: bad }),
    ]) {
      assert.equal(reply.status, 422);
    }
    assert.equal((await stage.admin("DELETE", `/clients?client_id=${written}`)).status, bad === "\0" ? 422 : 404);
  }
});

test("characters that cannot be stored are removed from file names", async () => {
  const bytes = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="no\0te"\r\n\r\n\0\r\n--b\r\n'),
    Buffer.from('Content-Disposition: form-data; name="media"; filename="br\0ea\xffd.png"\r\nContent-Type: image/png\0\r\n\r\n', "latin1"),
    await aPicture(),
    Buffer.from("\r\n--b--\r\n"),
  ]);
  const reply = await fetch(`${stage.url}/v1/brands/${place.brandId}/media`, {
    method: "POST",
    headers: { authorization: `Bearer ${place.person.key}`, "content-type": "multipart/form-data; boundary=b" },
    body: bytes,
  });
  assert.equal(reply.status, 201);
  const { data } = (await place.api("GET", "/media?per_page=1")).body;
  assert.equal(data[0].id, (await reply.json()).data.id);
  assert.ok(/^br.*d\.png$/.test(data[0].name) && !data[0].name.includes("\0") && data[0].name.isWellFormed(), data[0].name);
});

test("an unknown path is 404, whatever body comes with it", async () => {
  for (const path of ["/v1/nowhere", "/v1/me", "/app/api/nowhere", "/nowhere"]) {
    const token = path.startsWith("/app") ? "admin-token-of-a-test" : place.person.key;
    for (const type of ["application/json", "text/csv", "multipart/form-data"]) {
      const reply = await fetch(`${stage.url}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": type },
        body: "{broken",
      });
      assert.deepEqual([reply.status, (await reply.json()).errors], [404, { path: "There is no such path or method." }], `${path} ${type}`);
    }
  }
});

test("wherever JSON is accepted, invalid JSON is 400, another content type 415, more than 1 MiB 413", async () => {
  for (const [name, row] of operationRows()) {
    if (row.body === undefined) continue;
    const path = row.path.replace("{brand_id}", String(place.brandId)).replace(/\{\w+\}/g, String(place.collectionId));
    const send = async (type: string, body: string) => {
      const reply = await fetch(`${stage.url}/v1${path}`, {
        method: row.method,
        headers: { authorization: `Bearer ${place.person.key}`, "content-type": type },
        body,
      });
      return [reply.status, Object.keys((await reply.json()).errors)];
    };
    assert.deepEqual(await send("application/json", "{broken"), [400, ["body"]], name);
    assert.deepEqual(await send("text/csv", "{}"), [415, ["body"]], name);
    assert.deepEqual(await send("application/json", `"${"x".repeat(1_048_576)}"`), [413, ["body"]], name);
  }
});

test("wherever a file is uploaded, every other content type is 415, whatever the body", async () => {
  const uploads = [
    { url: `/v1/brands/${place.brandId}/media`, token: place.person.key },
    { url: `/app/api/brands/${place.brandId}/imports?collectionId=${place.collectionId}`, token: "admin-token-of-a-test" },
    { url: `/app/api/brands/${place.brandId}/imports/preview?collectionId=${place.collectionId}`, token: "admin-token-of-a-test" },
  ];
  const bodies = ["{}", "{broken", `"${"x".repeat(1_048_576)}"`, JSON.stringify(Array.from({ length: 50_000 }, () => 0))];
  for (const { url, token } of uploads) {
    for (const type of ["application/json", "application/json; charset=utf-8", "text/plain", "text/csv"]) {
      for (const body of bodies) {
        const reply = await fetch(`${stage.url}${url}`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": type },
          body,
        });
        assert.deepEqual([reply.status, Object.keys((await reply.json()).errors)], [415, ["body"]], `${url} ${type} ${body.length}`);
      }
    }
  }
});
