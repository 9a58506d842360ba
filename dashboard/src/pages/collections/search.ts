/** What of the collections page is open, in its address. */
export interface CollectionsSearch {
  readonly create?: true;
  /** The collection that is about to be deleted. */
  readonly delete?: number;
}

export function collectionsSearch(search: Readonly<Record<string, unknown>>): CollectionsSearch {
  if (search.create === true) return { create: true };
  const id = Number(search.delete);
  return Number.isSafeInteger(id) && id > 0 ? { delete: id } : {};
}

export interface CollectionSearch {
  readonly tab?: "settings";
  readonly delete?: true;
  /** Asks for times: for a collection that has none. */
  readonly dialog?: "times";
}

export function collectionSearch(search: Readonly<Record<string, unknown>>): CollectionSearch {
  return {
    ...(search.tab === "settings" ? { tab: "settings" } : {}),
    ...(search.delete === true ? { delete: true } : {}),
    ...(search.dialog === "times" ? { dialog: "times" } : {}),
  };
}
