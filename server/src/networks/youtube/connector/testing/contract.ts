import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { z } from "zod";
import type { CallRequest } from "../../../../ground/net/net.ts";

const Parameter = z.object({
  type: z.string(),
  enum: z.array(z.string()).optional(),
  maximum: z.string().optional(),
  required: z.boolean().default(false),
});
const Method = z.object({
  id: z.string(),
  httpMethod: z.string(),
  path: z.string(),
  parameters: z.record(z.string(), Parameter).default({}),
  request: z.object({ $ref: z.string() }).optional(),
  mediaUpload: z
    .object({ accept: z.array(z.string()), maxSize: z.string(), protocols: z.record(z.string(), z.object({ path: z.string() })) })
    .optional(),
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
  parameters: z.record(z.string(), Parameter),
  schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
  resources: z.record(z.string(), Resource),
});

/** Google's description of the API, as what checks requests. */
export function openContract(file: string) {
  const { parameters: common, schemas, resources } = Contract.parse(JSON.parse(readFileSync(file, "utf8")));
  const ajv = new Ajv({ strict: false, allErrors: true });
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema({ ...strict(schema), $id: name });
  const methods = Object.values(resources).flatMap(methodsIn);
  /** A file is sent below `/upload`, whatever follows is the method's own path. */
  const addressesOf = ({ path, mediaUpload }: Method) =>
    mediaUpload === undefined ? [`/${path}`] : Object.values(mediaUpload.protocols).map((protocol) => protocol.path);
  return {
    /** The method of a request, such as `youtube.videos.insert`, by its path at YouTube; null if there is none. */
    methodOf({ method, url }: CallRequest, hosts: readonly string[]): Method | null {
      const { origin, pathname } = new URL(url);
      const host = hosts.find((one) => `${origin}${pathname}`.startsWith(`${one}/`)) ?? null;
      if (host === null) return null;
      const path = `${origin}${pathname}`.slice(host.length);
      return methods.find((one) => one.httpMethod === method && addressesOf(one).includes(path)) ?? null;
    },
    /** What is not in the contract, or not as it says. */
    mistakesIn(method: Method, { url, body, headers = {} }: CallRequest): string[] {
      const known = { ...common, ...method.parameters };
      const given = [...new URL(url).searchParams];
      return [
        ...given.flatMap(([name, value]) => parameterMistakes(name, value, known[name])),
        ...Object.entries(method.parameters).flatMap(([name, { required }]) =>
          required && !given.some(([one]) => one === name) ? [`${name} is missing`] : [],
        ),
        ...bodyMistakes(ajv, method, { body, type: headers["content-type"] ?? "" }),
        ...uploadMistakes(method, headers),
      ];
    },
  };
}

function methodsIn({ methods = {}, resources = {} }: Resource): Method[] {
  return [...Object.values(methods).map((method) => Method.parse(method)), ...Object.values(resources).flatMap(methodsIn)];
}

function parameterMistakes(name: string, value: string, parameter: z.output<typeof Parameter> | undefined): string[] {
  if (parameter === undefined) return [`no parameter ${name}`];
  if (parameter.enum !== undefined && !parameter.enum.includes(value)) return [`${name} is ${value}`];
  if (parameter.type === "integer") {
    return /^\d+$/.test(value) && Number(value) <= Number(parameter.maximum ?? value) ? [] : [`${name} is ${value}`];
  }
  return parameter.type === "boolean" && !["true", "false"].includes(value) ? [`${name} is ${value}`] : [];
}

function bodyMistakes(ajv: Ajv, { request, mediaUpload }: Method, { body, type }: { body: CallRequest["body"]; type: string }): string[] {
  if (request === undefined) {
    if (body === undefined) return [];
    return mediaUpload?.accept.includes(type) === true ? [] : [`a body of the type ${type}`];
  }
  if (typeof body !== "string" || !type.startsWith("application/json")) return [`the body is of the type ${type}`];
  const validate = ajv.getSchema(request.$ref);
  if (validate === undefined) return [`no schema ${request.$ref}`];
  if (validate(JSON.parse(body)) === true) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`);
}

/** What is announced when an upload is opened. */
function uploadMistakes({ mediaUpload }: Method, headers: Readonly<Record<string, string>>): string[] {
  const [type, size] = [headers["x-upload-content-type"], headers["x-upload-content-length"]];
  if (type === undefined && size === undefined) return [];
  if (mediaUpload === undefined || type === undefined || size === undefined) return ["an upload is announced by half"];
  const isTaken = mediaUpload.accept.some((one) => new RegExp(`^${one.replace("*", ".+")}$`).test(type));
  return isTaken && Number(size) <= Number(mediaUpload.maxSize) ? [] : [`an upload of ${size} bytes of ${type}`];
}

/** Fields that no schema names are mistakes. Numbers that are sent as text have a format of their own, which nothing here sends. */
function strict(schema: unknown): Record<string, unknown> {
  const {
    id: _,
    enumDescriptions: __,
    format: ___,
    annotations: ____,
    properties,
    items,
    ...rest
  } = z.record(z.string(), z.unknown()).parse(schema);
  const fields = z.record(z.string(), z.unknown()).optional().parse(properties);
  return {
    ...rest,
    ...(items === undefined ? {} : { items: strict(items) }),
    ...(fields === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, strict(value)])),
          additionalProperties: false,
        }),
  };
}
