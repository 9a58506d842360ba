import { queryOptions } from "@tanstack/react-query";
import { api, CallFailed, dataOf, v1 } from "./client.ts";

const PAGE = 100;

export type ListedCollection = Extract<Awaited<ReturnType<typeof v1.listCollections>>, { readonly ok: true }>["data"][number];

/** All collections of the brand, by title. Everything below `["brand", id, "collections"]` is read again after a change. */
export function collectionsQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "collections", "list"],
    queryFn: async (): Promise<ListedCollection[]> => {
      const all: ListedCollection[] = [];
      for await (const page of v1.pages.listCollections({ brandId, perPage: PAGE })) {
        if (!page.ok) throw new CallFailed(page);
        all.push(...page.data);
      }
      return all.sort((a, b) => a.title.localeCompare(b.title));
    },
  });
}

/** The brand's channels by name, and what keeps them from publishing. */
export function conditionsQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "channels", "conditions"],
    queryFn: () => dataOf(api.listChannelConditions({ brandId })),
  });
}
