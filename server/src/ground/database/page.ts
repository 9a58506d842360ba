import { PAGE_SIZE_MAX } from "@rostrum/contract/limits.ts";
import { type Queryable, query } from "./query.ts";
import { statementName } from "./statement-name.ts";

interface Place {
  readonly page: number;
  readonly perPage: number;
}

/** How many rows come before a page. Capped, so that a page far past the end stays a valid offset. */
export function offsetOf({ page, perPage }: Place): number {
  return Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
}

/** Gives the values of a statement their numbers: the same name has the same number. */
export class Parameters {
  readonly values: unknown[] = [];
  readonly #places = new Map<string, string>();

  at(name: string, value: unknown): string {
    let place = this.#places.get(name);
    if (place === undefined) {
      place = `$${this.values.push(value)}`;
      this.#places.set(name, place);
    }
    return place;
  }
}

/** A list whose rows have a column `id` among their `columns`. */
export interface Listing {
  readonly columns: string;
  /** The table with its alias, such as `posts p`. */
  readonly table: string;
  readonly where: string;
  /** Exactly how many rows the list has, as an expression; it may count the rows of `found`. */
  readonly total: string;
  /** What it is sorted by, before the id; null for the id alone. */
  readonly key: string | null;
  readonly direction: "asc" | "desc";
  /** Whether the key can be null: nulls come last in both directions. */
  readonly hasNulls: boolean;
  /** Where ids and keys are read from, as `id` and `sort_key`, if not simply from the table under the condition. */
  readonly source?: string;
  /** Whether the statement is planned anew each time, for its values: a kept plan is for an average brand. */
  readonly isPlannedAnew?: boolean;
}

export interface ReadPlan {
  /** Finds all rows first and sorts them, instead of going through the key's index. */
  readonly gathers: boolean;
  /** Reads the list backwards. */
  readonly fromEnd: boolean;
}

/** The rows of a page, and how many the list has, as of one moment. */
export async function readPage<Row extends { readonly id: number }>(
  db: Queryable,
  listing: Listing,
  way: ReadPlan,
  { place, parameters }: { readonly place: Place; readonly parameters: Parameters },
): Promise<{ rows: Row[]; total: number }> {
  const isFirst = place.page === 1 && !way.gathers && !way.fromEnd && listing.source === undefined && listing.isPlannedAnew !== true;
  if (isFirst) return readFirst(db, listing, place, parameters);
  const text = pageText(listing, way, {
    count: `${parameters.at("limit", place.perPage)}::bigint`,
    skipped: `${parameters.at("offset", offsetOf(place))}::bigint`,
  });
  const name = listing.isPlannedAnew === true ? {} : { name: statementName(text) };
  const rows = await query<(Row | { id: null }) & { total: number }>(db, { ...name, text, values: parameters.values });
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

/** The same in few words for what is asked most: a list without rows has the total 0. */
async function readFirst<Row extends object>(
  db: Queryable,
  listing: Listing,
  { perPage }: Place,
  parameters: Parameters,
): Promise<{ rows: Row[]; total: number }> {
  const { columns, table, where, total, key } = listing;
  const order = orderOf(listing, key, `${aliasOf(table)}.id`, { gathers: false, fromEnd: false });
  const text = `select * from (select ${columns}, (${total}) total from ${table} where ${where} order by ${order} limit ${PAGE_SIZE_MAX}) page
    limit ${parameters.at("limit", perPage)}`;
  const rows = await query<Row & { total: number }>(db, { name: statementName(text), text, values: parameters.values });
  return { rows, total: rows[0]?.total ?? 0 };
}

function aliasOf(table: string): string {
  return table.slice(table.indexOf(" ") + 1);
}

/** The order in which a list's rows are read to make a page. */
export function orderOf({ direction, hasNulls }: Listing, key: string | null, id: string, { fromEnd }: ReadPlan): string {
  const turned = fromEnd ? ({ asc: "desc", desc: "asc" } as const)[direction] : direction;
  const nulls = hasNulls ? ` nulls ${fromEnd ? "first" : "last"}` : "";
  return key === null ? `${id} ${turned}` : `${key} ${turned}${nulls}, ${id} ${turned}`;
}

/**
 * PostgreSQL assumes that an unknown limit returns a tenth of all rows, and would plan for these: hence the constant bound. There is
 * always a row, for the total.
 */
function pageText(listing: Listing, way: ReadPlan, { count, skipped }: { readonly count: string; readonly skipped: string }): string {
  const { columns, table, where, total } = listing;
  const alias = aliasOf(table);
  const key = listing.key === null ? null : "sort_key";
  const source = listing.source ?? `select ${alias}.id, ${listing.key ?? "null"} sort_key from ${table} where ${where}`;
  const size = "(select total from counted)";
  const [taken, passed] = way.fromEnd
    ? [`least(${count}, greatest(0, ${size} - ${skipped}))`, `greatest(0, ${size} - ${skipped} - ${count})`]
    : [count, skipped];
  return `with found as ${way.gathers ? "" : "not "}materialized (${source}),
    counted as materialized (select (${total}) total),
    page as materialized (
      select * from (select id, sort_key from found order by ${orderOf(listing, key, "id", way)} limit ${PAGE_SIZE_MAX} offset ${passed}) bounded
      limit ${taken}
    )
    select shown.*, counted.total from counted left join (select ${columns}, page.sort_key from page join ${table} on ${alias}.id = page.id) shown on true
    order by ${orderOf(listing, key, "shown.id", { gathers: false, fromEnd: false })}`;
}
