import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";

/** The posts in a collection's queue, front first. */
export function queueQuery(brandId: number, collectionId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "queue", collectionId],
    queryFn: () => dataOf(api.showQueue({ collectionId })),
  });
}
