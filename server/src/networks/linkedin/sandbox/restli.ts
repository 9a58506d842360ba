import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { badArgument, badInput } from "./refusals.ts";

/**
 * Requests in the form of Rest.li's protocol 2.0.0: in values, `:`, commas and brackets are percent-encoded; as they stand they are
 * its own syntax, such as `List(a,b)` and `(key:value)`.
 * https://linkedin.github.io/rest.li/spec/protocol (2026-11)
 */
export interface Query {
  /** Null if it was not given. */
  text(name: string): string | null;
  required(name: string): string;
  /** Of `List(a,b)`; empty if it was not given. */
  list(name: string): readonly string[];
  /** The only key of `(key:value)`, with its value. */
  union(name: string): { readonly key: string; readonly value: string };
}

/** The query, in which nothing but these names may stand. */
export function queryOf({ url }: FastifyRequest, names: readonly string[]): Query {
  const [, raw = ""] = url.split(/\?(.*)/s);
  const values = new Map<string, string>();
  for (const pair of raw.split("&").filter((part) => part !== "")) {
    const [, name = "", value = ""] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    if (!names.includes(name) || values.has(name)) throw badArgument(`Query parameter not allowed: ${name}`);
    values.set(name, value);
  }
  const text = (name: string) => {
    const value = values.get(name);
    return value === undefined ? null : plain(value);
  };
  const required = (name: string) => {
    const value = text(name);
    if (value === null || value === "") throw badArgument(`Query parameter ${name} is required`);
    return value;
  };
  return {
    text,
    required,
    list(name) {
      const value = values.get(name);
      if (value === undefined) return [];
      const [match, inside = ""] = /^List\((.*)\)$/.exec(value) ?? [];
      if (match === undefined) throw invalidQuery();
      return inside === "" ? [] : inside.split(",").map(plain);
    },
    union(name) {
      const [, key, value] = /^\((\w+):([^:]*)\)$/.exec(values.get(name) ?? "") ?? [];
      if (key === undefined || value === undefined) throw invalidQuery();
      return { key, value: plain(value) };
    },
  };
}

/** Refuses a path that has URNs as they are. */
export function requireEncodedPath({ url }: FastifyRequest): void {
  const [path = ""] = url.split("?");
  if (/[:(),]/.test(path)) throw badArgument("Syntax exception in path variables");
}

function plain(raw: string): string {
  if (/[:(),']/.test(raw)) throw invalidQuery();
  try {
    return decodeURIComponent(raw.replaceAll("+", " "));
  } catch {
    throw invalidQuery();
  }
}

function invalidQuery() {
  return badArgument("Invalid query parameters passed to request");
}

const COUNT_DEFAULT = 10;
const COUNT_MAX = 100;

/** The page of a list that the query asks for with `start` and `count`. */
export function pageOf<Item>(query: Query, all: readonly Item[]): { readonly items: readonly Item[]; readonly paging: Paging } {
  const start = wholeNumber(query, "start", 0);
  const count = Math.min(COUNT_MAX, wholeNumber(query, "count", COUNT_DEFAULT));
  return { items: all.slice(start, start + count), paging: { start, count, links: [], total: all.length } };
}

interface Paging {
  readonly start: number;
  readonly count: number;
  readonly links: readonly never[];
  readonly total: number;
}

function wholeNumber(query: Query, name: string, otherwise: number): number {
  const text = query.text(name);
  if (text === null) return otherwise;
  if (!/^\d{1,6}$/.test(text)) throw badArgument(`Query parameter ${name} is not a number`);
  return Number(text);
}

/** The body, which has exactly the fields of the schema. */
export function readBody<Schema extends z.ZodType>({ body }: FastifyRequest, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = `/${(issue?.path ?? []).join("/")}`;
  const code = issue?.code === "too_big" ? "FIELD_LENGTH_TOO_LONG" : "FIELD_INVALID";
  throw badInput({ code, description: `${field} :: ${issue?.message}`, field });
}
