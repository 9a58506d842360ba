import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
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
