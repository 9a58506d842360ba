import { type Rank, rankedPage } from "../../sandbox/kit/ranked.ts";
import type { Asked } from "./caller.ts";
import { badArgument } from "./refusals.ts";

export interface Paging {
  readonly sizeDefault: number;
  /** More is taken for this many. */
  readonly sizeMax: number;
  /** Where an item stands; computed from the id alone, so that tokens stay valid when items go. Absent: by id. */
  readonly rankOf?: Rank;
}

/** The page that the query asks for, by ascending rank. */
export function pageOf<Item extends { readonly id: string }>(
  { query }: Pick<Asked, "query">,
  all: readonly Item[],
  { sizeDefault, sizeMax, rankOf = (id) => id }: Paging,
) {
  const given = query.get("pageSize") ?? "0";
  if (!/^\d{1,9}$/.test(given)) throw badArgument("page_size", "Invalid page size");
  const size = Math.min(Number(given) === 0 ? sizeDefault : Number(given), sizeMax);
  const page = rankedPage(all, { size, token: query.get("pageToken") ?? "", rankOf });
  if (page === undefined) throw badArgument("page_token", "Invalid page token");
  return { items: page.items, nextPageToken: page.next };
}

/** A list as Google sends it: what is empty is left out. */
export function listed(name: string, items: readonly unknown[], nextPageToken: string | null): Record<string, unknown> {
  return { ...(items.length === 0 ? {} : { [name]: items }), ...(nextPageToken === null ? {} : { nextPageToken }) };
}
