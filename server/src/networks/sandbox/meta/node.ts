import { invalidParameter } from "./refusal.ts";
import { type Asked, parseSelection, type Selection } from "./selection.ts";

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
