import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operationRows } from "@rostrum/contract/operations.ts";
import { aPerson, aPlace, aPost, entries, must, type Place } from "../testing/builders.ts";
import { call, openStage, type Stage } from "../testing/stage.ts";

/** Each reply here is held against the served document by the stage itself. */
let stage: Stage;
let place: Place;

before(async () => {
  stage = await openStage();
  place = await aPlace(stage);
});
after(() => stage[Symbol.asyncDispose]());

test("an entry that a person or an inbox has is SENT, as the document says", async () => {
  const hooked = await aPlace(stage, { channels: ["Social Media"] });
  stage.intercept = (request, reply) => (request.url.startsWith("/sandbox/social-media") ? reply.code(202).send() : null);
  await aPost(hooked, { publishMode: "IMMEDIATE" });
  await stage.settle();
  stage.intercept = null;
  const [entry] = await entries(hooked, "SENT");
  assert.deepEqual([entry.status, entry.channel.type], ["SENT", "Social Media"]);
});

test("a post that leaves without any active channel has one entry, whose channel is null throughout", async () => {
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

test("an operation that takes no body does not look at one", async () => {
  await must(stage.admin("PATCH", `/account?owner=${place.person.email}`, { sensitiveActions: true }));
  for (const { type, body } of [
    { type: "application/json", body: "{broken" },
    { type: "application/json", body: `"${"x".repeat(2_000_000)}"` },
    { type: "text/csv", body: "a;b" },
    { type: "multipart/form-data", body: "no parts" },
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

test("a path that leads nowhere is 404, whatever body comes with it", async () => {
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

test("a body that is no JSON is 400, another content type 415, more than 1 MiB 413, wherever a JSON body is taken", async () => {
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
  const reply = await call(`${stage.url}/v1/brands/${place.brandId}/media`, "POST", place.person.key, {});
  assert.deepEqual([reply.status, Object.keys(reply.body.errors)], [415, ["body"]]);
});
