import { z } from "zod";

/** What will go away, as a row of the table or a field of a schema says it: `docs/stability.md#how-something-goes-away`. */
export interface Deprecation {
  /** The day from which on nobody should use it, in UTC: `2027-01-31`. */
  readonly since: string;
  /** The day from which on it may be gone; null while that is not decided. */
  readonly sunset: string | null;
  /** What to use instead, in place of the dots of "use … instead": `` `view` ``. */
  readonly use: string;
  /** A page that says more; without it, the service's own documentation is named. */
  readonly link?: string;
}

/** The sentences that documents, tools, commands and clients show of it. */
export function deprecationWords({ since, sunset, use }: Deprecation): string {
  return `Deprecated since ${since}: use ${use} instead.${sunset === null ? "" : ` It may be gone from ${sunset} on.`}`;
}

/** Marks a field. Its description says so wherever it is shown. */
export function deprecated<S extends z.ZodType>(type: S, deprecation: Deprecation): S {
  const { description, ...meta } = type.meta() ?? {};
  const words = [description, deprecationWords(deprecation)].filter((part) => part !== undefined).join(" ");
  return type.meta({ ...meta, description: words, deprecated: true, deprecation });
}

/** The part of a row of the table that can be deprecated. */
interface Row {
  readonly description: string;
  readonly deprecated?: Deprecation;
}

/** The row's own description, after what is said of its deprecation. */
export function describedRow({ description, deprecated: own }: Row): string {
  return own === undefined ? description : `${deprecationWords(own)} ${description}`;
}

export interface DeprecatedField {
  /** The way to it; `*` is each entry of a list. */
  readonly path: readonly string[];
  readonly deprecation: Deprecation;
}

/** The deprecated fields of a schema. */
export function deprecatedFields(schema: z.ZodType): DeprecatedField[] {
  return fieldsBelow(schema, [], new Set());
}

/** Whether a value as it was sent has something at a field's path. */
export function isSent(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return value !== undefined && value !== null;
  if (name === "*") return Array.isArray(value) && value.some((entry) => isSent(entry, rest));
  return typeof value === "object" && value !== null && name in value && isSent((value as Readonly<Record<string, unknown>>)[name], rest);
}

/** `above`: the schemas around this one, since schemas may contain themselves. */
function fieldsBelow(schema: z.ZodType, path: readonly string[], above: ReadonlySet<z.ZodType>): DeprecatedField[] {
  if (above.has(schema)) return [];
  const deprecation = schema.meta()?.deprecation;
  // Only `deprecated` writes it.
  if (deprecation !== undefined) return [{ path, deprecation: deprecation as Deprecation }];
  const within = new Set([...above, schema]);
  return partsOf(schema).flatMap(([names, part]) => fieldsBelow(part, [...path, ...names], within));
}

type SchemaPart = readonly [names: readonly string[], part: z.ZodType];

/** zod types what is inside a schema as its core type, which every schema in the table extends. */
function partsOf(schema: z.ZodType): SchemaPart[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return [[[], schema.unwrap() as z.ZodType]];
  }
  if (schema instanceof z.ZodArray) return [[["*"], schema.element as z.ZodType]];
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => [[], option as z.ZodType]);
  return schema instanceof z.ZodObject ? Object.entries(schema.shape).map(([name, part]) => [[name], part as z.ZodType]) : [];
}
