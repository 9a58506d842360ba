import type { Asked } from "./caller.ts";
import { badRequest, constraint } from "./refusal.ts";

const PAGE_SIZE_DEFAULT = 25;
const PAGE_SIZE_MAX = 250;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly bookmark: string | null;
}

interface Listed {
  readonly id: string;
}

/** Where an item stands in a list; computed from the id alone, so that bookmarks stay valid when items go. */
export type Rank = (id: string) => string;

/** The page that the query asks for, by ascending rank. The last page has no bookmark. */
export function pageOf<Item extends Listed>({ query }: Pick<Asked, "query">, all: readonly Item[], rankOf: Rank): Page<Item> {
  const size = query.get("page_size") ?? String(PAGE_SIZE_DEFAULT);
  if (!/^\d{1,3}$/.test(size) || Number(size) < 1 || Number(size) > PAGE_SIZE_MAX) {
    throw constraint("page_size", `minimum=1, maximum=${PAGE_SIZE_MAX}`);
  }
  const after = bookmarkIn(query);
  const ranked = all.map((item) => ({ item, rank: rankOf(item.id) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const rest = after === null ? ranked : ranked.filter(({ rank }) => rank > rankOf(after));
  const items = rest.slice(0, Number(size)).map(({ item }) => item);
  const last = items.at(-1);
  return { items, bookmark: last === undefined || items.length === rest.length ? null : bookmarkOf(last.id) };
}

/** Ids of one kind have the same length. */
export const oldestFirst: Rank = (id) => id;

function bookmarkOf(id: string): string {
  return Buffer.from(`after ${id}`).toString("base64url");
}

function bookmarkIn(query: URLSearchParams): string | null {
  const given = query.get("bookmark") ?? "";
  if (given === "") return null;
  const [, id] = /^after (\d+)$/.exec(Buffer.from(given, "base64url").toString()) ?? [];
  if (id === undefined) throw badRequest("Invalid request: 'bookmark' is invalid.");
  return id;
}
