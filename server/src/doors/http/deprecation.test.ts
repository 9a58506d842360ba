import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BrandPath } from "@rostrum/contract/brands.ts";
import { NewCollection } from "@rostrum/contract/collections.ts";
import { deprecated } from "@rostrum/contract/deprecation.ts";
import { PageQuery } from "@rostrum/contract/operation.ts";
import { operations } from "@rostrum/contract/operations.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import { z } from "zod";
import { aPlace, type Place } from "../../testing/builders.ts";
import { call, openStage, type Reply, type Stage } from "../../testing/stage.ts";

const old = z.string().optional();
const item = z.object({ old: deprecated(old, { since: "2027-05-01", sunset: "2029-01-01", use: "`new`" }) });

// Nothing of the tables is deprecated now: in this process some of it is.
Object.assign(operations.listBrands, {
  deprecated: { since: "2027-01-31", sunset: "2028-01-31", use: "`listChannels`", link: "https://rostrum.example/brands" },
});
Object.assign(operations.listChannels, {
  query: PageQuery.extend({ pageSize: deprecated(z.int().optional(), { since: "2027-02-01", sunset: null, use: "`perPage`" }) }),
});
Object.assign(operations.createCollection, {
  params: BrandPath,
  body: NewCollection.extend({
    colour: deprecated(old, { since: "2027-03-01", sunset: "2028-03-01", use: "nothing" }),
    items: z.array(item).optional(),
  }),
});
Object.assign(privateOperations.listUsers, { deprecated: { since: "2027-06-01", sunset: null, use: "`listMembers`" } });

let stage: Stage;
let place: Place;
before(async () => {
  stage = await openStage();
  place = await aPlace(stage);
});
after(() => stage[Symbol.asyncDispose]());

function said({ headers }: Reply): (string | null)[] {
  return ["deprecation", "sunset", "link"].map((name) => headers.get(name));
}

const NOTHING = [null, null, null];
const link = (address: string) => `<${address}>; rel="deprecation"; type="text/html"`;

test("a reply of a deprecated operation says since when, until when, and where to read more", async () => {
  const reply = await place.person.api("GET", "/brands");
  assert.equal(reply.status, 200);
  assert.deepEqual(said(reply), ["@1801353600", "Mon, 31 Jan 2028 00:00:00 GMT", link("https://rostrum.example/brands")]);
  const refused = await place.person.api("GET", "/brands?page=0");
  assert.deepEqual([refused.status, said(refused)], [422, said(reply)]);
});

test("browsers let pages of other origins read these headers", async () => {
  const { headers } = await place.person.api("GET", "/brands");
  assert.match(headers.get("access-control-expose-headers") ?? "", /\bDeprecation, Sunset, Link$/);
});

test("a deprecated parameter is told to those who send it, with the operation's place in the documentation", async () => {
  const without = await place.api("GET", "/channels?per_page=5");
  assert.deepEqual([without.status, said(without)], [200, NOTHING]);
  const reply = await place.api("GET", "/channels?page_size=5");
  assert.deepEqual([reply.status, said(reply)], [200, ["@1801440000", null, link(`${stage.url}/docs#listChannels`)]]);
});

test("so is a deprecated field of a body; of several the first days count", async () => {
  const create = (more: object) => place.api("POST", "/collections", { title: "Bread", ...more });
  assert.deepEqual(said(await create({})), NOTHING);
  assert.deepEqual(said(await create({ colour: null, items: [{}] })), NOTHING, "null is not sent");
  const page = link(`${stage.url}/docs#createCollection`);
  assert.deepEqual(said(await create({ colour: "red" })), ["@1803859200", "Wed, 01 Mar 2028 00:00:00 GMT", page]);
  assert.deepEqual(said(await create({ items: [{}, { old: "x" }] })), ["@1809129600", "Mon, 01 Jan 2029 00:00:00 GMT", page]);
  const both = await create({ items: [{ old: "x" }], colour: "red" });
  assert.deepEqual([both.status, said(both)], [201, ["@1803859200", "Wed, 01 Mar 2028 00:00:00 GMT", page]]);
  const refused = await create({ title: "", colour: "red" });
  assert.deepEqual([refused.status, said(refused)], [422, said(both)]);
});

test("other operations and refused keys say nothing, private operations speak like public ones", async () => {
  assert.deepEqual(said(await place.person.api("GET", "/me")), NOTHING);
  const stranger = await call(`${stage.url}/v1/brands`, "GET", "rst_unknown");
  assert.deepEqual([stranger.status, said(stranger)], [401, NOTHING]);
  assert.deepEqual(said(await stage.admin("GET", "/users")), ["@1811808000", null, link(`${stage.url}/docs#listUsers`)]);
});
