import type { Json } from "../connector.ts";

export type JsonObject = { readonly [key: string]: Json | undefined };

/** Reads JSON text; `undefined` when it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** The value at a path of one or more member names, `undefined` where the path leaves the objects. */
export function at(value: unknown, ...path: readonly string[]): Json | undefined {
  let inner = isObject(value) ? value : undefined;
  for (const name of path.slice(0, -1)) {
    const next = own(inner, name);
    inner = isObject(next) ? next : undefined;
  }
  return own(inner, path.at(-1) ?? "");
}

/** The text at a path; null when there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const inner = at(value, ...path);
  return typeof inner === "string" ? inner : null;
}

/** The list at a path; empty when there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly Json[] {
  const inner = at(value, ...path);
  return isList(inner) ? inner : [];
}

/** The whole number at a path; 0 when there is none, which is what an absent count means. */
export function countAt(value: unknown, ...path: readonly string[]): number {
  const inner = at(value, ...path);
  return typeof inner === "number" && Number.isSafeInteger(inner) && inner >= 0 ? inner : 0;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(value: JsonObject | undefined, name: string): Json | undefined {
  return value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
