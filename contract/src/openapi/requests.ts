import { z } from "zod";
import type { ZodOpenApiMediaTypeObject, ZodOpenApiParameters, ZodOpenApiRequestBodyObject } from "zod-openapi";
import { UPLOAD_TYPES } from "../media.ts";
import { type Operation, PageQuery, snakeCase } from "../operation.ts";
import type { OperationName } from "../operations.ts";
import { examples } from "./examples.ts";

/** The path and query parameters of an operation, named as in requests. */
export function requestParams(row: Operation): ZodOpenApiParameters {
  return {
    ...(row.params ? { path: parameters(row.params, Object.values(row.params.shape)) } : {}),
    ...(row.query ? { query: parameters(row.query, Object.values(PageQuery.shape)) } : {}),
  };
}

/** The JSON or multipart body of an operation; undefined if it has none. */
export function requestBody(name: OperationName, row: Operation): ZodOpenApiRequestBodyObject | undefined {
  if (row.upload) return { required: true, content: { "multipart/form-data": uploadForm } };
  if (row.body === undefined) return undefined;
  const shown = examples[name];
  return {
    required: true,
    content: { "application/json": { schema: row.body, examples: "requests" in shown ? { ...shown.requests } : {} } },
  };
}

const uploadForm: ZodOpenApiMediaTypeObject = {
  schema: {
    type: "object",
    required: ["media"],
    properties: { media: { type: "string", format: "binary", description: "The file, at most 104,857,600 bytes." } },
  },
  encoding: { media: { contentType: UPLOAD_TYPES.join(", ") } },
};

/** Parameters in `declaredOnce` become components of the document, the others stay inline. */
function parameters(schema: z.ZodObject, declaredOnce: readonly unknown[]): z.ZodObject {
  const named = Object.entries(schema.shape).map(([field, type]) => {
    const name = snakeCase(field);
    return [name, declaredOnce.includes(type) ? component(name, z.instanceof(z.ZodType).parse(type)) : type] as const;
  });
  return z.object(Object.fromEntries(named));
}

/** One object per parameter: the generator recognises a component by its schema's identity. */
const components = new Map<string, z.ZodType>();

function component(name: string, type: z.ZodType): z.ZodType {
  const known = components.get(name);
  if (known) return known;
  const made = type.meta({ ...type.meta(), param: { id: name } });
  components.set(name, made);
  return made;
}
