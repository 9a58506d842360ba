import type { z } from "zod";
import type { Problem } from "./errors.ts";
import { given } from "./given.ts";
import { PROBLEMS_MAX } from "./limits.ts";
import { snakeCase } from "./operation.ts";

/** How the request spells the first name of a field path: bodies as in the schema, query and path names in snake_case. */
export type Spelling = "camelCase" | "snake_case";

export type Decoded<T> = { readonly value: T } | { readonly problem: Problem };

/**
 * Validates a value against a schema. On failure lists every failing field by its dotted path, with plain English messages that
 * name the field. All user input passes through here: text that cannot be stored is refused, whatever the schema says.
 */
export function decode<S extends z.ZodType>(schema: S, value: unknown, spelling: Spelling): Decoded<z.output<S>> {
  const sent = given(schema, value);
  const result = schema.safeParse(sent, { reportInput: true });
  const broken = [...brokenTexts(result.success ? result.data : sent, [])];
  if (result.success && broken.length === 0) return { value: result.data };
  const issues = result.success ? [] : result.error.issues.map((issue) => ({ path: issue.path, reason: reason(issue) }));
  return { problem: { kind: "fields", fields: sentencesOf([...issues, ...broken], spelling) } };
}

interface Failing {
  readonly path: readonly PropertyKey[];
  readonly reason: string;
}

/** In the order found, up to a readable number. */
function sentencesOf(failing: readonly Failing[], spelling: Spelling): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  let count = 0;
  for (const { path, reason } of failing) {
    if (count === PROBLEMS_MAX) break;
    const field = fieldName(path, spelling);
    const sentence = `The ${field} field ${reason}.`;
    const sentences = fields.get(field) ?? [];
    if (sentences.includes(sentence)) continue;
    count += 1;
    fields.set(field, [...sentences, sentence]);
  }
  return Object.fromEntries(fields);
}

/** Deeper than any schema: values below are refused for their shape anyway. */
const DEPTH_MAX = 12;

/** PostgreSQL stores neither NUL nor lone surrogates, in `text` or in `jsonb`. */
function* brokenTexts(value: unknown, path: readonly PropertyKey[]): Generator<Failing> {
  if (typeof value === "string") {
    if (value.includes("\0")) yield { path, reason: "must not contain NUL characters" };
    if (!value.isWellFormed()) yield { path, reason: "must not contain broken Unicode characters" };
    return;
  }
  if (typeof value !== "object" || value === null || path.length > DEPTH_MAX) return;
  for (const [name, inner] of Object.entries(value)) {
    if (isStorable(name)) yield* brokenTexts(inner, [...path, name]);
    else yield { path, reason: "must not have names with NUL or broken Unicode characters" };
  }
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/**
 * Converts query text to the schema's types: digits become numbers if the field is a number. Anything else stays text, so that
 * the schema rejects it by field name. Unknown names are ignored.
 */
export function fromText(
  schema: z.ZodObject,
  query: Readonly<Record<string, unknown>>,
  name: (field: string) => string,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { field, spelled, isNumber } of textFields(schema, name)) {
    const raw = query[spelled];
    if (raw === undefined) continue;
    values[field] = isNumber && typeof raw === "string" && /^-?\d{1,17}$/.test(raw) ? Number(raw) : raw;
  }
  return values;
}

interface TextField {
  readonly field: string;
  readonly spelled: string;
  readonly isNumber: boolean;
}

/** Cached by schema, because every list request needs it and it never changes. */
const known = new WeakMap<z.ZodObject, { readonly name: (field: string) => string; readonly fields: readonly TextField[] }>();

function textFields(schema: z.ZodObject, name: (field: string) => string): readonly TextField[] {
  const found = known.get(schema);
  if (found?.name === name) return found.fields;
  const fields = Object.entries(schema.shape).map(([field, type]) => ({
    field,
    spelled: name(field),
    isNumber: wantsNumber(type as z.ZodType),
  }));
  known.set(schema, { name, fields });
  return fields;
}

type Issue = z.core.$ZodIssue;

function fieldName(path: readonly PropertyKey[], spelling: Spelling): string {
  if (path.length === 0) return "body";
  return path.map((part) => (spelling === "snake_case" ? snakeCase(String(part)) : String(part))).join(".");
}

function reason(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${article(issue.expected)}`;
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_value":
      return issue.input === undefined ? "is required" : `must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return "has an invalid format";
    case "custom":
      return String(issue.params?.sentence ?? "is invalid");
    default:
      return "is invalid";
  }
}

function tooSmall(issue: Extract<Issue, { code: "too_small" }>): string {
  if (issue.origin === "string") return "must not be empty";
  if (issue.origin === "array") return `must have at least ${issue.minimum} ${Number(issue.minimum) === 1 ? "item" : "items"}`;
  return issue.inclusive === false ? `must be greater than ${issue.minimum}` : `must be at least ${issue.minimum}`;
}

function tooBig(issue: Extract<Issue, { code: "too_big" }>): string {
  if (issue.origin === "string") return `must not be longer than ${issue.maximum} characters`;
  if (issue.origin === "array") return `must not have more than ${issue.maximum} items`;
  return `must not be greater than ${issue.maximum}`;
}

const ARTICLES: Readonly<Record<string, string>> = {
  int: "an integer",
  number: "an integer",
  string: "a string",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

function article(expected: string): string {
  return ARTICLES[expected] ?? `a ${expected}`;
}

function wantsNumber(type: z.ZodType): boolean {
  const definition = type.def as { type: string; innerType?: z.ZodType };
  if (definition.innerType) return wantsNumber(definition.innerType);
  return definition.type === "number";
}
