import type { Facts, SpanStart } from "../spans.ts";

/** Summaries by text. Few texts are not among a bounded set. */
const known = new Map<string, string>();
const KNOWN_MAX = 2000;

/** How a statement shows in a trace: its name or what it does to which tables, never its values, and so not its text either. */
export function spanOf({ name, text }: { readonly name?: string | undefined; readonly text: string }): SpanStart {
  const summary = summaryOf(text);
  return {
    // Names derived from a text say nothing.
    name: name !== undefined && /^[a-z]+(_[a-z]+)*$/.test(name) ? name : summary,
    kind: "client",
    facts: { "db.system.name": "postgresql", "db.query.summary": summary },
  };
}

/** What the server says of an error. Its message may repeat values. */
export function failureOf(error: unknown): Facts {
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  return code !== null && /^[0-9A-Z]{5}$/.test(code) ? { "db.response.status_code": code } : {};
}

function summaryOf(text: string): string {
  let summary = known.get(text);
  if (summary !== undefined) return summary;
  if (known.size >= KNOWN_MAX) known.clear();
  summary = summarized(text);
  known.set(text, summary);
  return summary;
}

const TABLES_MAX = 4;
/** What may follow `update` or `from` and is no table. */
const NO_TABLES = new Set(["set", "of", "skip", "nowait", "lateral", "only", "select", "unnest", "generate_series"]);

/** `SELECT posts collections`: what it does, and its first tables. What a `with` names is none of them. */
function summarized(text: string): string {
  const plain = text
    .replace(/--.*$/gm, " ")
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase();
  const named = new Set(
    [...plain.matchAll(/([a-z_]\w*)(?:\s*\([^()]*\))?\s+as\s+(?:not\s+)?(?:materialized\s*)?\(/g)].map(([, name]) => name),
  );
  const tables = [...plain.matchAll(/\b(?:from|join|into|update)\s+([a-z_]\w*)/g)].map(([, table = ""]) => table);
  const own = [...new Set(tables)].filter((table) => !named.has(table) && !NO_TABLES.has(table)).slice(0, TABLES_MAX);
  return [operationOf(plain), ...own].join(" ");
}

function operationOf(plain: string): string {
  const first = /[a-z]+/.exec(plain)?.[0] ?? "";
  if (first !== "with") return first.toUpperCase();
  return (
    /\b(insert|update|delete)\s+(?:into|from|[a-z_]\w*)/
      .exec(plain.replace(/\bfor (?:no key )?update\b|\bdo update\b/g, ""))?.[1]
      ?.toUpperCase() ?? "SELECT"
  );
}
