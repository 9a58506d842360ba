import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { AnalyticsSearch, Range } from "./search.ts";

/** Sums of the brand's likes, comments and shares. */
export function figuresQuery(brandId: number, range: Range, { channel, collection }: Pick<AnalyticsSearch, "channel" | "collection">) {
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

/** When the brand's posts did best. */
export function goodHoursQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "good hours"],
    queryFn: () => dataOf(api.showGoodHours({ brandId })),
  });
}
