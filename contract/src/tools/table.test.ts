import assert from "node:assert/strict";
import test from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { toInstant } from "../formats.ts";
import { examples } from "../openapi/examples.ts";
import { operationRows } from "../operations.ts";
import { refused, succeeded } from "./result.ts";
import { listedTools, tools } from "./table.ts";

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
addFormats.default(ajv);

test("each of the 17 operations is one tool, under a name that stays", () => {
  assert.deepEqual(
    tools.map(({ name }) => name),
    [
      "get_profile",
      "validate_token",
      "list_brands",
      "get_schedule",
      "list_channels",
      "list_collections",
      "create_collection",
      "list_automations",
      "create_automation",
      "list_media",
      "upload_media",
      "list_collection_posts",
      "list_brand_posts",
      "create_post",
      "update_post",
      "delete_post",
      "list_published_posts",
    ],
  );
  assert.equal(tools.length, operationRows().length);
});

test("only delete_post is destructive, only reading tools are read-only, and creating tools are not idempotent", () => {
  for (const { name, annotations } of tools) {
    const reads = /^(get|list|validate)_/.test(name);
    const creates = /^(create|upload)_/.test(name);
    const outward = ["create_post", "update_post", "create_automation", "upload_media"].includes(name);
    assert.deepEqual(
      annotations,
      {
        readOnlyHint: reads,
        destructiveHint: ["delete_post", "update_post"].includes(name),
        idempotentHint: !creates,
        openWorldHint: outward,
      },
      name,
    );
  }
});

test("parameters are camelCase, unique and described", () => {
  for (const { name, row, inputSchema } of tools) {
    const properties = inputSchema.properties as Readonly<Record<string, { readonly description?: string }>>;
    const parts = [row.params, row.query].flatMap((part) => Object.keys(part?.shape ?? {}));
    assert.equal(new Set(parts).size, parts.length, name);
    for (const [field, { description }] of Object.entries(properties)) {
      assert.match(field, /^[a-z][A-Za-z0-9]*$/, name);
      assert.ok(description !== undefined && description !== "", `${name} ${field}`);
      assert.doesNotMatch(description, /created_from|per_page|published_from/, `${name} ${field}`);
    }
  }
});

test("no tool schema contains references, and all are valid JSON Schema", () => {
  for (const { name, inputSchema, outputSchema } of tools) {
    for (const schema of [inputSchema, outputSchema]) {
      assert.doesNotMatch(JSON.stringify(schema), /"\$ref"|"\$defs"|"example":/, name);
      assert.equal(ajv.validateSchema(schema), true, `${name} ${ajv.errorsText()}`);
      ajv.compile(schema);
    }
  }
});

test("the list of tools, which agents read in every session, has at most 25,000 bytes", () => {
  assert.equal(listedTools.length, tools.length);
  const bytes = Buffer.byteLength(JSON.stringify({ tools: listedTools }));
  assert.ok(bytes <= 25_000, `${bytes} bytes`);
});

test("results and refusals match their tool's output schema", () => {
  const now = toInstant("2026-11-21T09:00:00Z");
  for (const tool of tools) {
    const fits = ajv.compile(tool.outputSchema);
    const page = tool.row.paginated ? { page: 1, perPage: 25, total: 60 } : null;
    const good = succeeded(tool, examples[tool.operation].data, { timezone: "Europe/Berlin", now, page });
    assert.ok(fits(good.structuredContent), `${tool.name} ${ajv.errorsText(fits.errors)}`);
    assert.ok((good.content[0]?.text.length ?? 0) > 40, tool.name);
    for (const why of [
      { kind: "fields", fields: { brandId: ["The brandId field is required."] } },
      { kind: "domain", status: 404, key: "brand", message: "Brand not found." },
      { kind: "limit", message: "Too many requests.", seconds: 12 },
      { kind: "trouble", message: "It cannot be reached." },
    ] as const) {
      const bad = refused(tool, why);
      assert.ok(fits(bad.structuredContent), `${tool.name} ${ajv.errorsText(fits.errors)}`);
      assert.equal(bad.isError, true);
    }
  }
});

test("no text of a result has to have a length: what nobody sees is left out of it", () => {
  for (const { name, outputSchema } of tools) assert.doesNotMatch(JSON.stringify(outputSchema), /"minLength":/, name);
});
