import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { commandRows } from "./commands.ts";
import { type Deprecation, deprecated, deprecatedFields, deprecationWords, isSent } from "./deprecation.ts";
import { openApiDocument } from "./openapi.ts";
import { type Operation, PageQuery } from "./operation.ts";
import { operationRows, operations } from "./operations.ts";
import { toolOf } from "./tools/table.ts";

const ENDING: Deprecation = { since: "2027-01-31", sunset: "2028-01-31", use: "`listChannels`" };
const OF_FIELD: Deprecation = { since: "2027-03-01", sunset: null, use: "`perPage`" };
const WORDS = "Deprecated since 2027-01-31: use `listChannels` instead. It may be gone from 2028-01-31 on.";
const FIELD_WORDS = "Entries. Deprecated since 2027-03-01: use `perPage` instead.";

/** A row as it is once something of it will go away. */
const row: Operation = {
  ...operations.listBrands,
  deprecated: ENDING,
  query: PageQuery.extend({ size: deprecated(z.int().optional().meta({ description: "Entries.", example: 3 }), OF_FIELD) }),
};

test("the words say since when, what to use, and from when on it may be gone", () => {
  assert.equal(deprecationWords(ENDING), WORDS);
  assert.equal(deprecationWords({ ...ENDING, sunset: null }), "Deprecated since 2027-01-31: use `listChannels` instead.");
});

test("deprecated fields are found in objects, lists and alternatives, at any depth, with the way to them", () => {
  const item = z.object({ old: deprecated(z.string(), OF_FIELD).nullable(), kept: z.string() });
  const schema = z.object({ items: z.array(item).optional(), either: z.union([z.string(), item]), fine: z.string() });
  assert.deepEqual(
    deprecatedFields(schema).map(({ path, deprecation }) => [path.join("."), deprecation]),
    [
      ["items.*.old", OF_FIELD],
      ["either.old", OF_FIELD],
    ],
  );
  const node = z.object({
    old: deprecated(z.string().optional(), OF_FIELD),
    get children() {
      return z.array(node);
    },
  });
  assert.deepEqual(deprecatedFields(node), [{ path: ["old"], deprecation: OF_FIELD }], "of a schema that contains itself");
});

test("a field is sent if it has a value", () => {
  assert.ok(isSent({ items: [{}, { old: "x" }] }, ["items", "*", "old"]));
  for (const value of [{}, { items: null }, { items: "x" }, { items: [{}] }, { items: [{ old: null }] }, null, "x", [1]]) {
    assert.ok(!isSent(value, ["items", "*", "old"]), JSON.stringify(value));
  }
});

test("nothing of the public operations is deprecated now", () => {
  const all = operationRows().flatMap(([name, { deprecated: own, query, body }]) => [
    ...(own ? [name] : []),
    ...[query, body].flatMap((part) => (part === undefined ? [] : deprecatedFields(part).map(() => name))),
  ]);
  assert.deepEqual(all, []);
});

test("OpenAPI marks a deprecated operation and a deprecated field, in words, too, and declares the headers", () => {
  const document = openApiDocument(
    "https://social.example/v1",
    operationRows().map(([name, own]) => [name, name === "listBrands" ? row : own]),
  );
  // biome-ignore lint/suspicious/noExplicitAny: a document of any form
  const brands = (document as any).paths["/brands"].get;
  assert.equal(brands.deprecated, true);
  assert.ok(brands.description.startsWith(`${WORDS} Brands where`), brands.description);
  assert.deepEqual(Object.keys(brands.responses[200].headers).slice(-3), ["Deprecation", "Sunset", "Link"]);
  const size = brands.parameters.find(({ name }: { name?: string }) => name === "size");
  assert.deepEqual([size.description ?? size.schema.description, size.deprecated ?? size.schema.deprecated], [FIELD_WORDS, true]);
  assert.doesNotMatch(JSON.stringify(document), /"deprecation"/);
  assert.doesNotMatch(JSON.stringify(openApiDocument()), /deprecated/i);
});

test("the tool's description and its parameter's say it", () => {
  const tool = toolOf("list_brands", "listBrands", row);
  assert.ok(tool.description.startsWith(`${WORDS} Brands where`), tool.description);
  const { size } = tool.inputSchema.properties as Record<string, Record<string, unknown>>;
  assert.deepEqual([size?.description, size?.deprecated, size?.deprecation], [FIELD_WORDS, true, undefined]);
});

test("the command's and its flag's help say it", () => {
  const [command] = commandRows({ listBrands: row }, {});
  assert.equal(command?.summary, "List brands (deprecated)");
  assert.ok(command?.description.startsWith(WORDS));
  assert.equal(command?.flags.find(({ name }) => name === "size")?.description, FIELD_WORDS);
});
