import { badArgument } from "./refusals.ts";
import type { Query } from "./restli.ts";

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
