import { type Rank, rankedPage } from "../../sandbox/kit/ranked.ts";
import type { Asked } from "./caller.ts";
import { badRequest, constraint } from "./refusal.ts";

const PAGE_SIZE_DEFAULT = 25;
const PAGE_SIZE_MAX = 250;

/** The page that the query asks for, by ascending rank. The last page has no bookmark. */
export function pageOf<Item extends { readonly id: string }>({ query }: Pick<Asked, "query">, all: readonly Item[], rankOf: Rank) {
  const size = query.get("page_size") ?? String(PAGE_SIZE_DEFAULT);
  if (!/^\d{1,3}$/.test(size) || Number(size) < 1 || Number(size) > PAGE_SIZE_MAX) {
    throw constraint("page_size", `minimum=1, maximum=${PAGE_SIZE_MAX}`);
  }
  const page = rankedPage(all, { size: Number(size), token: query.get("bookmark") ?? "", rankOf });
  if (page === undefined) throw badRequest("Invalid request: 'bookmark' is invalid.");
  return { items: page.items, bookmark: page.next };
}

/** Ids of one kind have the same length. */
export const oldestFirst: Rank = (id) => id;
