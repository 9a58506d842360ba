import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, pageOf, v1 } from "../../api/client.ts";

const DAYS = 30;

/** What will be published within a month, on which channels, and what will not, and why. */
export function forecastQuery(brandId: number) {
  return queryOptions({ queryKey: ["brand", brandId, "forecast"], queryFn: () => dataOf(api.forecast({ brandId, days: DAYS })) });
}

/** How many collections the brand has. */
export function collectionsCountQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "collections", "count"],
    queryFn: async () => (await pageOf(v1.listCollections({ brandId, perPage: 1 }))).rows.length,
  });
}

/** The brand's channels and what keeps them from publishing. */
export function conditionsQuery(brandId: number) {
  return queryOptions({ queryKey: ["brand", brandId, "channels"], queryFn: () => dataOf(api.listChannelConditions({ brandId })) });
}
