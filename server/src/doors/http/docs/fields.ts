import { type OpenApi, referred, type Schema } from "./document.ts";

/** One row of a table of fields. */
export interface Field {
  /** With its path: `poll.options`, `media[].url`. */
  readonly name: string;
  /** `string`, `integer or null`, `array of integer`. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** `at most 255 characters`; empty where there is no rule. */
  readonly rule: string;
  readonly choices: readonly (string | number)[];
  /** The value used when the field is left out; undefined where there is none. */
  readonly default: unknown;
}

type Schemas = OpenApi["components"]["schemas"];

/** The fields of an object and its nested objects, in document order. */
export function fieldsOf(schema: Schema, schemas: Schemas, way = ""): Field[] {
  const object = whole(schema, schemas);
  if (object.items !== undefined) return fieldsOf(object.items, schemas, `${way}[]`);
  const required = object.required ?? [];
  return Object.entries(object.properties ?? {}).flatMap(([name, inner]) => {
    const field = { ...fieldOf(inner, schemas), name: way === "" ? name : `${way}.${name}`, required: required.includes(name) };
    return [field, ...fieldsOf(inner, schemas, field.name)];
  });
}

/** The row of one value, such as a parameter. */
export function fieldOf(schema: Schema, schemas: Schemas): Omit<Field, "name" | "required"> {
  const value = whole(schema, schemas);
  const values = value.items === undefined ? value : whole(value.items, schemas);
  return {
    type: typeOf(value, schemas),
    description: value.description ?? "",
    rule: ruleOf(value),
    choices: (values.enum ?? []).filter((choice) => choice !== null),
    default: value.default,
  };
}

/** A resolved reference merged with its sibling keywords. */
function whole(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref !== undefined) return referred(schema.$ref, schemas);
  const [only, ...others] = schema.allOf ?? [];
  return only !== undefined && others.length === 0 ? { ...whole(only, schemas), ...schema } : schema;
}

function typeOf(schema: Schema, schemas: Schemas): string {
  const alternatives = schema.anyOf?.map((one) => typeOf(whole(one, schemas), schemas)).filter((type) => type !== "value") ?? [];
  const own = schema.items
    ? `array of ${typeOf(whole(schema.items, schemas), schemas)}`
    : (schema.type ?? (alternatives.join(" or ") || "value"));
  return schema.nullable ? `${own} or null` : own;
}

function ruleOf(schema: Schema): string {
  const rules = [
    range(schema.minLength, schema.maxLength, "characters"),
    range(schema.minItems, schema.maxItems, "items"),
    // Every id is at least 1: not worth showing.
    schema.minimum === 1 && schema.maximum === undefined ? "" : range(schema.minimum, schema.maximum, ""),
  ];
  return rules.filter((rule) => rule !== "").join(", ");
}

function range(minimum: number | undefined, maximum: number | undefined, unit: string): string {
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined).map((bound) => bound.toLocaleString("en"));
  if (bounds.length === 2) return `${bounds.join(" to ")} ${unit}`.trim();
  if (maximum !== undefined) return `at most ${bounds[0]} ${unit}`.trim();
  return minimum === undefined ? "" : `at least ${bounds[0]} ${unit}`.trim();
}
