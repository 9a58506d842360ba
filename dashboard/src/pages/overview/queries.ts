import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";

/** What leaves next, on which channels, and on which it will not be published, and why. */
export function nextQuery(brandId: number) {
  return queryOptions({ queryKey: ["brand", brandId, "forecast", "next"], queryFn: () => dataOf(api.showNext({ brandId })) });
}
