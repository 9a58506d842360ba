import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";

export function notificationsQuery(brandId: number) {
  return queryOptions({ queryKey: ["brand", brandId, "notifications"], queryFn: () => dataOf(api.showNotifications({ brandId })) });
}
