import { z } from "zod";

/** The part of a generated schema that is adjusted here, common to OpenAPI 3.0 and JSON Schema. */
interface Generated {
  type?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: unknown;
  additionalProperties?: unknown;
  enum?: unknown[];
  deprecation?: unknown;
  properties?: unknown;
}

/**
 * Adjusts a generated schema: replies stay open to new fields, integers keep only meaningful bounds, and what a body may leave out has its
 * default in words. Generators of TypeScript make a field with the keyword `default` one that must be given, and an object that needs one
 * field of several `unknown`: both are said in descriptions, and refused by the service.
 */
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
  // Queries keep theirs: generators make a parameter with a default optional.
  const isNamed = z.globalRegistry.get(zodSchema)?.id !== undefined;
  if (isNamed) for (const property of Object.values<Property>(Object(jsonSchema.properties))) sayDefault(property);
}

interface Property {
  default?: unknown;
  description?: string;
}

function sayDefault(property: Property): void {
  if (property.default === undefined) return;
  property.description = [property.description, `Default: \`${JSON.stringify(property.default)}\`.`].filter(Boolean).join(" ");
  delete property.default;
}
