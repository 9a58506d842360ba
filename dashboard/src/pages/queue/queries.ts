import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, pageOf, v1 } from "../../api/client.ts";

const COLLECTIONS_MAX = 100;

/** The brand's collections, to choose whose queue is shown. */
export function collectionsQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "queue", "collections"],
    queryFn: async () => (await pageOf(v1.listCollections({ brandId, perPage: COLLECTIONS_MAX }))).rows,
  });
}

/** The posts in a collection's queue, front first. */
export function queueQuery(brandId: number, collectionId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "queue", collectionId],
    queryFn: () => dataOf(api.showQueue({ collectionId })),
  });
}
