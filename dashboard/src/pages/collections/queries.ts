import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";

/** Far enough for the next post of every slot, unless the queue pauses. */
const FORECAST_DAYS = 15;

export function collectionKey(brandId: number, collectionId: number) {
  return ["brand", brandId, "collections", collectionId] as const;
}

export function collectionQuery(brandId: number, collectionId: number) {
  return queryOptions({
    queryKey: collectionKey(brandId, collectionId),
    queryFn: () => dataOf(api.showCollection({ collectionId })),
  });
}

/** When the next post of each collection's queue would leave. */
export function nextSlotsQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "collections", "next slots"],
    queryFn: () => dataOf(api.listNextSlots({ brandId })),
    staleTime: 0,
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

/** What shows something else once a collection has changed. */
export function changedByCollections(brandId: number) {
  return [
    ["brand", brandId, "collections"],
    ["brand", brandId, "channels"],
    ["brand", brandId, "forecast"],
    ["brand", brandId, "posts"],
  ] as const;
}
