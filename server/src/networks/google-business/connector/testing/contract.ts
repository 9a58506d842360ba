import { readFileSync } from "node:fs";
import { z } from "zod";
import type { CallRequest } from "../../../../ground/net/net.ts";

const Parameter = z.object({
  type: z.string(),
  location: z.enum(["query", "path"]),
  required: z.boolean().default(false),
  pattern: z.string().optional(),
  format: z.string().optional(),
});
type Parameter = z.output<typeof Parameter>;
const Method = z.object({
  id: z.string(),
  httpMethod: z.string(),
  path: z.string(),
  parameters: z.record(z.string(), Parameter).default({}),
  request: z.object({ $ref: z.string() }).optional(),
  response: z.object({ $ref: z.string() }).optional(),
});
type Method = z.output<typeof Method>;
interface Resource {
  readonly methods?: Readonly<Record<string, Method>> | undefined;
  readonly resources?: Readonly<Record<string, Resource>> | undefined;
}
const Resource: z.ZodType<Resource> = z.object({
  methods: z.record(z.string(), Method).optional(),
  get resources() {
    return z.record(z.string(), Resource).optional();
  },
});
const Schema = z.object({ properties: z.record(z.string(), z.unknown()).default({}) });
const Document = z.object({ resources: z.record(z.string(), Resource), schemas: z.record(z.string(), Schema) });

/** One of Google's discovery documents, as what checks requests of reading: https://developers.google.com/discovery/v1/reference/apis (2026-11). */
export function openContract(file: string) {
  const { resources, schemas } = Document.parse(JSON.parse(readFileSync(file, "utf8")));
  const methods = Object.values(resources).flatMap(methodsIn);
  /** The method that the request calls, and what its path says; null if there is none. */
  const called = ({ method, url }: CallRequest, base: string) => {
    const { origin, pathname } = new URL(url);
    const whole = `${origin}${pathname}`;
    if (!whole.startsWith(`${base}/`)) return null;
    const found = methods.flatMap((one) => {
      const given = one.httpMethod === method ? pathValues(one, whole.slice(base.length + 1)) : null;
      return given === null ? [] : [{ method: one, given }];
    });
    return found[0] ?? null;
  };
  return {
    /** Its id in the contract, such as `mybusinessaccountmanagement.accounts.list`. */
    nameOf: (request: CallRequest, base: string): string | null => called(request, base)?.method.id ?? null,
    mistakesIn(request: CallRequest, base: string): string[] {
      const found = called(request, base);
      if (found === null) return [`the contract has no ${request.method} ${request.url}`];
      const { parameters, request: body, response } = found.method;
      const query = [...new URL(request.url).searchParams];
      const isGiven = (name: string) => found.given.includes(name) || query.some(([key]) => key === name);
      return [
        ...query.flatMap(([name, value]) => mistakeIn(parameters[name], { name, value, fields: schemas[listed(response, schemas)] })),
        ...Object.entries(parameters).flatMap(([name, { required }]) => (required && !isGiven(name) ? [`${name} is missing`] : [])),
        ...((request.body === undefined) === (body === undefined) ? [] : [body === undefined ? "there is no body" : "the body is missing"]),
      ];
    },
  };
}

function methodsIn({ methods = {}, resources = {} }: Resource): Method[] {
  return [...Object.values(methods), ...Object.values(resources).flatMap(methodsIn)];
}

/** The names of the parameters in the path, such as those of `v1/{+parent}/locations`; null if it is another path. */
function pathValues({ path, parameters }: Method, given: string): string[] | null {
  const names: string[] = [];
  const pattern = path.replace(/\{\+?(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return `(${parameters[name]?.pattern?.replace(/^\^|\$$/g, "") ?? "[^/]+"})`;
  });
  return new RegExp(`^${pattern}$`).test(given) ? names : null;
}

/** What a method returns, or the entries of the list that it returns. */
function listed(response: Method["response"], schemas: Readonly<Record<string, z.output<typeof Schema>>>): string {
  const name = response?.$ref ?? "";
  if (!name.endsWith("Response")) return name;
  const Entries = z.object({ items: z.object({ $ref: z.string() }) });
  const entries = Object.values(schemas[name]?.properties ?? {}).flatMap((one) => Entries.safeParse(one).data?.items.$ref ?? []);
  return entries[0] ?? name;
}

interface Given {
  readonly name: string;
  readonly value: string;
  readonly fields: z.output<typeof Schema> | undefined;
}

function mistakeIn(parameter: Parameter | undefined, { name, value, fields }: Given): string[] {
  if (parameter?.location !== "query") return [`no query parameter ${name}`];
  if (parameter.type === "integer" && !/^-?\d+$/.test(value)) return [`${name} is no integer: ${value}`];
  if (parameter.type === "boolean" && !/^(true|false)$/.test(value)) return [`${name} is no boolean: ${value}`];
  if (parameter.format !== "google-fieldmask") return [];
  const unknown = value.split(",").filter((field) => fields?.properties[field.split(".")[0] ?? ""] === undefined);
  return unknown.map((field) => `${name} has no ${field}`);
}
