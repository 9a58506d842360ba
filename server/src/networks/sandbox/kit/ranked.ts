interface Paged<Item> {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly next: string | null;
}

/** Where an item stands in a list; computed from the id alone, so that tokens stay valid when items go. */
export type Rank = (id: string) => string;

/** A page of a list by ascending rank, behind what the token of another page says; `undefined` for a token that is none. */
export function rankedPage<Item extends { readonly id: string }>(
  all: readonly Item[],
  { size, token, rankOf }: { readonly size: number; readonly token: string; readonly rankOf: Rank },
): Paged<Item> | undefined {
  const after = token === "" ? null : /^after (\S+)$/.exec(Buffer.from(token, "base64url").toString())?.[1];
  if (after === undefined) return undefined;
  const ranked = all.map((item) => ({ item, rank: rankOf(item.id) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const rest = after === null ? ranked : ranked.filter(({ rank }) => rank > rankOf(after));
  const items = rest.slice(0, size).map(({ item }) => item);
  const last = items.at(-1);
  const isLast = last === undefined || items.length === rest.length;
  return { items, next: isLast ? null : Buffer.from(`after ${last.id}`).toString("base64url") };
}
