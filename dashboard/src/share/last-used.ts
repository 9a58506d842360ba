type Store = Pick<Storage, "getItem" | "setItem">;

const BRAND = "rostrum.brand";
const collectionOf = (brandId: number) => `rostrum.collection.${brandId}`;

/** What was last used in this browser; a browser may refuse to store anything, then nothing was. */
export function rememberBrand(store: Store, brandId: number): void {
  remember(store, BRAND, brandId);
}

export function rememberCollection(store: Store, brandId: number, collectionId: number): void {
  remember(store, collectionOf(brandId), collectionId);
}

/** The brand that was last used, if it is still one of these; else the first; null if there are none. */
export function lastBrand<B extends { readonly id: number }>(store: Store, brands: readonly B[]): B | null {
  return lastOf(store, BRAND, brands);
}

/** The same of a brand's collections. */
export function lastCollection<C extends { readonly id: number }>(store: Store, brandId: number, collections: readonly C[]): C | null {
  return lastOf(store, collectionOf(brandId), collections);
}

function remember(store: Store, name: string, id: number): void {
  try {
    store.setItem(name, String(id));
  } catch {
    // Full, or switched off.
  }
}

function lastOf<T extends { readonly id: number }>(store: Store, name: string, all: readonly T[]): T | null {
  return all.find(({ id }) => String(id) === read(store, name)) ?? all[0] ?? null;
}

function read(store: Store, name: string): string | null {
  try {
    return store.getItem(name);
  } catch {
    return null;
  }
}
