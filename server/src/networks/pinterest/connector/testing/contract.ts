import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { z } from "zod";
import type { CallRequest } from "../../../../ground/net/net.ts";

type Schema = Readonly<Record<string, unknown>>;
const SchemaForm = z.record(z.string(), z.unknown());
const Reference = z.object({ $ref: z.string() });
const Parameter = z.object({
  name: z.string(),
  in: z.enum(["query", "path", "header"]),
  required: z.boolean().default(false),
  schema: SchemaForm,
});
const Operation = z.object({
  parameters: z.array(z.union([Reference, Parameter])).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: SchemaForm })) }).optional(),
});
const Contract = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ parameters: z.record(z.string(), z.unknown()), schemas: z.record(z.string(), SchemaForm) }),
});

/** The vendor's OpenAPI document, as what checks requests. */
export function openContract(file: string) {
  const { paths, components } = Contract.parse(JSON.parse(readFileSync(file, "utf8")));
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: true });
  addFormats.default(ajv);
  ajv.addSchema({
    $id: "contract",
    components: { schemas: Object.fromEntries(Object.entries(components.schemas).map(([name, schema]) => [name, strict(schema)])) },
  });
  const mistakes = (schema: Schema, value: unknown, where: string): string[] => {
    const validate = ajv.compile(pointed(strict(schema)));
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${where}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
  const operationOf = (name: string) => {
    const [method = "", path = ""] = name.split(" ");
    const found = paths[path]?.[method.toLowerCase()];
    return found === undefined ? null : Operation.parse(found);
  };
  return {
    /** The request's name in the contract: `GET /pins/{pin_id}`; null if it has none. */
    nameOf({ method, url }: CallRequest, base: string): string | null {
      const { origin, pathname } = new URL(url);
      if (!`${origin}${pathname}`.startsWith(base)) return null;
      const parts = `${origin}${pathname}`.slice(base.length).split("/");
      const fits = (path: string) => {
        const wanted = path.split("/");
        return wanted.length === parts.length && wanted.every((part, index) => part.startsWith("{") || part === parts[index]);
      };
      const [path] = Object.keys(paths)
        .filter(fits)
        .sort((a, b) => a.split("{").length - b.split("{").length);
      return path === undefined || operationOf(`${method} ${path}`) === null ? null : `${method} ${path}`;
    },
    /** What is not in the contract, or not as it says; fields of the body named as `beside` it are left out. */
    mistakesIn(name: string, request: CallRequest, { base, beside = [] }: { base: string; beside?: readonly string[] }): string[] {
      const operation = operationOf(name);
      if (operation === null) return [`the contract has no ${name}`];
      const parameters = operation.parameters.map((one) => ("$ref" in one ? named(components.parameters, one.$ref) : one));
      const given = givenParameters(name, request, base);
      return [
        ...given.flatMap(({ place, key, value }) => {
          const parameter = parameters.find((one) => one.in === place && one.name === key);
          return parameter === undefined
            ? [`no ${place} parameter ${key}`]
            : mistakes({ properties: { [key]: parameter.schema } }, { [key]: value }, place);
        }),
        ...parameters.filter((one) => one.required && !given.some(({ key }) => key === one.name)).map((one) => `${one.name} is missing`),
        ...bodyMistakes(operation, request, (schema, value) => mistakes(schema, without(value, beside), "body")),
      ];
    },
  };
}

function givenParameters(name: string, { url }: CallRequest, base: string) {
  const { origin, pathname, searchParams } = new URL(url);
  const parts = `${origin}${pathname}`.slice(base.length).split("/");
  const inPath = (name.split(" ")[1] ?? "").split("/").flatMap((part, index) => {
    const key = /^\{(.+)\}$/.exec(part)?.[1];
    return key === undefined ? [] : [{ place: "path" as const, key, value: parts[index] ?? "" }];
  });
  return [...inPath, ...Array.from(searchParams, ([key, value]) => ({ place: "query" as const, key, value }))];
}

function bodyMistakes(
  { requestBody }: z.output<typeof Operation>,
  { body, headers = {} }: CallRequest,
  mistakes: (schema: Schema, value: unknown) => string[],
): string[] {
  if (body === undefined) return requestBody === undefined ? [] : ["the body is missing"];
  const type = headers["content-type"] ?? "";
  const schema = requestBody?.content[type]?.schema;
  if (schema === undefined) return [`no body of the type ${type}`];
  const text = typeof body === "string" ? body : body instanceof Uint8Array ? Buffer.from(body).toString() : null;
  if (text === null) return ["the body is neither text nor bytes"];
  return mistakes(schema, type === "application/json" ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)));
}

function without(value: unknown, names: readonly string[]): unknown {
  return Object.fromEntries(Object.entries(Object(value)).filter(([name]) => !names.includes(name)));
}

function named(parameters: Readonly<Record<string, unknown>>, reference: string) {
  return Parameter.parse(parameters[reference.split("/").at(-1) ?? ""]);
}

/** Fields that no part of an object's schema names are mistakes; parts that are put together by `allOf` do not know each other's. */
function strict(schema: unknown, isPart = false): Schema {
  const { discriminator, ...own } = SchemaForm.parse(schema);
  const mapped = Object.fromEntries(
    Object.entries(own).map(([key, value]) => {
      if (key === "properties")
        return [key, Object.fromEntries(Object.entries(SchemaForm.parse(value)).map(([name, one]) => [name, strict(one)]))];
      if (key === "items") return [key, strict(value)];
      if ((key === "oneOf" || key === "anyOf") && Array.isArray(value)) return [key, value.map((one) => strict(one))];
      if (key === "allOf" && Array.isArray(value)) return [key, value.map((one) => strict(one, true))];
      return [key, value];
    }),
  );
  const alternatives = alternativesOf(discriminator);
  const whole = alternatives.length === 0 ? mapped : { oneOf: alternatives };
  return own.properties === undefined || isPart || alternatives.length > 0 ? whole : { ...whole, unevaluatedProperties: false };
}

/** Of a value whose kind one of its fields says: which schemas there are, each with the field's value. */
function alternativesOf(discriminator: unknown): Schema[] {
  const read = z.object({ propertyName: z.string(), mapping: z.record(z.string(), z.string()) }).safeParse(discriminator).data;
  if (read === undefined) return [];
  return Object.entries(read.mapping).map(([value, $ref]) => ({
    allOf: [{ $ref }, { properties: { [read.propertyName]: { const: value } } }],
  }));
}

/** References lead to the contract, whatever document they stand in. */
function pointed(schema: Schema): Schema {
  const copy: Schema = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract#/'));
  return copy;
}
