import type { Arguments } from "./input.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Tool } from "./tool.ts";

/** Some agents write whole numbers as texts, ids above all: they are read as the numbers that they can only mean. */
export function withNumbers({ inputSchema }: Pick<Tool, "inputSchema">, given: Arguments): Arguments {
  return read(inputSchema, given) as Arguments;
}

function read(schema: JsonSchema, value: unknown): unknown {
  if (schema.type === "integer") return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  const ways = (schema.anyOf ?? []) as readonly JsonSchema[];
  if (ways.length > 0) return ways.some(({ type }) => type === "string") ? value : ways.reduce((so, way) => read(way, so), value);
  if (Array.isArray(value)) return value.map((item) => read((schema.items as JsonSchema | undefined) ?? {}, item));
  if (schema.type !== "object" || typeof value !== "object" || value === null) return value;
  const fields = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, Object.hasOwn(fields, name) ? read(fields[name] as JsonSchema, part) : part]),
  );
}
