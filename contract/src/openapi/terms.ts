import type { z } from "zod";
import { NewPost, PostChange, PostMedia } from "../posts.ts";

/** The part of a generated schema that is adjusted here, common to OpenAPI 3.0 and JSON Schema. */
interface Generated {
  type?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: unknown;
  additionalProperties?: unknown;
  enum?: unknown[];
  deprecation?: unknown;
}

/** Conditionally required fields of a body: code in zod, these keywords in documents. */
const alternatives = new Map<unknown, { anyOf: object[] } | { oneOf: object[] }>([
  [NewPost, { anyOf: [{ required: ["caption"] }, { required: ["poll"] }] }],
  [PostChange, { anyOf: [{ required: ["publishMode"] }, { required: ["queuePosition"] }] }],
  [PostMedia, { oneOf: [{ required: ["id"] }, { required: ["url"] }] }],
]);

/** Adjusts a generated schema: replies stay open to new fields, and integers keep only meaningful bounds. */
export function inOurTerms({ jsonSchema, zodSchema }: { readonly jsonSchema: Generated; readonly zodSchema: z.core.$ZodTypes }): void {
  const definition = zodSchema._zod.def;
  if (definition.type === "object" && definition.catchall === undefined) delete jsonSchema.additionalProperties;
  // Documents have `deprecated` and the words of the description.
  delete jsonSchema.deprecation;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // OpenAPI 3.0 has `exclusiveMinimum: true` next to the bound; in JSON Schema it is the bound itself.
  const isPositive = jsonSchema.exclusiveMinimum === 0 || (jsonSchema.minimum === 0 && jsonSchema.exclusiveMinimum === true);
  if (jsonSchema.type === "integer" && isPositive) {
    jsonSchema.minimum = 1;
    delete jsonSchema.exclusiveMinimum;
  }
  if (jsonSchema.type === "number" && jsonSchema.enum?.every(Number.isInteger)) jsonSchema.type = "integer";
  Object.assign(jsonSchema, alternatives.get(zodSchema));
}
