import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, pageOf, v1 } from "../../api/client.ts";
import type { FiguresSearch, Range } from "./search.ts";

/** Sums of the brand's likes, comments and shares. */
export function figuresQuery(brandId: number, range: Range, { channel, collection }: Pick<FiguresSearch, "channel" | "collection">) {
  const asked = {
    ...range,
    ...(channel === undefined ? {} : { channelId: channel }),
    ...(collection === undefined ? {} : { collectionId: collection }),
  };
  return queryOptions({
    queryKey: ["brand", brandId, "figures", asked],
    queryFn: () => dataOf(api.showFigures({ brandId, ...asked })),
  });
}

export function channelsQuery(brandId: number) {
  return queryOptions({ queryKey: ["brand", brandId, "channels"], queryFn: () => dataOf(api.listChannelConditions({ brandId })) });
}

export function collectionsQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "collections", "all"],
    queryFn: async () => (await pageOf(v1.listCollections({ brandId, perPage: 100 }))).rows,
  });
}
