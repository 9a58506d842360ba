import { queryOptions } from "@tanstack/react-query";
import { api, CallFailed, dataOf, v1 } from "../../api/client.ts";

const PAGE = 100;
/** Far enough for the next post of every slot, unless the queue pauses. */
const FORECAST_DAYS = 15;

export type Listed = Extract<Awaited<ReturnType<typeof v1.listCollections>>, { readonly ok: true }>["data"][number];

/** All collections of the brand, by title. */
export function collectionsQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "collections", "list"],
    queryFn: async (): Promise<Listed[]> => {
      const all: Listed[] = [];
      for await (const page of v1.pages.listCollections({ brandId, perPage: PAGE })) {
        if (!page.ok) throw new CallFailed(page);
        all.push(...page.data);
      }
      return all.sort((a, b) => a.title.localeCompare(b.title));
    },
  });
}

export function collectionKey(brandId: number, collectionId: number) {
  return ["brand", brandId, "collections", collectionId] as const;
}

export function collectionQuery(brandId: number, collectionId: number) {
  return queryOptions({
    queryKey: collectionKey(brandId, collectionId),
    queryFn: () => dataOf(api.showCollection({ collectionId })),
  });
}

/** What would go with a collection; read anew whenever somebody asks. */
export function contentsQuery(brandId: number, collectionId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "collections", collectionId, "contents"],
    queryFn: () => dataOf(api.countCollectionContents({ collectionId })),
    staleTime: 0,
    gcTime: 0,
  });
}

export function comingQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "forecast", "week"],
    queryFn: () => dataOf(api.forecast({ brandId, days: FORECAST_DAYS })),
  });
}

/** The channels that can be in a collection, by name. */
export function channelChoiceQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "channels", "choice"],
    queryFn: async () => {
      const channels = await dataOf(api.listChannelConditions({ brandId }));
      return channels.map(({ id, name, type, status }) => ({ id, name, type, status }));
    },
  });
}

/** What shows something else once a collection has changed. */
export function changedByCollections(brandId: number) {
  return [
    ["brand", brandId, "collections"],
    ["brand", brandId, "channels"],
    ["brand", brandId, "forecast"],
    ["brand", brandId, "posts"],
  ] as const;
}
