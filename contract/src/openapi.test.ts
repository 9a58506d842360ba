import assert from "node:assert/strict";
import test from "node:test";
import { z } from "zod";
import { DomainErrorBody, ResourceRateLimitBody, RouteRateLimitBody, ValidationErrorBody } from "./errors.ts";
import { examples } from "./openapi/examples.ts";
import { refusals, refusalsOf } from "./openapi/refusals.ts";
import { CONTRACT_VERSION, openApiDocument } from "./openapi.ts";
import { operationRows } from "./operations.ts";

const text = JSON.stringify(openApiDocument("https://social.example/v1"));

const Parameter = z.object({ in: z.string(), name: z.string(), description: z.string().min(1) });
const Content = z.object({ schema: z.unknown(), example: z.unknown().optional(), examples: z.record(z.string(), z.unknown()).optional() });
const Reply = z.object({
  headers: z.record(z.string(), z.unknown()),
  content: z.object({ "application/json": Content }),
});
const Described = z.object({
  operationId: z.string(),
  parameters: z.array(z.union([Parameter, z.object({ $ref: z.string() })])).optional(),
  requestBody: z.object({ required: z.literal(true), content: z.record(z.string(), Content) }).optional(),
  responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }), Reply])),
});
const document = z
  .object({
    openapi: z.string(),
    info: z.object({ version: z.string() }),
    servers: z.array(z.object({ url: z.string() })),
    security: z.unknown(),
    paths: z.record(z.string(), z.record(z.string(), Described)),
    components: z.object({
      schemas: z.record(z.string(), z.unknown()),
      parameters: z.record(z.string(), Parameter),
      responses: z.record(z.string(), Reply),
      securitySchemes: z.unknown(),
    }),
  })
  .parse(JSON.parse(text));

type DescribedReply = z.infer<typeof Reply>;

const described = (path: string, method: string) => {
  const found = document.paths[path]?.[method.toLowerCase()];
  assert.ok(found, `${method} ${path} is in the document`);
  return found;
};

function reply(path: string, method: string, status: number): DescribedReply {
  const found = described(path, method).responses[status];
  assert.ok(found, `${method} ${path} describes ${status}`);
  if (!("$ref" in found)) return found;
  const shared = document.components.responses[found.$ref.replace("#/components/responses/", "")];
  assert.ok(shared, found.$ref);
  return shared;
}

const body = (path: string, method: string, status: number) => reply(path, method, status).content["application/json"];

test("the contract is OpenAPI 3.0.3, version 1.2.0, with the server's own URL", () => {
  assert.equal(document.openapi, "3.0.3");
  assert.equal(document.info.version, "1.2.0");
  assert.equal(document.info.version, CONTRACT_VERSION);
  assert.deepEqual(
    document.servers.map((server) => server.url),
    ["https://social.example/v1"],
  );
});

test("the document has exactly the operations of the table, under their names", () => {
  const ids = Object.values(document.paths).flatMap((item) => Object.values(item).map((operation) => operation.operationId));
  assert.deepEqual(
    ids.toSorted(),
    operationRows()
      .map(([name]) => name)
      .toSorted(),
  );
  for (const [name, row] of operationRows()) assert.equal(described(row.path, row.method).operationId, name);
});

test("path and query parameters have snake_case names and a description", () => {
  for (const [, row] of operationRows()) {
    const parameters = described(row.path, row.method).parameters ?? [];
    const found = parameters.map((one) =>
      "$ref" in one ? document.components.parameters[one.$ref.replace("#/components/parameters/", "")] : one,
    );
    const fields = [...Object.keys(row.params?.shape ?? {}), ...Object.keys(row.query?.shape ?? {})];
    assert.equal(found.length, fields.length, row.path);
    for (const parameter of found) assert.match(parameter?.name ?? "", /^[a-z]+(_[a-z]+)*$/);
    const inPath = found.filter((parameter) => parameter?.in === "path").map((parameter) => `{${parameter?.name}}`);
    assert.deepEqual(inPath, row.path.match(/\{\w+\}/g) ?? []);
  }
});

test("every operation describes its success and exactly the errors its row declares", () => {
  for (const [, row] of operationRows()) {
    const statuses = Object.keys(described(row.path, row.method).responses).map(Number);
    assert.deepEqual(statuses.toSorted(), [row.status, ...row.errors].toSorted(), `${row.method} ${row.path}`);
  }
});

test("every reply has an example", () => {
  for (const [, row] of operationRows()) {
    assert.ok(body(row.path, row.method, row.status).example, `${row.method} ${row.path}`);
    for (const status of row.errors)
      assert.ok(Object.keys(body(row.path, row.method, status).examples ?? {}).length > 0, `${row.method} ${row.path} ${status}`);
  }
});

test("a refusal is documented only if the row declares its status", () => {
  for (const [name, row] of operationRows()) {
    for (const refusal of refusalsOf[name]) assert.ok(row.errors.includes(refusals[refusal].status), `${name} ${refusal}`);
  }
});

test("every error example has the one of the four forms it is labelled with", () => {
  const forms = {
    ValidationError: ValidationErrorBody.strict(),
    DomainError: DomainErrorBody.strict(),
    ResourceRateLimitError: ResourceRateLimitBody.strict(),
    RouteRateLimitError: RouteRateLimitBody,
  };
  for (const [name, refusal] of Object.entries(refusals)) {
    const fitting = Object.entries(forms).filter(([, form]) => form.safeParse(refusal.value).success);
    assert.deepEqual(
      fitting.map(([form]) => form),
      [refusal.form],
      name,
    );
  }
});

test("every example body is accepted by its operation, and every example of data matches its schema", () => {
  for (const [name, row] of operationRows()) {
    const shown = examples[name];
    assert.deepEqual(row.data.safeParse(shown.data).error?.issues, undefined, name);
    if (row.body === undefined) continue;
    assert.ok("requests" in shown, name);
    for (const example of Object.values(shown.requests)) assert.deepEqual(row.body.safeParse(example.value).error?.issues, undefined, name);
  }
});

test("422 of post creation and change has the field form and the domain form, of other operations only the field form", () => {
  const forms = (schema: unknown) => [...JSON.stringify(schema).matchAll(/schemas\/(\w+)/g)].map((match) => match[1]);
  for (const [name, row] of operationRows()) {
    if (!row.errors.includes(422)) continue;
    const both = name === "createPost" || name === "updatePost";
    assert.deepEqual(forms(body(row.path, row.method, 422).schema), both ? ["ValidationError", "DomainError"] : ["ValidationError"], name);
  }
});

test("429 has the resource form and the route form, of /me and /auth only the route form, always with rate limit headers", () => {
  for (const [name, row] of operationRows()) {
    const limited = reply(row.path, row.method, 429);
    assert.deepEqual(
      Object.keys(limited.content["application/json"].examples ?? {}),
      row.exempt ? ["routeLimit"] : ["resourceLimit", "routeLimit"],
      name,
    );
    assert.deepEqual(Object.keys(limited.headers), [
      "X-Request-Id",
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Reset",
      "Retry-After",
    ]);
  }
});

test("the key goes into the header or, discouraged, into the query", () => {
  assert.deepEqual(document.security, [{ bearer: [] }, { api_key: [] }]);
  assert.partialDeepStrictEqual(document.components.securitySchemes, {
    bearer: { type: "http", scheme: "bearer" },
    api_key: { type: "apiKey", in: "query", name: "api_key" },
  });
});

test("an upload is multipart with one required file in the field media", () => {
  const upload = described("/brands/{brand_id}/media", "POST").requestBody?.content["multipart/form-data"];
  assert.partialDeepStrictEqual(upload?.schema, {
    type: "object",
    required: ["media"],
    properties: { media: { type: "string", format: "binary" } },
  });
});
