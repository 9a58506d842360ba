import type { z } from "zod";
import { NewPost, PostChange, PostMedia } from "../posts.ts";

/** The part of a generated schema that is brought into our terms. OpenAPI 3.0 and JSON Schema have it in common. */
interface Generated {
  type?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: unknown;
  additionalProperties?: unknown;
  enum?: unknown[];
}

/** Which fields a body must have besides those that it always must; zod holds this in code, documents in these words. */
const alternatives = new Map<unknown, { anyOf: object[] } | { oneOf: object[] }>([
  [NewPost, { anyOf: [{ required: ["caption"] }, { required: ["poll"] }] }],
  [PostChange, { anyOf: [{ required: ["publishMode"] }, { required: ["queuePosition"] }] }],
  [PostMedia, { oneOf: [{ required: ["id"] }, { required: ["url"] }] }],
]);

/**
 * Brings a generated schema into the contract's own terms: replies stay open to new fields, and integers carry no bounds
 * but those that mean something.
 */
export function inOurTerms({ jsonSchema, zodSchema }: { readonly jsonSchema: Generated; readonly zodSchema: z.core.$ZodTypes }): void {
  const definition = zodSchema._zod.def;
  if (definition.type === "object" && definition.catchall === undefined) delete jsonSchema.additionalProperties;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // OpenAPI 3.0 says `exclusiveMinimum: true` beside the bound, JSON Schema the bound itself.
  const isPositive = jsonSchema.exclusiveMinimum === 0 || (jsonSchema.minimum === 0 && jsonSchema.exclusiveMinimum === true);
  if (jsonSchema.type === "integer" && isPositive) {
    jsonSchema.minimum = 1;
    delete jsonSchema.exclusiveMinimum;
  }
  if (jsonSchema.type === "number" && jsonSchema.enum?.every(Number.isInteger)) jsonSchema.type = "integer";
  Object.assign(jsonSchema, alternatives.get(zodSchema));
}
