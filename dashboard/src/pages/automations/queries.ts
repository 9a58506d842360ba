import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";

export function automationsQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "automations", "list"],
    queryFn: () => dataOf(api.listAutomationStates({ brandId })),
  });
}

/** Of the last 30 days. */
export function runsQuery(brandId: number, automationId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "automations", "runs", automationId],
    queryFn: () => dataOf(api.listAutomationRuns({ automationId })),
  });
}
