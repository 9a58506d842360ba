import type { Operation } from "@rostrum/contract/operation.ts";

/** An id of every kind that nothing has. */
export const ABSENT_ID = 987_654_321;

/** The row's path with these ids. */
export function pathWith(row: Pick<Operation, "path">, ids: Readonly<Record<string, number>>): string {
  return row.path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? ABSENT_ID));
}

/** A refusal in the domain form. */
export function domain(key: string, message: string) {
  return { status: "error", message, errors: { [key]: message } };
}

/** A body with its ids taken out, so that refusals about different things can be compared whole. */
export function withoutIds(body: unknown, ids: readonly number[]): unknown {
  return JSON.parse(ids.reduce((text, id) => text.replace(new RegExp(`\\b${id}\\b`, "g"), "ID"), JSON.stringify(body)));
}
