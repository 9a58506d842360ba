import { z } from "zod";
import { kebabCase, type Operation } from "./operation.ts";

/** Where in the request a field goes. */
export type Part = "params" | "query" | "body";

/** How the text of a flag becomes the field's value. */
export type FlagForm =
  | "text"
  | "number"
  | "boolean"
  /** Numbers or texts; the flag may be repeated. */
  | "list"
  /** An object, as JSON text. */
  | "json"
  /** No value: there or not. */
  | "switch"
  /** A secret, read from standard input: `--password-stdin`. */
  | "stdin"
  /** The name of a JSON file. */
  | "json-file"
  /** The name of a file, made absolute. */
  | "path";

/** One flag of a command, derived from a field of an operation. */
export interface Flag {
  /** The field's name, camelCase. */
  readonly name: string;
  readonly part: Part;
  /** `--brand-id`. */
  readonly flag: string;
  readonly form: FlagForm;
  readonly required: boolean;
  readonly description: string;
  /** The words that the flag takes, where they are few. */
  readonly choices: readonly string[] | null;
  /** Takes `none`, which is sent as null. */
  readonly nullable: boolean;
}

/** The flags of an operation: its path, query and body fields in this order. */
export function flagsOf(row: Operation): Flag[] {
  const parts: readonly [Part, z.ZodType | undefined][] = [
    ["params", row.params],
    ["query", row.query],
    ["body", row.body],
  ];
  return parts.flatMap(([part, schema]) =>
    schema instanceof z.ZodObject ? Object.entries(schema.shape).map(([name, type]) => flagOf(part, name, type as z.ZodType)) : [],
  );
}

/** The names of the fields of an operation's data, in their order: the columns of its table. */
export function columnsOf(row: Operation): string[] {
  const data = row.data instanceof z.ZodArray ? row.data.element : row.data;
  return data instanceof z.ZodObject ? Object.keys(data.shape) : [];
}

export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

/** What text names for a flag, or null when it names nothing. Files and standard input are the caller's. */
export function parseFlag(flag: Flag, text: string): { readonly value: Value } | null {
  if (flag.nullable && text === "none") return { value: null };
  if (flag.form === "number") return /^-?\d{1,15}$/.test(text) ? { value: Number(text) } : null;
  if (flag.form === "boolean") return flag.choices?.includes(text) ? { value: text === "true" || text === "on" } : null;
  if (flag.form === "list") return { value: text.split(",").map((part) => (/^\d{1,15}$/.test(part.trim()) ? Number(part) : part.trim())) };
  if (flag.form === "json" || flag.form === "json-file") return parsed(text);
  return flag.choices !== null && !flag.choices.includes(text) ? null : { value: text };
}

function flagOf(part: Part, name: string, type: z.ZodType): Flag {
  const { bare, nullable, optional, meta } = unwrap(type);
  const form = formOf(bare, meta.flag);
  return {
    name,
    part,
    flag: form === "stdin" ? `--${kebabCase(name)}-stdin` : `--${kebabCase(name)}`,
    form,
    required: !optional,
    description: meta.description ?? "",
    choices: choicesOf(bare, meta.flag),
    nullable,
  };
}

function formOf(bare: z.ZodType, hint: unknown): FlagForm {
  if (hint === "stdin" || hint === "json-file" || hint === "path" || hint === "switch") return hint;
  if (bare instanceof z.ZodNumber) return "number";
  if (bare instanceof z.ZodBoolean) return "boolean";
  if (bare instanceof z.ZodArray) return bare.element instanceof z.ZodObject ? "json" : "list";
  if (bare instanceof z.ZodString || bare instanceof z.ZodEnum || bare instanceof z.ZodLiteral) return "text";
  return "json";
}

function choicesOf(bare: z.ZodType, hint: unknown): string[] | null {
  if (bare instanceof z.ZodBoolean) return hint === "on|off" ? ["on", "off"] : ["true", "false"];
  if (bare instanceof z.ZodEnum) return bare.options.map(String);
  return null;
}

/** Looks below `optional`, `default` and `nullable`; the outermost word of each kind counts. */
function unwrap(type: z.ZodType) {
  let bare = type;
  let nullable = false;
  let optional = false;
  let meta: { description?: string | undefined; flag?: unknown } = {};
  for (;;) {
    meta = { ...bare.meta(), ...meta };
    nullable ||= bare instanceof z.ZodNullable;
    optional ||= bare instanceof z.ZodOptional || bare instanceof z.ZodDefault;
    if (!(bare instanceof z.ZodNullable || bare instanceof z.ZodOptional || bare instanceof z.ZodDefault)) break;
    bare = inner(bare);
  }
  return { bare, nullable, optional, meta };
}

/** zod types what is wrapped as its core, which every schema of the table extends. */
function inner(type: z.ZodNullable | z.ZodOptional | z.ZodDefault): z.ZodType {
  return type.unwrap() as z.ZodType;
}

function parsed(text: string): { readonly value: Value } | null {
  try {
    return { value: JSON.parse(text) as Value };
  } catch {
    return null;
  }
}
