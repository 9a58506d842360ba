import { GraphRefusal, invalidParameter } from "./refusal.ts";

/** An object of the graph: its fields are computed only if they are asked for. */
export interface GraphNode {
  readonly type: string;
  readonly id: string;
  /** What comes without `fields`; the id always does. */
  readonly defaults: readonly string[];
  /** A field that resolves to undefined is left out, as Meta leaves out what has no value. */
  readonly fields: Readonly<Record<string, (asked: Asked) => unknown>>;
}

/** The object with the fields that the call asks for. */
export function showNode(node: GraphNode, fields: string | null): Promise<Record<string, unknown>> {
  return showSelected(node, fields === null ? null : parseSelection(fields));
}

/** The same for what stands in braces; null asks for the defaults. */
export async function showSelected(node: GraphNode, selection: Selection | null): Promise<Record<string, unknown>> {
  const asked = selection ?? node.defaults.map((name) => ({ name, modifiers: {}, nested: null }));
  const shown: Record<string, unknown> = {};
  for (const one of asked) {
    if (one.name === "id") continue;
    const field = Object.hasOwn(node.fields, one.name) ? node.fields[one.name] : undefined;
    if (field === undefined) throw invalidParameter(`Tried accessing nonexisting field (${one.name}) on node type (${node.type})`);
    const value = await field(one);
    if (value !== undefined) shown[one.name] = value;
  }
  return { ...shown, id: node.id };
}

/** What stands in braces after a plain object, a list of them, or an edge: `{data: […]}`. */
export function pickPlain(value: unknown, selection: Selection | null): unknown {
  if (selection === null) return value;
  if (Array.isArray(value)) return value.map((each) => pickPlain(each, selection));
  if (typeof value !== "object" || value === null) return value;
  if ("data" in value && Array.isArray(value.data)) return { ...value, data: pickPlain(value.data, selection) };
  const entries = new Map(Object.entries(value));
  return Object.fromEntries(
    selection.filter(({ name }) => entries.has(name)).map(({ name, nested }) => [name, pickPlain(entries.get(name), nested)]),
  );
}

/**
 * What `fields` asks for: `id,comments.summary(total_count).limit(0),from{name}`.
 * https://developers.facebook.com/docs/graph-api/guides/field-expansion (2026-10)
 */
export type Selection = readonly Asked[];

export interface Asked {
  readonly name: string;
  /** Arguments by modifier: `summary` -> `total_count`. */
  readonly modifiers: Readonly<Record<string, string>>;
  /** Of the nested object; null without braces. */
  readonly nested: Selection | null;
}

/** Deeper nesting is no use to anybody. */
const DEPTH_MAX = 8;

/** Throws code 2500 where the syntax is wrong. */
export function parseSelection(text: string): Selection {
  const reader = { text: text.replace(/\s/g, ""), at: 0 };
  const selection = readList(reader, 0);
  if (reader.at < reader.text.length) throw misspelt(reader);
  return selection;
}

interface Reader {
  readonly text: string;
  at: number;
}

function readList(reader: Reader, depth: number): Selection {
  if (depth > DEPTH_MAX) throw misspelt(reader);
  const list: Asked[] = [];
  do list.push(readAsked(reader, depth));
  while (took(reader, ","));
  return list;
}

function readAsked(reader: Reader, depth: number): Asked {
  const name = readWord(reader);
  const modifiers: Record<string, string> = Object.create(null);
  while (took(reader, ".")) {
    const modifier = readWord(reader);
    if (!took(reader, "(")) throw misspelt(reader);
    const end = reader.text.indexOf(")", reader.at);
    if (end === -1) throw misspelt(reader);
    modifiers[modifier] = reader.text.slice(reader.at, end);
    reader.at = end + 1;
  }
  if (!took(reader, "{")) return { name, modifiers, nested: null };
  const nested = readList(reader, depth + 1);
  if (!took(reader, "}")) throw misspelt(reader);
  return { name, modifiers, nested };
}

function readWord(reader: Reader): string {
  const pattern = /\w+/y;
  pattern.lastIndex = reader.at;
  const [word] = pattern.exec(reader.text) ?? [];
  if (word === undefined) throw misspelt(reader);
  reader.at += word.length;
  return word;
}

function took(reader: Reader, sign: string): boolean {
  if (reader.text[reader.at] !== sign) return false;
  reader.at += 1;
  return true;
}

function misspelt(reader: Reader): GraphRefusal {
  return new GraphRefusal({
    code: 2500,
    message: `Syntax error "Expected name instead of "${reader.text[reader.at] ?? "end of string"}"." at character ${reader.at}: ${reader.text}`,
  });
}
