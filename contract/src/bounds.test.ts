import assert from "node:assert/strict";
import test from "node:test";
import { z } from "zod";
import { decode } from "./decode.ts";
import { isWrapped, maximumOf } from "./given.ts";
import { PROBLEMS_MAX } from "./limits.ts";
import type { Operation } from "./operation.ts";
import { operationRows, operations } from "./operations.ts";
import { privateOperations } from "./private-operations.ts";
import { dictionary, text } from "./text.ts";
import { ToolUpload } from "./tools/upload.ts";

const everyRow: readonly (readonly [string, Operation])[] = [...operationRows(), ...Object.entries(privateOperations)];

/** The places where a schema has no upper bound. */
function unbounded(schema: z.core.$ZodType, at: string): string[] {
  if (isWrapped(schema)) return unbounded(schema._zod.def.innerType, at);
  const own = Number.isFinite(maximumOf(schema)) ? [] : [`${at} (${schema._zod.def.type})`];
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([name, type]) => unbounded(type, `${at}.${name}`));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => unbounded(option, at));
  if (schema instanceof z.ZodArray) return [...own, ...unbounded(schema.element, `${at}[]`)];
  if (schema instanceof z.ZodRecord) return [...own, ...unbounded(schema.keyType, `${at}{}`), ...unbounded(schema.valueType, `${at}{}`)];
  const isSmall =
    schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral || schema instanceof z.ZodBoolean || schema instanceof z.ZodNull;
  return isSmall || schema instanceof z.ZodNumber ? [] : own;
}

test("every text, list and dictionary in a request has a maximum", () => {
  for (const [name, { params, query, body }] of everyRow) {
    for (const schema of [params, query, body]) if (schema) assert.deepEqual(unbounded(schema, name), []);
  }
  assert.deepEqual(unbounded(ToolUpload, "upload_media"), []);
});

test("a schema without a maximum is found at any depth", () => {
  const loose = z.object({
    a: z.string().optional(),
    b: z.array(text({ min: 0, max: 5 })).nullable(),
    c: z.array(z.union([z.boolean(), z.string()])).max(3),
    d: z.record(text({ min: 0, max: 5 }), z.boolean()),
    e: z.json(),
    f: z.object({ g: z.unknown() }).default({ g: 1 }),
    h: text({ min: 1, max: 5 })
      .refine(() => true)
      .optional(),
  });
  assert.deepEqual(unbounded(loose, "x"), [
    "x.a (string)",
    "x.b (array)",
    "x.c[] (string)",
    "x.d (record)",
    "x.e (lazy)",
    "x.f.g (unknown)",
  ]);
});

test("a list that is too long is refused before its items are checked", () => {
  let looked = 0;
  const item = text({ min: 0, max: 10 }).refine(() => {
    looked += 1;
    return true;
  });
  const result = decode(z.object({ list: z.array(item).max(3) }), { list: Array.from({ length: 250_000 }, () => "x") }, "camelCase");
  assert.deepEqual(result, { problem: { kind: "fields", fields: { list: ["The list field must not have more than 3 items."] } } });
  assert.ok(looked <= 4, `${looked} items`);
});

test("a validation error has at most 100 messages", () => {
  const schema = operations.createCollection.body;
  const result = decode(schema, { title: "Bread", queues: Array.from({ length: 400 }, () => "noon") }, "camelCase");
  assert.ok("problem" in result && result.problem.kind === "fields");
  assert.equal(Object.values(result.problem.fields).flat().length, PROBLEMS_MAX);
});

test("a text that is too long is refused as too long, whatever its characters", () => {
  const schema = z.object({ a: text({ min: 1, max: 3 }) });
  const tooLong = { problem: { kind: "fields", fields: { a: ["The a field must not be longer than 3 characters."] } } };
  for (const one of ["x", "é", "🥐"]) {
    assert.deepEqual(decode(schema, { a: one.repeat(3) }, "camelCase"), { value: { a: one.repeat(3) } });
    assert.deepEqual(decode(schema, { a: one.repeat(4) }, "camelCase"), tooLong);
    assert.deepEqual(decode(schema, { a: `x${one.repeat(100_000)}` }, "camelCase"), tooLong);
  }
});

test("NUL and lone surrogates are refused in every text and name, along with all other errors", () => {
  const schema = z.object({ a: text({ min: 0, max: 9 }), b: z.object({ c: z.array(text({ min: 0, max: 9 })).max(3) }), d: z.boolean() });
  assert.deepEqual(decode(schema, { a: "x\0", b: { c: ["fine", "\ud83e"] }, d: "no", unknown: "\0" }, "camelCase"), {
    problem: {
      kind: "fields",
      fields: {
        d: ["The d field must be true or false."],
        a: ["The a field must not contain NUL characters."],
        "b.c.1": ["The b.c.1 field must not contain broken Unicode characters."],
      },
    },
  });
  const names = decode(dictionary({ entriesMax: 5, nameMax: 9, valueMax: 9 }), { "a\0": "x", b: "\udc00" }, "camelCase");
  assert.ok("problem" in names && names.problem.kind === "fields");
  assert.deepEqual(Object.values(names.problem.fields).flat().length, 2);
});

test("null for an optional field means that it was not sent; elsewhere it is a value", () => {
  const post = operations.createPost.body;
  const sent = {
    publishMode: "DRAFT",
    caption: "Bread",
    poll: null,
    title: null,
    media: null,
    comment: null,
    platforms: { instagram: null },
  };
  assert.deepEqual(decode(post, sent, "camelCase"), { value: { publishMode: "DRAFT", caption: "Bread", platforms: {} } });
  const automation = { name: "Blog", collectionId: 1, type: "RSS", feedUrl: "https://a.example/", importAsType: "LINK" };
  const nulls = { title: null, caption: null, loadOldPosts: null, addPostsAsDraft: null, refreshRate: null };
  assert.deepEqual(
    decode(operations.createAutomation.body, { ...automation, ...nulls }, "camelCase"),
    decode(operations.createAutomation.body, automation, "camelCase"),
  );
  assert.deepEqual(decode(privateOperations.updateAccount.body, { maxCollections: null, sensitiveActions: null }, "camelCase"), {
    value: { maxCollections: null },
  });
  assert.ok("problem" in decode(post, { publishMode: null, caption: "Bread" }, "camelCase"));
});

test("a location and a playlist need an id that is not empty", () => {
  for (const id of ["", " "]) {
    const playlists = [{ channelId: 1, playlistIds: ["PL8fK2bake", id] }];
    for (const platforms of [{ instagram: { location: { id } } }, { facebook: { location: { id } } }, { youtube: { playlists } }])
      assert.ok("problem" in decode(operations.createPost.body, { publishMode: "DRAFT", caption: "Bread", platforms }, "camelCase"));
  }
});

test("a location needs only its id, and URLs may have up to 8,192 characters", () => {
  const post = { publishMode: "DRAFT", caption: "Bread" };
  const located = decode(operations.createPost.body, { ...post, platforms: { facebook: { location: { id: "7" } } } }, "camelCase");
  assert.ok("value" in located);
  const address = (length: number) => `https://a.example/${"x".repeat(length - 18)}`;
  const media = (url: string) => decode(operations.createPost.body, { ...post, media: [{ url }] }, "camelCase");
  assert.ok("value" in media(address(8192)));
  assert.ok("problem" in media(address(8193)));
});
