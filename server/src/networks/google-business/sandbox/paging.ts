import type { Asked } from "./caller.ts";
import { badArgument } from "./refusals.ts";

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly nextPageToken: string | null;
}

export interface Paging {
  readonly sizeDefault: number;
  /** More is taken for this many. */
  readonly sizeMax: number;
  /** Where an item stands; computed from the id alone, so that tokens stay valid when items go. Absent: by id. */
  readonly rankOf?: (id: string) => string;
}

/** The page that the query asks for, by ascending rank. */
export function pageOf<Item extends { readonly id: string }>(
  { query }: Pick<Asked, "query">,
  all: readonly Item[],
  { sizeDefault, sizeMax, rankOf = (id) => id }: Paging,
): Page<Item> {
  const given = query.get("pageSize") ?? "0";
  if (!/^\d{1,9}$/.test(given)) throw badArgument("page_size", "Invalid page size");
  const size = Math.min(Number(given) === 0 ? sizeDefault : Number(given), sizeMax);
  const after = tokenIn(query);
  const ranked = all.map((item) => ({ item, rank: rankOf(item.id) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const rest = after === null ? ranked : ranked.filter(({ rank }) => rank > rankOf(after));
  const items = rest.slice(0, size).map(({ item }) => item);
  const last = items.at(-1);
  return { items, nextPageToken: last === undefined || items.length === rest.length ? null : tokenAfter(last.id) };
}

/** A list as Google sends it: what is empty is left out. */
export function listed(name: string, items: readonly unknown[], nextPageToken: string | null): Record<string, unknown> {
  return { ...(items.length === 0 ? {} : { [name]: items }), ...(nextPageToken === null ? {} : { nextPageToken }) };
}

function tokenAfter(id: string): string {
  return Buffer.from(`after ${id}`).toString("base64url");
}

function tokenIn(query: URLSearchParams): string | null {
  const given = query.get("pageToken") ?? "";
  if (given === "") return null;
  const [, id] = /^after (\S+)$/.exec(Buffer.from(given, "base64url").toString()) ?? [];
  if (id === undefined) throw badArgument("page_token", "Invalid page token");
  return id;
}
