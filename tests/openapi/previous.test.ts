import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { operations } from "@rostrum/contract/operations.ts";
import { parse } from "yaml";
import { z } from "zod";

/** What clients of the previous contract had, field by field: `docs/api.md#earlier-contracts`. */
const Schema = z.object({
  properties: z.record(z.string(), z.looseObject({ enum: z.array(z.unknown()).optional() })),
  required: z.array(z.string()),
});
const Reply = z.looseObject({
  content: z
    .object({ "application/json": z.object({ schema: z.unknown(), examples: z.record(z.string(), z.unknown()).optional() }) })
    .optional(),
});
const Described = z.looseObject({
  operationId: z.string(),
  deprecated: z.boolean().optional(),
  responses: z.record(z.string(), Reply),
  requestBody: z.looseObject({}).optional(),
});

const text = await readFile(new URL("../../openapi/openapi-v1.0.1.yaml", import.meta.url), "utf8");
const document = z
  .object({
    openapi: z.string(),
    info: z.object({ version: z.string(), description: z.string() }),
    paths: z.record(z.string(), z.record(z.string(), Described)),
    components: z.object({
      schemas: z.object({ Automation: Schema, NewAutomation: Schema, Channel: Schema, Post: Schema }),
      parameters: z.object({ per_page: z.looseObject({ schema: z.record(z.string(), z.unknown()) }) }),
    }),
  })
  .parse(parse(text));

const { schemas, parameters } = document.components;
const createPost = document.paths["/brands/{brand_id}/collections/{collection_id}/posts"]?.post;
const updatePost = document.paths["/brands/{brand_id}/posts/{post_id}"]?.patch;
const examplesOf = (operation: z.infer<typeof Described> | undefined, status: number) =>
  Object.keys(operation?.responses[status]?.content?.["application/json"].examples ?? {});

test("the previous contract is OpenAPI 3.0.3, version 1.0.1, and says that it is deprecated", () => {
  assert.equal(document.openapi, "3.0.3");
  assert.equal(document.info.version, "1.0.1");
  assert.match(document.info.description, /^Deprecated/);
  const described = Object.values(document.paths).flatMap((item) => Object.values(item));
  assert.deepEqual(described.map((operation) => operation.operationId).toSorted(), Object.keys(operations).toSorted());
  assert.ok(described.every((operation) => operation.deprecated === true));
});

test("automations have their old field names", () => {
  assert.deepEqual(schemas.NewAutomation.required, ["title", "collectionId", "subType", "feedUrl", "importAsType"]);
  for (const schema of [schemas.Automation, schemas.NewAutomation]) {
    for (const old of ["title", "subType", "dynamicTitle", "dynamicBody", "description"]) assert.ok(schema.properties[old], old);
    for (const current of ["name", "type", "caption"]) assert.equal(schema.properties[current], undefined, current);
  }
});

test("uploads may be WebP", () => {
  assert.match(JSON.stringify(document.paths["/brands/{brand_id}/media"]?.post?.requestBody), /image\/webp/);
});

test("a too-soon scheduledAt is 400, and 422 has only the field form", () => {
  for (const operation of [createPost, updatePost]) {
    assert.ok(examplesOf(operation, 400).includes("scheduledTooSoon"));
    assert.ok(!examplesOf(operation, 422).includes("scheduledTooSoon"));
    assert.deepEqual(operation?.responses[422]?.content?.["application/json"].schema, { $ref: "#/components/schemas/ValidationError" });
  }
});

test("creating or updating a post in a foreign brand is 404", () => {
  for (const operation of [createPost, updatePost]) {
    assert.ok(examplesOf(operation, 404).includes("brandUnknown"));
    assert.ok(!examplesOf(operation, 403).includes("notMember"));
  }
});

test("the X channel type is Twitter", () => {
  const previous = CHANNEL_TYPES.map((type) => (type === "X" ? "Twitter" : type));
  assert.deepEqual(schemas.Channel.properties.type?.enum, previous);
});

test("what the previous contract left open stays open: the default page size, the form of postDate, the unit of maxRepublish", () => {
  assert.equal(parameters.per_page.schema.default, undefined);
  assert.equal(schemas.Post.properties.postDate?.format, undefined);
  assert.equal(schemas.Post.properties.postDate?.pattern, undefined);
  assert.doesNotMatch(text.slice(text.indexOf("paths:")), /weeks/);
});
