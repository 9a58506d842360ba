import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Operation } from "@rostrum/contract/operation.ts";
import { operations } from "@rostrum/contract/operations.ts";
import { makeKey } from "../../people/api-keys/key.ts";
import { aPerson, aPlace, aPost, must, type Person, type Place } from "../../testing/builders.ts";
import { aDashboard } from "../../testing/dashboard.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { ABSENT_ID, domain, pathWith, withoutIds } from "../../testing/refusals.ts";
import { ADMIN_TOKEN, openStage, type Reply, type Stage } from "../../testing/stage.ts";
import { aToolToken } from "../../testing/tool-token.ts";
import { type WatchedRows, watchRows } from "../../testing/watched-rows.ts";

/** Every operation of the public table with every kind of key. Nothing that is refused stores anything. */
const rows = Object.entries(operations) as [string, Operation][];

let stage: Stage;
let place: Place;
let ids: Readonly<Record<string, number>>;
/** Of another brand, of another person's. */
let theirs: Readonly<Record<string, number>>;
let theirMedium: string;
let written: WatchedRows;
const people = new Map<string, Person>();

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}
/** What a request without a valid key carries, and the sentence that refuses it. */
const strangeKeys = new Map<string, readonly [sent: Sent, sentence: string]>();

const INVALID = "The API key is invalid.";
const NONE = "The request carries no API key. Send it as Authorization: Bearer.";
const FORM = "The Authorization header must have the form Bearer <API key>.";

before(async () => {
  stage = await openStage();
  await makeStrangeKeys();
  place = await aPlace(stage);
  ids = { brand_id: place.brandId, collection_id: place.collectionId, post_id: await aPost(place, { publishMode: "DRAFT" }) };
  const other = await aPlace(stage);
  theirs = {
    brand_id: other.brandId,
    collection_id: other.collectionId,
    post_id: await aPost(other, { publishMode: "DRAFT" }),
    channel_id: other.channelIds[0] ?? 0,
  };
  theirMedium = await uploaded(stage, other, { bytes: await aPicture(), name: "bread.png" });
  people.set("the owner", place.person);
  for (const role of ["admin", "editor", "viewer"]) people.set(`a member who is ${role}`, await aMember(role));
  people.set("the owner of another brand", other.person);
  people.set("a member who was removed", await aFormerMember());
  people.set("somebody who operates the service", await anOperator());
  // From here on time stands still, so that no key's last use is noted again.
  for (const person of people.values()) await must(person.api("GET", "/me"));
  written = await watchRows(stage.app.db);
});
after(() => stage[Symbol.asyncDispose]());

async function makeStrangeKeys(): Promise<void> {
  const person = await aPerson(stage);
  const expiresAt = addSeconds(stage.now(), 3600);
  const expired = await must(stage.admin("POST", "/keys", { user: person.email, name: "short", expiresAt }));
  stage.pass(7200);
  const revoked = await must(stage.admin("POST", "/keys", { user: person.email, name: "old" }));
  await must(stage.admin("DELETE", `/keys/${revoked.id}`));
  await must(stage.admin("POST", "/users/password", { user: person.email, password: "correct horse" }));
  const { cookie } = await aDashboard(stage, person.email);
  const bearer = (key: string): Sent => ({ headers: { authorization: `Bearer ${key}` } });
  const known = { ...bearer(person.key), query: `api_key=${makeKey().key}` };
  strangeKeys.set("no key", [{}, NONE]);
  strangeKeys.set("a session instead of a key", [{ headers: { cookie } }, NONE]);
  strangeKeys.set("another scheme", [{ headers: { authorization: `Basic ${btoa(`ada:${person.key}`)}` } }, FORM]);
  strangeKeys.set("two keys in the header", [bearer(`${person.key} ${person.key}`), FORM]);
  strangeKeys.set("a key and another one in the query", [
    known,
    "The Authorization header and the api_key parameter carry different API keys.",
  ]);
  const several = { query: `api_key=${person.key}&api_key=${makeKey().key}` };
  strangeKeys.set("two keys in the query", [several, "The api_key parameters carry different API keys."]);
  strangeKeys.set("what is not a key", [bearer("rst_short"), INVALID]);
  strangeKeys.set("an unknown key", [bearer(makeKey().key), INVALID]);
  strangeKeys.set("a key whose last letter is missing", [bearer(person.key.slice(0, -1)), INVALID]);
  strangeKeys.set("a tool's token", [bearer(await aToolToken(stage.app, person.email)), INVALID]);
  strangeKeys.set("the admin token", [bearer(ADMIN_TOKEN), INVALID]);
  strangeKeys.set("an expired key", [bearer(expired.key), "The API key has expired."]);
  strangeKeys.set("an expired key in the query", [{ query: `api_key=${expired.key}` }, "The API key has expired."]);
  strangeKeys.set("a revoked key", [bearer(revoked.key), "The API key has been revoked."]);
}

async function aMember(role: string): Promise<Person> {
  const person = await aPerson(stage);
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: person.email, role }));
  return person;
}

async function aFormerMember(): Promise<Person> {
  const person = await aMember("admin");
  await must(stage.admin("DELETE", `/brands/${place.brandId}/members?user=${person.email}`));
  return person;
}

async function anOperator(): Promise<Person> {
  const person = await aPerson(stage);
  await must(stage.admin("PATCH", `/users?user=${person.email}`, { operator: true }));
  return person;
}

function personNamed(name: string): Person {
  const person = people.get(name);
  assert.ok(person, name);
  return person;
}

/** With a body that changes something where the row takes one: only the key stands against it. */
const BODIES: Readonly<Record<string, unknown>> = {
  createCollection: { title: "Taken over" },
  createPost: { publishMode: "DRAFT", caption: "Taken over" },
  updatePost: { publishMode: "QUEUE" },
};

async function send(name: string, row: Operation, { headers = {}, query = "" }: Sent): Promise<Reply> {
  const body = row.body === undefined ? undefined : JSON.stringify(BODIES[name] ?? {});
  const response = await fetch(`${stage.url}/v1${pathWith(row, ids)}?${query}`, {
    method: row.method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** What a call without a body's fields gets from somebody who may make it. */
function admittedStatus({ method }: Operation): number {
  return method === "GET" ? 200 : method === "DELETE" ? 403 : 422;
}

test("what an accepted call stores is seen", async () => {
  const before = await written.take();
  await must(place.api("POST", "/collections", { title: "Cakes", queues: ["Mon 09:00", "Tue 09:00"] }));
  assert.deepEqual([before, await written.take()], [[], ["1 collections insert", "2 slots insert"]]);
});

for (const [name, row] of rows) {
  test(`${name} refuses what is not a valid key with 401 and the reason, and stores nothing`, async () => {
    for (const [key, [sent, sentence]] of strangeKeys) {
      const { status, body } = await send(name, row, sent);
      assert.deepEqual([status, body], [401, domain("authorization", sentence)], key);
      assert.deepEqual(await written.take(), [], key);
    }
  });

  const { foreignBrand } = row;
  if (foreignBrand === undefined) continue;

  test(`${name} answers ${foreignBrand} for a brand of others exactly as for one that does not exist, and stores nothing`, async () => {
    const absent = { ...ids, brand_id: ABSENT_ID };
    const expected = foreignBrand === 404 ? domain("brand", "Brand not found.") : domain("brand_id", "You are not a member of this brand.");
    for (const caller of ["the owner of another brand", "a member who was removed", "somebody who operates the service"]) {
      const { api } = personNamed(caller);
      for (const named of [ids, absent]) {
        const { status, body } = await api(row.method, pathWith(row, named), BODIES[name]);
        assert.deepEqual([status, body], [foreignBrand, expected], caller);
        assert.deepEqual(await written.take(), [], caller);
      }
    }
  });

  test(`${name} ${row.method === "GET" ? "is for every member" : "refuses viewers with 403 and admits everybody else"}`, async () => {
    for (const caller of ["a member who is viewer", "a member who is editor", "a member who is admin", "the owner"]) {
      const { status, body } = await personNamed(caller).api(row.method, pathWith(row, ids), row.body === undefined ? undefined : {});
      const isRefused = row.method !== "GET" && caller === "a member who is viewer";
      if (isRefused) assert.deepEqual(body, domain("role", "Your role in this brand is viewer, which is read-only."));
      assert.equal(status, isRefused ? 403 : admittedStatus(row), `${caller} ${JSON.stringify(body)}`);
      assert.deepEqual(await written.take(), [], caller);
    }
  });
}

test("what belongs to another brand is refused like what does not exist, wherever a path names it", async () => {
  const owner = personNamed("the owner");
  await must(stage.admin("PATCH", `/account?owner=${owner.email}`, { sensitiveActions: true }));
  await written.take();
  for (const [name, row] of rows) {
    if (!/\{(collection|post)_id\}/.test(row.path)) continue;
    const replies = [];
    for (const other of [theirs, {}]) {
      const path = pathWith(row, { ...other, brand_id: place.brandId });
      replies.push(await owner.api(row.method, path, BODIES[name]));
      assert.deepEqual(await written.take(), [], name);
    }
    const [foreign, absent] = replies;
    assert.deepEqual([foreign?.status, foreign?.body], [404, absent?.body], name);
  }
});

test("what belongs to another brand is refused like what does not exist, wherever a body names it", async () => {
  const owner = personNamed("the owner");
  const brand = `/brands/${place.brandId}`;
  const posts = `${brand}/collections/${place.collectionId}/posts`;
  const draft = { publishMode: "DRAFT", caption: "Bread" };
  const absentMedium = randomBytes(16).toString("hex");
  const feed = { name: "Blog", type: "RSS", feedUrl: "https://shop.example/feed", importAsType: "LINK" };
  const playlist = (channelId: number) => ({ platforms: { youtube: { playlists: [{ channelId, playlistIds: ["a"] }] } } });
  const cases: readonly (readonly [what: string, path: string, theirs: unknown, absent: unknown])[] = [
    ["a channel", `${brand}/collections`, { title: "Bread", channels: [theirs.channel_id] }, { title: "Bread", channels: [ABSENT_ID] }],
    ["a collection", `${brand}/automations`, { ...feed, collectionId: theirs.collection_id }, { ...feed, collectionId: ABSENT_ID }],
    ["a medium", posts, { ...draft, media: [{ id: theirMedium }] }, { ...draft, media: [{ id: absentMedium }] }],
    ["a channel with playlists", posts, { ...draft, ...playlist(theirs.channel_id ?? 0) }, { ...draft, ...playlist(ABSENT_ID) }],
  ];
  for (const [what, path, foreign, absent] of cases) {
    const refused = await owner.api("POST", path, foreign);
    const missing = await owner.api("POST", path, absent);
    assert.ok([400, 404].includes(refused.status), `${what} ${refused.status}`);
    const plain = ({ status, body }: Reply) => [status, withoutIds(body, [...Object.values(theirs), ABSENT_ID])];
    assert.deepEqual(JSON.stringify(plain(refused)).replaceAll(theirMedium, absentMedium), JSON.stringify(plain(missing)), what);
    assert.deepEqual(await written.take(), [], what);
  }
});

test("lists filtered by what belongs to another brand are empty", async () => {
  for (const path of [
    `/posts?collection_id=${theirs.collection_id}`,
    `/published-posts?collection_id=${theirs.collection_id}`,
    `/published-posts?channel_id=${theirs.channel_id}`,
    `/published-posts?post_id=${theirs.post_id}`,
  ]) {
    const { status, body } = await place.api("GET", path);
    assert.deepEqual([status, body.data, body.pagination.total], [200, [], 0], path);
  }
});
