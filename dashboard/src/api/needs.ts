import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "./client.ts";

/** Without a brand's live connection, what concerns all brands is asked for now and then. */
const ALL_BRANDS_MILLISECONDS = 60_000;

/** What of a brand needs somebody. */
export function needsQuery(brandId: number) {
  return queryOptions({ queryKey: ["brand", brandId, "needs"], queryFn: () => dataOf(api.listNeeds({ brandId })) });
}

/** All brands of the person, with what leaves and what needs somebody. */
export const homeQuery = queryOptions({
  queryKey: ["home"],
  queryFn: () => dataOf(api.showHome()),
  refetchInterval: ALL_BRANDS_MILLISECONDS,
});

/** What happened in all brands of the person. */
export const noticesQuery = queryOptions({
  queryKey: ["notices"],
  queryFn: () => dataOf(api.listNotices()),
  refetchInterval: ALL_BRANDS_MILLISECONDS,
});
