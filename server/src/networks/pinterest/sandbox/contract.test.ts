import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, test } from "node:test";
import { Ajv } from "ajv";
import { z } from "zod";
import { vendorContract } from "../../../testing/contracts.ts";
import { BOARD_CALLS } from "./board-calls.ts";
import { MEDIA_CALLS } from "./media.ts";
import { SCOPES } from "./people.ts";
import { PIN_CALLS } from "./pins.ts";
import { type Answer, openStage, pageIn, type Stage, textAt } from "./testing/stage.ts";

const { path, skip } = vendorContract("pinterest/openapi.json");

const Operation = z.object({
  "x-ratelimit-category": z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })).optional() })),
});
const Contract = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    securitySchemes: z.object({
      pinterest_oauth2: z.object({ flows: z.object({ authorizationCode: z.object({ scopes: z.record(z.string(), z.string()) }) }) }),
    }),
  }),
});

const contract = skip === false ? Contract.parse(JSON.parse(readFileSync(path, "utf8"))) : null;

const components = readable(contract?.components);

function operationOf(method: string, template: string): z.output<typeof Operation> {
  return Operation.parse(contract?.paths[template]?.[method.toLowerCase()]);
}

test("every call is in the vendor's description, with its scopes, its category of limits and its status", { skip }, () => {
  for (const call of [...BOARD_CALLS, ...MEDIA_CALLS, ...PIN_CALLS]) {
    const template = call.path.replace(/:(\w+)/g, "{$1}");
    const operation = operationOf(call.method, template);
    assert.deepEqual(operation.security[0]?.pinterest_oauth2, call.scopes, `${call.method} ${template}`);
    assert.equal(operation["x-ratelimit-category"], call.category, `${call.method} ${template}`);
    assert.ok(Object.hasOwn(operation.responses, String(call.status ?? 200)), `${call.method} ${template}`);
  }
});

test("every scope is the vendor's, with its own words", { skip }, () => {
  const known = contract?.components.securitySchemes.pinterest_oauth2.flows.authorizationCode.scopes;
  for (const { name, label } of SCOPES) assert.equal(label, known?.[name]);
});

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

test("replies have the forms of the vendor's description", { skip }, async () => {
  const held = async (method: string, address: string, body?: unknown) => {
    const answer = await stage.ask(method, address, { body });
    hold(answer, method, address);
    return answer;
  };
  await held("GET", "/user_account");
  const board = textAt(await held("POST", "/boards", { name: "Mugs", privacy: "SECRET" }), "id");
  await held("GET", "/boards?page_size=1");
  await held("GET", `/boards/${board}`);
  const media_id = textAt(await held("POST", "/media", { media_type: "video" }), "media_id");
  await held("GET", `/media/${media_id}`);
  const [url, text] = [stage.link("a.jpg"), { title: "Mug", description: "Blue", link: "https://shop.example/mug", alt_text: "A mug" }];
  const sources = [
    { source_type: "image_url", url },
    { source_type: "multiple_image_urls", items: [{ url, title: "One" }, { url }] },
    { source_type: "video_id", media_id: await stage.video(), cover_image_url: url },
    { source_type: "video_id", media_id: await stage.video(), cover_image_key_frame_time: 0 },
  ];
  for (const media_source of sources) {
    const pin = textAt(await held("POST", "/pins", { ...text, board_id: board, media_source }), "id");
    await held("GET", `/pins/${pin}?pin_metrics=true`);
  }
  for (const list of [`/boards/${board}/pins`, "/pins"]) assert.equal(pageIn(await held("GET", list)).items.length, 4);
  await held("POST", "/pins", { board_id: "x" });
  await held("GET", "/boards/123");
});

test("tokens have the forms of the vendor's description", { skip }, async () => {
  for (const [form, schema] of [
    [{ grant_type: "refresh_token", refresh_token: stage.refreshToken }, "OauthAccessTokenResponseRefresh"],
    [{ grant_type: "refresh_token", refresh_token: "x" }, "Error"],
  ] as const) {
    conforms((await stage.exchange(form)).body, { $ref: `#/components/schemas/${schema}` }, schema);
  }
});

function hold({ status, body }: Answer, method: string, address: string): void {
  const [path = ""] = address.split("?");
  const names = Object.keys(contract?.paths ?? {});
  const template = names.find((name) => new RegExp(`^${name.replace(/\{\w+\}/g, "[^/]+")}$`).test(path)) ?? assert.fail(path);
  const { responses } = operationOf(method, template);
  const reply = responses[String(status)] ?? responses.default;
  conforms(body, reply?.content?.["application/json"]?.schema, `${method} ${address} ${status}`);
}

function conforms(body: unknown, schema: unknown, where: string): void {
  assert.notEqual(schema, undefined, where);
  // Pinterest's own servers write times without a zone, which its description's `date-time` does not allow.
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const validate = ajv.compile({ components, ...Object(readable(schema)) });
  assert.ok(validate(body), `${where}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(body)}`);
}

/** OpenAPI 3.0 allows `nullable` beside `allOf`, where Ajv wants a type. */
function readable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(readable);
  if (typeof schema !== "object" || schema === null) return schema;
  const read: Record<string, unknown> = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, readable(part)]));
  const { nullable, ...rest } = read;
  return nullable === true && rest.type === undefined ? { anyOf: [rest, { type: "null" }] } : read;
}
