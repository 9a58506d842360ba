import type { FastifyRequest } from "fastify";
import { readParts } from "../../sandbox/parts.ts";

/** A request's nested parameters and its uploaded files. */
export interface Fields {
  readonly values: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** Reads JSON, form and multipart bodies alike, as Mastodon does: `poll[options][]=a` equals `{"poll": {"options": ["a"]}}`. */
export async function readFields(request: FastifyRequest): Promise<Fields> {
  if (!request.isMultipart()) {
    const { body } = request;
    const values = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.entries(body) : [];
    return { values: nest(values), files: {} };
  }
  const pairs: [string, unknown][] = [];
  const files: Record<string, Uint8Array> = Object.create(null);
  for (const part of await readParts(request)) {
    if (part.kind === "file") files[part.name] = part.bytes;
    else pairs.push([part.name, part.value]);
  }
  return { values: nest(pairs), files };
}

/** The id list of a query: `id[]=1&id[]=2`, `id=1`. */
export function queryList(query: unknown, name: string): string[] {
  const fields = typeof query === "object" && query !== null ? Object.entries(query) : [];
  return fields.filter(([key]) => key === name || key === `${name}[]`).flatMap(([, value]) => [value].flat().map(String));
}

function nest(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const root: Record<string, unknown> = Object.create(null);
  for (const [name, value] of pairs) {
    const [, outer = name, inner, list] = /^([^[\]]+)(?:\[([^[\]]+)\])?(\[\])?$/.exec(name) ?? [];
    const holder = inner === undefined ? root : nestedIn(root, outer);
    const key = inner ?? outer;
    const earlier = holder[key];
    holder[key] = list === undefined ? value : [...(Array.isArray(earlier) ? earlier : []), value].flat();
  }
  return root;
}

function nestedIn(root: Record<string, unknown>, name: string): Record<string, unknown> {
  const held = root[name];
  if (isRecord(held)) return held;
  const made: Record<string, unknown> = Object.create(null);
  root[name] = made;
  return made;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
