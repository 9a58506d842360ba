import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, test } from "node:test";
import { Ajv } from "ajv";
import { z } from "zod";
import { vendorContract } from "../../../testing/contracts.ts";
import { ACCOUNT_CALLS, LOCATION_CALLS } from "./location-calls.ts";
import { type Answer, itemsIn, openStage, type Stage } from "./testing/stage.ts";

const { path, skip } = vendorContract("google-business");

const Method = z.object({
  httpMethod: z.string(),
  flatPath: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  response: z.object({ $ref: z.string() }),
});
type Method = z.output<typeof Method>;

interface Resource {
  readonly methods?: Readonly<Record<string, unknown>> | undefined;
  readonly resources?: Readonly<Record<string, Resource>> | undefined;
}
const Resource: z.ZodType<Resource> = z.lazy(() =>
  z.object({ methods: z.record(z.string(), z.unknown()).optional(), resources: z.record(z.string(), Resource).optional() }),
);
const Contract = z.object({
  parameters: z.record(z.string(), z.unknown()),
  schemas: z.record(z.string(), z.unknown()),
  resources: z.record(z.string(), Resource),
});

/** Of `v4` there is no description. */
const FILES = { management: "mybusinessaccountmanagement.v1.json", information: "mybusinessbusinessinformation.v1.json" };
type Service = keyof typeof FILES;
const contracts = skip === false ? { management: read(FILES.management), information: read(FILES.information) } : null;

function read(file: string): z.output<typeof Contract> {
  return Contract.parse(JSON.parse(readFileSync(`${path}/${file}`, "utf8")));
}

function methodsIn({ methods = {}, resources = {} }: Resource): Method[] {
  return [...Object.values(methods).map((method) => Method.parse(method)), ...Object.values(resources).flatMap(methodsIn)];
}

/** The vendor's method at a path in which names stand for ids. */
function methodAt(service: Service, address: string): Method {
  const isAt = ({ httpMethod, flatPath }: Method) =>
    httpMethod === "GET" && new RegExp(`^${flatPath.replace(/\{\w+\}/g, "[^/]+")}$`).test(address);
  return methodsIn({ resources: contracts?.[service].resources }).find(isAt) ?? assert.fail(`${service} has no ${address}`);
}

test("every call is in the vendor's description, with its parameters", { skip }, () => {
  for (const { service, method, path: address, parameters = [] } of [...ACCOUNT_CALLS, ...LOCATION_CALLS]) {
    assert.ok(service !== "posts" && method === "GET");
    const known = methodAt(service, address.replace(`/${service}/`, "")).parameters;
    assert.deepEqual(
      parameters.filter((name) => !Object.hasOwn(known, name)),
      [],
      address,
    );
  }
});

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

test("replies have the forms of the vendor's descriptions", { skip }, async () => {
  const token = await stage.tokenOf("Ada");
  const held = async (service: Service, address: string) => {
    const answer = await stage.ask("GET", `/${service}/${address}`, { token });
    conforms(answer, service, address);
    return answer;
  };
  await held("management", "v1/accounts?pageSize=1");
  const all = "readMask=name,languageCode,title,storefrontAddress,openInfo,metadata&pageSize=2";
  const [location] = itemsIn(await held("information", `v1/accounts/-/locations?${all}`), "locations");
  await held("information", `v1/${location?.name}?readMask=metadata`);
});

function conforms({ status, body }: Answer, service: Service, address: string): void {
  assert.equal(status, 200, address);
  const [at = ""] = address.split("?");
  const { $ref } = methodAt(service, at).response;
  const definitions = readable(contracts?.[service].schemas);
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const validate = ajv.compile({ definitions, $ref: `#/definitions/${$ref}` });
  assert.ok(validate(body), `${address}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(body)}`);
}

/** As JSON Schema has it: references by path, and no name or type `any`. What a schema does not mention is not in replies. */
function readable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(readable);
  if (typeof schema !== "object" || schema === null) return schema;
  const parts = Object.entries(schema).filter(([name, part]) => !(name === "id" && typeof part === "string") && part !== "any");
  const read: Record<string, unknown> = Object.fromEntries(
    parts.map(([name, part]) => [name, name === "$ref" ? `#/definitions/${part}` : readable(part)]),
  );
  return read.type === "object" && "properties" in read ? { ...read, additionalProperties: false } : read;
}
