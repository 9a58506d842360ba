/** The keywords of JSON Schema from which types are written. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

type NameOf = (id: string) => string;

const DEFINITION = "#/$defs/";
const PLAIN: Readonly<Record<string, string>> = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" };

/** A schema as a TypeScript type; `nameOf` gives the name of a definition. */
export function typeOf(schema: JsonSchema, nameOf: NameOf, indent = ""): string {
  const { $ref, type, allOf } = schema;
  if ($ref !== undefined) return nameOf($ref.slice(DEFINITION.length));
  if (allOf?.length === 1 && allOf[0] !== undefined) return typeOf(allOf[0], nameOf, indent);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isType);
  if (options.length > 0) return union(options.map((option) => typeOf(option, nameOf, indent)));
  if (Array.isArray(type)) return union(type.map((each: string) => typeOf({ ...schema, type: each }, nameOf, indent)));
  if (type === "array") return listOf(typeOf(schema.items ?? {}, nameOf, indent));
  if (type === "object") return objectOf(schema, nameOf, indent);
  return PLAIN[String(type)] ?? "unknown";
}

/** The members of an object in braces. */
export function membersOf({ properties = {}, required = [] }: JsonSchema, nameOf: NameOf, indent = ""): string {
  const within = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema, nameOf, within);
    const member = required.includes(name) ? `${name}: ${type}` : `${name}?: ${union([type, "undefined"])}`;
    return `${docComment(schema, within)}${within}${member};\n`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}

/** `ended`: why it should not be used, where that is not part of the description. */
export function docComment(what: JsonSchema & { readonly ended?: string }, indent: string): string {
  const { description = "", deprecated = false, ended } = what;
  const tag = deprecated ? `@deprecated ${description}` : ended === undefined ? null : `@deprecated ${ended}`;
  const lines = [deprecated ? "" : description, tag ?? ""].filter((line) => line !== "").map((line) => line.replaceAll("*/", "*∕"));
  if (lines.length === 0) return "";
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

/** Some options only say which fields are required together. */
function isType(schema: JsonSchema): boolean {
  return Object.keys(schema).some((keyword) => keyword !== "required");
}

function objectOf(schema: JsonSchema, nameOf: NameOf, indent: string): string {
  if (schema.properties !== undefined) return membersOf(schema, nameOf, indent);
  const { additionalProperties: rest } = schema;
  return `Record<string, ${typeof rest === "object" ? typeOf(rest, nameOf, indent) : "unknown"}>`;
}

function listOf(type: string): string {
  return type.includes(" | ") && !type.startsWith("{") ? `(${type})[]` : `${type}[]`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}
