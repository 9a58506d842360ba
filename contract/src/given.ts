import { z } from "zod";

/**
 * Trims untrusted input to what a schema needs to see: its known fields, without optional ones that are null, and of texts, lists
 * and dictionaries only enough to detect that they are too long. This bounds the cost of validation by the schema instead of the
 * request.
 */
export function given(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === undefined || value === null) return value;
  if (isWrapped(schema)) return given(schema._zod.def.innerType, value);
  if (schema instanceof z.ZodUnion) return given(optionFor(schema, value), value);
  if (typeof value === "string") return cutText(value, maximumOf(schema));
  if (Array.isArray(value)) return schema instanceof z.ZodArray ? cutList(schema, value) : value;
  if (typeof value !== "object") return value;
  if (schema instanceof z.ZodObject) return knownFields(schema, value);
  return schema instanceof z.ZodRecord ? Object.fromEntries(Object.entries(value).slice(0, maximumOf(schema) + 1)) : value;
}

/** Maximum number of characters, items or entries; infinite if the schema sets none. */
export function maximumOf(schema: z.core.$ZodType): number {
  const { bag, def } = schema._zod;
  // Our own checks store it in the bag, zod's in their definition.
  const ofChecks = (def.checks ?? []).flatMap((check) => (check instanceof z.core.$ZodCheckMaxLength ? check._zod.def.maximum : []));
  return Math.min(...ofChecks, typeof bag.maximum === "number" ? bag.maximum : Number.POSITIVE_INFINITY);
}

type Wrapped = z.ZodOptional | z.ZodNullable | z.ZodDefault;

export function isWrapped(schema: z.core.$ZodType): schema is Wrapped {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
}

/** A code point has at most two UTF-16 units, so 2 × max + 1 units are certainly too many code points. */
function cutText(value: string, maximum: number): string {
  const end = maximum * 2 + 2;
  if (value.length <= end) return value;
  return value.slice(0, isHighSurrogate(value.charCodeAt(end - 1)) ? end - 1 : end);
}

function cutList(schema: z.ZodArray, value: readonly unknown[]): unknown[] {
  return value.slice(0, maximumOf(schema) + 1).map((item) => given(schema.element, item));
}

function knownFields(schema: z.ZodObject, value: object): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(schema.shape)) {
    if (!Object.hasOwn(value, name)) continue;
    const sent: unknown = Reflect.get(value, name);
    if (sent !== null || !mayBeLeftOut(type) || takesNull(type)) known[name] = given(type, sent);
  }
  return known;
}

function mayBeLeftOut(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return true;
  return schema instanceof z.ZodNullable && mayBeLeftOut(schema._zod.def.innerType);
}

function takesNull(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodNullable || (isWrapped(schema) && takesNull(schema._zod.def.innerType));
}

function optionFor(schema: z.ZodUnion, value: unknown): z.core.$ZodType {
  const isFitting = (option: z.core.$ZodType) =>
    Array.isArray(value)
      ? option instanceof z.ZodArray
      : typeof value === "string"
        ? option instanceof z.ZodString
        : option instanceof z.ZodObject;
  return schema.options.find(isFitting) ?? schema.options[0] ?? z.never();
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
