import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { parse } from "yaml";
import { breachOf, ContractDocument } from "./held-replies.ts";

const TEXT = await readFile(new URL("../../../openapi/openapi-v1.2.0.yaml", import.meta.url), "utf8");
const document = new ContractDocument(TEXT);

const user = { id: "u_1", name: "Ada", joinedAt: "2026-11-21T09:00:00.000000Z", timezone: null };
const profile = { method: "GET", path: "/me", status: 200, body: { status: "success", data: user } };

const entry = {
  id: 1,
  postId: null,
  collectionId: null,
  channel: { id: null, name: null, type: null },
  postType: null,
  body: null,
  url: null,
  status: "SENT",
  message: null,
  publishedAt: "2026-11-21T09:00:00.000000Z",
  results: { likes: 0, comments: 0, shares: 0 },
};
const pagination = { currentPage: 1, perPage: 25, total: 1, lastPage: 1, nextPageUrl: null, prevPageUrl: null };
const published = (row: object) => ({
  method: "GET",
  path: "/brands/7/published-posts",
  status: 200,
  body: { status: "success", data: [row], pagination },
});

test("a reply as documented conforms", () => {
  assert.equal(breachOf(document, profile), null);
  assert.equal(breachOf(document, published(entry)), null);
});

test("a missing field, a wrong type and an unknown enum value are violations", () => {
  const { timezone: _, ...lacking } = user;
  assert.match(breachOf(document, { ...profile, body: { status: "success", data: lacking } }) ?? "", /required property 'timezone'/);
  assert.match(breachOf(document, { ...profile, body: { status: "success", data: { ...user, name: 7 } } }) ?? "", /name must be string/);
  assert.match(breachOf(document, published({ ...entry, postType: "SONG" })) ?? "", /postType must be equal to one of/);
  assert.match(breachOf(document, published({ ...entry, status: null })) ?? "", /status must be string/);
});

test("an undocumented status or operation is a violation", () => {
  const gone = { status: "error", message: "Gone.", errors: { path: "Gone." } };
  assert.match(breachOf(document, { ...profile, status: 410, body: gone }) ?? "", /does not list this status/);
  assert.match(breachOf(document, { ...profile, path: "/them" }) ?? "", /does not list this status/);
  assert.equal(breachOf(document, { method: "GET", path: "/them", status: 404, body: gone }), null);
  assert.match(breachOf(document, { method: "GET", path: "/them", status: 404, body: {} }) ?? "", /required property/);
});

test("an error in the wrong form for its status is a violation", () => {
  const fields = { message: "Wrong.", errors: { page: ["Wrong."] } };
  const brands = { method: "GET", path: "/brands", body: fields };
  assert.equal(breachOf(document, { ...brands, status: 422 }), null);
  assert.match(breachOf(document, { ...brands, status: 401 }) ?? "", /required property 'status'/);
});

test("null conforms to every nullable schema, by the rules of OpenAPI 3.0.3", () => {
  const pointers = nullables(parse(TEXT), "#");
  assert.ok(pointers.length > 20);
  for (const pointer of pointers) assert.equal(document.errorsOf(pointer, null), null, pointer);
});

function nullables(part: unknown, pointer: string): string[] {
  if (typeof part !== "object" || part === null) return [];
  const inside = Object.entries(part).flatMap(([word, value]) =>
    nullables(value, `${pointer}/${word.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
  return "nullable" in part && part.nullable === true ? [pointer, ...inside] : inside;
}
