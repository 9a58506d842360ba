import type { Json } from "../../connectors/json.ts";

export type JsonObject = { readonly [key: string]: Json | undefined };

/** The value at a path of member names; `undefined` if the path does not exist. */
export function at(value: unknown, ...path: readonly string[]): Json | undefined {
  let inner = isObject(value) ? value : undefined;
  for (const name of path.slice(0, -1)) {
    const next = own(inner, name);
    inner = isObject(next) ? next : undefined;
  }
  return own(inner, path.at(-1) ?? "");
}

/** The string at a path; null if there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const inner = at(value, ...path);
  return typeof inner === "string" ? inner : null;
}

/** The array at a path; empty if there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly Json[] {
  const inner = at(value, ...path);
  return isList(inner) ? inner : [];
}

/** The integer at a path; 0 if there is none, which is what an absent count means. */
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
