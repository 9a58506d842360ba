import type { FastifyRequest } from "fastify";
import { readParts } from "../../sandbox/parts.ts";

/** A request's parameters and its uploaded files. */
export interface Fields {
  readonly values: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** Reads JSON, form and multipart bodies alike, as Mastodon does: `media_ids[]=1` equals `{"media_ids": ["1"]}`. */
export async function readFields(request: FastifyRequest): Promise<Fields> {
  if (!request.isMultipart()) {
    const { body } = request;
    const values = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.entries(body) : [];
    return { values: read(values), files: {} };
  }
  const pairs: [string, unknown][] = [];
  const files: Record<string, Uint8Array> = Object.create(null);
  for (const part of await readParts(request)) {
    if (part.kind === "file") files[part.name] = part.bytes;
    else pairs.push([part.name, part.value]);
  }
  return { values: read(pairs), files };
}

/** The id list of a query: `id[]=1&id[]=2`, `id=1`. */
export function queryList(query: unknown, name: string): string[] {
  const fields = typeof query === "object" && query !== null ? Object.entries(query) : [];
  return fields.filter(([key]) => key === name || key === `${name}[]`).flatMap(([, value]) => [value].flat().map(String));
}

function read(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, value] of pairs) {
    const key = name.replace(/\[\]$/, "");
    const earlier = values[key];
    values[key] = key === name ? value : [...(Array.isArray(earlier) ? earlier : []), value].flat();
  }
  return values;
}
