import { z } from "zod";
import { inOurTerms } from "../openapi/terms.ts";

/** A JSON Schema, or a part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/**
 * A zod schema as plain JSON Schema, draft 2020-12. Definitions are inlined, because many clients do not resolve `$ref`;
 * `$schema` is left out, because older validators reject unknown drafts.
 */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $defs = {}, $schema, ...root } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: inOurTerms });
  return plain(root, $defs);
}

type Definitions = Readonly<Record<string, JsonSchema>>;

const DEFINITION = "#/$defs/";

/** Keywords of the contract's documents that are not part of JSON Schema. */
const FOREIGN = new Set(["id", "param", "example", "flag"]);

function plain(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const { $ref, ...beside } = schema;
  const target = typeof $ref === "string" ? definitions[$ref.slice(DEFINITION.length)] : undefined;
  const whole: JsonSchema = { ...target, ...beside };
  const parts: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(whole)) {
    if (FOREIGN.has(keyword)) continue;
    // Clients that convert to simpler schemas support only a single type.
    if (keyword === "type" && Array.isArray(value)) parts.anyOf = value.map((type) => ({ type }));
    else parts[keyword] = keyword === "properties" ? members(value, definitions) : inner(value, definitions);
  }
  return "example" in whole && whole.example !== null && !saysEnough(whole) ? { ...parts, examples: [whole.example] } : parts;
}

/** Of numbers, enumerations and patterned texts an example tells nothing more; each word of the list is read by agents in every session. */
function saysEnough({ type, ...keywords }: JsonSchema): boolean {
  return type === "integer" || "enum" in keywords || "pattern" in keywords;
}

/** Under `properties` the keys are field names, such as `id`. */
function members(value: unknown, definitions: Definitions): JsonSchema {
  return Object.fromEntries(Object.entries(value as JsonSchema).map(([name, schema]) => [name, inner(schema, definitions)]));
}

/** Values that are not schemas pass through unchanged, since they have no such keywords. */
function inner(value: unknown, definitions: Definitions): unknown {
  if (Array.isArray(value)) return value.map((item) => inner(item, definitions));
  return typeof value === "object" && value !== null ? plain(value as JsonSchema, definitions) : value;
}
