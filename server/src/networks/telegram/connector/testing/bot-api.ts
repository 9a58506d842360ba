import { z } from "zod";

const Field = z.object({ name: z.string(), types: z.array(z.string()), required: z.boolean() });
const Table = z.object({
  methods: z.record(z.string(), z.object({ returns: z.array(z.string()), fields: z.array(Field).default([]) })),
  types: z.record(z.string(), z.object({ fields: z.array(Field).default([]), subtypes: z.array(z.string()).optional() })),
});
type Field = z.output<typeof Field>;

/** Checks requests and responses against the Bot API's own tables of methods and types. */
export interface BotApi {
  problemsOfRequest(method: string, params: unknown): string[];
  problemsOfResult(method: string, result: unknown): string[];
}

export function openBotApi(document: unknown): BotApi {
  const { methods, types } = Table.parse(document);

  function problemsOfFields(fields: readonly Field[], value: unknown, path: string): string[] {
    if (!isRecord(value)) return [`${path} is no object`];
    const known = new Map(fields.map((field) => [field.name, field]));
    const missing = fields
      .filter(({ name, required }) => required && value[name] === undefined)
      .map(({ name }) => `${path}.${name} is missing`);
    const wrong = Object.entries(value).flatMap(([name, each]) => {
      const field = known.get(name);
      return field === undefined ? [`${path}.${name} is not known`] : problemsOfAny(field.types, each, `${path}.${name}`);
    });
    return [...missing, ...wrong];
  }

  /** The problems for the type that fits best. */
  function problemsOfAny(names: readonly string[], value: unknown, path: string): string[] {
    // An array of several types may mix them.
    const items = names.filter((name) => name.startsWith("Array of "));
    if (Array.isArray(value) && items.length > 0) {
      const inner = items.map((name) => name.slice("Array of ".length));
      return value.flatMap((each, index) => problemsOfAny(inner, each, `${path}[${index}]`));
    }
    const tried = names.map((name) => problemsOf(name, value, path));
    return tried.toSorted((a, b) => a.length - b.length)[0] ?? [`${path} has no type`];
  }

  function problemsOf(name: string, value: unknown, path: string): string[] {
    const simple = SIMPLE[name];
    if (simple !== undefined) return simple(value) ? [] : [`${path} is no ${name}`];
    const type = types[name];
    if (type === undefined) return [`${path}: no type ${name}`];
    if (type.subtypes !== undefined && type.subtypes.length > 0) return problemsOfAny(type.subtypes, value, path);
    return problemsOfFields(type.fields, value, path);
  }

  return {
    problemsOfRequest: (method, params) => {
      const known = methods[method];
      return known === undefined ? [`there is no method ${method}`] : problemsOfFields(known.fields, params, method);
    },
    problemsOfResult: (method, result) => problemsOfAny(methods[method]?.returns ?? [], result, `${method} result`),
  };
}

const isText = (value: unknown) => typeof value === "string";
const isWhole = (value: unknown) => Number.isSafeInteger(value);
const SIMPLE: Readonly<Record<string, (value: unknown) => boolean>> = {
  String: isText,
  // A file is named by its field here.
  InputFile: isText,
  Integer: isWhole,
  Float: (value) => typeof value === "number",
  Boolean: (value) => typeof value === "boolean",
  True: (value) => value === true,
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
